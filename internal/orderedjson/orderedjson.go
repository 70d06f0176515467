// Package orderedjson writes JSON objects whose properties keep their order.
package orderedjson

import (
	"bytes"
	"encoding/json"
)

// Object is a JSON object.
type Object []Member

// Member is a property of an object.
type Member struct {
	Name  string
	Value any
}

// MarshalJSON writes the properties in order.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for n, part := range []any{m.Name, m.Value} {
			if n > 0 {
				b.WriteByte(':')
			}
			text, err := Encode(part)
			if err != nil {
				return nil, err
			}
			b.Write(bytes.TrimSpace(text))
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Encode is v as JSON on a line of its own. Texts stay readable: <, > and & are not escaped.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}
