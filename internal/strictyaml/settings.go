package strictyaml

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Fields describes the settings of a struct (or a pointer to one) in declared order: its
// exported fields that have a yaml tag.
func Fields(structPtr any) []Field {
	var out []Field
	for _, f := range fields(structOf(structPtr).Type()) {
		if f.tagged {
			f.Allowed = slices.Clone(f.Allowed)
			out = append(out, f.Field)
		}
	}
	return out
}

// Defaults sets every field that has a default tag to it, those of nested structs too. It panics if
// into isn't a pointer to a struct, or a tag is wrong, which is a mistake of the program.
func Defaults(into any) { field{}.defaults(target(into), false) }

// Default is a struct with its defaults.
func Default[S any]() (s S) {
	Defaults(&s)
	return s
}

// defaults sets a field to its default, and those within one that has none to theirs. Where they are
// only to be filled in, what isn't zero stays, and so does a type that decodes itself.
func (f field) defaults(v reflect.Value, fill bool) {
	_, own := v.Addr().Interface().(Unmarshaler)
	switch {
	case f.preset && !(fill && !v.IsZero()):
		setDefault(f, v)
	case f.preset, v.Kind() != reflect.Struct, v.Type() == timeType, v.Type() == nodeType, fill && own:
	default:
		for _, part := range fields(v.Type()) {
			part.defaults(v.FieldByIndex(part.index), fill)
		}
	}
}

// setDefault sets a field to its default: of a text the tag as it stands, otherwise the tag read
// as YAML, whose parser is spared where the kind says what it would make of it.
func setDefault(f field, v reflect.Value) {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: scalarTags[v.Kind()], Value: f.Default}
	if n.Tag == "" {
		n = plain(f.Default)
	}
	var d decoder
	f.json = false // its default is JSON already
	d.value(f.Name, n, v, f)
	if len(d.faults) > 0 {
		panic("strictyaml: default " + d.faults.Error())
	}
}

var scalarTags = map[reflect.Kind]string{reflect.String: "!!str", reflect.Int: "!!int", reflect.Bool: "!!bool", reflect.Float64: "!!float"}

// plain is a text as YAML reads it without quotes.
func plain(text string) *yaml.Node {
	var n yaml.Node
	if err := yaml.Load([]byte(text), &n); err != nil || len(n.Content) != 1 {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	}
	return n.Content[0]
}

// Changed lists the settings that differ from their default (without a default tag: from zero)
// in declared order, with the canonical text of their value. Decoding that text gives the value
// again.
func Changed(structPtr any) []struct{ Name, Value string } {
	v := structOf(structPtr)
	fresh := reflect.New(v.Type()).Elem()
	var out []struct{ Name, Value string }
	for _, f := range fields(v.Type()) {
		if !f.tagged {
			continue
		}
		was, is := fresh.FieldByIndex(f.index), v.FieldByIndex(f.index)
		if f.preset {
			setDefault(f, was)
		}
		if text := canonical(is); text != canonical(was) {
			out = append(out, struct{ Name, Value string }{f.Name, text})
		}
	}
	return out
}

// structOf is the struct that a value is or points to.
func structOf(structPtr any) reflect.Value {
	v := reflect.Indirect(reflect.ValueOf(structPtr))
	if v.Kind() != reflect.Struct {
		panic(fmt.Sprintf("strictyaml: settings of %T: want a struct", structPtr))
	}
	return v
}

// canonical is the one text of a value. Lists are written in brackets.
func canonical(v reflect.Value) string {
	switch kind := v.Kind(); {
	case kind == reflect.String:
		if n := plain(v.String()); n.Kind != yaml.ScalarNode || n.Value != v.String() || n.Tag == "!!bool" || n.Tag == "!!null" {
			return strconv.Quote(v.String())
		}
		return v.String()
	case kind == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	case kind == reflect.Slice:
		items := make([]string, v.Len())
		for i := range items {
			items[i] = canonical(v.Index(i))
			if parts, ok := Split(items[i]); !ok || len(parts) != 1 || parts[0] != items[i] {
				items[i] = strconv.Quote(items[i])
			}
		}
		return "[" + strings.Join(items, ", ") + "]"
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	}
	panic(fmt.Sprintf("strictyaml: %s is no type of a setting", v.Type()))
}

// Split cuts a text at the commas that stand in no bracket and between no double quotes; empty parts are left out. It is false if
// brackets or quotes don't match.
func Split(text string) ([]string, bool) {
	var parts []string
	var open []byte
	from, quoted := 0, false
	add := func(to int) {
		if part := strings.TrimSpace(text[from:to]); part != "" {
			parts = append(parts, part)
		}
		from = to + 1
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			open = append(open, c)
		case c == ')' || c == ']':
			if len(open) == 0 || (c == ')') != (open[len(open)-1] == '(') {
				return nil, false
			}
			open = open[:len(open)-1]
		case c == ',' && len(open) == 0:
			add(i)
		}
	}
	add(len(text))
	return parts, len(open) == 0 && !quoted
}
