package strictyaml

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// field is a struct field as its tags describe it.
type field struct {
	name   string
	index  []int
	tagged bool // has a yaml tag
	need   bool
	limits limits
	value  string // of the default tag
	preset bool   // has a default tag
	help   string
	json   bool   // a text that holds, as compact JSON, whatever stands in its place
	ahead  bool   // written before the field above it
	style  string // how a text is written: plain, single (quotes), or empty for what it needs
}

// limits are what a value must keep to.
type limits struct {
	oneof    []string
	min, max *big.Rat
	minText  string
	maxText  string
}

// fieldsOf lists the fields of a struct in declared order, those of embedded structs and of fields
// tagged ",inline" in their place. It panics if a tag can't be understood, which is a mistake of the program.
func fieldsOf(t reflect.Type) []field {
	var out []field
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, tagged := sf.Tag.Lookup("yaml")
		name, option, _ := strings.Cut(tag, ",")
		if name == "-" {
			continue
		}
		if (sf.Anonymous || option == "inline") && name == "" && sf.Type.Kind() == reflect.Struct {
			for _, f := range fieldsOf(sf.Type) {
				f.index = slices.Concat(sf.Index, f.index)
				out = append(out, f)
			}
			continue
		}
		if !sf.IsExported() {
			continue
		}
		f := field{name: name, index: sf.Index, tagged: tagged, need: sf.Tag.Get("need") == "true", help: sf.Tag.Get("help"), json: option == "json", ahead: option == "ahead", style: sf.Tag.Get("style")}
		if name == "" {
			f.name = snakeCase(sf.Name)
		}
		f.value, f.preset = sf.Tag.Lookup("default")
		f.limits = limits{oneof: strings.Fields(sf.Tag.Get("oneof")), minText: sf.Tag.Get("min"), maxText: sf.Tag.Get("max")}
		f.limits.min = bound(sf.Name, f.limits.minText)
		f.limits.max = bound(sf.Name, f.limits.maxText)
		out = append(out, f)
	}
	return out
}

// bound reads a min or max tag; nil if there is none.
func bound(name, text string) *big.Rat {
	if text == "" {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(fmt.Sprintf("strictyaml: field %s: min or max %q is no number", name, text))
	}
	return r
}

// within says what is wrong with a value's canonical text, or nothing. The number is nil for
// text.
func (l limits) within(text string, number *big.Rat) string {
	if len(l.oneof) > 0 && !slices.Contains(l.oneof, text) {
		if number != nil {
			return fmt.Sprintf("want %s, have %s", either(l.oneof), text)
		}
		return fmt.Sprintf("want %s, have %q", either(l.oneof), text) + Suggestion(text, l.oneof)
	}
	if number == nil {
		return ""
	}
	if l.min != nil && number.Cmp(l.min) < 0 || l.max != nil && number.Cmp(l.max) > 0 {
		switch {
		case l.max == nil:
			return fmt.Sprintf("want at least %s, have %s", l.minText, text)
		case l.min == nil:
			return fmt.Sprintf("want at most %s, have %s", l.maxText, text)
		}
		return fmt.Sprintf("want %s to %s, have %s", l.minText, l.maxText, text)
	}
	return ""
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
