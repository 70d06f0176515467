package input_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/input"
)

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "f")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

func TestReadFile(t *testing.T) {
	for _, text := range []string{"", "a", strings.Repeat("a", 100)} {
		data, err := input.ReadFile(write(t, text), 100)
		require.NoError(t, err)
		require.Equal(t, text, string(data))
	}
	name := write(t, strings.Repeat("a", 1<<20+1))
	_, err := input.ReadFile(name, 1<<20)
	require.EqualError(t, err, name+" has more than 1 MiB, the most that is read of such a file")

	_, err = input.ReadFile("/dev/zero", 1<<20)
	require.EqualError(t, err, "/dev/zero has more than 1 MiB, the most that is read of such a file")

	dir := t.TempDir()
	_, err = input.ReadFile(dir, 100)
	require.EqualError(t, err, dir+" is a directory: name a file")

	_, err = input.ReadFile(filepath.Join(dir, "absent"), 100)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	_, err := input.ReadFile(pipe, 100)
	require.EqualError(t, err, pipe+" is a pipe that nobody writes to")

	w, err := os.OpenFile(pipe, os.O_RDWR, 0)
	require.NoError(t, err)
	_, err = w.WriteString("written ")
	require.NoError(t, err)
	wrote, later := make(chan error, 1), strings.Repeat("later", 1<<16)
	go func() {
		_, err := w.WriteString(later) // more than a pipe holds, so it ends when somebody has begun to read
		wrote <- err
		w.Close()
	}()
	data, err := input.ReadFile(pipe, 1<<20)
	require.NoError(t, err)
	require.NoError(t, <-wrote)
	require.Equal(t, "written "+later, string(data))
}

func TestReadIn(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("abc"), 0o600))
	require.NoError(t, os.Symlink("a", filepath.Join(dir, "link")))
	require.NoError(t, os.Symlink("/dev/zero", filepath.Join(dir, "zero")))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	folder := os.DirFS(dir)
	for _, name := range []string{"a", "link"} {
		data, err := input.ReadIn(folder, name, 3)
		require.NoError(t, err)
		require.Equal(t, "abc", string(data))
	}
	_, err := input.ReadIn(folder, "a", 2)
	require.ErrorContains(t, err, "a has more than ")
	for _, name := range []string{"zero", "pipe"} {
		_, err := input.ReadIn(folder, name, 100)
		require.EqualError(t, err, "read "+name+": it is no regular file")
	}
}
