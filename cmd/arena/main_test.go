package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mattn/go-sqlite3"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/thorough"
)

// TestMain lets the test binary be the program: for the scripts as the command arena, for tests that
// need a process to kill with ARENA_MAIN set, and as the process that runs models' programs.
func TestMain(m *testing.M) {
	if os.Getenv("ARENA_MAIN") != "" || len(os.Args) == 2 && os.Args[1] == sandboxName {
		os.Exit(run())
	}
	testscript.Main(m, map[string]func(){"arena": main})
}

// What takes long stands in a script behind "[!slow] stop": make test ends there, and make test-slow plays those scripts whole.
func TestScripts(t *testing.T) {
	var scripts []string
	all, err := filepath.Glob("testdata/script/*.txtar")
	require.NoError(t, err)
	for _, name := range all {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		if !thorough.Slow || bytes.Contains(b, []byte("\n[!slow] stop")) {
			scripts = append(scripts, name)
		}
	}
	testscript.Run(t, testscript.Params{
		Files:     scripts,
		Condition: func(name string) (bool, error) { return thorough.Slow && name == "slow", nil },
		Cmds:      map[string]func(*testscript.TestScript, bool, []string){"browse": browse},
		Setup: func(e *testscript.Env) error {
			docs, err := filepath.Abs("../../docs")
			e.Setenv("DOCS", docs)
			e.Setenv("OPENAI_API_KEY", "")
			e.Setenv("OPENAI_BASE_URL", "")
			e.Setenv("OLLAMA_HOST", "")
			return err
		},
	})
}

// What an interrupted command says depends on whether it kept anything.
func TestInterrupted(t *testing.T) {
	for want, err := range map[string]error{
		"arena: interrupted; the same command goes on where it stopped\n":          fmt.Errorf("run: %w", context.Canceled),
		"arena: interrupted; nothing was kept, and the same command starts anew\n": startsAnew{fmt.Errorf("fit: %w", context.Canceled)},
	} {
		var out strings.Builder
		require.Equal(t, exitInterrupted, exitCode(&out, err))
		require.Equal(t, want, out.String())
	}
}

// A full disk is nobody's mistake: what was kept is kept.
func TestAFullDiskInterrupts(t *testing.T) {
	for _, err := range []error{
		fmt.Errorf("save trial: %w", sqlite3.Error{Code: sqlite3.ErrFull}),
		&os.PathError{Op: "write", Path: "out.csv", Err: syscall.ENOSPC},
	} {
		var out strings.Builder
		require.Equal(t, exitIncomplete, exitCode(&out, err))
		require.Equal(t, "arena: "+err.Error()+"\narena: interrupted; with room on the disk the same command goes on where it stopped\n", out.String())
	}
}

// browse starts arena view with the arguments after the first, in the script's folder, and prints what it answers for that
// path. It has to end by Ctrl-C without a mistake.
func browse(ts *testscript.TestScript, neg bool, args []string) {
	self, err := os.Executable()
	ts.Check(err)
	cmd := exec.Command(self, append([]string{"view", "--addr", "127.0.0.1:0"}, args[1:]...)...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), append(os.Environ(), "ARENA_MAIN=1")
	pipe, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	defer func() {
		ts.Check(cmd.Process.Signal(os.Interrupt))
		ts.Check(cmd.Wait())
	}()
	address, err := bufio.NewReader(pipe).ReadString('\n')
	ts.Check(err)
	answered, err := http.Get(strings.TrimSpace(address) + args[0])
	ts.Check(err)
	defer answered.Body.Close()
	body, err := io.ReadAll(answered.Body)
	ts.Check(err)
	fmt.Fprintf(ts.Stdout(), "%s", body)
	if ok := answered.StatusCode == http.StatusOK; ok == neg {
		ts.Fatalf("%s: %s: %s", args[0], answered.Status, body)
	}
}
