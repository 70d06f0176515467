// Package measured keeps figures in the docs those that a test computes. A page marks what is computed:
//
//	<!-- measured: NAME -->
//	…
//	<!-- end -->
package measured

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Page fails the test unless the named parts of a page are these texts, each of whole lines. With renew it writes
// them into the page instead. Renewed by `make docs`, which has to run the test with renew.
func Page(t *testing.T, file string, renew bool, parts map[string]string) {
	t.Helper()
	page, err := os.ReadFile(file)
	require.NoError(t, err)
	have := string(page)
	for name, text := range parts {
		begin, end := "<!-- measured: "+name+" -->\n", "<!-- end -->"
		before, rest, ok := strings.Cut(have, begin)
		require.True(t, ok, "%s lacks %q", file, begin)
		_, after, ok := strings.Cut(rest, end)
		require.True(t, ok, "%s lacks an end of %q", file, name)
		have = before + begin + text + end + after
	}
	if renew {
		require.NoError(t, os.WriteFile(file, []byte(have), 0o644))
		return
	}
	require.Equal(t, have, string(page), "%s shows what is no longer measured: run make docs", file)
}
