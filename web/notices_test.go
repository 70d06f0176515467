package web

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// The program has the licences of the packages in it, since every page has the program in it.
func TestNotices(t *testing.T) {
	text, err := os.ReadFile("package.json")
	require.NoError(t, err)
	var p struct{ Dependencies map[string]string }
	require.NoError(t, json.Unmarshal(text, &p))
	require.NotEmpty(t, p.Dependencies)
	for name, version := range p.Dependencies {
		require.Contains(t, program, "\n==== "+name+" "+version+"\n")
	}
	require.Contains(t, program, "Apache License")
}
