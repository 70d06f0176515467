package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"contextarena.internal/reports"
)

// A page that is too large to be sent says how it is written instead, and leaves no file.
func TestALargePageNamesTheFolder(t *testing.T) {
	w := &world{stdout: os.Stdout, env: func(string) string { return "" }}
	large := reports.Document{Title: "Large", Browser: &reports.Browser{Page: strings.Repeat("x", reports.MostPage)}}
	out := filepath.Join(t.TempDir(), "report.html")
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	for _, c := range []struct{ out, want string }{{out, "write a folder with --out " + strings.TrimSuffix(out, ".html") + "/"}, {"", "write a folder with --out report/"}} {
		s := call{Command: cmd, world: w, shared: shared{DB: "a.db", Format: "html", Out: c.out}}
		err := s.show(large)
		require.ErrorIs(t, err, reports.ErrLarge)
		require.ErrorContains(t, err, c.want)
	}
	require.NoFileExists(t, out)
	s := call{Command: cmd, world: w, shared: shared{DB: "a.db", Format: "html", Out: strings.TrimSuffix(out, ".html") + "/"}}
	require.NoError(t, s.show(large))
	require.FileExists(t, filepath.Join(s.Out, "index.html"))
}
