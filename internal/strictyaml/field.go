package strictyaml

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
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

// field is a struct field as its tags describe it.
type field struct {
	Field
	index    []int
	tagged   bool // has a yaml tag
	need     bool
	preset   bool // has a default tag
	min, max float64
	json     bool   // a text that holds, as compact JSON, whatever stands in its place
	ahead    bool   // written before the field above it
	style    string // how a text is written: plain, single (quotes), or empty for what it needs
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

// fieldsOf lists the fields of a struct in declared order, those of embedded structs and of fields
// tagged ",inline" in their place. It panics if a tag can't be understood, which is a mistake of the program.
func fieldsOf(t reflect.Type) []field {
	var out []field
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, tagged := sf.Tag.Lookup("yaml")
		name, option, _ := strings.Cut(tag, ",")
		switch inner := (sf.Anonymous || option == "inline") && name == "" && sf.Type.Kind() == reflect.Struct; {
		case name == "-":
		case inner:
			for _, f := range fieldsOf(sf.Type) {
				f.index = slices.Concat(sf.Index, f.index)
				out = append(out, f)
			}
		case sf.IsExported():
			f := field{
				Field: Field{
					Name: cmp.Or(name, snakeCase(sf.Name)), Type: typeName(sf.Type), Help: sf.Tag.Get("help"), Min: sf.Tag.Get("min"), Max: sf.Tag.Get("max"),
				},
				index: sf.Index, tagged: tagged, need: sf.Tag.Get("need") == "true", json: option == "json", ahead: option == "ahead", style: sf.Tag.Get("style"),
			}
			f.Default, f.preset = sf.Tag.Lookup("default")
			if words, ok := sf.Tag.Lookup("oneof"); ok {
				f.Allowed = strings.Fields(words)
			}
			if names, ok := reflect.Zero(sf.Type).Interface().(interface{ Allowed() []string }); ok {
				f.Allowed = names.Allowed()
			}
			f.min, f.max = bound(sf.Name, f.Min, math.Inf(-1)), bound(sf.Name, f.Max, math.Inf(1))
			out = append(out, f)
		}
	}
	return out
}

// bound reads a min or max tag.
func bound(name, text string, none float64) float64 {
	if text == "" {
		return none
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("strictyaml: field %s: min or max %q is no number", name, text))
	}
	return x
}

// within says what is wrong with a value that is a text or a number, or nothing.
func (f field) within(v reflect.Value) string {
	var number float64
	switch {
	case v.Kind() == reflect.String && len(f.Allowed) > 0 && !slices.Contains(f.Allowed, v.String()):
		return fmt.Sprintf("want %s, have %q%s", either(f.Allowed), v.String(), Suggestion(v.String(), f.Allowed))
	case v.Kind() == reflect.String && f.Max != "" && float64(utf8.RuneCountInString(v.String())) > f.max:
		return fmt.Sprintf("want at most %s characters, have %d", f.Max, utf8.RuneCountInString(v.String()))
	case v.CanInt():
		number = float64(v.Int())
	case v.CanFloat():
		number = v.Float()
	default:
		return ""
	}
	want := fmt.Sprintf("%s to %s", f.Min, f.Max)
	switch {
	case len(f.Allowed) > 0 && !slices.Contains(f.Allowed, canonical(v)):
		want = either(f.Allowed)
	case f.min <= number && number <= f.max:
		return ""
	case f.Max == "":
		want = "at least " + f.Min
	case f.Min == "":
		want = "at most " + f.Max
	}
	return fmt.Sprintf("want %s, have %s", want, canonical(v))
}

// either is a list of words as people say it: "a, b or c".
func either(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// snakeCase is a Go name as a field's name: MaxTokens is max_tokens, BaseURL is base_url.
func snakeCase(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
