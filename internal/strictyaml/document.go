// Package strictyaml reads one YAML document strictly into Go structs and reports every mistake
// at once, each with its file, line and column.
//
//	doc, err := strictyaml.Parse("plan.yaml", data)
//	faults := doc.Decode(&plan)
//
// Fields are named by the tag `yaml:"name"`, without one by their Go name in snake_case. Further
// tags: `need:"true"` (must be there and not be empty), `oneof:"a b"`, `min:"1"` and `max:"3"`
// (of numbers), `default:"x"` (what an absent field gets if it is zero) and `help`. A list hands
// its limits on to its items. A text tagged `yaml:"name,json"` takes anything and holds it as JSON.
//
// Nothing is converted silently: 1.5 is no whole number, a quoted "3" no number, yes no boolean.
// The one exception is text: an unquoted number or date in its place keeps its source spelling,
// so that `version: 1.10` is "1.10".
//
// The same tags write a struct as YAML again (Encode; a field tagged `yaml:"name,ahead"` before the
// one above it), and describe the settings of a strategy (Defaults, Fields, Changed).
package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

const (
	// maxBytes is the largest document that is read: 16 MiB. A scenario of a million tokens has
	// about 6.
	maxBytes = 16 << 20
	// maxNodes is how many nodes a document may have once every alias is replaced by what it
	// stands for: more than a document of maxBytes without aliases is likely to have.
	maxNodes = 2 << 20
	// maxDepth is how deep parts may lie in each other; a file that people wrote has about ten.
	maxDepth = 100
)

// Document is a parsed YAML document.
type Document struct {
	file string
	root *yaml.Node
}

// Parse reads the one document in data. The error, if any, is a Faults; where the text could be
// read nevertheless (a second document, a field that is given twice) the document is returned
// beside it, so that a caller can go on and report what else is wrong. A byte order mark and
// Windows line ends are accepted.
func Parse(file string, data []byte) (*Document, error) {
	if f, bad := unreadable(file, data); bad {
		return nil, Faults{f}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("strictyaml: loader: %w", err)
	}
	var top, second yaml.Node
	if err := loader.Load(&top); errors.Is(err, io.EOF) {
		return nil, Faults{{file, 1, 1, "the file is empty"}}
	} else if err != nil {
		return nil, Faults{syntaxFault(file, data, err)}
	}
	var faults Faults
	if err := loader.Load(&second); err == nil {
		faults = append(faults, Fault{file, second.Line, max(second.Column, 1), "a second document begins here: a file holds one (remove the ---)"})
	} else if !errors.Is(err, io.EOF) {
		faults = append(faults, syntaxFault(file, data, err))
	}
	d := &Document{file: file, root: &top}
	if top.Kind == yaml.DocumentNode && len(top.Content) == 1 {
		d.root = top.Content[0]
	}
	if f, bad := d.expandAliases(); bad {
		return nil, append(faults, f)
	}
	faults = append(faults, d.duplicates()...)
	return d, faults.Err()
}

// MustDecode is a document that is part of the program, and tested. It panics where there is a mistake.
func MustDecode[T any](file string, data []byte) (into T) {
	doc, err := Parse(file, data)
	if err == nil {
		err = doc.Decode(&into).Err()
	}
	if err != nil {
		panic(err)
	}
	return into
}

// unreadable finds what makes a file no YAML text at all.
func unreadable(file string, data []byte) (Fault, bool) {
	if len(data) > maxBytes {
		return Fault{file, 1, 1, fmt.Sprintf("the file has %d bytes; at most %d (%d MiB) are read", len(data), maxBytes, maxBytes>>20)}, true
	}
	line := 1
	for text := range bytes.Lines(data) {
		if text[0] == '\t' && len(bytes.TrimSpace(text)) > 0 {
			return Fault{file, line, 1, tabText}, true
		}
		column := 1
		for i := 0; i < len(text); column++ {
			r, size := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && size == 1 {
				return Fault{file, line, column, fmt.Sprintf("byte 0x%02x is not UTF-8: save the file as UTF-8", text[i])}, true
			}
			if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f {
				return Fault{file, line, column, fmt.Sprintf("control character U+%04X: remove it, or write it as an escape in double quotes", r)}, true
			}
			i += size
		}
		line++
	}
	return Fault{}, false
}

const tabText = "a tab indents this line: YAML wants spaces"

// syntaxFault is the library's error at its place.
func syntaxFault(file string, data []byte, err error) Fault {
	f := Fault{File: file, Line: 1, Column: 1, Text: err.Error()}
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		return f
	}
	f.Text = load.Message
	mark := load.Mark
	if mark.Line == 0 {
		mark = load.ContextMark
	}
	f.Line, f.Column = max(mark.Line, 1), max(mark.Column, 1)
	if load.ContextMsg != "" {
		f.Text = load.ContextMsg + ": " + f.Text
		if load.ContextMark.Line > 0 && load.ContextMark.Line < f.Line {
			f.Text += fmt.Sprintf(" (it begins on line %d)", load.ContextMark.Line)
		}
	}
	lines := strings.SplitN(string(data), "\n", f.Line+1)
	if f.Line <= len(lines) {
		text := lines[f.Line-1]
		indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
			f.Column, f.Text = tab+1, tabText
		}
	}
	return f
}

// expandAliases puts in place of every alias what it stands for, sharing the parts below. It
// fails if that makes a loop or too large a document; the size is summed up, not walked, so a
// bomb costs nothing.
func (d *Document) expandAliases() (Fault, bool) {
	size := map[*yaml.Node]int{}
	var bad *Fault
	fail := func(n *yaml.Node, text string) int {
		if bad == nil {
			bad = &Fault{d.file, n.Line, n.Column, text}
		}
		return 1
	}
	height := map[*yaml.Node]int{} // of the parts below, those of aliases included
	var measure func(n *yaml.Node) int
	measure = func(n *yaml.Node) int {
		if s, seen := size[n]; seen {
			return s // -1: being measured
		}
		size[n] = -1
		sum := 1
		for i, child := range n.Content {
			below := child
			if child.Kind == yaml.AliasNode {
				below = child.Alias
			}
			s := measure(below)
			height[n] = max(height[n], height[below]+1)
			if s < 0 {
				s = fail(child, fmt.Sprintf("*%s stands for a part that contains it", child.Value))
			}
			if sum += s; sum > maxNodes {
				sum = fail(child, fmt.Sprintf("the document would have more than %d parts with every alias replaced by what it stands for", maxNodes))
			}
			if child.Kind == yaml.AliasNode {
				here := *below // the place of a mistake is where the alias stands
				here.Line, here.Column, here.Anchor = child.Line, child.Column, ""
				n.Content[i] = &here
			}
		}
		if height[n] >= maxDepth {
			sum = fail(n, fmt.Sprintf("parts lie in each other more than %d deep", maxDepth))
		}
		size[n] = sum
		return sum
	}
	measure(d.root)
	if bad != nil {
		return *bad, true
	}
	return Fault{}, false
}

// duplicates finds fields that are given twice, and keys that aren't text.
func (d *Document) duplicates() Faults {
	var faults Faults
	seen := map[*yaml.Node]bool{} // shared parts are reported once
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		if seen[n] || len(n.Content) > 0 && seen[n.Content[0]] {
			return
		}
		seen[n] = true
		if n.Kind == yaml.MappingNode {
			first := make(map[string]int, len(n.Content)/2)
			for i := 0; i+1 < len(n.Content); i += 2 {
				key := n.Content[i]
				if key.Kind != yaml.ScalarNode {
					faults = append(faults, Fault{d.file, key.Line, key.Column, "a field's name must be text"})
					continue
				}
				if line, twice := first[key.Value]; twice {
					faults = append(faults, Fault{d.file, key.Line, key.Column, fmt.Sprintf("field %q is given twice (first on line %d)", key.Value, line)})
					continue
				}
				first[key.Value] = key.Line
			}
		}
		for _, child := range n.Content {
			walk(child)
		}
	}
	walk(d.root)
	return faults
}

// At is the place of the part that a path of field names (string) and list positions (int, from
// 0) leads to, or of the nearest part around it that exists. The place of a field is that of its
// value.
func (d *Document) At(path ...any) (line, column int) {
	n, _ := d.follow(path)
	return n.Line, n.Column
}

// Node is the part that a path leads to (see At); nil if there is none.
func (d *Document) Node(path ...any) *yaml.Node {
	n, whole := d.follow(path)
	if !whole {
		return nil
	}
	return n
}

// follow goes along a path as far as there are parts.
func (d *Document) follow(path []any) (n *yaml.Node, whole bool) {
	n = d.root
	for _, step := range path {
		next := child(n, step)
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

// child is one step of a path; nil if there is no such part.
func child(n *yaml.Node, step any) *yaml.Node {
	switch step := step.(type) {
	case string:
		if n.Kind != yaml.MappingNode {
			return nil
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == step {
				return n.Content[i+1]
			}
		}
	case int:
		if n.Kind == yaml.SequenceNode && step >= 0 && step < len(n.Content) {
			return n.Content[step]
		}
	}
	return nil
}

// Faultf is a fault at the place of path (see At).
func (d *Document) Faultf(path []any, format string, args ...any) Fault {
	line, column := d.At(path...)
	return Fault{File: d.file, Line: line, Column: column, Text: fmt.Sprintf(format, args...)}
}
