//go:build slow

package main

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// output marks a block of the docs that a command printed, or the first lines of it.
var output = regexp.MustCompile("(?s)<!-- output of: (arena[^\n]*?)(?:, first ([0-9]+) lines)? -->\n```[a-z]*\n(.*?)```\n")

// TestDocs keeps every output that the docs show the one that the program prints.
func TestDocs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	blocks := 0
	for file, page := range docs(t) {
		have := output.ReplaceAllFunc([]byte(page), func(block []byte) []byte {
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
		require.Equal(t, string(have), page, "%s shows what the program no longer prints: run make docs", file)
	}
	require.Positive(t, blocks)
}
