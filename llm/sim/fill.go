package sim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/internal/orderedjson"
)

// fill writes an object of the request's schema from what is known. Lists get one item for each fact
// that fits them; what a field is for is told by the words of its name, then of its description.
func (r *reading) fill() (string, error) {
	s, err := readSchema(r.Schema.JSON)
	if err != nil {
		return "", fmt.Errorf("schema %s: %w", r.Schema.Name, err)
	}
	out, err := orderedjson.Encode(r.value(s, r.written()))
	if err != nil {
		return "", fmt.Errorf("schema %s: %w", r.Schema.Name, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// value fills a shape that stands for the whole of what is known.
func (r *reading) value(s shape, lines []line) any {
	switch s.kind {
	case "object":
		shares := r.share(s, lines)
		out := orderedjson.Object{}
		for i, f := range s.fields {
			out = append(out, orderedjson.Member{Name: f.name, Value: r.value(f, shares[i])})
		}
		return out
	case "map":
		out := orderedjson.Object{}
		for _, l := range lines {
			if name := r.labelOf(l); !l.old && !slices.ContainsFunc(out, func(m orderedjson.Member) bool { return m.Name == name }) {
				out = append(out, orderedjson.Member{Name: name, Value: r.item(*s.items, l, nil)})
			}
		}
		return out
	case "array":
		return r.list(s, lines)
	case "choice":
		return s.options[choose(r.subject(), spelled(s.options))]
	case "string":
		if roleOf(s, nil) == labels {
			return strings.Join(firstWords(r.subject(), 3), " ")
		}
		if len(lines) == 0 {
			return ""
		}
		return bulleted(lines)
	}
	return r.scalar(s, false)
}

// share gives each property of an object the statements that fit it. Lists of things share them out;
// everything else may use all.
func (r *reading) share(s shape, lines []line) [][]line {
	out := make([][]line, len(s.fields))
	var lists []int
	var about []string
	for i, f := range s.fields {
		out[i] = lines
		if f.kind == "array" && f.items != nil && f.items.kind != "choice" {
			lists, about = append(lists, i), append(about, listWords(f))
			out[i] = nil
		}
	}
	for _, l := range lines {
		switch {
		case len(lists) == 1:
			out[lists[0]] = append(out[lists[0]], l)
		case len(lists) > 1:
			at := 0
			if l.fact >= 0 {
				at = choose(r.kindWords(l.fact, l.old), about)
			}
			out[lists[at]] = append(out[lists[at]], l)
		}
	}
	return out
}

// listWords are the words of a list and of the fields of its items.
func listWords(s shape) string {
	words := s.words() + " " + s.items.about
	for _, f := range s.items.fields {
		words += " " + f.words()
	}
	return words
}

// list is a list with one item for each statement; of options the list is a ranking, those first of
// which most is known.
func (r *reading) list(s shape, lines []line) any {
	out := []any{}
	if s.items == nil {
		return out
	}
	if s.items.kind == "choice" {
		return r.ranked(s.items.options)
	}
	if s.items.kind == "object" && !states(*s.items) {
		return r.described(s, lines)
	}
	changes := mentions(spaced(s.name), "changes corrections superseded supersedes updates replaced")
	for _, l := range lines {
		switch {
		case s.items.kind == "array" || l.old && s.items.kind == "object":
			continue
		case changes && (l.fact < 0 || r.replaced(l.fact) < 0):
			continue
		}
		out = append(out, r.item(*s.items, l, nil))
	}
	return out
}

// states reports whether an item of a list holds a statement or a value; otherwise it describes what
// statements there are.
func states(item shape) bool {
	return slices.ContainsFunc(item.fields, func(f shape) bool {
		role := roleOf(f, item.fields)
		return role == values || role == olds || role == whole && mentions(spaced(f.name), "fact text statement memory content sentence note detail")
	})
}

// described has one item for each kind of fact that there is, in the words for the kind.
func (r *reading) described(s shape, lines []line) []any {
	out, had := []any{}, [kinds]bool{}
	for _, l := range lines {
		if l.fact < 0 || had[r.world.Facts[l.fact].Kind] {
			continue
		}
		kind := r.world.Facts[l.fact].Kind
		had[kind] = true
		o := orderedjson.Object{}
		for _, f := range s.items.fields {
			about := saidOfKind[kind]
			if roleOf(f, s.items.fields) == labels {
				about, _, _ = strings.Cut(about, " ")
			}
			switch f.kind {
			case "string":
				o = append(o, orderedjson.Member{Name: f.name, Value: any(about)})
			case "choice":
				o = append(o, orderedjson.Member{Name: f.name, Value: f.options[choose(contentWords(about), spelled(f.options))]})
			default:
				o = append(o, orderedjson.Member{Name: f.name, Value: r.scalar(f, false)})
			}
		}
		out = append(out, o)
	}
	return out
}

func mentions(text, words string) bool {
	of := contentWords(words)
	for k := range contentWords(text) {
		if of[k] {
			return true
		}
	}
	return false
}

// ranked are options by how many of the facts they name, the first of equal ones first.
func (r *reading) ranked(options []json.RawMessage) []json.RawMessage {
	out := slices.Clone(options)
	texts := spelled(options)
	count := make(map[string]int, len(options))
	for _, l := range r.written() {
		if l.fact >= 0 {
			count[string(options[choose(r.kindWords(l.fact, l.old), texts)])]++
		}
	}
	slices.SortStableFunc(out, func(a, b json.RawMessage) int { return count[string(b)] - count[string(a)] })
	return out
}

// spelled are options as texts.
func spelled(options []json.RawMessage) []string {
	out := make([]string, len(options))
	for i, o := range options {
		out[i] = spaced(strings.Trim(string(o), `"`))
	}
	return out
}

// role is what a field of an item is for.
type role int

const (
	whole  role = iota // the statement in a sentence
	values             // the value
	labels             // what it is of
	olds               // the value it replaced
	bases              // what it follows from
	forms              // how it follows from them, which a reader can't tell
	sorts              // what kind of thing it is
)

// roleWords tell the role of a field, the first that fit.
var roleWords = []struct {
	role  role
	words map[string]bool
}{
	{olds, contentWords("was old previous before former superseded replaced prior")},
	{forms, contentWords("formula expression calculation")},
	{bases, contentWords("from depends operands inputs")},
	{values, contentWords("value new to object place location outcome answer amount path")},
	{labels, contentWords("what name subject entity key attribute label topic title thing person who field genre from alias")},
	{sorts, contentWords("kind type category relation predicate")},
	{whole, contentWords("fact text statement memory content sentence note detail description summary evidence decision")},
}

// functionRoles are roles of words that say nothing elsewhere.
var functionRoles = map[string]role{"was": olds, "before": olds, "now": values, "to": values, "what": labels, "who": labels, "from": bases}

// roleOf is what a field among others is for. The subject of a pair is called "from" too.
func roleOf(s shape, fields []shape) role {
	for _, text := range []string{spaced(s.name), s.about} {
		words := contentWords(text)
		if text == spaced(s.name) {
			if r, ok := functionRoles[text]; ok {
				if r == bases && slices.ContainsFunc(fields, func(f shape) bool { return f.name == "to" }) {
					return labels
				}
				return r
			}
		}
		for _, known := range roleWords {
			for k := range words {
				if known.words[k] {
					return known.role
				}
			}
		}
	}
	return whole
}

// item fills a shape from one statement.
func (r *reading) item(s shape, l line, fields []shape) any {
	switch s.kind {
	case "object", "map":
		out := orderedjson.Object{}
		for _, f := range s.fields {
			out = append(out, orderedjson.Member{Name: f.name, Value: r.item(f, l, s.fields)})
		}
		return out
	case "array":
		out := []any{}
		if s.items == nil || s.items.kind != "string" {
			return out
		}
		switch roleOf(s, nil) {
		case bases:
			for _, name := range r.basesOf(l) {
				out = append(out, name)
			}
		case values:
			out = append(out, r.valueOf(l))
		}
		return out
	case "choice":
		words := contentWords(l.text)
		if l.fact >= 0 {
			for k := range r.kindWords(l.fact, l.old) {
				words[k] = true
			}
		}
		return s.options[choose(words, spelled(s.options))]
	case "string":
		return r.text(roleOf(s, fields), l)
	}
	return r.scalar(s, l.old)
}

// text is what a statement has for a role.
func (r *reading) text(as role, l line) string {
	switch as {
	case values:
		return r.valueOf(l)
	case labels:
		return r.labelOf(l)
	case olds:
		if l.fact >= 0 {
			if old := r.replaced(l.fact); old >= 0 {
				return r.valueOf(line{r.belief().says(old), old, true})
			}
		}
		return ""
	case bases:
		return strings.Join(r.basesOf(l), ", ")
	case forms:
		return ""
	case sorts:
		if l.fact >= 0 {
			return strings.Fields(saidOfKind[r.world.Facts[l.fact].Kind])[0]
		}
		return "other"
	}
	return l.String()
}

// scalar is a number or truth value that nothing in a statement decides: the least allowed.
func (r *reading) scalar(s shape, old bool) any {
	switch s.kind {
	case "boolean":
		return old == mentions(spaced(s.name), "old outdated superseded replaced")
	case "integer", "number":
		if s.min != nil {
			return *s.min
		}
		if s.max != nil && *s.max < 1 {
			return *s.max
		}
		return 1
	}
	return nil
}

// valueOf is a statement's value as the material gives it.
func (r *reading) valueOf(l line) string {
	if l.fact < 0 {
		return l.text
	}
	if v := r.belief().value[l.fact]; v != "" {
		return v
	}
	f := r.world.Facts[l.fact]
	for _, s := range r.world.Find(f.Text) {
		if s.Fact == l.fact {
			return f.Text[s.Value.Start:s.Value.End]
		}
	}
	return f.Text
}

// labelOf is what a statement is of; of a sentence that belongs to no fact, its content words.
func (r *reading) labelOf(l line) string {
	if l.fact >= 0 {
		return r.world.label(l.fact)
	}
	var out []string
	for word := range strings.FieldsSeq(l.text) {
		if word = strings.Trim(word, `.,;:?!"()`); len(contentWords(word)) > 0 && len(out) < 4 {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

// basesOf are the labels of what a value follows from.
func (r *reading) basesOf(l line) []string {
	var out []string
	if l.fact >= 0 {
		for _, o := range r.world.Facts[l.fact].Operands {
			if name := r.world.label(o); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// subject are the words of all that is known, for a choice that is about the whole.
func (r *reading) subject() map[string]bool {
	out := map[string]bool{}
	for _, p := range r.parts {
		if p.talk || !r.hasTalk() {
			for k := range contentWords(p.text) {
				out[k] = true
			}
		}
	}
	return out
}

// firstWords are at most n of some words, in the order of the alphabet.
func firstWords(words map[string]bool, n int) []string {
	var out []string
	for k := range words {
		out = append(out, k)
	}
	slices.Sort(out)
	return out[:min(n, len(out))]
}
