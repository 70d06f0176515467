package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/thorough"
)

// What takes long stands in a script behind "[!slow] stop": make test ends there, and make test-slow plays those scripts whole.
// There each command is a process of its own; in make test those with exec before them are, and workers play the others.
func TestScripts(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	bin := t.TempDir()
	require.NoError(t, os.Symlink(self, filepath.Join(bin, "arena")))
	docs, err := filepath.Abs("../../docs")
	require.NoError(t, err)
	first := map[string]string{
		"PATH": bin + string(os.PathListSeparator) + os.Getenv("PATH"), "DOCS": docs,
		"OPENAI_API_KEY": "", "OPENAI_BASE_URL": "", "OLLAMA_HOST": "",
	}
	variables := append(slices.Collect(maps.Keys(first)), "HOME", "TMPDIR")
	var scripts []string
	all, err := filepath.Glob("testdata/script/*.txtar")
	require.NoError(t, err)
	for _, name := range all {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		if !thorough.Slow || bytes.Contains(b, []byte("\n[!slow] stop")) {
			scripts = append(scripts, name)
		}
		for _, line := range regexp.MustCompile(`(?m)^env .*`).FindAllString(string(b), -1) {
			for _, set := range strings.Fields(line) {
				variable, _, _ := strings.Cut(set, "=")
				variables = append(variables, variable)
			}
		}
	}

	play := func(ts *testscript.TestScript, args []string) (code int) {
		if thorough.Slow {
			if err := ts.Exec("arena", args...); err != nil {
				ended := new(exec.ExitError)
				if !errors.As(err, &ended) {
					ts.Fatalf("arena: %v", err)
				}
				code = ended.ExitCode()
			}
			return code
		}
		j := job{Dir: ts.MkAbs("."), Args: args}
		for _, name := range variables {
			j.Env = append(j.Env, name+"="+ts.Getenv(name))
		}
		p, err := inWorker(j)
		ts.Check(err)
		fmt.Fprint(ts.Stdout(), p.Stdout)
		fmt.Fprint(ts.Stderr(), p.Stderr)
		return p.Code
	}
	arena := func(ts *testscript.TestScript, neg bool, args []string) {
		if code := play(ts, args); neg == (code == exitOK) {
			ts.Fatalf("arena: exit code %d", code)
		}
	}
	code := func(ts *testscript.TestScript, neg bool, args []string) { // with the code that is its first argument
		if code := play(ts, args[1:]); neg || fmt.Sprint(code) != args[0] {
			ts.Fatalf("arena: exit code %d, want %s", code, args[0])
		}
	}
	testscript.Run(t, testscript.Params{
		Files:     scripts,
		Condition: func(name string) (bool, error) { return thorough.Slow && name == "slow", nil },
		Cmds:      map[string]func(*testscript.TestScript, bool, []string){"arena": arena, "code": code, "browse": browse},
		Setup: func(e *testscript.Env) error {
			for name, value := range first {
				e.Setenv(name, value)
			}
			return nil
		},
	})
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
