package scenarios

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/probes/match"
)

// pattern is an arena.Pattern that reads itself from YAML.
type pattern struct {
	arena.Pattern
	node  *yaml.Node // where it stands; nil if it is missing or no pattern at all
	parts []pattern  // the patterns in it
	ok    bool       // read without a fault; it may still be one that can't be compiled
}

// arena is the pattern as the rest of the program knows it; nil if there is none.
func (p *pattern) arena() *arena.Pattern {
	if p == nil {
		return nil
	}
	return &p.Pattern
}

// forms are the fields that say which form a pattern has.
var forms = []string{"text", "number", "date", "time", "identifier", "regex", "near", "section", "any", "all", "none"}

// The fields of each form.
type (
	textForm struct {
		Text string `need:"true"`
	}
	numberForm struct {
		Number    string `need:"true"`
		Unit      string
		Tolerance float64 `min:"0"`
	}
	dateForm struct {
		Date day `need:"true"`
	}
	timeForm struct {
		Time clock `need:"true"`
	}
	identifierForm struct {
		Identifier string `need:"true"`
	}
	regexForm struct {
		Regex string `need:"true"`
	}
	nearForm struct {
		Near   []pattern `need:"true"`
		Within int       `default:"12" min:"1" max:"1000"`
		Not    []pattern
	}
	sectionForm struct {
		Section pattern `need:"true"`
		Until   []pattern
		Match   pattern `need:"true"`
	}
	anyForm struct {
		Any []pattern `need:"true"`
	}
	allForm struct {
		All []pattern `need:"true"`
	}
	noneForm struct {
		None []pattern `need:"true"`
	}
)

// UnmarshalStrict reads a pattern in any of its forms.
func (p *pattern) UnmarshalStrict(n *yaml.Node) error {
	switch n.Kind {
	case yaml.ScalarNode:
		switch n.Tag {
		case "!!str", "!!int", "!!float", "!!timestamp":
		default:
			return fmt.Errorf("want a pattern, have %s (a word such as true has to be in quotes)", n.Value)
		}
		p.Pattern = arena.Pattern{Text: n.Value}
	case yaml.MappingNode:
		p.node = n
		if faults := p.form(n); len(faults) > 0 {
			return faults
		}
	default:
		return errors.New("want one pattern: text or {number: ...}; several are {any: [...]} or {all: [...]}")
	}
	p.node, p.ok = n, true
	return nil
}

// blame finds the innermost patterns that can't be compiled. It is slow: for patterns that have
// failed, or have been read with faults.
func (p *pattern) blame() strictyaml.Faults {
	if p == nil || p.node == nil {
		return nil
	}
	var faults strictyaml.Faults
	for i := range p.parts {
		faults = append(faults, p.parts[i].blame()...)
	}
	if len(faults) > 0 || !p.ok {
		return faults
	}
	if _, err := match.Compile(p.Pattern); err != nil {
		return strictyaml.Faults{{Line: p.node.Line, Column: p.node.Column, Text: err.Error()}}
	}
	return nil
}

// form reads a pattern written as fields.
func (p *pattern) form(n *yaml.Node) strictyaml.Faults {
	form := ""
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		for _, name := range forms {
			switch {
			case key.Value != name:
			case form == "":
				form = name
			default:
				return strictyaml.Faults{{
					Line: key.Line, Column: key.Column,
					Text: fmt.Sprintf("a pattern has one form, this one has %s and %s (use {all: [...]} or {any: [...]})", form, name),
				}}
			}
		}
	}
	var faults strictyaml.Faults
	switch form {
	case "text":
		p.Text = fields[textForm](n, &faults).Text
	case "number":
		f := fields[numberForm](n, &faults)
		p.Number = &arena.NumberPattern{Value: f.Number, Unit: f.Unit, Tolerance: f.Tolerance}
	case "date":
		p.Date = (*arena.DatePattern)(&fields[dateForm](n, &faults).Date)
	case "time":
		p.Time = (*arena.ClockPattern)(&fields[timeForm](n, &faults).Time)
	case "identifier":
		p.Identifier = fields[identifierForm](n, &faults).Identifier
	case "regex":
		p.Regex = fields[regexForm](n, &faults).Regex
	case "near":
		f := fields[nearForm](n, &faults)
		p.Near = &arena.NearPattern{Of: p.have(f.Near...), Within: f.Within, Not: p.have(f.Not...)}
	case "section":
		f := fields[sectionForm](n, &faults)
		p.have(f.Section, f.Match)
		p.Section = &arena.SectionPattern{Start: f.Section.Pattern, Until: p.have(f.Until...), Match: f.Match.Pattern}
	case "any":
		p.Any = p.have(fields[anyForm](n, &faults).Any...)
	case "all":
		p.All = p.have(fields[allForm](n, &faults).All...)
	case "none":
		p.None = p.have(fields[noneForm](n, &faults).None...)
	default:
		at, hint := n, ""
		if len(n.Content) > 0 {
			at = n.Content[0]
			hint = fmt.Sprintf(", have %q", at.Value)
			if near := strictyaml.Nearest(at.Value, forms); near != "" {
				hint += " (did you mean " + near + "?)"
			}
		}
		faults = strictyaml.Faults{{
			Line: at.Line, Column: at.Column,
			Text: fmt.Sprintf("want a pattern: text, or one of %s%s", strings.Join(forms, ", "), hint),
		}}
	}
	return faults
}

// fields are those of a form.
func fields[F any](n *yaml.Node, faults *strictyaml.Faults) *F {
	var f F
	*faults = strictyaml.DecodeNode("", n, &f)
	return &f
}

// have notes the parts of a pattern and returns them without what is known of their reading.
func (p *pattern) have(parts ...pattern) []arena.Pattern {
	p.parts = append(p.parts, parts...)
	var out []arena.Pattern
	for _, part := range parts {
		out = append(out, part.Pattern)
	}
	return out
}

// day reads 2027-03-15 or, of any year, 03-08.
type day arena.DatePattern

// UnmarshalStrict reads a date.
func (d *day) UnmarshalStrict(n *yaml.Node) error {
	text := n.Value
	anyYear := len(text) == len("03-08")
	if anyYear {
		text = "2000-" + text // a leap year, so that 02-29 is a day
	}
	t, err := time.Parse("2006-01-02", text)
	if n.Kind != yaml.ScalarNode || err != nil {
		return fmt.Errorf("want a day such as 2027-03-15, or 03-08 in any year, have %q", n.Value)
	}
	*d = day{Year: t.Year(), Month: t.Month(), Day: t.Day()}
	if anyYear {
		d.Year = 0
	}
	return nil
}

// clock reads "14:30".
type clock arena.ClockPattern

// UnmarshalStrict reads a time of day.
func (c *clock) UnmarshalStrict(n *yaml.Node) error {
	t, err := time.Parse("15:04", n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		return errors.New(`want a time of day such as "14:30"`)
	}
	*c = clock{Hour: t.Hour(), Minute: t.Minute()}
	return nil
}
