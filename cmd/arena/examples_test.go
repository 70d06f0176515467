package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// TestExamplesAreUnderstood: every example of every help page names a command, its flags and its arguments as they
// are. Whether they do what they say isn't tested here: most play for minutes, or read files and experiments of
// one's own; the scripts in testdata run their commands with small settings.
func TestExamplesAreUnderstood(t *testing.T) {
	t.Parallel()
	program := func() *cobra.Command { return command(&world{env: func(string) string { return "" }}) }
	parsed := 0
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		for line := range strings.SplitSeq(strings.ReplaceAll(c.Example, "\\\n", " "), "\n") {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "arena ") {
				continue // what is piped in, and what is printed
			}
			found, rest, err := program().Find(exampleWords(t, line)[1:])
			require.NoError(t, err, line)
			require.NoError(t, found.ParseFlags(rest), line)
			require.NoError(t, found.ValidateArgs(found.Flags().Args()), line)
			parsed++
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(program())
	require.Greater(t, parsed, 100)
}

// exampleWords are the words of an example as a shell makes them, without a redirection and what explains it.
func exampleWords(t *testing.T, line string) []string {
	t.Helper()
	line, _, _ = strings.Cut(line, " > ")
	line, _, _ = strings.Cut(line, "   ")
	out, err := exec.CommandContext(t.Context(), "sh", "-c", `eval "set -- $0"; printf '%s\n' "$@"`, line).Output()
	require.NoError(t, err, line)
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
