package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every module of the program has its licence in what arena licences prints.
func TestLicences(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", ".").Output()
	require.NoError(t, err)
	modules := map[string]bool{}
	for _, m := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if m != "" {
			modules[m] = true
		}
	}
	require.Greater(t, len(modules), 30)
	parts := strings.Split(thirdParty, "\n==== ")
	require.Len(t, parts[1:], len(modules), "run make notices")
	for _, part := range parts[1:] {
		module, text, _ := strings.Cut(part, "\n")
		require.True(t, modules[module], "%s isn't in the program any more: run make notices", module)
		require.Greater(t, len(text), 200, "%s has no licence", module)
	}
}
