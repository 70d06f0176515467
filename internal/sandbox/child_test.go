package sandbox_test

import (
	"bufio"
	"io"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// child is this test binary as a process for programs, once it is ready.
func child(t *testing.T, self string) (*exec.Cmd, io.WriteCloser) {
	t.Helper()
	cmd := exec.Command(self, "sandbox")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready\n", line)
	return cmd, in
}
