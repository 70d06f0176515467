package strictyaml

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/internal/orderedjson"
)

// A Marshaler writes itself as what its UnmarshalStrict reads.
type Marshaler interface {
	MarshalStrict() (*yaml.Node, error)
}

// Encode is a struct (or a pointer to one) as YAML that Decode reads back: its fields in declared
// order, without those that go without saying because they are empty or as by default. A list of
// fields stands one below the other, any other on one line; a long text is folded, and one with line
// breaks that matter keeps them. The node is never nil. An error names a field that isn't the JSON it is tagged as.
func Encode(v any) (*yaml.Node, error) {
	var e encoder
	n := e.fields(structOf(v))
	return n, errors.Join(e.errs...)
}

type encoder struct{ errs []error }

// fields is a struct as a mapping.
func (e *encoder) fields(v reflect.Value) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, f := range fields(v.Type()) {
		part := v.FieldByIndex(f.index)
		switch {
		case f.need:
		case part.IsZero(), part.Kind() == reflect.Slice && part.Len() == 0,
			f.preset && (part.Kind() == reflect.String && part.String() == f.Default || part.CanInt() && canonical(part) == f.Default):
			continue
		}
		at := len(n.Content)
		if f.ahead {
			at -= 2
		}
		n.Content = slices.Insert(n.Content, at, scalarNode(f.Name), e.value(f, part))
	}
	return n
}

// value is a field, or an item of it, as a node.
func (e *encoder) value(f field, v reflect.Value) *yaml.Node {
	if m, ok := v.Interface().(Marshaler); ok {
		n, err := m.MarshalStrict()
		e.errs = append(e.errs, err)
		return n
	}
	switch {
	case v.Type() == timeType:
		return moment(v.Interface().(time.Time))
	case f.json:
		var document yaml.Node
		err := yaml.Load([]byte(v.String()), &document)
		if err == nil && len(document.Content) == 1 {
			return document.Content[0]
		}
		e.errs = append(e.errs, fmt.Errorf("%s: %q is no JSON: %w", f.Name, v, err))
	}
	switch v.Kind() {
	case reflect.Struct:
		return e.fields(v)
	case reflect.Slice:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		if v.Type().Elem().Kind() != reflect.Struct || v.Type().Elem().Implements(reflect.TypeFor[Marshaler]()) {
			n.Style = yaml.FlowStyle
		}
		for i := range v.Len() {
			n.Content = append(n.Content, e.value(f, v.Index(i)))
		}
		return n
	case reflect.String:
		return textNode(v.String(), f.style)
	case reflect.Float32, reflect.Float64:
		return scalarNode(strconv.FormatFloat(v.Float(), 'f', -1, v.Type().Bits()))
	}
	return scalarNode(canonical(v))
}

// longText is the length from which a text is folded rather than standing on its field's line.
const longText = 90

// textNode is a text in a style, or in the one it needs.
func textNode(s, style string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	switch {
	case style == "plain":
		n.Tag = ""
	case style == "single":
		n.Style = yaml.SingleQuotedStyle
	case strings.ContainsAny(s, "\r\t\u0085\u2028\u2029\ufeff") || s != strings.TrimLeft(s, " \n"):
		n.Style = yaml.DoubleQuotedStyle
	case strings.Contains(s, "\n"):
		n.Style = yaml.LiteralStyle
	case len(s) > longText && !strings.Contains(s, "  "):
		n.Style = yaml.FoldedStyle
	}
	return n
}

// scalarNode is a word that stands without quotes: a number, a day, true.
func scalarNode(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: s} }

func moment(t time.Time) *yaml.Node {
	t = t.UTC()
	if t.Second() != 0 || t.Nanosecond() != 0 {
		return scalarNode(t.Format("2006-01-02T15:04:05.999999999Z"))
	}
	return scalarNode(t.Format(timeLayouts[0]))
}

// jsonText is a YAML value as compact JSON, fields in the order in which they stand. A number keeps
// its spelling where JSON allows it; it is text otherwise, like a date.
func jsonText(n *yaml.Node) string {
	var parts []string
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			parts = append(parts, jsonString(n.Content[i].Value)+":"+jsonText(n.Content[i+1]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case yaml.SequenceNode:
		for _, item := range n.Content {
			parts = append(parts, jsonText(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	switch {
	case n.Tag == "!!null":
		return "null"
	case n.Tag == "!!bool":
		return strings.ToLower(n.Value)
	case (n.Tag == "!!int" || n.Tag == "!!float") && json.Valid([]byte(n.Value)):
		return n.Value
	}
	return jsonString(n.Value)
}

// jsonString is text as a JSON string, < and > as they are.
func jsonString(s string) string {
	b, err := orderedjson.Encode(s)
	if err != nil { // text always encodes
		panic("strictyaml: encoding a text: " + err.Error())
	}
	return strings.TrimSuffix(string(b), "\n")
}
