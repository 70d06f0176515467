//go:build slow

package arena_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLibraryFromOutside runs the page's program in a module of its own, which finds this one under
// another path, as a user of the library would.
func TestLibraryFromOutside(t *testing.T) {
	const path = "example.org/arena"
	dir := t.TempDir()
	rename := strings.NewReplacer("contextarena.internal", path)
	rooms := []string{"arena", "llm", "words", "probes", "scenarios", "strategies", "space", "emas", "stats", "internal"}
	for _, room := range rooms {
		err := filepath.WalkDir("../"+room, func(name string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata") {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			to := filepath.Join(dir, "arena", name[len("../"):])
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				return err
			}
			if strings.HasSuffix(name, ".go") {
				text = []byte(rename.Replace(string(text)))
			}
			return os.WriteFile(to, text, 0o644)
		})
		require.NoError(t, err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile("../" + name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "arena", name), []byte(rename.Replace(string(text))), 0o644))
	}
	program, err := os.ReadFile(library)
	require.NoError(t, err)
	user := filepath.Join(dir, "user")
	require.NoError(t, os.Mkdir(user, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(user, "main.go"), []byte(rename.Replace(string(program))), 0o644))
	work := "go 1.26.0\n\nuse (\n\t./arena\n\t./user\n)\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.work"), []byte(work), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(user, "go.mod"), []byte("module example.org/user\n\ngo 1.26.0\n"), 0o644))
	run := exec.CommandContext(t.Context(), "go", "run", "-ldflags=-s -w", ".")
	run.Dir = user
	run.Env = append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"), "GOFLAGS=-trimpath") // equal code is compiled once, whatever its folder
	printed, err := run.CombinedOutput()
	require.NoError(t, err, "%s", printed)
	require.Equal(t, libraryPrints, string(printed))
}
