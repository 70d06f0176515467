package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the test binary be the program: for the scripts as the command arena, and for
// tests that need a process to kill with ARENA_MAIN set.
func TestMain(m *testing.M) {
	if os.Getenv("ARENA_MAIN") != "" {
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
