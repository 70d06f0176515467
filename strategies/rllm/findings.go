package rllm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/internal/orderedjson"
	"contextarena.internal/strategies/memo"
	"contextarena.internal/words"
)

// findings is the object that programs fill, cycle by cycle. A property of what a program returns is a
// heading; under it stands a finding for each element of a list, or for each named value of an
// object. What is nested deeper is written on one line. Single values stand under no heading.
//
// A named value takes the place of the one with its name. A finding that is there already stays as
// old as it is; the others are added. Nothing is taken away but what a program lists as outdated, and,
// beyond the budget, what was found longest ago.
type findings struct {
	tokens func(string) int
	budget int
	cycle  int
	list   []headed // those without a heading first, then in the order in which they were first used
}

// headed is the findings under a heading.
type headed struct {
	heading string
	list    []finding
}

// finding is one fact.
type finding struct {
	name string // empty in a list
	text string
	at   int // the cycle that found it
}

func (f finding) line() string {
	if f.name == "" {
		return f.text
	}
	return f.name + ": " + f.text
}

// next is a copy for the cycle that begins.
func (s *findings) next() findings {
	out := *s
	out.cycle++
	out.list = copied(s.list)
	return out
}

func copied(list []headed) []headed {
	out := slices.Clone(list)
	for i := range out {
		out[i].list = slices.Clone(out[i].list)
	}
	return out
}

// outdated is the property that takes findings away.
const outdated = "outdated"

// merge joins what a program returned, a JSON object. If that would leave nothing of the findings
// there are, or has none in it, they stay as they are and the fault says so.
func (s *findings) merge(value []byte) (fault string) {
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	root, err := decoded(d)
	object, ok := root.(orderedjson.Object)
	if err != nil || !ok {
		return "it returned no object"
	}
	before := copied(s.list)
	for _, p := range object {
		if p.Name == outdated {
			s.remove(p.Value)
		}
	}
	for _, p := range object {
		if p.Name == outdated {
			continue
		}
		heading := words.OneLine(p.Name)
		switch v := p.Value.(type) {
		case []any:
			for _, e := range v {
				s.put(heading, finding{text: inline(e)})
			}
		case orderedjson.Object:
			for _, e := range v {
				s.put(heading, finding{name: words.OneLine(e.Name), text: inline(e.Value)})
			}
		default:
			s.put("", finding{name: heading, text: inline(v)})
		}
	}
	if s.text() == "" {
		s.list = before
		return "it returned nothing to keep"
	}
	return ""
}

// put adds a finding, or lets it take the place of the one with its name.
func (s *findings) put(heading string, f finding) {
	if f.text == "" {
		return
	}
	f.at = s.cycle
	i := slices.IndexFunc(s.list, func(sh headed) bool { return sh.heading == heading })
	switch {
	case i >= 0:
	case heading == "":
		i, s.list = 0, slices.Insert(s.list, 0, headed{})
	default:
		i, s.list = len(s.list), append(s.list, headed{heading: heading})
	}
	sh := &s.list[i]
	same := slices.IndexFunc(sh.list, func(old finding) bool {
		return strings.EqualFold(old.name, f.name) && (f.name != "" || strings.EqualFold(old.text, f.text))
	})
	switch {
	case same < 0:
		sh.list = append(sh.list, f)
	case f.name != "" && sh.list[same].text != f.text:
		sh.list[same] = f
	}
}

// remove takes away the findings whose line, text or name a program lists. What is none of them is no
// mistake: the program may have seen them otherwise.
func (s *findings) remove(v any) {
	var lines []string
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			lines = append(lines, inline(e))
		}
	default:
		lines = []string{inline(v)}
	}
	gone := func(f finding) bool {
		return slices.ContainsFunc(lines, func(line string) bool {
			line = strings.TrimPrefix(line, "- ")
			return line != "" && (strings.EqualFold(line, f.line()) || strings.EqualFold(line, f.text) || strings.EqualFold(line, f.name))
		})
	}
	for i := range s.list {
		s.list[i].list = slices.DeleteFunc(s.list[i].list, gone)
	}
	s.list = slices.DeleteFunc(s.list, func(sh headed) bool { return len(sh.list) == 0 })
}

// fit drops the findings made longest ago until the rest is within the budget; of those of one cycle
// the first go first. It returns how many went.
func (s *findings) fit() int {
	type place struct{ headed, at, of, cost int }
	size := 0
	var places []place
	for i, sh := range s.list {
		size += s.tokens(headline(sh.heading))
		for j, f := range sh.list {
			cost := s.tokens(item(f))
			size += cost
			places = append(places, place{i, f.at, j, cost})
		}
	}
	n := memo.Drop(len(places), func(i int) int { return places[i].at }, func() bool { return size > s.budget }, func(i int) {
		size -= places[i].cost
		s.list[places[i].headed].list[places[i].of].text = ""
	})
	for i := range s.list {
		s.list[i].list = slices.DeleteFunc(s.list[i].list, func(f finding) bool { return f.text == "" })
	}
	s.list = slices.DeleteFunc(s.list, func(sh headed) bool { return len(sh.list) == 0 })
	return n
}

// text is the memory text.
func (s *findings) text() string {
	var b strings.Builder
	for _, sh := range s.list {
		b.WriteString(headline(sh.heading))
		for _, f := range sh.list {
			b.WriteString(item(f))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func headline(heading string) string {
	if heading == "" {
		return ""
	}
	return "## " + heading + "\n"
}

func item(f finding) string { return "- " + f.line() + "\n" }

// json is the object as the next program sees it: lists where a heading has unnamed findings, else
// objects.
func (s *findings) json() []byte {
	var out orderedjson.Object
	for _, sh := range s.list {
		var named orderedjson.Object
		var lines []any
		for _, f := range sh.list {
			lines = append(lines, f.line())
			if f.name != "" {
				named = append(named, orderedjson.Member{Name: f.name, Value: f.text})
			}
		}
		switch {
		case sh.heading == "":
			out = append(out, named...)
		case len(named) == len(lines):
			out = append(out, orderedjson.Member{Name: sh.heading, Value: named})
		default:
			out = append(out, orderedjson.Member{Name: sh.heading, Value: lines})
		}
	}
	b, err := json.Marshal(out)
	if err != nil {
		panic(fmt.Sprintf("rllm: encoding findings: %v", err)) // texts and lists of them can be encoded
	}
	return b
}

// decoded is the next value of d: a text, a json.Number, a bool, nil, a []any or an orderedjson.Object.
func decoded(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		out := []any{}
		for d.More() {
			v, err := decoded(d)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		_, err = d.Token()
		return out, err
	case json.Delim('{'):
		out := orderedjson.Object{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := decoded(d)
			if err != nil {
				return nil, err
			}
			out = append(out, orderedjson.Member{Name: fmt.Sprint(name), Value: v})
		}
		_, err = d.Token()
		return out, err
	}
	return t, nil
}

// inline is a value on one line, empty for null.
func inline(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []any:
		var parts []string
		for _, e := range v {
			if t := inline(e); t != "" {
				parts = append(parts, t)
			}
		}
		return strings.Join(parts, ", ")
	case orderedjson.Object:
		var parts []string
		for _, p := range v {
			if t := inline(p.Value); t != "" {
				parts = append(parts, words.OneLine(p.Name)+": "+t)
			}
		}
		return strings.Join(parts, "; ")
	}
	return words.OneLine(fmt.Sprint(v))
}
