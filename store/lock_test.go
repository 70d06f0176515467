package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTwoNamesOfOneDatabase(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	d := open(t, path)
	require.NoError(t, os.Link(path, other))
	for _, name := range []string{path, other} {
		_, err := takeLock(name)
		require.EqualError(t, err, "database "+name+" has 2 names (hard links), and each would have a log of its own: remove the others, or use a copy of it")
		_, err = Open(t.Context(), name, Options{})
		require.ErrorContains(t, err, "has 2 names (hard links)")
	}
	require.NoFileExists(t, other+".lock")
	require.NoError(t, os.Remove(other))
	require.NoError(t, d.Close())
	require.NoError(t, open(t, path).Close())
}

func TestADeviceIsNoDatabase(t *testing.T) {
	_, err := Open(t.Context(), "/dev/null", Options{})
	require.EqualError(t, err, "database /dev/null is no regular file: use --db OTHER")
	require.NoFileExists(t, "/dev/null.lock")
}

func TestADatabaseThatIsRemoved(t *testing.T) {
	const says = " was removed or replaced while it was in use: what was written is lost with it; run the same command again"
	for name, lose := range map[string]func(t *testing.T, path string){
		"removed": func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) },
		"replaced": func(t *testing.T, path string) {
			require.NoError(t, os.Rename(path, path+".old"))
			require.NoError(t, os.WriteFile(path, nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.db")
			d, err := Open(t.Context(), path, Options{})
			require.NoError(t, err)
			require.NoError(t, d.Here())
			lose(t, path)
			require.EqualError(t, d.Here(), "database "+path+says)
			require.ErrorContains(t, d.Close(), says)
		})
	}
}
