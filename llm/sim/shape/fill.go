package shape

import (
	"slices"
	"strconv"
	"strings"
)

// mostValues bounds the values that Fill writes: what is left out then is what may be.
const mostValues = 5_000

// Fill writes JSON that s allows, in one line, with the contents that src gives. A schema that
// nothing fits, such as false, gets an empty object.
func Fill(s *Schema, src Source) string {
	f := filler{src: src, left: mostValues}
	w := f.value(s, place{})
	if !w.ok {
		return "{}"
	}
	return w.json
}

// filler writes one document.
type filler struct {
	src  Source
	left int
}

// place is where a value stands.
type place struct {
	name  string   // of the property; of the array, for its items
	path  string   // the names above it, as words
	about string   // description, with those of the array it stands in
	row   *Row     // the record it is part of
	cell  *Cell    // what it says, if that is decided
	depth int      // how deep it is
	chain []string // references it stands in
}

// said is what a place is about, for those who give its contents.
func (p place) said() string { return strings.TrimSpace(p.path + " " + Spoken(p.name) + " " + p.about) }

// written is a value: whether it could be written, and whether there was anything to say.
type written struct {
	json      string
	known, ok bool
}

func (f *filler) value(s *Schema, p place) written {
	f.left--
	if s.ref != "" {
		if slices.Contains(p.chain, s.ref) && (f.left < 0 || p.depth > deepest) {
			return written{}
		}
		p.chain = append(slices.Clip(p.chain), s.ref)
	}
	s = s.flat()
	if s == nil || s.never || p.depth > 2*deepest {
		return written{}
	}
	p.depth++
	if s.about != "" && p.about != s.about {
		p.about = s.about
	}
	switch {
	case len(s.any) > 0:
		return f.branch(s, p)
	case s.enum != nil:
		return f.chosen(s, p)
	}
	var w written
	switch f.kind(s, p) {
	case object:
		w = f.object(s, p)
	case array:
		w = f.array(s, p)
	case number, integer:
		w = f.number(s, p)
	case boolean:
		c := f.cell(p, flags)
		w = written{strconv.FormatBool(c.Number > 0), c.Numeric, true}
	case null:
		return written{"null", false, true}
	default:
		w = f.text(s, p)
	}
	if (!w.known || !w.ok) && s.types&null != 0 {
		return written{"null", false, true}
	}
	return w
}

// kind is the type that a value gets.
func (f *filler) kind(s *Schema, p place) types {
	ts := s.types &^ null
	if s.types == null {
		return null
	}
	if s.types == 0 {
		switch {
		case len(s.props)+len(s.required) > 0 || s.additional != nil || p.depth == 1:
			return object
		case s.items != nil || s.prefix != nil || s.min > 0 || s.max >= 0:
			return array
		case s.least != nil || s.most != nil || s.over != nil || s.under != nil || s.multiple != nil:
			return number
		}
		return text
	}
	if p.depth == 1 && ts&object != 0 {
		return object
	}
	if ts&text != 0 {
		if ts&number != 0 {
			if c := f.cell(p, figures); c.Numeric && c.Text == decimal(c.Number) {
				return number
			}
		}
		return text
	}
	for _, t := range []types{array, object, number, integer, boolean} {
		if ts&t != 0 {
			return t
		}
	}
	return null
}

// object writes the properties in the order of the schema: those that are required, and of the
// others those that there is something to say in.
func (f *filler) object(s *Schema, p place) written {
	has := s.has()
	if p.row == nil && len(s.props) > 0 && f.left > 0 {
		p.row = f.src.Whole(has)
	}
	var b strings.Builder
	known := false
	add := func(name, value string) {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoted(name) + ": " + value)
	}
	inside := place{path: p.path, row: p.row, depth: p.depth, chain: p.chain}
	if p.name != "" {
		inside.path = strings.TrimSpace(p.path + " " + Spoken(p.name))
	}
	for _, prop := range s.props {
		must := slices.Contains(s.required, prop.name)
		if !must && (f.left < 0 || p.depth > deepest/2 || prop.schema.ref != "" && slices.Contains(p.chain, prop.schema.ref) && (p.row == nil || len(p.row.Parts) == 0)) {
			continue
		}
		inside.name = prop.name
		w := f.value(prop.schema, inside)
		if !w.ok && must {
			return written{}
		}
		if w.ok && (must || w.known) {
			add(prop.name, w.json)
		}
		known = known || w.known
	}
	for i, name := range s.required {
		if s.find(name) >= 0 || slices.Contains(s.required[:i], name) {
			continue
		}
		inside.name = name
		free := s.additional
		if free == nil {
			free = &Schema{root: s.root, max: -1, long: -1, types: text | null}
		}
		w := f.value(free, inside)
		if !w.ok {
			return written{}
		}
		add(name, w.json)
	}
	if len(s.props) == 0 && len(s.required) == 0 && f.left > 0 {
		known = f.entries(s, p, add)
	}
	return written{"{" + b.String() + "}", known, true}
}

// entries writes a map: its keys are what the rows are about.
func (f *filler) entries(s *Schema, p place, add func(name, value string)) (known bool) {
	inside := place{name: "value", depth: p.depth, chain: p.chain}
	free := s.additional
	if free == nil {
		free = &Schema{root: s.root, max: -1, long: -1, types: text}
	}
	used := map[string]bool{}
	for _, row := range f.src.Rows(p.said(), setOf(Subject, Object), p.row) {
		key := row.Of(Subject).Text
		if key == "" || f.left < 0 {
			continue
		}
		inside.row = &row
		w := f.value(free, inside)
		if !w.ok {
			return known
		}
		for n, name := 2, key; used[key]; n++ {
			key = name + " (" + strconv.Itoa(n) + ")"
		}
		used[key] = true
		add(key, w.json)
		known = true
	}
	return known
}

// has are the roles of an object's properties.
func (s *Schema) has() Roles {
	var rs Roles
	for _, p := range s.props {
		rs |= 1 << RoleOf(p.name)
	}
	return rs
}
