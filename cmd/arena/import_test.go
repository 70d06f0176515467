package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// importedPart marks lines of the docs that an import printed among others.
var importedPart = regexp.MustCompile("(?s)<!-- part of the import of (\\S+) -->\n```\n(.*?)```\n")

// TestImportDocs keeps the lines that docs/importing.md shows those that the program prints.
func TestImportDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/importing.md")
	require.NoError(t, err)
	m := importedPart.FindSubmatch(page)
	require.NotNil(t, m)
	file, err := filepath.Abs("../../lab/contextarena/testdata/" + string(m[1]))
	require.NoError(t, err)
	printed := string(arenaOutput(t, t.TempDir(), "import", "context-arena", file))
	for line := range strings.Lines(string(m[2])) {
		require.Contains(t, printed, line)
	}
}
