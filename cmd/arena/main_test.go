package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"
)

// TestMain lets the test binary be the program: by the name arena for the scripts, for tests that need a process to kill with
// ARENA_MAIN set, as the process that runs models' programs, and as a worker.
func TestMain(m *testing.M) {
	switch {
	case filepath.Base(os.Args[0]) == "arena", os.Getenv("ARENA_MAIN") != "", len(os.Args) == 2 && os.Args[1] == sandboxName:
		os.Exit(run())
	case os.Getenv("ARENA_WORKS") != "":
		if err := work(); err != nil {
			fmt.Fprintln(os.Stderr, "worker:", err)
			os.Exit(1)
		}
		return
	}
	m.Run()
	if err := stopWorkers(); err != nil {
		fmt.Fprintln(os.Stderr, "workers:", err)
		os.Exit(1)
	}
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
