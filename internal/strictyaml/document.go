// Package strictyaml reads one YAML document strictly into Go structs and reports every mistake
// at once, each with its file, line and column.
//
//	doc, err := strictyaml.Parse("plan.yaml", data)
//	faults := doc.Decode(&plan)
//
// Fields are named by the tag `yaml:"name"`, without one by their Go name in snake_case. Further
// tags: `need:"true"` (must be there and not be empty), `oneof:"a b"` (or a type with Allowed() []string), `min:"1"` and `max:"3"`
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
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
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
	var documents []yaml.Node
	if err := yaml.Load(data, &documents, yaml.WithAllDocuments()); err != nil {
		return nil, loadFaults(file, data, err)
	}
	if len(documents) == 0 {
		return nil, Faults{{file, 1, 1, "the file is empty"}}
	}
	d := &Document{file: file, root: documents[0].Content[0]}
	faults := d.foreign(d.root)
	if len(documents) > 1 {
		faults = append(faults, Fault{file, documents[1].Line, documents[1].Column, "a second document begins here: a file holds one (remove the ---)"})
	}
	var built any // which tells whether aliases make a loop, or a document that is far too large
	if err := d.root.Load(&built, yaml.WithUniqueKeys(false)); err != nil {
		if len(faults) == 0 {
			faults = loadFaults(file, data, err)
		}
		return nil, faults.Err()
	}
	expandAliases(d.root)
	return d, faults.Err()
}

// loadFaults are the library's errors at their places in data.
func loadFaults(file string, data []byte, err error) Faults {
	var faults Faults
	var many *yaml.LoadErrors
	var one *yaml.LoadError
	switch {
	case errors.As(err, &many):
		for _, e := range many.Errors {
			faults = append(faults, loadFault(file, data, e))
		}
	case errors.As(err, &one):
		faults = Faults{loadFault(file, data, one)}
	default:
		faults = Faults{{file, 1, 1, err.Error()}}
	}
	return faults
}

func loadFault(file string, data []byte, e *yaml.LoadError) Fault {
	f := Fault{file, e.Mark.Line, e.Mark.Column, e.Message}
	if e.Stage == yaml.ReaderStage { // which counts bytes only
		before := data[:min(e.Mark.Index, len(data))]
		f.Line = 1 + bytes.Count(before, []byte("\n"))
		f.Column = 1 + utf8.RuneCount(before[1+bytes.LastIndexByte(before, '\n'):])
		f.Text += ": save the file as plain UTF-8"
	}
	if e.ContextMsg != "" {
		f.Text = e.ContextMsg + ": " + f.Text
		if begin := e.ContextMark.Line; begin > 0 && begin < f.Line {
			f.Text += fmt.Sprintf(" (it begins on line %d)", begin)
		}
	}
	f.Line, f.Column = max(f.Line, 1), max(f.Column, 1)
	lines := bytes.SplitN(data, []byte("\n"), f.Line+1)
	if text := lines[min(f.Line, len(lines))-1]; f.Column <= len(text) && text[f.Column-1] == '\t' {
		f.Text = "a tab indents this line: YAML wants spaces"
	}
	return f
}

// foreign finds what is YAML, but has no meaning here: tags, fields that are given twice, and names that aren't text.
func (d *Document) foreign(n *yaml.Node) Faults {
	var faults Faults
	fault := func(at *yaml.Node, format string, args ...any) {
		faults = append(faults, Fault{d.file, at.Line, at.Column, fmt.Sprintf(format, args...)})
	}
	if n.Style&yaml.TaggedStyle != 0 {
		fault(n, "the tag %s has no meaning here: leave it out", n.Tag)
	}
	first := map[string]int{} // the lines of the fields
	for i, part := range n.Content {
		switch line, twice := first[part.Value]; {
		case n.Kind != yaml.MappingNode || i%2 == 1:
		case part.Kind != yaml.ScalarNode:
			fault(part, "a field's name must be text")
		case twice:
			fault(part, "field %q is given twice (first on line %d)", part.Value, line)
		default:
			first[part.Value] = part.Line
		}
		faults = append(faults, d.foreign(part)...)
	}
	return faults
}

// expandAliases puts in place of every alias what it stands for, sharing the parts below. The place of a
// mistake in it is where the alias stands.
func expandAliases(n *yaml.Node) {
	for i, part := range n.Content {
		if part.Kind == yaml.AliasNode {
			here := *part.Alias
			here.Line, here.Column, here.Anchor = part.Line, part.Column, ""
			n.Content[i] = &here
			continue // its parts are expanded where they stand
		}
		expandAliases(part)
	}
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
		var next *yaml.Node
		switch step := step.(type) {
		case string:
			for i := len(n.Content) - 2; i >= 0 && n.Kind == yaml.MappingNode; i -= 2 { // of a field that is given twice the first one counts
				if n.Content[i].Value == step {
					next = n.Content[i+1]
				}
			}
		case int:
			if n.Kind == yaml.SequenceNode && step >= 0 && step < len(n.Content) {
				next = n.Content[step]
			}
		}
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

// Faultf is a fault at the place of path (see At).
func (d *Document) Faultf(path []any, format string, args ...any) Fault {
	line, column := d.At(path...)
	return Fault{File: d.file, Line: line, Column: column, Text: fmt.Sprintf(format, args...)}
}
