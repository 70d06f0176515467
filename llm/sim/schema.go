package sim

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/words"
)

// shape is a JSON schema of the kind that package form makes: objects, lists, texts and choices. It ignores what else a
// schema says.
type shape struct {
	Type       string            `json:"type"`
	About      string            `json:"description"`
	Enum       []string          `json:"enum"` // of a text
	Properties map[string]*shape `json:"properties"`
	Required   []string          `json:"required"`
	Items      *shape            `json:"items"`

	same   any    // what an example has that is no object, list or text: it is given as it is
	name   string // of the property or list it belongs to
	fields []*shape
}

// readSchema reads a schema. It fails, with the place, where there is something else to fill in.
func readSchema(of *llm.Schema) (*shape, error) {
	s := &shape{}
	err := json.Unmarshal([]byte(of.JSON), s)
	if err == nil {
		err = s.settle("")
	}
	if err != nil {
		return nil, fmt.Errorf("schema %s: %w", of.Name, err)
	}
	return s, nil
}

// settle names a shape and what is in it, and puts its properties in order: those that are required as they are listed,
// or if none is all by their names.
func (s *shape) settle(name string) error {
	s.name = name
	switch {
	case s.Type == "object":
		names := s.Required
		if names == nil {
			names = slices.Sorted(maps.Keys(s.Properties))
		}
		for _, name := range names {
			f := s.Properties[name]
			if f == nil {
				f = &shape{Type: "string"}
			}
			if err := f.settle(name); err != nil {
				return err
			}
			s.fields = append(s.fields, f)
		}
		return nil
	case s.Type == "array" && s.Items != nil:
		return s.Items.settle(name)
	case s.Type == "string", s.Type == "" && s.Enum != nil:
		return nil
	}
	return fmt.Errorf("%q is of type %q: a simulated model fills in objects, lists, texts and choices, each in its place", name, s.Type)
}

// plain reports whether a shape is a list of texts, each alone or in an object with nothing else, and so
// is the list.
func (s *shape) plain() bool {
	s = s.only()
	return s.Type == "array" && s.Items.only().Type == "string"
}

// only is what an object with one field holds; any other shape is itself.
func (s *shape) only() *shape {
	if len(s.fields) == 1 {
		return s.fields[0]
	}
	return s
}

// words are those of a shape's name and description.
func (s *shape) words() string { return spaced(s.name) + " " + s.About }

// spaced is a name with its words apart: "look_for", "lookFor".
func spaced(name string) string {
	return strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(capital.ReplaceAllString(name, "$1 $2")))
}

var capital = words.Lazy(`([^A-Z\W])([A-Z])`)
