package strictyaml

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v4"
)

// An Unmarshaler decodes itself. Its error is reported at the node; if it is (or wraps) Faults,
// these keep their own places, and those without a file get the document's. DecodeNode helps
// with the parts.
type Unmarshaler interface {
	UnmarshalStrict(n *yaml.Node) error
}

var (
	unmarshalerType = reflect.TypeFor[Unmarshaler]()
	nodeType        = reflect.TypeFor[yaml.Node]()
	timeType        = reflect.TypeFor[time.Time]()
)

// Decode sets the struct that into points to and returns all mistakes, ordered by place. What is
// right is set even so. An absent field keeps its value; if that is zero it gets its default. It
// panics if into isn't a pointer to a struct, or holds a type that YAML can't fill.
func (d *Document) Decode(into any) Faults { return DecodeNode(d.file, d.root, into) }

// DecodeNode is Decode for a part of a document.
func DecodeNode(file string, n *yaml.Node, into any) Faults {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("strictyaml: decode into %T: want a pointer to a struct", into))
	}
	d := decoder{file: file}
	if n.Kind == yaml.DocumentNode && len(n.Content) == 1 {
		n = n.Content[0]
	}
	d.structure("", n, v.Elem())
	return d.faults.Sorted()
}

// decoder collects faults.
type decoder struct {
	file   string
	faults Faults
}

// fault notes a mistake. What is the name of the part, empty for the whole.
func (d *decoder) fault(n *yaml.Node, what, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if what != "" {
		text = what + ": " + text
	}
	d.faults = append(d.faults, Fault{d.file, n.Line, n.Column, text})
}

// value decodes a node into v, which can be set.
func (d *decoder) value(what string, n *yaml.Node, v reflect.Value, l limits) {
	if n.Kind == yaml.AliasNode { // of nodes that Parse didn't make
		n = n.Alias
	}
	t := v.Type()
	switch {
	case t == nodeType:
		v.Set(reflect.ValueOf(*n))
		return
	case reflect.PointerTo(t).Implements(unmarshalerType):
		d.own(what, n, v.Addr().Interface().(Unmarshaler))
		return
	case t == timeType:
		d.scalar(what, n, v, l)
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		p := reflect.New(t.Elem())
		d.value(what, n, p.Elem(), l)
		v.Set(p)
	case reflect.Struct:
		d.structure(what, n, v)
	case reflect.Slice:
		d.list(what, n, v, l)
	case reflect.Map:
		d.table(what, n, v, l)
	default:
		d.scalar(what, n, v, l)
	}
}

// own lets a type decode itself.
func (d *decoder) own(what string, n *yaml.Node, u Unmarshaler) {
	err := u.UnmarshalStrict(n)
	if err == nil {
		return
	}
	var many Faults
	var one Fault
	switch {
	case errors.As(err, &many):
	case errors.As(err, &one):
		many = Faults{one}
	default:
		d.fault(n, what, "%v", err)
		return
	}
	for _, f := range many {
		if f.File == "" {
			f.File = d.file
		}
		if f.Line == 0 {
			f.Line, f.Column = n.Line, n.Column
		}
		d.faults = append(d.faults, f)
	}
}

// known caches the fields of struct types.
var known sync.Map // reflect.Type → []field

// fields is fieldsOf, computed once per type.
func fields(t reflect.Type) []field {
	if fs, ok := known.Load(t); ok {
		return fs.([]field)
	}
	fs, _ := known.LoadOrStore(t, fieldsOf(t))
	return fs.([]field)
}

// structure decodes a mapping into a struct.
func (d *decoder) structure(what string, n *yaml.Node, v reflect.Value) {
	fs := fields(v.Type())
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = f.name
	}
	if n.Kind != yaml.MappingNode {
		d.fault(n, what, "want fields (%s), have %s", strings.Join(names, ", "), describe(n))
		return
	}
	given := make([]bool, len(fs))
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		at := slices.Index(names, key.Value)
		if at < 0 {
			d.fault(key, "", "unknown field %q (%s)", key.Value, hint(key.Value, names))
			continue
		}
		if given[at] {
			continue // reported by Parse; the first one counts
		}
		given[at] = true
		if fs[at].need && empty(val) {
			d.fault(val, fs[at].name, "must not be empty")
			continue
		}
		if fs[at].json {
			v.FieldByIndex(fs[at].index).SetString(jsonText(val))
			continue
		}
		d.value(fs[at].name, val, v.FieldByIndex(fs[at].index), fs[at].limits)
	}
	for i, f := range fs {
		switch target := v.FieldByIndex(f.index); {
		case given[i]:
		case f.need:
			d.fault(n, what, "field %q is missing", f.name)
		default:
			if err := errors.Join(f.defaults(target, true)...); err != nil { // the program's author has to get it right
				panic("strictyaml: " + err.Error())
			}
		}
	}
}

// hint helps with a name that isn't known.
func hint(word string, names []string) string {
	if len(names) == 0 {
		return "there are none"
	}
	return DidYouMean(word, names) + "known: " + strings.Join(names, ", ")
}

// empty reports whether a node holds nothing: no text, no items, no value.
func empty(n *yaml.Node) bool {
	switch n.Kind {
	case yaml.ScalarNode:
		return strings.TrimSpace(n.Value) == "" || n.Tag == "!!null"
	case yaml.SequenceNode, yaml.MappingNode:
		return len(n.Content) == 0
	}
	return false
}

// list decodes a sequence into a slice.
func (d *decoder) list(what string, n *yaml.Node, v reflect.Value, l limits) {
	if n.Kind != yaml.SequenceNode {
		if n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
			d.fault(n, what, "want a list, have %s (write [%s])", describe(n), shown(n))
			return
		}
		d.fault(n, what, "want a list, have %s", describe(n))
		return
	}
	out := reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content))
	for i, item := range n.Content {
		d.value(fmt.Sprintf("%s, item %d", what, i+1), item, out.Index(i), l)
	}
	v.Set(out)
}

// table decodes a mapping into a map with text keys.
func (d *decoder) table(what string, n *yaml.Node, v reflect.Value, l limits) {
	if v.Type().Key().Kind() != reflect.String {
		panic(fmt.Sprintf("strictyaml: can't decode into %s: keys must be text", v.Type()))
	}
	if n.Kind != yaml.MappingNode {
		d.fault(n, what, "want fields, have %s", describe(n))
		return
	}
	out := reflect.MakeMapWithSize(v.Type(), len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := reflect.ValueOf(n.Content[i].Value).Convert(v.Type().Key())
		if out.MapIndex(key).IsValid() {
			continue // reported by Parse; the first one counts
		}
		value := reflect.New(v.Type().Elem()).Elem()
		d.value(n.Content[i].Value, n.Content[i+1], value, l)
		out.SetMapIndex(key, value)
	}
	v.Set(out)
}
