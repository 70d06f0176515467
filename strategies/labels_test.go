package strategies_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const nouns = "contextarena.internal/arena"

// No strategy, layer, extractor or diagnostic reads a label: nothing under this folder names what a
// scenario, fact or probe is, nor a type of fact, and only the controls read the evidence turns.
func TestNothingReadsLabels(t *testing.T) {
	forbidden := labels(t, "../arena/arena.go")
	require.Subset(t, forbidden, []string{"Scenario", "Fact", "Probe", "FactType", "FactTypes", "PhoneID", "Spatial", "Kind", "Historical"})
	files := 0
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		files++
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, fault := range labelsRead(set, f, forbidden, strings.HasPrefix(filepath.ToSlash(name), "controls/")) {
			t.Error(fault)
		}
		return nil
	}))
	require.Greater(t, files, 50)
}

// The rule finds what it forbids, whatever the package is called in the file.
func TestLabelRuleFinds(t *testing.T) {
	forbidden := labels(t, "../arena/arena.go")
	for name, c := range map[string]struct {
		source  string
		control bool
		want    []string
	}{
		"a type":            {"import \"" + nouns + "\"\nvar x arena.Probe\n", false, []string{"x.go:3:7: arena.Probe"}},
		"another name":      {"import a \"" + nouns + "\"\nvar x = a.PhoneID\n", false, []string{"x.go:3:9: arena.PhoneID"}},
		"no name":           {"import . \"" + nouns + "\"\nvar x Fact\n", false, []string{"x.go:2:8: a dot import of arena"}},
		"a room of labels":  {"import \"contextarena.internal/scenarios/generate\"\n", false, []string{"x.go:2:8: contextarena.internal/scenarios/generate"}},
		"evidence":          {"import \"" + nouns + "\"\nfunc f(e arena.Env) any { return e.Evidence }\n", false, []string{"x.go:3:34: Evidence"}},
		"a control's":       {"import \"" + nouns + "\"\nfunc f(e arena.Env) any { return e.Evidence }\n", true, nil},
		"a reader":          {"import \"" + nouns + "\"\nvar x arena.EvidenceReader\n", false, []string{"x.go:3:7: arena.EvidenceReader"}},
		"what it may":       {"import \"" + nouns + "\"\nvar x arena.Message\n", false, nil},
		"a like-named type": {"import arena \"example.org/arena\"\nvar x arena.Probe\n", false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, "x.go", "package x\n"+c.source, parser.SkipObjectResolution)
			require.NoError(t, err)
			var have []string
			for _, fault := range labelsRead(set, f, forbidden, c.control) {
				have = append(have, strings.TrimSuffix(fault, unread))
			}
			require.Equal(t, c.want, have)
		})
	}
}

// unread ends every fault.
const unread = " is a label, which no strategy reads"

// labels are the exported names of a file of package arena that say what a scenario holds: the types, and
// the constants and variables of such a type.
func labels(t *testing.T, file string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	types := map[string]bool{
		"Scenario": true, "Exchange": true, "ToolUse": true, "Final": true, "Check": true, "Pattern": true,
		"Fact": true, "FactType": true, "Probe": true, "Kind": true,
	}
	out := []string{"EvidenceReader", "Trial"}
	for name := range types {
		out = append(out, name)
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST && g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			of, _ := v.Type.(*ast.Ident)
			for _, value := range v.Values {
				if list, ok := value.(*ast.CompositeLit); ok {
					if array, ok := list.Type.(*ast.ArrayType); ok {
						of, _ = array.Elt.(*ast.Ident)
					}
				}
			}
			if of != nil && types[of.Name] {
				for _, name := range v.Names {
					out = append(out, name.Name)
				}
			}
		}
	}
	return out
}

// labelsRead lists what a file names of the labels, each with its place. Controls may read evidence.
func labelsRead(set *token.FileSet, f *ast.File, forbidden []string, control bool) []string {
	var out []string
	fault := func(at token.Pos, format string, args ...any) {
		out = append(out, fmt.Sprintf("%s: "+format+unread, append([]any{set.Position(at)}, args...)...))
	}
	name := ""
	for _, i := range f.Imports {
		of, _ := strconv.Unquote(i.Path.Value) // it parsed
		for _, room := range []string{"probes", "scenarios", "lab", "store", "reports"} {
			if root := path.Dir(nouns) + "/" + room; of == root || strings.HasPrefix(of, root+"/") {
				fault(i.Pos(), "%s", of)
			}
		}
		if of != nouns {
			continue
		}
		name = path.Base(nouns)
		if i.Name != nil {
			name = i.Name.Name
		}
		if name == "." {
			fault(i.Pos(), "a dot import of arena")
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, isName := s.X.(*ast.Ident)
		switch {
		case isName && name != "" && x.Name == name:
			for _, label := range forbidden {
				if s.Sel.Name == label && !(control && label == "EvidenceReader") {
					fault(s.Pos(), "arena.%s", label)
				}
			}
		case s.Sel.Name == "Evidence" && !control && name != "":
			fault(s.Pos(), "Evidence")
		}
		return true
	})
	return out
}
