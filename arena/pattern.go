package arena

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/internal/strictyaml"
)

// Pattern says, as data, how a value is recognised in a text. Exactly one of its fields Text,
// Number, Date, Time, Identifier, Regex, Near, Section, Any, All and None is set. Package
// probes/match compiles and runs it; docs/scenarios.md explains each form with examples. In a file
// it is text, or the fields of one form.
type Pattern struct {
	Text       string          `json:"text,omitempty" need:"true"`
	Number     *NumberPattern  `json:"number,omitempty" need:"true"`
	Date       *DatePattern    `json:"date,omitempty" need:"true"`
	Time       *ClockPattern   `json:"time,omitempty" need:"true"`
	Identifier string          `json:"identifier,omitempty" need:"true"`
	Regex      string          `json:"regex,omitempty" need:"true" style:"single"`
	Near       *NearPattern    `json:"near,omitempty" need:"true"`
	Section    *SectionPattern `json:"section,omitempty" need:"true"`
	Any        []Pattern       `json:"any,omitempty" need:"true"`
	All        []Pattern       `json:"all,omitempty" need:"true"`
	None       []Pattern       `json:"none,omitempty" need:"true"`
}

// NumberPattern is an amount. Value is decimal text, exact: "2925000", "16.71".
type NumberPattern struct {
	Value     string  `json:"value" yaml:"number" need:"true" style:"plain"`
	Unit      string  `json:"unit,omitempty"`              // "usd", "oz", "%", ...; a number with another unit doesn't match, one without a unit does
	Tolerance float64 `json:"tolerance,omitempty" min:"0"` // greatest absolute difference
}

// DatePattern is a day. Year 0 accepts any year; with a year, a date written without one
// matches too.
type DatePattern struct {
	Year  int        `json:"year,omitempty"`
	Month time.Month `json:"month"`
	Day   int        `json:"day"`
}

// ClockPattern is a time of day on the 24-hour clock.
type ClockPattern struct {
	Hour   int `json:"hour"`
	Minute int `json:"minute"`
}

// NearPattern matches where every one of Of does, with at most Within tokens between
// neighbours, inside one block of text (a paragraph, list item or table row; a heading or
// lead-in line counts as part of the blocks under it), and with no match of Not between them.
type NearPattern struct {
	Of     []Pattern `json:"of" yaml:"near" need:"true"`
	Within int       `json:"within" default:"12" min:"1" max:"1000"`
	Not    []Pattern `json:"not,omitempty"`
}

// SectionPattern looks for Match in the part of a text that begins with Start and ends before
// the next of Until, or with the text.
type SectionPattern struct {
	Start Pattern   `json:"start" yaml:"section" need:"true"`
	Until []Pattern `json:"until"`
	Match Pattern   `json:"match" need:"true"`
}

// forms are the fields of a Pattern in their order, and their names.
var forms, formNames = func() (fields []reflect.StructField, names []string) {
	for f := range reflect.TypeFor[Pattern]().Fields() {
		fields, names = append(fields, f), append(names, strings.ToLower(f.Name))
	}
	return fields, names
}()

// UnmarshalStrict reads a pattern in any of its forms.
func (p *Pattern) UnmarshalStrict(n *yaml.Node) error {
	switch n.Kind {
	case yaml.ScalarNode:
		if !slices.Contains([]string{"!!str", "!!int", "!!float", "!!timestamp"}, n.Tag) {
			return fmt.Errorf("want a pattern, have %s (a word such as true has to be in quotes)", n.Value)
		}
		p.Text = n.Value
		return nil
	case yaml.MappingNode:
		return p.readForm(n)
	}
	return errors.New("want one pattern: text or {number: ...}; several are {any: [...]} or {all: [...]}")
}

// readForm reads a pattern written as fields, one of which names its form.
func (p *Pattern) readForm(n *yaml.Node) error {
	chosen := -1
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		at := slices.Index(formNames, key.Value)
		if at >= 0 && chosen >= 0 {
			return strictyaml.Fault{
				Line: key.Line, Column: key.Column,
				Text: fmt.Sprintf("a pattern has one form, this one has %s and %s (use {all: [...]} or {any: [...]})", formNames[chosen], formNames[at]),
			}
		}
		chosen = max(chosen, at)
	}
	if chosen < 0 {
		at, hint := n, ""
		if len(n.Content) > 0 {
			at = n.Content[0]
			hint = fmt.Sprintf(", have %q", at.Value) + strictyaml.Suggestion(at.Value, formNames)
		}
		return strictyaml.Fault{
			Line: at.Line, Column: at.Column,
			Text: fmt.Sprintf("want a pattern: text, or one of %s%s", strings.Join(formNames, ", "), hint),
		}
	}
	into := reflect.ValueOf(p).Elem().Field(chosen)
	if ownFields(into) {
		into.Set(reflect.New(into.Type().Elem()))
		return strictyaml.DecodeNode("", n, into.Interface()).Err()
	}
	only := reflect.New(reflect.StructOf(forms[chosen : chosen+1]))
	faults := strictyaml.DecodeNode("", n, only.Interface())
	into.Set(only.Elem().Field(0))
	return faults.Err()
}

// ownFields reports whether a form has more fields than the one that names it.
func ownFields(form reflect.Value) bool {
	_, scalar := form.Interface().(strictyaml.Marshaler)
	return form.Kind() == reflect.Pointer && !scalar
}

// MarshalStrict is the pattern as a file has it, on one line.
func (p Pattern) MarshalStrict() (*yaml.Node, error) {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: p.Text, Style: yaml.DoubleQuotedStyle}
	for i := range forms {
		form := reflect.ValueOf(p).Field(i)
		if formNames[i] == "text" || form.IsZero() {
			continue
		}
		if !ownFields(form) {
			only := reflect.New(reflect.StructOf(forms[i : i+1])).Elem()
			only.Field(0).Set(form)
			form = only
		}
		n, err := strictyaml.Encode(form.Interface())
		n.Style = yaml.FlowStyle
		return n, err
	}
	return n, nil
}

// UnmarshalStrict reads 2027-03-15 or, of any year, 03-08.
func (d *DatePattern) UnmarshalStrict(n *yaml.Node) error {
	text := n.Value
	anyYear := len(text) == len("03-08")
	if anyYear {
		text = "2000-" + text // a leap year, so that 02-29 is a day
	}
	t, err := time.Parse(time.DateOnly, text)
	if n.Kind != yaml.ScalarNode || err != nil {
		return fmt.Errorf("want a day such as 2027-03-15, or 03-08 in any year, have %q", n.Value)
	}
	*d = DatePattern{Year: t.Year(), Month: t.Month(), Day: t.Day()}
	if anyYear {
		d.Year = 0
	}
	return nil
}

// MarshalStrict is the day as a file has it.
func (d DatePattern) MarshalStrict() (*yaml.Node, error) {
	text := fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
	if d.Year == 0 {
		text = text[len("0000-"):]
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: text}, nil
}

// UnmarshalStrict reads "14:30".
func (c *ClockPattern) UnmarshalStrict(n *yaml.Node) error {
	t, err := time.Parse("15:04", n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		return errors.New(`want a time of day such as "14:30"`)
	}
	*c = ClockPattern{Hour: t.Hour(), Minute: t.Minute()}
	return nil
}

// MarshalStrict is the time of day as a file has it.
func (c ClockPattern) MarshalStrict() (*yaml.Node, error) {
	text := fmt.Sprintf("%02d:%02d", c.Hour, c.Minute)
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text, Style: yaml.DoubleQuotedStyle}, nil
}
