package shape

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"contextarena.internal/llm/sim/read"
)

// cell is what the record says in the place's role, or what answers the place's name if it's in no
// record.
func (f *filler) cell(p place, among Roles) Cell {
	switch {
	case p.cell != nil:
		return *p.cell
	case p.row == nil:
		if among == flags {
			return Cell{}
		}
		return f.src.Value(strings.TrimSpace(p.path+" "+Spoken(p.name)), p.about, among == figures)
	}
	for _, about := range []string{p.name, p.about} {
		if r := roleAmong(about, among); r != None {
			if c := p.row.Of(r); c.Known() {
				return c
			}
		}
		if k := KindOf(about); k != read.Plain && among != flags {
			for i := range p.row.Values {
				if v := &p.row.Values[i]; v.Kind == k && (among != figures || k == read.Amount) {
					return valueCell(v)
				}
			}
			if RoleOf(about) == None {
				return Cell{}
			}
		}
	}
	return Cell{}
}

func valueCell(v *read.Value) Cell {
	return Cell{Text: v.Text, Number: v.Number, Numeric: v.Kind == read.Amount}
}

// list is what a record says in the several items of a list: "depends_on", "aliases", "values".
func (r *Row) list(name, about string) []Cell {
	role := RoleOf(name)
	if role == None {
		role = RoleOf(about)
	}
	c := r.Of(role)
	var out []Cell
	for _, t := range c.List {
		out = append(out, Words(t))
	}
	switch {
	case len(out) > 0 || role == Premises || role == Examples:
		return out
	case role == Text && len(r.Parts) > 0:
		for i := range r.Parts {
			out = append(out, r.Parts[i].Of(Text))
		}
		return out
	case role != None && c.Known() && role != Object:
		return []Cell{c}
	}
	k := KindOf(name + " " + about)
	for i := range r.Values {
		if v := &r.Values[i]; k == read.Plain || v.Kind == k {
			out = append(out, valueCell(v))
		}
	}
	return out
}

// main is what a record says in one word or number, for a list about something.
func (r *Row) main(about string) Cell {
	k := KindOf(about)
	for i := range r.Values {
		if v := &r.Values[i]; v.Kind == k && k != read.Plain {
			return valueCell(v)
		}
	}
	switch role := RoleOf(about); role {
	case Subject, Object, Predicate, Label, Kind:
		return r.Of(role)
	}
	return r.Of(Text)
}

// text writes a string.
func (f *filler) text(s *Schema, p place) written {
	c := f.cell(p, ^Roles(0))
	t := c.Text
	if t == "" && len(c.List) > 0 {
		t = strings.Join(c.List, ", ")
	}
	known := t != ""
	if t == "" && s.short > 0 {
		t = "unknown"
	}
	t = strings.ToValidUTF8(t, "\uFFFD")
	if s.long >= 0 && utf8.RuneCountInString(t) > s.long {
		t = shortened(t, s.long)
	}
	if n := utf8.RuneCountInString(t); n < s.short {
		t += strings.Repeat(".", s.short-n)
	}
	if s.pattern != nil && !s.pattern.MatchString(t) {
		known = false
		t = f.matching(s, p, t)
	}
	f.left -= len(t) / 64
	return written{quoted(t), known, true}
}

// shortened is at most n characters of a text, cut between words if there is a place near the end.
func shortened(t string, n int) string {
	c := []rune(t)
	cut := string(c[:n])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 && c[n] != ' ' {
		cut = cut[:i]
	}
	return cut
}

// matching is a text that a pattern allows: the words with underscores or hyphens between them, the
// parts of the record, or the shortest text of the pattern.
func (f *filler) matching(s *Schema, p place, t string) string {
	fits := func(t string) bool {
		n := utf8.RuneCountInString(t)
		return s.pattern.MatchString(t) && n >= s.short && (s.long < 0 || n <= s.long)
	}
	words := strings.Join(wordsOf(t), " ")
	tries := []string{strings.ReplaceAll(words, " ", "_"), strings.ReplaceAll(words, " ", "-"), words, strings.ToUpper(strings.ReplaceAll(words, " ", "_")), strings.ReplaceAll(words, " ", "")}
	if p.row != nil {
		for i := range p.row.Values {
			tries = append(tries, p.row.Values[i].Text, p.row.Values[i].Key)
		}
		if n := p.row.Of(Index).Text; n != "" {
			for _, letter := range []string{"", s.letter()} {
				tries = append(tries, letter+n)
			}
		}
	}
	for _, try := range tries {
		if try != "" && fits(try) {
			return try
		}
	}
	return shortest(s.pattern.String())
}

// quoted is a JSON string. Angle brackets stay as they are.
func quoted(t string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(t) // a string always can be
	return strings.TrimSuffix(b.String(), "\n")
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

// canonical is the same for all spellings of one JSON value.
func canonical(raw string) string {
	var v any
	dec := json.NewDecoder(strings.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&v) != nil {
		return raw
	}
	b, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return string(b)
}
