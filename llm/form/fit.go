package form

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fitter fills a struct from values and counts what it kept and left out.
type fitter struct {
	kept, dropped int
	seen          map[string]bool // items that are there already, as a model that starts again repeats them
}

// form fills a form and reports whether the value is one: its object, a list of what its only list
// holds, one item of that, or any of these within something else.
func (f *fitter) form(s *shape, v value, into reflect.Value, depth int) bool {
	if depth > 3 {
		return false
	}
	only := s.only()
	switch v.kind {
	case objectValue:
		if s.knows(v) {
			f.members(s, v, into)
			return true
		}
		if len(v.members) == 0 {
			return true
		}
		if only != nil && only.of.kind == object && only.of.knows(v) {
			f.list(only, value{kind: listValue, list: []value{v}}, into.Field(only.at))
			return true
		}
		read := false
		for _, m := range v.members {
			read = f.form(s, m.value, into, depth+1) || read
		}
		return read
	case listValue:
		if len(v.list) == 0 {
			return true
		}
		read := false
		for _, item := range v.list {
			if item.kind == objectValue && s.knows(item) || item.kind == listValue {
				read = f.form(s, item, into, depth+1) || read
			} else if only != nil && (item.kind == objectValue || item.kind == textValue) {
				f.list(only, value{kind: listValue, list: []value{item}}, into.Field(only.at))
				read = true
			}
		}
		return read
	}
	return false
}

// only is the one list of a form that has no other property, nil if it has others.
func (s *shape) only() *shape {
	if len(s.has) == 1 && s.has[0].kind == list {
		return s.has[0]
	}
	return nil
}

// knows reports whether an object has a property of the shape.
func (s *shape) knows(v value) bool {
	for _, m := range v.members {
		if s.property(m.key) != nil {
			return true
		}
	}
	return false
}

// property is the one with a name, whatever its case and marks.
func (s *shape) property(name string) *shape {
	name = folded(name)
	for _, p := range s.has {
		if folded(p.name) == name {
			return p
		}
	}
	return nil
}

// members fills the properties of a form. Each counts for itself.
func (f *fitter) members(s *shape, v value, into reflect.Value) {
	for _, m := range v.members {
		p := s.property(m.key)
		if p == nil {
			continue
		}
		field := into.Field(p.at)
		if p.kind == list {
			f.list(p, m.value, field)
			continue
		}
		switch ok, said := p.leaf(m.value, field); {
		case ok && said:
			f.kept++
		case !ok:
			f.dropped++
		}
	}
}

// list adds the items of a value to a list.
func (f *fitter) list(s *shape, v value, into reflect.Value) {
	items := v.list
	switch {
	case v.cut && v.kind == nullValue:
		f.dropped++
		return
	case v.kind == nullValue || v.kind == textValue && isNothing(v.text):
		return
	case v.kind == objectValue && s.of.pairable(v):
		items = s.of.pairs(v)
	case v.kind != listValue:
		items = []value{v}
	}
	for _, item := range items {
		if item.kind == nullValue && !item.cut || item.kind == objectValue && len(item.members) == 0 && !item.cut {
			continue
		}
		next := reflect.New(into.Type().Elem()).Elem()
		if !s.of.item(item, next) {
			f.dropped++
			continue
		}
		key := fmt.Sprintf("%s %q", s.name, fmt.Sprint(next.Interface()))
		if f.seen[key] {
			continue
		}
		f.seen[key] = true
		f.kept++
		into.Set(reflect.Append(into, next))
	}
}

// pairable reports whether an object may hold the first two texts of items as its names and values.
func (s *shape) pairable(v value) bool {
	return s.kind == object && !s.knows(v) && len(s.texts()) > 1 && !slices.ContainsFunc(v.members, func(m member) bool {
		return m.value.kind == objectValue || m.value.kind == listValue
	})
}

func (s *shape) pairs(v value) []value {
	names := s.texts()
	out := make([]value, len(v.members))
	for i, m := range v.members {
		out[i] = value{kind: objectValue, cut: m.value.cut, members: []member{{names[0], value{kind: textValue, text: m.key}}, {names[1], m.value}}}
	}
	return out
}

// texts are the names of the properties that are free texts.
func (s *shape) texts() []string {
	var out []string
	for _, p := range s.has {
		if p.kind == text && len(p.enum) == 0 {
			out = append(out, p.name)
		}
	}
	return out
}

// item fills one item of a list. It is whole or none: one with a property missing, of a wrong kind or
// copied from the question isn't kept.
func (s *shape) item(v value, into reflect.Value) bool {
	if v.cut {
		return false
	}
	if s.kind != object {
		ok, said := s.leaf(v, into)
		return ok && said
	}
	if v.kind == textValue { // in the place of an object that needs one text
		v = value{kind: objectValue, members: []member{{s.needed(), v}}}
	}
	if v.kind != objectValue {
		return false
	}
	filled := make([]bool, into.NumField())
	for _, m := range v.members {
		p := s.property(m.key)
		if p == nil {
			continue
		}
		ok, said := p.leaf(m.value, into.Field(p.at))
		if !ok {
			return false
		}
		filled[p.at] = said
	}
	for _, p := range s.has {
		if !filled[p.at] && !p.optional && p.kind != list {
			return false
		}
	}
	return true
}

// needed is the one property that has to be there, empty if there are several.
func (s *shape) needed() string {
	name := ""
	for _, p := range s.has {
		if p.optional || p.kind == list {
			continue
		}
		if name != "" {
			return ""
		}
		name = p.name
	}
	return name
}

// leaf fills a text or a list of texts. Ok is false for a value of a wrong kind or a
// placeholder; said is false where it is empty.
func (s *shape) leaf(v value, into reflect.Value) (ok, said bool) {
	if v.cut {
		return false, false
	}
	if v.kind == nullValue {
		return true, false
	}
	switch s.kind {
	case list:
		return s.several(v, into)
	case object:
		return v.kind == objectValue && s.item(v, into), true
	}
	return s.line(v, into)
}

// line fills a text, on one line.
func (s *shape) line(v value, into reflect.Value) (ok, said bool) {
	if v.kind == listValue || v.kind == objectValue {
		return false, false
	}
	line := strings.Join(strings.FieldsFunc(v.text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) || r == utf8.RuneError }), " ")
	if len(s.enum) > 0 {
		for _, choice := range s.enum {
			if folded(choice) == folded(line) {
				into.SetString(choice)
				return true, true
			}
		}
		return s.optional, false
	}
	switch {
	case isNothing(line):
		into.SetString("")
		return true, false
	case utf8.RuneCountInString(line) > s.most || s.placeholder(line):
		return false, false
	}
	into.SetString(line)
	return true, true
}

// several fills a list of texts from a list, or from one text with commas.
func (s *shape) several(v value, into reflect.Value) (ok, said bool) {
	items := v.list
	if v.kind == textValue {
		for part := range strings.SplitSeq(v.text, ",") {
			items = append(items, value{kind: textValue, text: part})
		}
	}
	out := reflect.MakeSlice(into.Type(), 0, len(items))
	for _, item := range items {
		next := reflect.New(into.Type().Elem()).Elem()
		ok, said := s.of.leaf(item, next)
		if !ok {
			return false, false
		}
		if said {
			out = reflect.Append(out, next)
		}
	}
	into.Set(out)
	return true, out.Len() > 0
}

// bare fills a form of one property from a reply that is nothing but its value.
func (f *fitter) bare(s *shape, reply string, into reflect.Value) bool {
	if len(s.has) != 1 || s.has[0].kind == list || s.has[0].kind == text && len(s.has[0].enum) == 0 {
		return false
	}
	p := s.has[0]
	reply = strings.Trim(reply, " \t\r\n*_`\"'.:;()")
	if _, said := p.leaf(value{kind: textValue, text: reply}, into.Field(p.at)); !said {
		return false
	}
	f.kept++
	return true
}
