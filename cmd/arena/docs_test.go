package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the generated parts of the docs anew")

// output marks a block of the docs that a command printed, or the first lines of it.
var output = regexp.MustCompile("(?s)<!-- output of: (arena[^\n]*?)(?:, first ([0-9]+) lines)? -->\n```[a-z]*\n(.*?)```\n")

// TestDocs keeps every output that the docs show the one that the program prints.
func TestDocs(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	dir := t.TempDir()
	blocks := 0
	for _, file := range append(files, "../../README.md") {
		page, err := os.ReadFile(file)
		require.NoError(t, err)
		have := output.ReplaceAllFunc(page, func(block []byte) []byte {
			blocks++
			m := output.FindSubmatch(block)
			printed := arenaOutput(t, dir, strings.Fields(string(m[1]))[1:]...)
			if most, err := strconv.Atoi(string(m[2])); err == nil {
				lines := bytes.SplitAfter(printed, []byte("\n"))
				printed = bytes.Join(lines[:min(most, len(lines))], nil)
			}
			return bytes.Replace(block, append([]byte("```\n"), m[3]...), append([]byte("```\n"), printed...), 1)
		})
		if *update {
			require.NoError(t, os.WriteFile(file, have, 0o644))
			continue
		}
		require.Equal(t, string(have), string(page), "%s shows what the program no longer prints: run make docs", file)
	}
	require.GreaterOrEqual(t, blocks, 3)
}

// arenaOutput runs this test binary as the program and returns what it prints to standard
// output.
func arenaOutput(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), self, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ARENA_MAIN=1", "OPENAI_API_KEY=", "OPENAI_BASE_URL=", "OLLAMA_HOST=", "COLUMNS=80")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "arena %s: %s", strings.Join(args, " "), stderr.String())
	return out
}
