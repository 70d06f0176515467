//go:build pages

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var pageNames = flag.String("pages", "", "make the tables of these pages only, such as ladder,learning; empty for all")

// made marks what a shell script prints, the script in the mark itself.
var made = regexp.MustCompile("(?s)(<!-- made by:\n(.*?)\n-->\n)(.*?)(<!-- end -->)")

// TestPages makes the tables of the pages anew, each by the script that stands before it in the page: minutes of work, so make pages
// writes them, and no other test reads them again. A script has the program as arena, the project's docs as docs, and an empty folder.
func TestPages(t *testing.T) {
	bin := t.TempDir()
	out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "arena"), ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	wanted := strings.FieldsFunc(*pageNames, func(r rune) bool { return r == ',' })
	for file, page := range docs(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		if !made.MatchString(page) || len(wanted) > 0 && !strings.Contains(","+*pageNames+",", ","+name+",") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			have := made.ReplaceAllFunc([]byte(page), func(block []byte) []byte {
				m := made.FindSubmatch(block)
				dir := t.TempDir()
				require.NoError(t, os.Symlink(filepath.Join(root, "docs"), filepath.Join(dir, "docs")))
				cmd := exec.Command("bash", "-euo", "pipefail", "-c", string(m[2]))
				var said bytes.Buffer
				cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH")), &said
				printed, err := cmd.Output()
				require.NoError(t, err, "%s", said.String())
				require.NotEmpty(t, bytes.TrimSpace(printed), "the script prints nothing")
				return []byte(fmt.Sprintf("%s%s\n%s", m[1], bytes.TrimRight(printed, "\n"), m[4]))
			})
			require.NoError(t, os.WriteFile(file, have, 0o644))
		})
	}
}
