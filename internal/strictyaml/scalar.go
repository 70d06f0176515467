package strictyaml

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// timeLayouts are the forms of a time; the first two are in UTC.
var timeLayouts = []string{"2006-01-02 15:04", "2006-01-02", time.RFC3339}

// scalar decodes a scalar node. A value that is wrong leaves v as it was.
func (d *decoder) scalar(what string, n *yaml.Node, v reflect.Value, l limits) {
	want := typeName(v.Type())
	if n.Kind != yaml.ScalarNode {
		d.fault(n, what, "want %s, have %s", want, describe(n))
		return
	}
	if !strings.HasPrefix(n.Tag, "!!") {
		d.fault(n, what, "want %s, have the tag %s (tags have no meaning here)", want, n.Tag)
		return
	}
	was := reflect.New(v.Type()).Elem()
	was.Set(v)
	text, number, wrong := setScalar(n, v)
	if wrong == "" {
		wrong = l.within(text, number)
	}
	if wrong != "" {
		v.Set(was)
		d.fault(n, what, "%s", wrong)
	}
}

// setScalar sets v and returns the value's canonical text and, of a number, the number; or says
// what is wrong.
func setScalar(n *yaml.Node, v reflect.Value) (text string, number *big.Rat, wrong string) {
	mismatch := fmt.Sprintf("want %s, have %s", typeName(v.Type()), describe(n))
	if v.Type() == timeType {
		if n.Tag == "!!str" || n.Tag == "!!timestamp" {
			for _, layout := range timeLayouts {
				if t, err := time.Parse(layout, n.Value); err == nil {
					v.Set(reflect.ValueOf(t.UTC()))
					return n.Value, nil, ""
				}
			}
		}
		return "", nil, mismatch
	}
	switch kind := v.Kind(); kind {
	case reflect.String:
		switch n.Tag {
		case "!!str", "!!int", "!!float", "!!timestamp":
			v.SetString(n.Value)
			return n.Value, nil, ""
		case "!!bool":
			mismatch += " (put it in quotes)"
		}
	case reflect.Bool:
		if n.Tag == "!!bool" {
			b := strings.EqualFold(n.Value, "true")
			if b || strings.EqualFold(n.Value, "false") {
				v.SetBool(b)
				return strconv.FormatBool(b), nil, ""
			}
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if n.Tag == "!!int" {
			return setInt(n, v)
		}
	case reflect.Float32, reflect.Float64:
		if n.Tag == "!!int" || n.Tag == "!!float" {
			f, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), v.Type().Bits())
			if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
				return "", nil, mismatch
			}
			v.SetFloat(f)
			number, _ = new(big.Rat).SetString(strconv.FormatFloat(f, 'f', -1, v.Type().Bits()))
			return canonical(v), number, ""
		}
	default:
		panic(fmt.Sprintf("strictyaml: can't decode into %s", v.Type()))
	}
	return "", nil, mismatch
}

// setInt sets a whole number of any size and sign.
func setInt(n *yaml.Node, v reflect.Value) (text string, number *big.Rat, wrong string) {
	digits := strings.TrimLeft(n.Value, "+-")
	if len(digits) > 1 && digits[0] == '0' && (digits[1] >= '0' && digits[1] <= '9' || digits[1] == '_') {
		return "", nil, fmt.Sprintf("want a whole number, have %s (leave out the leading zeros)", n.Value)
	}
	i, ok := new(big.Int).SetString(n.Value, 0)
	if !ok {
		return "", nil, fmt.Sprintf("want a whole number, have %s", describe(n))
	}
	if v.CanInt() {
		if !i.IsInt64() || v.OverflowInt(i.Int64()) {
			return "", nil, fmt.Sprintf("want a whole number of %d bits, have %s", v.Type().Bits(), n.Value)
		}
		v.SetInt(i.Int64())
	} else {
		if !i.IsUint64() || v.OverflowUint(i.Uint64()) {
			return "", nil, fmt.Sprintf("want a whole number from 0 of %d bits, have %s", v.Type().Bits(), n.Value)
		}
		v.SetUint(i.Uint64())
	}
	return i.String(), new(big.Rat).SetInt(i), ""
}

// typeName is a Go type in a user's words.
func typeName(t reflect.Type) string {
	switch {
	case t == timeType:
		return `a day or time such as 2026-11-02 or 2026-11-02 09:15 (UTC)`
	case t == nodeType:
		return "anything"
	}
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Pointer:
		return typeName(t.Elem())
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "fields"
	}
	return "a whole number"
}

// describe says what a node is, for messages.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "fields"
	case yaml.SequenceNode:
		return "a list"
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return "nothing"
		}
		return shown(n)
	}
	return "nothing"
}

// shown is a scalar as a message shows it: text in quotes, cut short.
func shown(n *yaml.Node) string {
	value := n.Value
	if r := []rune(value); len(r) > 40 {
		value = string(r[:40]) + "…"
	}
	if n.Tag == "!!str" {
		return strconv.Quote(value)
	}
	return value
}
