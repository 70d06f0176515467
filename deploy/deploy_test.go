//go:build ignore

package deploy

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the checkout.
const root = ".."

// command is a command that has ended when the test has.
func command(t *testing.T, dir, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}

// output runs a command and returns what it printed.
func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%w: %s%s", err, out, failed.Stderr)
	}
	require.NoError(t, err, "%s", cmd)
	return string(out)
}

// code is a command's exit code, and what it printed.
func code(t *testing.T, cmd *exec.Cmd) (int, string) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		require.NoError(t, err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// tables exports a database and returns the folder.
func tables(t *testing.T, arena, db string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tables")
	output(t, command(t, "", arena, "export", dir, "--db", db))
	return dir
}

// same asserts that a merged database is whole, and reported and exported to the byte as what one machine played.
func same(t *testing.T, arena, one, merged string) {
	t.Helper()
	for _, form := range [][]string{{"--view", "all"}, {"--format", "json"}} {
		report := func(db string) string {
			return output(t, command(t, "", arena, append([]string{"report", "--db", db}, form...)...))
		}
		require.Equal(t, report(one), report(merged), form)
	}
	a, b := tables(t, arena, one), tables(t, arena, merged)
	for _, name := range []string{"trials.csv", "verdicts.csv", "cycles.csv", "calls.csv"} {
		want, err := os.ReadFile(filepath.Join(a, name))
		require.NoError(t, err)
		have, err := os.ReadFile(filepath.Join(b, name))
		require.NoError(t, err)
		require.True(t, string(want) == string(have), "%s of the merged database is another", name)
	}
	output(t, command(t, "", arena, "db", "check", "--read-data", "--all", "--db", merged))
}
