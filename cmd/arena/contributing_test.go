//go:build slow

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// block is a block of CONTRIBUTING.md with what its comment says of it.
var block = regexp.MustCompile("(?s)<!-- (file|line|write|run)[ ,]+([^\n]*?) -->\n```[a-z]*\n(.*?)```\n")

// TestContributing builds the program with every example of CONTRIBUTING.md added as the page says, and
// runs the examples' commands. The strategies among them pass the suites that every strategy passes.
func TestContributing(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	require.NoError(t, err)
	dir := t.TempDir()
	changed := map[string]string{} // text by path from root
	folder := ""                   // of the file that the next line lists
	var commands [][2]string       // with what each prints
	files := 0
	for _, m := range block.FindAllStringSubmatch(string(page), -1) {
		switch kind, what, text := m[1], m[2], m[3]; kind {
		case "file":
			_, err := os.Stat(filepath.Join(root, what))
			require.ErrorIs(t, err, os.ErrNotExist, "%s is an example", what)
			changed[what], folder = text, path.Dir(what)
			files++
		case "line":
			name, anchor, ok := strings.Cut(what, " after: ")
			require.True(t, ok, what)
			if changed[name] == "" {
				have, err := os.ReadFile(filepath.Join(root, name))
				require.NoError(t, err)
				changed[name] = string(have)
			}
			require.Equal(t, 1, strings.Count(changed[name], anchor), "%s has no single %q", name, anchor)
			at := anchor
			if strings.HasPrefix(text, "\t") {
				at += "\n"
			} else {
				text = strings.TrimRight(text, "\n")
			}
			changed[name] = strings.Replace(changed[name], at, at+text, 1)
			if folder != path.Dir(name) && strings.Contains(text, path.Base(folder)+".") {
				changed[name] = strings.Replace(changed[name], "import (\n", "import (\n\t\"contextarena.internal/"+folder+"\"\n", 1)
			}
		case "write":
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, what)), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, what), []byte(text), 0o644))
		case "run":
			for line := range strings.Lines(text) {
				commands = append(commands, [2]string{strings.TrimSpace(line), strings.TrimPrefix(what, "prints: ")})
			}
		}
	}
	require.GreaterOrEqual(t, files, 6)

	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, text := range changed {
		to := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		require.NoError(t, os.WriteFile(to, []byte(text), 0o644))
		overlay.Replace[filepath.Join(root, name)] = to
	}
	described, err := json.Marshal(overlay)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), described, 0o644))
	build := exec.CommandContext(t.Context(), "go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", filepath.Join(dir, "arena"), "./cmd/arena")
	build.Dir = root
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	suites := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"), "-v",
		"-run", "^TestContract$/^(newest|mails)$|^(TestLabelIsCanonical|TestCodeHash|TestPresets)$", "./strategies")
	suites.Dir = root
	out, err = suites.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "--- PASS: TestContract/newest")
	require.Contains(t, string(out), "--- PASS: TestContract/mails")
	for _, c := range commands {
		args := strings.Fields(c[0])
		require.Equal(t, "arena", args[0])
		run := exec.CommandContext(t.Context(), filepath.Join(dir, "arena"), args[1:]...)
		run.Dir = dir
		out, err := run.CombinedOutput()
		require.NoError(t, err, "%s: %s", c[0], out)
		require.Contains(t, string(out), c[1], c[0])
	}
}
