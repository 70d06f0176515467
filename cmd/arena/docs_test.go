package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"contextarena.internal/strategies"
)

var update = flag.Bool("update", false, "write the generated parts of the docs anew")

// docs are README and the pages of docs, by path.
func docs(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/*/*.md"} {
		files, err := filepath.Glob("../../" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, file := range files {
			page, err := os.ReadFile(file)
			require.NoError(t, err)
			pages[file] = string(page)
		}
	}
	return pages
}

// TestDocsNameAll keeps every command and every flag on a page. A command is there as "arena COMMAND", or in the table of cli.md by
// what it is called behind arena.
func TestDocsNameAll(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, page := range docs(t) {
		all.WriteString(page)
	}
	var missing []string
	need := func(what, form string, args ...any) {
		if !regexp.MustCompile(fmt.Sprintf(form, args...)).MatchString(all.String()) && !slices.Contains(missing, what) {
			missing = append(missing, what)
		}
	}
	eachCommand(func(page *cobra.Command) {
		if name, sub := strings.CutPrefix(page.CommandPath(), "arena "); sub {
			need(page.CommandPath(), "(arena |`)%s\\b", regexp.QuoteMeta(name))
		}
		page.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				need("--"+f.Name, "--%s([^a-z-]|$)", f.Name)
			}
		})
	})
	slices.Sort(missing)
	require.Empty(t, missing, "no page of docs names these")
}

// TestStrategiesPage keeps every strategy and preset on its page.
func TestStrategiesPage(t *testing.T) {
	t.Parallel()
	page := docs(t)["../../docs/strategies.md"]
	var missing []string
	for _, e := range strategies.All() {
		if !regexp.MustCompile(`\b` + e.Name + `\b`).MatchString(page) {
			missing = append(missing, e.Name)
		}
	}
	for _, p := range strategies.Presets() {
		if !strings.Contains(page, p.Name) {
			missing = append(missing, p.Name)
		}
	}
	require.Empty(t, missing, "docs/strategies.md names none of these")
}

// eachCommand visits every command that help shows.
func eachCommand(visit func(*cobra.Command)) {
	var walk func(*cobra.Command)
	walk = func(page *cobra.Command) {
		if page.Hidden {
			return
		}
		visit(page)
		for _, sub := range page.Commands() {
			walk(sub)
		}
	}
	walk(command(&world{env: func(string) string { return "" }}))
}

// commandLine is what a page shows of the program being called.
var commandLine = regexp.MustCompile("(?:`|(?m:^ *\\$? *(?:\\./)?(?:bin/)?))arena ([a-z][a-z-]*(?: [a-z][a-z-]*)*)")

// tabled is the first cell of a row of the table of commands in cli.md.
var tabled = regexp.MustCompile("(?m)^\\| (`[a-z][^|]*`) \\|")

// TestDocsCommands keeps pages from naming commands that there aren't.
func TestDocsCommands(t *testing.T) {
	t.Parallel()
	root := command(&world{env: func(string) string { return "" }})
	root.InitDefaultCompletionCmd()
	var wrong []string
	checked := 0
	for file, text := range docs(t) {
		if strings.Contains(file, "/docs/design/") {
			continue // there arena is a package
		}
		for _, m := range commandLine.FindAllStringSubmatch(text, -1) {
			page, rest, err := root.Find(strings.Fields(m[1]))
			if err != nil || page == root || page.HasAvailableSubCommands() && len(rest) > 0 && page.Name() != "report" {
				wrong = append(wrong, file+": arena "+m[1])
			}
			checked++
		}
	}
	before, _, _ := strings.Cut(docs(t)["../../docs/cli.md"], "\n## ")
	for _, row := range tabled.FindAllStringSubmatch(before, -1) {
		for name := range strings.SplitSeq(strings.Trim(row[1], "`"), "`, `") {
			if page, rest, err := root.Find(strings.Fields(name)); err != nil || page == root || len(rest) > 0 {
				wrong = append(wrong, "docs/cli.md, table: "+name)
			}
			checked++
		}
	}
	require.Empty(t, wrong, "no such command")
	require.Greater(t, checked, 50)
}

var (
	fenced  = regexp.MustCompile("(?s)```.*?```")
	linked  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile("(?m)^#+ (.*)$")
	unnamed = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// TestDocsLinks follows every link of the docs to its file and heading.
func TestDocsLinks(t *testing.T) {
	t.Parallel()
	var broken []string
	checked := 0
	for file, page := range docs(t) {
		for _, m := range linked.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
			path, part, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			checked++
			to := file
			if path != "" {
				to = filepath.Join(filepath.Dir(file), path)
			}
			if _, err := os.Stat(to); err != nil {
				broken = append(broken, file+": "+m[1])
				continue
			}
			if part == "" {
				continue
			}
			text, err := os.ReadFile(to)
			require.NoError(t, err)
			found := false
			for _, h := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
				name := strings.ReplaceAll(unnamed.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")
				found = found || name == part
			}
			if !found {
				broken = append(broken, file+": "+m[1])
			}
		}
	}
	require.Empty(t, broken, "links to nothing")
	require.Greater(t, checked, 100)
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
