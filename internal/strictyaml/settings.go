package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"go.yaml.in/yaml/v4"
)

// Field describes a setting.
type Field struct {
	Name    string
	Type    string   // in words: "a whole number", "text", ...
	Default string   // empty if there is none
	Help    string   // what it means
	Allowed []string // the only values it may have; nil for any
	Min     string   // empty for no limit
	Max     string   // empty for no limit
}

// Fields describes the settings of a struct (or a pointer to one) in declared order: its
// exported fields that have a yaml tag.
func Fields(structPtr any) []Field {
	v := structOf(structPtr)
	var out []Field
	for _, f := range fields(v.Type()) {
		if !f.tagged {
			continue
		}
		set := Field{
			Name: f.name, Type: typeName(v.FieldByIndex(f.index).Type()), Default: f.value,
			Help: f.help, Min: f.limits.minText, Max: f.limits.maxText,
		}
		if len(f.limits.oneof) > 0 {
			set.Allowed = append([]string{}, f.limits.oneof...)
		}
		out = append(out, set)
	}
	return out
}

// Defaults sets every field that has a default tag to it, those of nested structs too. An error
// is a mistake in a tag.
func Defaults(into any) error {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("strictyaml: defaults of %T: want a pointer to a struct", into)
	}
	var errs []error
	for _, f := range fields(v.Elem().Type()) {
		errs = append(errs, f.defaults(v.Elem().FieldByIndex(f.index), false)...)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("strictyaml: defaults of %T: %w", into, err)
	}
	return nil
}

// defaults sets a field to its default, and those within one that has none to theirs. Where they are
// only to be filled in, what isn't zero stays, and so does a type that decodes itself.
func (f field) defaults(v reflect.Value, fill bool) (errs []error) {
	switch {
	case f.preset && !(fill && !v.IsZero()):
		return []error{setDefault(f, v)}
	case f.preset, v.Kind() != reflect.Struct, v.Type() == timeType, v.Type() == nodeType,
		fill && reflect.PointerTo(v.Type()).Implements(unmarshalerType):
		return nil
	}
	for _, part := range fields(v.Type()) {
		errs = append(errs, part.defaults(v.FieldByIndex(part.index), fill)...)
	}
	return errs
}

// setDefault sets a field to its default: of a text the tag as it stands, otherwise the tag read
// as YAML.
func setDefault(f field, v reflect.Value) error {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: f.value}
	if v.Kind() != reflect.String {
		n = plain(f.value)
	}
	d := decoder{}
	d.value(f.name, n, v, f.limits)
	if len(d.faults) > 0 {
		return fmt.Errorf("default %w", d.faults)
	}
	return nil
}

// plain is a text as YAML reads it without quotes.
func plain(text string) *yaml.Node {
	var n yaml.Node
	loader, err := yaml.NewLoader(bytes.NewReader([]byte(text)))
	if err == nil {
		err = loader.Load(&n)
	}
	if err != nil || len(n.Content) != 1 {
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
			if err := setDefault(f, was); err != nil {
				panic("strictyaml: " + err.Error())
			}
		}
		if text := canonical(is); text != canonical(was) {
			out = append(out, struct{ Name, Value string }{f.name, text})
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
	if v.Type() == timeType {
		t := v.Interface().(time.Time)
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format(time.RFC3339)
	}
	switch v.Kind() {
	case reflect.String:
		switch n := plain(v.String()); {
		case n.Kind != yaml.ScalarNode, n.Value != v.String(), n.Tag == "!!bool", n.Tag == "!!null":
			return strconv.Quote(v.String())
		}
		return v.String()
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return canonical(v.Elem())
	case reflect.Slice:
		var b bytes.Buffer
		for i := range v.Len() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(canonical(v.Index(i)))
		}
		return "[" + b.String() + "]"
	}
	if v.CanInt() {
		return strconv.FormatInt(v.Int(), 10)
	}
	if v.CanUint() {
		return strconv.FormatUint(v.Uint(), 10)
	}
	panic(fmt.Sprintf("strictyaml: %s is no type of a setting", v.Type()))
}
