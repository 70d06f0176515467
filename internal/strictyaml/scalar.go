package strictyaml

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// timeLayouts are the forms of a time; the first two are in UTC.
var timeLayouts = []string{"2006-01-02 15:04", "2006-01-02", time.RFC3339}

// scalar decodes a scalar node. A value that is wrong leaves v as it was.
func (d *decoder) scalar(what string, n *yaml.Node, v reflect.Value, f field) {
	value := reflect.New(v.Type()).Elem()
	ok, next := setScalar(n, value)
	if !ok {
		d.fault(n, what, "want %s, have %s%s", typeName(v.Type()), describe(n), next)
		return
	}
	if wrong := f.within(value); wrong != "" {
		d.fault(n, what, "%s", wrong)
		return
	}
	v.Set(value)
}

// setScalar sets v if the node is a value of its type. If it nearly is, next tells what to write.
func setScalar(n *yaml.Node, v reflect.Value) (ok bool, next string) {
	number := n.Tag == "!!int" || n.Tag == "!!float"
	switch kind := v.Kind(); {
	case v.Type() == timeType:
		for _, layout := range timeLayouts {
			if t, err := time.Parse(layout, n.Value); err == nil {
				v.Set(reflect.ValueOf(t.UTC()))
				return true, ""
			}
		}
	case kind == reflect.String:
		if n.Tag == "!!bool" {
			return false, " (put it in quotes)"
		}
		v.SetString(n.Value)
		return number || n.Tag == "!!str" || n.Tag == "!!timestamp", ""
	case kind == reflect.Bool:
		b, err := strconv.ParseBool(strings.ToLower(n.Value))
		v.SetBool(b)
		return err == nil && n.Tag == "!!bool", ""
	case v.CanInt():
		if digits := strings.TrimLeft(n.Value, "+-"); n.Tag == "!!int" && len(digits) > 1 && digits[0] == '0' && strings.Contains("0123456789_", digits[1:2]) {
			return false, " (leave out the leading zeros)"
		}
		i, err := strconv.ParseInt(n.Value, 0, v.Type().Bits())
		v.SetInt(i)
		return n.Tag == "!!int" && err == nil, ""
	case v.CanFloat():
		x, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), v.Type().Bits())
		v.SetFloat(x)
		return number && err == nil && !math.IsInf(x, 0) && !math.IsNaN(x), ""
	default:
		panic(fmt.Sprintf("strictyaml: can't decode into %s", v.Type()))
	}
	return false, ""
}

// typeName is a Go type in a user's words.
func typeName(t reflect.Type) string {
	switch kind := t.Kind(); {
	case t == timeType:
		return `a day or time such as 2026-11-02 or 2026-11-02 09:15 (UTC)`
	case kind == reflect.String:
		return "text"
	case kind == reflect.Bool:
		return "true or false"
	case kind == reflect.Float32, kind == reflect.Float64:
		return "a number"
	case kind == reflect.Pointer:
		return typeName(t.Elem())
	case kind == reflect.Slice:
		return "a list"
	case kind == reflect.Struct, kind == reflect.Map:
		return "fields"
	}
	return "a whole number"
}

// describe says what a node is, for messages: text in quotes, cut short.
func describe(n *yaml.Node) string {
	value := n.Value
	if r := []rune(value); len(r) > 40 {
		value = string(r[:40]) + "…"
	}
	switch {
	case n.Kind == yaml.MappingNode:
		return "fields"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind != yaml.ScalarNode, n.Tag == "!!null":
		return "nothing"
	case n.Tag == "!!str":
		return strconv.Quote(value)
	}
	return value
}
