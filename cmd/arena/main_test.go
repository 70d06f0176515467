package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// TestMain lets the test binary be the program: for the scripts as the command arena, for tests that
// need a process to kill with ARENA_MAIN set, and as the process that runs models' programs.
func TestMain(m *testing.M) {
	if os.Getenv("ARENA_MAIN") != "" || len(os.Args) == 2 && os.Args[1] == sandboxName {
		os.Exit(run())
	}
	testscript.Main(m, map[string]func(){"arena": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("OPENAI_API_KEY", "")
			e.Setenv("OPENAI_BASE_URL", "")
			e.Setenv("OLLAMA_HOST", "")
			return nil
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
