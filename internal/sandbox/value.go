package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/dop251/goja"
)

// errNothing is returned for a program that gives nothing to keep.
var errNothing = errors.New("it returned no object with anything in it")

// object is what a program returned, as JSON in its own order. Functions, symbols, undefined and
// numbers that are none are left out, as JSON.stringify does; what is nested too deep, as everything
// that holds itself is, or too large is an error.
func object(v goja.Value) ([]byte, error) {
	if p, ok := v.Export().(*goja.Promise); ok {
		if p.State() != goja.PromiseStateFulfilled {
			return nil, errors.New("it returned a promise that was not kept")
		}
		v = p.Result()
	}
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Object" {
		return nil, errNothing
	}
	w := writer{}
	filled, err := w.write(o, 1)
	switch {
	case err != nil:
		return nil, err
	case !filled:
		return nil, errNothing
	}
	return w.Bytes(), nil
}

// writer writes values as JSON.
type writer struct {
	bytes.Buffer
	nodes int
}

// write writes a value and reports whether there is a text, number or truth value in it.
func (w *writer) write(v goja.Value, depth int) (filled bool, err error) {
	w.nodes++
	switch {
	case depth > mostDepth:
		return false, fmt.Errorf("what it returned is nested more than %d levels deep, or holds itself", mostDepth)
	case w.nodes > mostNodes || w.Len() > mostBytes:
		return false, fmt.Errorf("what it returned is larger than %d values or %d bytes", mostNodes, mostBytes)
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return w.scalar(v)
	}
	switch o.ClassName() {
	case "Array":
		n := o.Get("length").ToInteger()
		w.WriteByte('[')
		for i, first := int64(0), true; i < n; i++ {
			v := o.Get(fmt.Sprint(i))
			if !plain(v) {
				if w.nodes++; w.nodes > mostNodes {
					return false, fmt.Errorf("what it returned is larger than %d values", mostNodes)
				}
				continue
			}
			w.comma(&first)
			has, err := w.write(v, depth+1)
			if err != nil {
				return false, err
			}
			filled = filled || has
		}
		w.WriteByte(']')
		return filled, nil
	case "String", "Number", "Boolean", "Date":
		return w.scalar(o.ToString())
	}
	w.WriteByte('{')
	first := true
	for _, key := range o.Keys() {
		v := o.Get(key)
		if !plain(v) {
			continue
		}
		w.comma(&first)
		w.text(key)
		w.WriteByte(':')
		has, err := w.write(v, depth+1)
		if err != nil {
			return false, err
		}
		filled = filled || has
	}
	w.WriteByte('}')
	return filled, nil
}

func (w *writer) comma(first *bool) {
	if !*first {
		w.WriteByte(',')
	}
	*first = false
}

// plain reports whether a value has a place in JSON.
func plain(v goja.Value) bool {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) || goja.IsNaN(v) || goja.IsInfinity(v) {
		return false
	}
	if _, symbol := v.(*goja.Symbol); symbol {
		return false
	}
	_, function := goja.AssertFunction(v)
	return !function
}

// scalar writes a text, number or truth value.
func (w *writer) scalar(v goja.Value) (bool, error) {
	switch x := v.Export().(type) {
	case bool:
		fmt.Fprint(w, x)
		return true, nil
	case int64:
		fmt.Fprint(w, x)
		return true, nil
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			break
		}
		return true, json.NewEncoder(w).Encode(x)
	case string:
		if len(x) > mostBytes {
			return false, fmt.Errorf("what it returned is larger than %d bytes", mostBytes)
		}
		w.text(x)
		return x != "", nil
	}
	w.WriteString("null")
	return false, nil
}

// text writes a text as JSON, what is no Unicode replaced.
func (w *writer) text(s string) {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("sandbox: encoding a text: %v", err)) // a string can be encoded
	}
	w.Write(b)
}
