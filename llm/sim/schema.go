package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// shape is what a JSON schema lets a value be, as far as a reader needs it to fill one in.
type shape struct {
	kind     string // object, map, array, string, number, integer, boolean, null or choice
	name     string // of the property or list it belongs to
	about    string // its description
	fields   []shape
	items    *shape // nil for a list that can only be empty
	options  []json.RawMessage
	min, max *float64
}

// schemaNode is a JSON schema as far as it is understood. What isn't named here is ignored.
type schemaNode struct {
	Ref         string                     `json:"$ref"`
	Type        json.RawMessage            `json:"type"`
	Title       string                     `json:"title"`
	Description string                     `json:"description"`
	Properties  map[string]json.RawMessage `json:"properties"`
	Required    []string                   `json:"required"`
	Additional  json.RawMessage            `json:"additionalProperties"`
	Items       json.RawMessage            `json:"items"`
	Enum        []json.RawMessage          `json:"enum"`
	Const       json.RawMessage            `json:"const"`
	AnyOf       []json.RawMessage          `json:"anyOf"`
	OneOf       []json.RawMessage          `json:"oneOf"`
	AllOf       []json.RawMessage          `json:"allOf"`
	Minimum     *float64                   `json:"minimum"`
	Maximum     *float64                   `json:"maximum"`
	Defs        map[string]json.RawMessage `json:"$defs"`
	Definitions map[string]json.RawMessage `json:"definitions"`
}

// deepest bounds how deep a schema is followed: one that contains itself has no end.
const deepest = 12

// schemaReader reads the parts of one schema.
type schemaReader struct {
	root json.RawMessage
	defs map[string]json.RawMessage
}

// readSchema reads a schema. It fails, with the place, where nothing that it knows would be valid.
func readSchema(text string) (shape, error) {
	root := json.RawMessage(text)
	r := schemaReader{root: root, defs: map[string]json.RawMessage{}}
	var top schemaNode
	if err := json.Unmarshal(root, &top); err != nil && !boolean(root) {
		return shape{}, fmt.Errorf("the schema isn't one: %w", err)
	}
	for name, def := range top.Defs {
		r.defs["#/$defs/"+name] = def
	}
	for name, def := range top.Definitions {
		r.defs["#/definitions/"+name] = def
	}
	return r.shape(root, "", 0)
}

func boolean(raw json.RawMessage) bool {
	s := string(bytes.TrimSpace(raw))
	return s == "true" || s == "false"
}

func (r schemaReader) shape(raw json.RawMessage, name string, depth int) (shape, error) {
	out := shape{kind: "string", name: name}
	if depth > deepest {
		return out, fmt.Errorf("the schema goes deeper than %d at %q: it may contain itself", deepest, name)
	}
	var n schemaNode
	if boolean(raw) {
		return out, nil // anything will do
	}
	if err := json.Unmarshal(raw, &n); err != nil {
		return out, fmt.Errorf("the schema of %q isn't one: %w", name, err)
	}
	if n.Ref != "" {
		def, ok := r.defs[n.Ref]
		if n.Ref == "#" {
			def, ok = r.root, true
		}
		if !ok {
			return out, fmt.Errorf("the schema of %q refers to %s, which isn't there", name, n.Ref)
		}
		return r.shape(def, name, depth+1)
	}
	out.about, out.min, out.max = strings.TrimSpace(n.Title+" "+n.Description), n.Minimum, n.Maximum
	switch {
	case n.Const != nil:
		out.kind, out.options = "choice", []json.RawMessage{n.Const}
		return out, nil
	case len(n.Enum) > 0:
		out.kind, out.options = "choice", n.Enum
		return out, nil
	}
	if of := slices.Concat(n.AnyOf, n.OneOf, n.AllOf); len(of) > 0 && n.Properties == nil {
		return r.anyOf(of, out, depth)
	}
	out.kind = typeOf(n)
	switch out.kind {
	case "object":
		return r.object(n, out, depth)
	case "array":
		if n.Items != nil {
			if items, err := r.shape(n.Items, name, depth+1); err == nil {
				out.items = &items
			}
		}
	}
	return out, nil
}

// anyOf is the first of several schemas that can be filled and isn't null.
func (r schemaReader) anyOf(of []json.RawMessage, out shape, depth int) (shape, error) {
	var fault error
	var empty *shape
	for _, raw := range of {
		s, err := r.shape(raw, out.name, depth+1)
		switch {
		case err != nil:
			fault = err
		case s.kind == "null":
			empty = &s
		default:
			s.about = strings.TrimSpace(out.about + " " + s.about)
			return s, nil
		}
	}
	if empty != nil {
		return *empty, nil
	}
	return out, fault
}

func (r schemaReader) object(n schemaNode, out shape, depth int) (shape, error) {
	names := slices.Clone(n.Required)
	for name := range n.Properties {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names[len(n.Required):]) // the order of a map is none
	for _, name := range names {
		raw, ok := n.Properties[name]
		if !ok {
			raw = json.RawMessage("true")
		}
		s, err := r.shape(raw, name, depth+1)
		switch {
		case err == nil:
			out.fields = append(out.fields, s)
		case slices.Contains(n.Required, name):
			return out, err
		}
	}
	if len(out.fields) == 0 && n.Additional != nil && !boolean(n.Additional) {
		items, err := r.shape(n.Additional, out.name, depth+1)
		if err == nil {
			out.kind, out.items = "map", &items
		}
	}
	return out, nil
}

// typeOf is the type that a schema names, of several the first that isn't null.
func typeOf(n schemaNode) string {
	var one string
	var several []string
	switch {
	case json.Unmarshal(n.Type, &one) == nil && one != "":
		return one
	case json.Unmarshal(n.Type, &several) == nil && len(several) > 0:
		for _, t := range several {
			if t != "null" {
				return t
			}
		}
		return "null"
	case n.Properties != nil || n.Additional != nil && !boolean(n.Additional):
		return "object"
	case n.Items != nil:
		return "array"
	}
	return "string"
}

// plain reports whether a shape is a list of texts, each alone or in an object with nothing else, and so
// is the list.
func (s shape) plain() bool {
	s = s.only()
	return s.kind == "array" && s.items != nil && s.items.only().kind == "string"
}

// only is what an object with one field holds; any other shape is itself.
func (s shape) only() shape {
	if s.kind == "object" && len(s.fields) == 1 {
		return s.fields[0]
	}
	return s
}

// words are those of a shape's name and description.
func (s shape) words() string { return spaced(s.name) + " " + s.about }

// spaced is a name with its words apart: "look_for", "lookFor".
func spaced(name string) string {
	var b strings.Builder
	for i, c := range name {
		switch {
		case c == '_' || c == '-':
			b.WriteByte(' ')
			continue
		case i > 0 && 'A' <= c && c <= 'Z':
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return strings.ToLower(b.String())
}
