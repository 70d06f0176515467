package sim

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/internal/orderedjson"
)

// fill writes an object of the request's schema from what is known. Lists get one item for each fact
// that fits them; what a field is for is told by the words of its name, then of its description.
func (r *reading) fill() string {
	out, err := orderedjson.Encode(r.value(r.form, r.written()))
	if err != nil {
		panic("sim: encoding texts: " + err.Error()) // any text can be encoded
	}
	return strings.TrimSpace(string(out))
}

// value fills a shape that stands for the whole of what is known.
func (r *reading) value(s *shape, lines []line) any {
	switch {
	case s.Type == "object":
		shares, out := s.share(r, lines), orderedjson.Object{}
		for i, f := range s.fields {
			out = append(out, orderedjson.Member{Name: f.name, Value: r.value(f, shares[i])})
		}
		return out
	case s.Type == "array":
		return r.list(s, lines)
	case s.same != nil:
		return s.same
	case s.Enum != nil:
		return s.chosen(r.subject())
	case roleOf(s, nil) == labels:
		words := slices.Sorted(maps.Keys(r.subject()))
		return strings.Join(words[:min(3, len(words))], " ")
	}
	return bulleted(lines)
}

// share gives each property of an object the statements that fit it. Lists of things share them out;
// everything else may use all.
func (s *shape) share(r *reading, lines []line) [][]line {
	out := make([][]line, len(s.fields))
	var lists []int
	var about []string
	for i, f := range s.fields {
		if f.Type != "array" || f.Items.Enum != nil {
			out[i] = lines
			continue
		}
		words := f.words() + " " + f.Items.About
		for _, p := range f.Items.fields {
			words += " " + p.words()
		}
		lists, about = append(lists, i), append(about, words)
	}
	choose := chooser(about)
	for _, l := range lines {
		if len(lists) == 0 {
			break
		}
		at := lists[0]
		if len(lists) > 1 && l.fact >= 0 {
			at = lists[choose(r.kindWords(l.fact, l.old))]
		}
		out[at] = append(out[at], l)
	}
	return out
}

// list is a list with one item for each statement; of options the list is a ranking, those first of
// which most is known.
func (r *reading) list(s *shape, lines []line) any {
	switch {
	case s.Items.Enum != nil:
		return r.ranked(s.Items)
	case s.Items.Type == "object" && !s.Items.states():
		return r.described(s.Items, lines)
	}
	out := []any{}
	changes := mentions(spaced(s.name), "changes corrections superseded supersedes updates replaced")
	for _, l := range lines {
		if l.old && s.Items.Type == "object" || changes && (l.fact < 0 || r.replaced(l.fact) < 0) {
			continue
		}
		l.place = len(out)
		out = append(out, r.item(s.Items, l, nil))
	}
	return out
}

// states reports whether an item of a list holds a statement or a value; otherwise it describes what
// statements there are.
func (s *shape) states() bool {
	return slices.ContainsFunc(s.fields, func(f *shape) bool {
		role := roleOf(f, s.fields)
		return role == values || role == olds || role == whole && mentions(spaced(f.name), "fact text statement memory content sentence note detail")
	})
}

// described has one item for each kind of fact that there is, in the words for the kind.
func (r *reading) described(item *shape, lines []line) []any {
	out, had := []any{}, [kinds]bool{}
	for _, l := range lines {
		if l.fact < 0 || had[r.world.Facts[l.fact].Kind] {
			continue
		}
		kind := r.world.Facts[l.fact].Kind
		had[kind] = true
		o := orderedjson.Object{}
		for _, f := range item.fields {
			about := saidOfKind[kind]
			if roleOf(f, item.fields) == labels {
				about, _, _ = strings.Cut(about, " ")
			}
			var v any = about
			if f.Enum != nil {
				v = f.chosen(contentWords(about))
			} else if f.Type != "string" {
				v = r.value(f, nil)
			}
			o = append(o, orderedjson.Member{Name: f.name, Value: v})
		}
		out = append(out, o)
	}
	return out
}

func mentions(text, words string) bool { return common(contentWords(text), contentWords(words)) > 0 }

// ranked are choices by how many of the facts they name, the first of equal ones first.
func (r *reading) ranked(s *shape) []string {
	count := map[string]int{}
	for _, l := range r.written() {
		if l.fact >= 0 {
			count[s.chosen(r.kindWords(l.fact, l.old))]++
		}
	}
	out := slices.Clone(s.Enum)
	slices.SortStableFunc(out, func(a, b string) int { return count[b] - count[a] })
	return out
}

// chosen is the choice that has most of some words.
func (s *shape) chosen(words map[string]bool) string {
	texts := make([]string, len(s.Enum))
	for i, o := range s.Enum {
		texts[i] = spaced(o)
	}
	return s.Enum[chooser(texts)(words)]
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
	{whole, contentWords("fact text statement memory content sentence note detail description summary evidence decision")},
}

// functionRoles are roles of words that say nothing elsewhere.
var functionRoles = map[string]role{"was": olds, "before": olds, "now": values, "to": values, "what": labels, "who": labels, "from": bases}

// roleOf is what a field among others is for. The subject of a pair is called "from" too.
func roleOf(s *shape, fields []*shape) role {
	if r, ok := functionRoles[s.name]; ok {
		if r == bases && slices.ContainsFunc(fields, func(f *shape) bool { return f.name == "to" }) {
			return labels
		}
		return r
	}
	for _, text := range []string{spaced(s.name), s.About} {
		for _, known := range roleWords {
			if common(contentWords(text), known.words) > 0 {
				return known.role
			}
		}
	}
	return whole
}

// item fills a shape from one statement.
func (r *reading) item(s *shape, l line, fields []*shape) any {
	as := roleOf(s, fields)
	switch {
	case s.Type == "object":
		out := orderedjson.Object{}
		for _, f := range s.fields {
			out = append(out, orderedjson.Member{Name: f.name, Value: r.item(f, l, s.fields)})
		}
		return out
	case s.Type == "array":
		from := []string{}
		if as == bases && s.Items.Type == "string" && l.fact >= 0 {
			for _, o := range r.world.Facts[l.fact].Operands {
				from = appendNew(from, r.world.label(o))
			}
		}
		return from
	case s.same != nil:
		return s.same
	case s.name == "id":
		return strconv.Itoa(l.place)
	case s.Enum != nil:
		words := contentWords(l.text)
		if l.fact >= 0 {
			maps.Copy(words, r.kindWords(l.fact, l.old))
		}
		return s.chosen(words)
	case as == values:
		return r.valueOf(l)
	case as == labels:
		if l.fact < 0 {
			return keyWords(l.text, 4)
		}
		return r.world.label(l.fact)
	case as == olds && l.fact >= 0 && r.replaced(l.fact) >= 0:
		return r.valueOf(line{fact: r.replaced(l.fact)})
	case as == olds, as == forms:
		return ""
	}
	return l.String()
}

// valueOf is a statement's value as the material gives it, or where it doesn't as the fact's own text has it.
func (r *reading) valueOf(l line) string {
	if l.fact < 0 {
		return l.text
	}
	if v := r.belief().facts[l.fact].value; v != "" {
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

// subject are the words of all that is known, for a choice that is about the whole.
func (r *reading) subject() map[string]bool {
	out := map[string]bool{}
	for _, p := range r.parts {
		maps.Copy(out, contentWords(p.text))
	}
	return out
}
