// Package rooms holds the tree to what rooms.yaml says: how much there may be to read in each room, and which nouns are
// declared once.
package rooms

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"
)

// root is the checkout.
const root = "../.."

// house is rooms.yaml.
type house struct {
	Total   int
	Rooms   map[string]int // tokens at most
	Helpers []string       // packages that tests alone import: in no room's figure
	Nouns   map[string]string
}

func load(t *testing.T) house {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "rooms.yaml"))
	require.NoError(t, err)
	var h house
	require.NoError(t, yaml.Load(text, &h, yaml.WithKnownFields()))
	return h
}

// sources calls see with the path, from the root, and the text of every Go file that isn't a test.
func sources(t *testing.T, see func(path string, text []byte)) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() {
			if name == "node_modules" || name == "testdata" || len(name) > 2 && name[0] == '.' {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil {
			path, err = filepath.Rel(root, path)
			see(filepath.ToSlash(path), text)
		}
		return err
	}))
}

// tokens counts what there is to read of a file: tokens without comments, so that names, docs and wrapping cost nothing.
func tokens(text []byte) (n int) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
	for {
		_, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return n
		case tok != token.SEMICOLON || literal != "\n":
			n++
		}
	}
}

func TestTokens(t *testing.T) {
	require.Equal(t, 8, tokens([]byte("package p // a comment\n\nvar x =\n\t1 + y\n")))
}

// A room that is over its budget leaves something out, or raises it with a line in the changelog that says for what.
func TestRoomsKeepToTheirBudgets(t *testing.T) {
	h := load(t)
	have, all, helpers := map[string]int{}, 0, map[string]int{}
	sources(t, func(path string, text []byte) {
		n := tokens(text)
		all += n
		if dir := filepath.ToSlash(filepath.Dir(path)); slices.Contains(h.Helpers, dir) {
			helpers[dir] += n
			return
		}
		room, _, _ := strings.Cut(path, "/")
		have[room] += n
	})
	for _, room := range slices.Sorted(maps.Keys(have)) {
		budget, named := h.Rooms[room]
		if !named {
			t.Errorf("room %s has no budget: add it to rooms.yaml", room)
		} else if have[room] > budget {
			t.Errorf("room %s has %d tokens, %d more than rooms.yaml lets it", room, have[room], have[room]-budget)
		}
		t.Logf("%-11s %7d of %7d", room, have[room], budget)
	}
	for room := range h.Rooms {
		require.Contains(t, have, room, "rooms.yaml has a budget for a room that isn't there")
	}
	for _, dir := range h.Helpers {
		require.Positive(t, helpers[dir], "rooms.yaml names a package of helpers that isn't there: %s", dir)
	}
	require.LessOrEqual(t, all, h.Total, "of all rooms, helpers included")
	t.Logf("all %d of %d", all, h.Total)
}

// Test helpers are counted apart because nothing but tests imports them.
func TestHelpersAreForTests(t *testing.T) {
	h := load(t)
	sources(t, func(path string, text []byte) {
		if slices.Contains(h.Helpers, filepath.ToSlash(filepath.Dir(path))) {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range f.Imports {
			of := strings.TrimPrefix(strings.Trim(i.Path.Value, `"`), "contextarena.internal/")
			require.NotContains(t, h.Helpers, of, path)
		}
	})
}

// A noun has one declaration: a second type of its name would be a second truth.
func TestNounsAreDeclaredOnce(t *testing.T) {
	h := load(t)
	where := map[string][]string{}
	sources(t, func(path string, text []byte) {
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, spec := range g.Specs {
				if name := spec.(*ast.TypeSpec).Name.Name; h.Nouns[name] != "" {
					where[name] = append(where[name], filepath.ToSlash(filepath.Dir(path)))
				}
			}
		}
	})
	for _, noun := range slices.Sorted(maps.Keys(h.Nouns)) {
		require.Equal(t, []string{h.Nouns[noun]}, where[noun], "%s", noun)
	}
}
