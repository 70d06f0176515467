package store

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
)

// The tests below need a second process: this test binary, told what to do by its arguments.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.NArg() == 2 {
		if play, ok := parts[flag.Arg(0)]; ok {
			if err := play(flag.Arg(1)); err != nil {
				fmt.Println("error:", err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

var parts = map[string]func(path string) error{
	"hold": func(path string) error { // opens, says so, and closes at the end of its input
		d, err := Open(context.Background(), path, Options{})
		if err != nil {
			return err
		}
		fmt.Println("open")
		_, _ = io.Copy(io.Discard, os.Stdin)
		return d.Close()
	},
	"write": func(path string) error { // writes for ever, and says what was acknowledged
		ctx := context.Background()
		d, err := Open(ctx, path, Options{})
		if err != nil {
			return err
		}
		if _, _, err := d.Begin(ctx, sampleExperiment("e")); err != nil {
			return err
		}
		for n := 0; ; n++ {
			for i := range 10 {
				key, req, resp := sampleReply(10*n + i)
				if err := d.Store(ctx, key, req, resp); err != nil {
					return err
				}
			}
			if err := d.SaveTrial(ctx, "e", n, sampleTrial(n), sampleRecord(n), "s", sampleScore(n)); err != nil {
				return err
			}
			fmt.Println(n)
		}
	},
	"attempt": func(path string) error { // begins attempts for ever, says so, and ends every second one
		ctx := context.Background()
		d, err := Open(ctx, path, Options{})
		if err != nil {
			return err
		}
		if _, _, err := d.Begin(ctx, sampleExperiment("e")); err != nil {
			return err
		}
		l, err := d.Ledger(ctx, "e")
		if err != nil {
			return err
		}
		for n := 0; ; n++ {
			number, err := l.Begin(llm.Attempt{Key: llm.Key{byte(n)}, Model: model, ReservedUSD: 1})
			if err != nil {
				return err
			}
			fmt.Println(n)
			if n%2 == 1 {
				l.End(number, llm.AttemptEnd{Fate: llm.Answered, PaidUSD: 0.5})
			}
		}
	},
	"compact": func(path string) error {
		d, err := Open(context.Background(), path, Options{})
		if err != nil {
			return err
		}
		fmt.Println("begin")
		_, _, err = d.Compact(context.Background())
		return errors.Join(err, d.Close())
	},
	"backup": func(path string) error {
		d, err := Open(context.Background(), path, Options{ReadOnly: true})
		if err != nil {
			return err
		}
		fmt.Println("begin")
		if _, err := d.Backup(context.Background(), path+".copy"); err != nil {
			return err
		}
		return d.Close()
	},
	"read-only": func(path string) error { // reads, then fails to write
		d, err := Open(context.Background(), path, Options{ReadOnly: true})
		if err != nil {
			return err
		}
		es, err := d.Experiments(context.Background())
		if err != nil {
			return err
		}
		fmt.Println(len(es))
		if err := d.Close(); err != nil {
			return err
		}
		_, err = Open(context.Background(), path, Options{})
		return err
	},
}

func executable(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	require.NoError(t, err)
	return path
}

// process starts this binary in a role.
func process(t *testing.T, attr *syscall.SysProcAttr, binary, role, path string) (*exec.Cmd, *bufio.Scanner, io.WriteCloser) {
	t.Helper()
	cmd := exec.Command(binary, "-test.timeout=60s", "--", role, path)
	cmd.Dir, cmd.SysProcAttr = filepath.Dir(path), attr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, bufio.NewScanner(out), in
}

func TestKilledWhileWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	acknowledged := -1
	for round := range 3 {
		if round > 0 {
			require.NoError(t, os.Remove(path))
		}
		cmd, lines, _ := process(t, nil, executable(t), "write", path)
		for lines.Scan() {
			n, err := strconv.Atoi(lines.Text())
			require.NoError(t, err, lines.Text())
			acknowledged = n
			if n == 30+7*round {
				require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
			}
		}
		_ = cmd.Wait()

		d, err := Open(t.Context(), path, Options{})
		require.NoError(t, err, "the lock died with its owner")
		for n := range acknowledged + 1 {
			rec, err := d.Record(t.Context(), sampleTrial(n).Key)
			require.NoError(t, err)
			require.Equal(t, sampleRecord(n), rec)
			for i := range 10 {
				key, _, want := sampleReply(10*n + i)
				got, ok, err := d.Lookup(t.Context(), key)
				require.NoError(t, err)
				require.True(t, ok)
				require.Equal(t, want, got)
			}
		}
		require.GreaterOrEqual(t, acknowledged, 30+7*round)
		require.Equal(t, Interrupted, mustExperiments(t, d)[0].Status)
		var ok string
		require.NoError(t, d.reads.QueryRow(`PRAGMA integrity_check`).Scan(&ok))
		require.Equal(t, "ok", ok)
		require.NoError(t, d.Close())
	}
}

func TestTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	cmd, lines, in := process(t, nil, executable(t), "hold", path)
	require.True(t, lines.Scan())
	require.Equal(t, "open", lines.Text())

	_, err := Open(t.Context(), path, Options{})
	require.EqualError(t, err, fmt.Sprintf("database %s is in use by another arena process (pid %d); wait for it or use --db OTHER", path, cmd.Process.Pid))
	r, err := Open(t.Context(), path, Options{ReadOnly: true})
	require.NoError(t, err, "reading needs no lock")
	require.NoError(t, r.Close())

	link := filepath.Join(t.TempDir(), "link.db")
	require.NoError(t, os.Symlink(path, link))
	_, err = Open(t.Context(), link, Options{})
	require.ErrorContains(t, err, "is in use by another arena process", "another name is the same database")

	require.NoError(t, in.Close())
	require.NoError(t, cmd.Wait())
	open(t, path)
}

// A directory and file that may only be read are read, and not written.
func TestReadOnlyPlace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "arena.db")
	d := open(t, path)
	begin(t, d, "e")
	require.NoError(t, d.Close())

	// Permissions don't bind root: there the second process is somebody else.
	var attr *syscall.SysProcAttr
	binary := executable(t)
	if os.Geteuid() == 0 {
		attr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		b, err := os.ReadFile(binary)
		require.NoError(t, err)
		binary = filepath.Join(dir, "other")
		require.NoError(t, os.WriteFile(binary, b, 0o755))
		require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	}
	require.NoError(t, os.Chmod(path, 0o444))
	require.NoError(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })

	_, lines, _ := process(t, attr, binary, "read-only", path)
	require.True(t, lines.Scan())
	require.Equal(t, "1", lines.Text())
	require.True(t, lines.Scan())
	require.Contains(t, lines.Text(), "error: database "+path+" can't be written: open "+path+".lock: permission denied")
	require.False(t, lines.Scan())

	if os.Geteuid() == 0 { // a writable directory, but not the file
		require.NoError(t, os.Chmod(dir, 0o777))
		_, lines, _ := process(t, attr, binary, "hold", path)
		require.True(t, lines.Scan())
		require.Contains(t, lines.Text(), "database "+path+" can't be opened or written: change the permissions")
	}
}
