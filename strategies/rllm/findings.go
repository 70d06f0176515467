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
	list   []finding // by heading: those without one first, then in the order in which headings were first used
}

// finding is one fact.
type finding struct {
	heading string
	name    string // empty in a list
	text    string
	at      int // the cycle that found it
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
	out.list = slices.Clone(s.list)
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
	before := slices.Clone(s.list)
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
				s.put(finding{heading: heading, text: inline(e)})
			}
		case orderedjson.Object:
			for _, e := range v {
				s.put(finding{heading: heading, name: words.OneLine(e.Name), text: inline(e.Value)})
			}
		default:
			s.put(finding{name: heading, text: inline(v)})
		}
	}
	if s.text() == "" {
		s.list = before
		return "it returned nothing to keep"
	}
	return ""
}

// put adds a finding, or lets it take the place of the one with its name.
func (s *findings) put(f finding) {
	if f.text == "" {
		return
	}
	f.at = s.cycle
	end := len(s.list) // behind the last of its heading
	if f.heading == "" {
		end = 0
	}
	for i, old := range s.list {
		if old.heading != f.heading {
			continue
		}
		end = i + 1
		if !strings.EqualFold(old.name, f.name) || f.name == "" && !strings.EqualFold(old.text, f.text) {
			continue
		}
		if f.name != "" && old.text != f.text {
			s.list[i] = f
		}
		return
	}
	s.list = slices.Insert(s.list, end, f)
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
	s.list = slices.DeleteFunc(s.list, func(f finding) bool {
		return slices.ContainsFunc(lines, func(line string) bool {
			line = strings.TrimPrefix(line, "- ")
			return line != "" && (strings.EqualFold(line, f.line()) || strings.EqualFold(line, f.text) || strings.EqualFold(line, f.name))
		})
	})
}

// fit drops the findings made longest ago until the rest is within the budget; of those of one cycle
// the first go first. It returns how many went.
func (s *findings) fit() (dropped int) {
	budget := s.budget
	for i := range s.list {
		budget -= s.tokens(s.headline(i))
	}
	s.list, dropped = memo.FitEach(s.list, func(f finding) int { return f.at }, budget, func(f finding) int { return s.tokens(item(f)) })
	return dropped
}

// text is the memory text.
func (s *findings) text() string {
	var b strings.Builder
	for i, f := range s.list {
		b.WriteString(s.headline(i) + item(f))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// headline is the heading that begins with a finding, empty if none does.
func (s *findings) headline(i int) string {
	heading := s.list[i].heading
	if heading == "" || i > 0 && s.list[i-1].heading == heading {
		return ""
	}
	return "## " + heading + "\n"
}

func item(f finding) string { return "- " + f.line() + "\n" }

// json is the object as the next program sees it: lists where a heading has unnamed findings, else
// objects.
func (s *findings) json() []byte {
	var out orderedjson.Object
	for rest := s.list; len(rest) > 0; {
		heading := rest[0].heading
		var named orderedjson.Object
		var lines []any
		for len(rest) > 0 && rest[0].heading == heading {
			f := rest[0]
			rest = rest[1:]
			lines = append(lines, f.line())
			if f.name != "" {
				named = append(named, orderedjson.Member{Name: f.name, Value: f.text})
			}
		}
		switch {
		case heading == "":
			out = append(out, named...)
		case len(named) == len(lines):
			out = append(out, orderedjson.Member{Name: heading, Value: named})
		default:
			out = append(out, orderedjson.Member{Name: heading, Value: lines})
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
