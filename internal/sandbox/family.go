package sandbox

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"
)

// family is what kind of code extracts: the kinds of which something stands in it, joined by "+".
//
//   - literal: two texts or more of at least three words, which the model has copied itself;
//   - regex: regular expressions;
//   - scan: texts searched or cut without them.
//
// "other" is none of these. What counts is what is written, not what is run.
func family(p *ast.Program) string {
	var t tally
	walker{seen: map[any]bool{}, enter: t.see}.walk(reflect.ValueOf(&p.Body).Elem())
	var kinds []string
	if t.copied >= 2 {
		kinds = append(kinds, "literal")
	}
	switch {
	case t.patterns > 0:
		kinds = append(kinds, "regex")
	case t.scans > 0:
		kinds = append(kinds, "scan")
	}
	if len(kinds) == 0 {
		return "other"
	}
	return strings.Join(kinds, "+")
}

// copiedWords is how many words make a text a copied one rather than a label.
const copiedWords = 3

// scanning are the methods that search and cut texts.
var scanning = map[string]bool{"split": true, "indexOf": true, "lastIndexOf": true, "includes": true, "startsWith": true, "endsWith": true, "slice": true, "substring": true, "substr": true}

// tally counts what tells families apart.
type tally struct{ copied, patterns, scans int }

// see counts a node.
func (t *tally) see(node any) (leaf bool) {
	switch n := node.(type) {
	case *ast.NumberLiteral:
		return true
	case *ast.RegExpLiteral:
		t.patterns++
	case *ast.Identifier:
		if n.Name == "RegExp" {
			t.patterns++
		}
	case *ast.StringLiteral:
		t.text(n.Value.String())
	case *ast.TemplateElement:
		t.text(n.Parsed.String())
	case *ast.CallExpression:
		if d, ok := n.Callee.(*ast.DotExpression); ok && scanning[d.Identifier.Name.String()] {
			t.scans++
		}
	}
	return false
}

func (t *tally) text(s string) {
	if len(strings.Fields(s)) >= copiedWords {
		t.copied++
	}
}
