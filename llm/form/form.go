// Package form asks a model a typed question: what a program reads out of a reply is asked by a JSON
// schema, and every reply to one is read by the same decoder.
//
//  1. New derives the schema from a struct: closed, with every property required, so that providers
//     that enforce schemas take it as it is. Names, descriptions and choices stand in the struct's tags.
//  2. The caller sends it as Request.Schema. The prompt needs no example: the descriptions say what
//     goes where.
//  3. Read finds the answer in whatever came back (parse.go), fits it to the struct (fit.go), and leaves
//     out and counts what isn't one: items of another shape, and placeholders copied from the question
//     (placeholder.go).
//
// The tags of a property: json its name, about its description, enum its choices separated by commas,
// optional:"true" that it may be empty, most the characters a
// text may have (200 without it). Properties are texts, lists of texts, and
// structs or lists of structs of these; fields without an exported name are none.
package form

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"contextarena.internal/internal/orderedjson"
	"contextarena.internal/llm"
)

// A Form is a question whose answer is a T, a struct. It is safe for concurrent use.
type Form[T any] struct {
	schema *llm.Schema
	shape  *shape
}

// An Option changes what a struct's tags say, where that is known at run time only.
type Option func(*shape)

// Enum gives every property with a name its choices.
func Enum(name string, choices ...string) Option {
	return func(s *shape) {
		s.walk(func(p *shape) {
			if p.name == name {
				p.enum = choices
			}
		})
	}
}

// New makes a form. It panics if T is no struct that can be asked for, which is a mistake in the code.
func New[T any](name string, options ...Option) *Form[T] {
	s := shapeOf(reflect.TypeFor[T](), "")
	for _, o := range options {
		o(s)
	}
	raw, err := json.Marshal(s.schema())
	if s.kind != object || err != nil {
		panic(fmt.Sprintf("form: %s: a form is a struct, not %T", name, *new(T)))
	}
	return &Form[T]{&llm.Schema{Name: name, JSON: string(raw), Strict: true}, s}
}

// Schema is what a request for the form carries.
func (f *Form[T]) Schema() *llm.Schema { return f.schema }

// Ask is a prompt with the form's schema.
func (f *Form[T]) Ask(m llm.Model, maxTokens int, prompt string) llm.Request {
	req := llm.Ask(m, maxTokens, prompt)
	req.Schema = f.schema
	return req
}

// Count says what became of a reply. One that is neither parsed nor empty couldn't be read, or had
// nothing but items that were left out.
type Count struct {
	Parsed  bool // something of it can be used
	Empty   bool // it held nothing: no text, or a form without an item
	Dropped int  // items that were left out
}

// Read is what a reply answers. The zero T stands for a refusal and for a reply that can't be read; what
// of a reply was cut off counts as one item that was left out.
func (f *Form[T]) Read(r llm.Response) (answer T, count Count) {
	text := strings.TrimSpace(llm.WithoutThoughts(r.Text))
	if r.Stop == llm.StopRefusal || llm.CannedRefusal(text) {
		return answer, count
	}
	if isNothing(text) {
		return answer, Count{Empty: true}
	}
	into := reflect.ValueOf(&answer).Elem()
	values := valuesIn(text)
	ft := fitter{seen: map[string]bool{}}
	read := false
	for _, v := range values {
		read = ft.form(f.shape, v, into, 0) || read
	}
	if !read {
		read = ft.bare(f.shape, text, into)
	}
	return answer, Count{Parsed: ft.kept > 0, Empty: read && ft.kept+ft.dropped == 0, Dropped: ft.dropped}
}

// kind is the type of a property.
type kind int

const (
	text kind = iota
	list
	object
)

// shape is a property or the whole form.
type shape struct {
	name     string
	about    string
	kind     kind
	enum     []string
	optional bool
	most     int
	of       *shape   // of a list
	has      []*shape // of an object, in the order of the struct's fields
	at       int      // the field's place in its struct
}

func shapeOf(t reflect.Type, name string) *shape {
	s := &shape{name: name, most: 200}
	switch t.Kind() {
	case reflect.String:
		s.kind = text
	case reflect.Slice:
		s.kind, s.of = list, shapeOf(t.Elem(), name)
	case reflect.Struct:
		s.kind = object
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				s.has = append(s.has, fieldShape(f, i))
			}
		}
	default:
		panic(fmt.Sprintf("form: %s: a %s can't be asked for", name, t))
	}
	return s
}

func fieldShape(field reflect.StructField, at int) *shape {
	name := field.Tag.Get("json")
	if name == "" {
		panic("form: field " + field.Name + ": needs a json tag")
	}
	s := shapeOf(field.Type, name)
	s.at, s.about, s.optional = at, field.Tag.Get("about"), field.Tag.Get("optional") == "true"
	leaf := s
	if s.kind == list {
		leaf = s.of
	}
	if choices := field.Tag.Get("enum"); choices != "" {
		leaf.enum = strings.Split(choices, ",")
	}
	if most, ok := field.Tag.Lookup("most"); ok {
		var err error
		if leaf.most, err = strconv.Atoi(most); err != nil {
			panic(fmt.Sprintf("form: field %s: most: %v", field.Name, err))
		}
	}
	return s
}

// walk visits a shape and all within it.
func (s *shape) walk(visit func(*shape)) {
	visit(s)
	if s.of != nil {
		s.of.walk(visit)
	}
	for _, p := range s.has {
		p.walk(visit)
	}
}

// schema is the JSON schema of a shape. Properties keep the order of the struct's fields.
func (s *shape) schema() any {
	switch s.kind {
	case list:
		return jsonList{"array", s.about, s.of.schema()}
	case object:
		var names []string
		var properties orderedjson.Object
		for _, p := range s.has {
			names = append(names, p.name)
			properties = append(properties, orderedjson.Member{Name: p.name, Value: p.schema()})
		}
		return jsonObject{"object", s.about, properties, names, false}
	}
	return jsonLeaf{"string", s.about, s.enum}
}

type (
	jsonLeaf struct {
		Type  string   `json:"type"`
		About string   `json:"description,omitempty"`
		Enum  []string `json:"enum,omitempty"`
	}
	jsonList struct {
		Type  string `json:"type"`
		About string `json:"description,omitempty"`
		Items any    `json:"items"`
	}
	jsonObject struct {
		Type       string             `json:"type"`
		About      string             `json:"description,omitempty"`
		Properties orderedjson.Object `json:"properties"`
		Required   []string           `json:"required"`
		More       bool               `json:"additionalProperties"`
	}
)
