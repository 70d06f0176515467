package strictyaml

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
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
	nodeType = reflect.TypeFor[yaml.Node]()
	timeType = reflect.TypeFor[time.Time]()
)

// Decode sets the struct that into points to and returns all mistakes, ordered by place. What is
// right is set even so. An absent field keeps its value; if that is zero it gets its default. It
// panics if into isn't a pointer to a struct, or holds a type that YAML can't fill.
func (d *Document) Decode(into any) Faults { return DecodeNode(d.file, d.root, into) }

// DecodeNode is Decode for a part of a document.
func DecodeNode(file string, n *yaml.Node, into any) Faults {
	d := decoder{file: file}
	if n.Kind == yaml.DocumentNode && len(n.Content) == 1 {
		n = n.Content[0]
	}
	d.structure("", n, target(into))
	return d.faults.Sorted()
}

// target is the struct that into points to.
func target(into any) reflect.Value {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("strictyaml: %T: want a pointer to a struct", into))
	}
	return v.Elem()
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

// value decodes a node into v, which can be set and keeps to the limits of f.
func (d *decoder) value(what string, n *yaml.Node, v reflect.Value, f field) {
	switch u, own := v.Addr().Interface().(Unmarshaler); {
	case own:
		d.own(what, n, u)
	case v.Type() == nodeType:
		v.Set(reflect.ValueOf(*n))
	case f.json:
		v.SetString(jsonText(n))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.value(what, n, v.Elem(), f)
	case v.Kind() == reflect.Struct && v.Type() != timeType:
		d.structure(what, n, v)
	case v.Kind() == reflect.Slice:
		d.list(what, n, v, f)
	case v.Kind() == reflect.Map:
		d.table(what, n, v, f)
	default:
		d.scalar(what, n, v, f)
	}
}

// own lets a type decode itself.
func (d *decoder) own(what string, n *yaml.Node, u Unmarshaler) {
	err := u.UnmarshalStrict(n)
	var many Faults
	var one Fault
	switch {
	case err == nil:
	case errors.As(err, &many):
	case errors.As(err, &one):
		many = Faults{one}
	default:
		d.fault(n, what, "%v", err)
	}
	for _, f := range many {
		f.File = cmp.Or(f.File, d.file)
		if f.Line == 0 {
			f.Line, f.Column = n.Line, n.Column
		}
		d.faults = append(d.faults, f)
	}
}

// structure decodes a mapping into a struct.
func (d *decoder) structure(what string, n *yaml.Node, v reflect.Value) {
	fs := fields(v.Type())
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = f.Name
	}
	if n.Kind != yaml.MappingNode {
		d.fault(n, what, "want fields (%s), have %s", strings.Join(names, ", "), describe(n))
		return
	}
	given := make([]bool, len(fs))
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		at := slices.Index(names, key.Value)
		switch {
		case at < 0 && len(names) == 0:
			d.fault(key, "", "unknown field %q (there are none)", key.Value)
		case at < 0:
			d.fault(key, "", "unknown field %q (%sknown: %s)", key.Value, DidYouMean(key.Value, names), strings.Join(names, ", "))
		case given[at]: // reported by Parse; the first one counts
		case fs[at].need && (len(val.Content) == 0 && strings.TrimSpace(val.Value) == "" || val.Tag == "!!null"):
			d.fault(val, names[at], "must not be empty")
		default:
			d.value(names[at], val, v.FieldByIndex(fs[at].index), fs[at])
		}
		if at >= 0 {
			given[at] = true
		}
	}
	for i, f := range fs {
		switch {
		case given[i]:
		case f.need:
			d.fault(n, what, "field %q is missing", f.Name)
		default:
			f.defaults(v.FieldByIndex(f.index), true)
		}
	}
}

// list decodes a sequence into a slice.
func (d *decoder) list(what string, n *yaml.Node, v reflect.Value, f field) {
	if n.Kind != yaml.SequenceNode {
		next := ""
		if n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
			next = fmt.Sprintf(" (write [%s])", describe(n))
		}
		d.fault(n, what, "want a list, have %s%s", describe(n), next)
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, item := range n.Content {
		d.value(fmt.Sprintf("%s, item %d", what, i+1), item, v.Index(i), f)
	}
}

// table decodes a mapping into a map with text keys.
func (d *decoder) table(what string, n *yaml.Node, v reflect.Value, f field) {
	if n.Kind != yaml.MappingNode {
		d.fault(n, what, "want fields, have %s", describe(n))
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for i := len(n.Content) - 2; i >= 0; i -= 2 { // of a field that is given twice the first one counts
		value := reflect.New(v.Type().Elem()).Elem()
		d.value(n.Content[i].Value, n.Content[i+1], value, f)
		v.SetMapIndex(reflect.ValueOf(n.Content[i].Value).Convert(v.Type().Key()), value)
	}
}
