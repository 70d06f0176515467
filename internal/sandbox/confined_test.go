//go:build linux

package sandbox_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/sandbox"
)

// What the kernel holds a child to, as it says itself. Where it doesn't allow a part, the pool says so.
func TestConfinement(t *testing.T) {
	p := pool(t)
	missing, err := p.Missing()
	require.NoError(t, err)
	told := strings.Join(missing, "; ")
	dir := fmt.Sprintf("/proc/%d/", sandbox.Pid(p))
	read := func(name string) string {
		b, err := os.ReadFile(dir + name)
		require.NoError(t, err)
		return strings.Join(strings.Fields(string(b)), " ")
	}
	require.Contains(t, read("status"), "NoNewPrivs: 1")
	limits := read("limits")
	for _, limit := range []string{"Max file size 0 0", "Max core file size 0 0", "Max open files 0 0"} {
		require.Contains(t, limits, limit)
	}
	require.NotContains(t, limits, "Max address space unlimited")
	open, err := os.ReadDir(dir + "fd")
	require.NoError(t, err)
	for _, f := range open {
		to, err := os.Readlink(dir + "fd/" + f.Name())
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(to, "pipe:") || strings.HasPrefix(to, "anon_inode:"), to)
	}
	if !strings.Contains(told, "file system") {
		var root, ours syscall.Stat_t
		require.NoError(t, syscall.Stat(dir+"root", &root))
		require.NoError(t, syscall.Stat("/", &ours))
		require.NotEqual(t, ours.Ino, root.Ino)
		require.Zero(t, root.Nlink, "a directory that is deleted")
	}
	if !strings.Contains(told, "namespaces") {
		net, err := os.Readlink(dir + "ns/net")
		require.NoError(t, err)
		own, err := os.Readlink("/proc/self/ns/net")
		require.NoError(t, err)
		require.NotEqual(t, own, net)
		require.Contains(t, read("status"), "CapEff: 0000000000040000", "it may change its root, and nothing else")
	}
	if os.Getuid() == 0 {
		require.Empty(t, told)
	}
}
