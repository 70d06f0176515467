package arena_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// library is the program of docs/library.md.
const library = "testdata/library/main.go"

// TestLibraryPage keeps the page's program the one that is run.
func TestLibraryPage(t *testing.T) {
	program, err := os.ReadFile(library)
	require.NoError(t, err)
	page, err := os.ReadFile("../docs/library.md")
	require.NoError(t, err)
	require.Contains(t, string(page), "```go\n"+string(program)+"```\n", "docs/library.md doesn't show %s", library)
	require.Contains(t, string(page), "```\n"+libraryPrints+"```\n")
}

const libraryPrints = `full_context: completed, 16 of 19 facts answered
window: completed, 2 of 19 facts answered
none: completed, 0 of 19 facts answered
`
