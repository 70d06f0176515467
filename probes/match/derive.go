package match

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// What a fact needn't say is derived: the kind of a value from how it is written, and the labels that tell it from the other facts of its
// scenario where it gives none.

// typed is a value with each text in it as what it is: an amount, a day, a time of day, an identifier; of a value that is said in one way
// alone its words near each other too: who lists several has thought of them.
func typed(p arena.Pattern) arena.Pattern { return typedOf(p, true) }

func typedOf(p arena.Pattern, alone bool) arena.Pattern {
	if p.Text == "" {
		p.Any = slices.Clone(p.Any)
		for i := range p.Any {
			p.Any[i] = typedOf(p.Any[i], alone && len(p.Any) == 1)
		}
		return p
	}
	t := words.Read(p.Text)
	whole := func(s words.Span) bool { return strings.Trim(p.Text[:s.Start]+p.Text[s.End:], " .") == "" }
	switch a, d, c := t.Amounts(), t.Dates(), t.Clocks(); {
	case len(d) == 1 && len(a)+len(c) == 0 && whole(d[0].Span):
		return arena.Pattern{Date: &arena.DatePattern{Year: d[0].Year, Month: d[0].Month, Day: d[0].Day}}
	case len(c) == 1 && len(a)+len(d) == 0 && whole(c[0].Span):
		return arena.Pattern{Time: &arena.ClockPattern{Hour: c[0].Minutes[1] / 60, Minute: c[0].Minutes[1] % 60}}
	case alone && len(a) == 1 && len(d)+len(c) == 0 && a[0].Value.IsInt(): // in a list 3F may be a floor
		_, last := t.Cover(a[0].Span)
		if t.NamesUnit(last + 1) {
			a[0].Span.End = t.Span(last+1, last+1).End
		}
		if n := (&arena.NumberPattern{Value: a[0].Value.RatString()}); whole(a[0].Span) {
			if len(a[0].Units) == 1 {
				n.Unit = a[0].Units[0]
			}
			return arena.Pattern{Number: n}
		}
	case !strings.Contains(p.Text, " ") && strings.ContainsFunc(p.Text, unicode.IsDigit):
		if _, err := compileIdentifier(arena.Pattern{Identifier: p.Text}); err == nil {
			return arena.Pattern{Identifier: p.Text}
		}
	}
	if !alone {
		return p
	}
	if p.Text == strings.ToLower(p.Text) { // its words near each other, whatever stands between
		var of []arena.Pattern
		for _, w := range words.Plain(p.Text) {
			if words.Content(w)[words.Stem(w)] {
				of = append(of, arena.Pattern{Text: w})
			}
		}
		if len(of) > 1 && len(of) <= maxNear {
			return arena.Pattern{Any: []arena.Pattern{p, {Near: &arena.NearPattern{Of: of, Within: looselyWithin}}}}
		}
	}
	return p
}

// looselyWithin is how many words may stand between those of a value in words.
const looselyWithin = 3

// scene is the facts of a scenario, each with what is derived of it once.
type scene struct {
	facts  []arena.Fact
	kinds  []string          // of the values
	values []map[string]bool // the stems of the values
	says   []map[string]bool // the roots of what text and question say
	texts  []map[string]bool // the stems of the texts
}

func sceneOf(facts []arena.Fact) *scene {
	s := &scene{facts: facts}
	for _, f := range facts {
		says := map[string]bool{}
		for w := range words.Content(f.Text + " " + f.Question) {
			says[words.Root(w)] = true
		}
		s.kinds, s.says = append(s.kinds, kindOf(f.Value)), append(s.says, says)
		s.values, s.texts = append(s.values, words.Stems(valueWords(f.Value))), append(s.texts, words.Stems(f.Text))
	}
	return s
}

// others goes through the facts that a scenario could confuse with fact i: all but what it replaced and what replaced it.
func (s *scene) others(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for j := range s.facts {
			if j != i && !sameThing(s.facts, i, j) && !yield(j) {
				return
			}
		}
	}
}

// labels are what fact i can be told by from the others: the words of its text and its question, less those of its value and less those
// that another fact with a value of the same kind has too.
func (s *scene) labels(i int) []string {
	own, shared := s.facts[i], map[string]bool{}
	for j := range s.others(i) {
		if s.kinds[j] == s.kinds[i] {
			maps.Copy(shared, s.says[j])
		}
	}
	var out []string
	said := own.Text + " " + own.Question
	if bare, err := Compile(typed(own.Value)); err == nil { // what the value is written as says nothing of what it is of
		for _, s := range slices.Backward(bare.Find(words.Read(said))) {
			said = said[:s.Start] + strings.Repeat(" ", s.End-s.Start) + said[s.End:]
		}
	}
	content := words.Content(said)
	for _, w := range words.Plain(said) {
		if stem := words.Stem(w); content[stem] && !s.values[i][stem] && !shared[words.Root(stem)] && len(stem) > 2 && strings.Trim(stem, "0123456789") != "" {
			out = append(out, label(w))
			shared[words.Root(stem)] = true
		}
	}
	return out
}

// needsLabel reports whether fact i, whose value is as somebody says it and not a pattern somebody wrote, is found by its label alone: another
// fact says a word of it too, or it is a small number.
func (s *scene) needsLabel(i int) bool {
	p := s.facts[i].Value
	switch t := typed(p); {
	case p.Text == "" && p.Number == nil:
		return false
	case p.Text != "" && t.Number == nil:
		return ByChance(t) && slices.ContainsFunc(slices.Collect(s.others(i)), func(j int) bool { return !words.Disjoint(s.values[i], s.texts[j]) })
	default:
		return ByChance(t)
	}
}

// label is a word as a label: without the ending of a possessive.
func label(w string) string { return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s") }

// sameThing reports whether one fact took the place of the other, directly or through others, or follows from it.
func sameThing(facts []arena.Fact, i, j int) bool {
	return supersedes(facts, i, j) || supersedes(facts, j, i)
}

func supersedes(facts []arena.Fact, i, j int) bool {
	for range facts {
		if facts[i].Supersedes == "" {
			return false
		}
		i = slices.IndexFunc(facts, func(f arena.Fact) bool { return f.ID == facts[i].Supersedes })
		if i < 0 || i == j {
			return i == j
		}
	}
	return false
}

// valueWords are the texts in a pattern.
func valueWords(p arena.Pattern) string {
	out := p.Text
	for _, q := range slices.Concat(p.Any, p.All) {
		out += " " + valueWords(q)
	}
	if p.Near != nil {
		for _, q := range p.Near.Of {
			out += " " + valueWords(q)
		}
	}
	return out
}

// kindOf is what else could be taken for a value: numbers, days, times, identifiers or words.
func kindOf(p arena.Pattern) string {
	p = typed(p)
	for len(p.Any) > 0 {
		p = p.Any[0]
	}
	switch {
	case p.Number != nil:
		return "number"
	case p.Date != nil:
		return "date"
	case p.Time != nil:
		return "time"
	case p.Identifier != "":
		return "identifier"
	}
	return "words"
}

// ByChance reports whether a value may stand in many texts, so that it needs a label: a small number, or words that are no name.
func ByChance(p arena.Pattern) bool {
	switch {
	case p.Text != "":
		return p.Text == strings.ToLower(p.Text)
	case p.Number != nil:
		n, least := words.Read(p.Number.Value).Amounts(), 100.0
		if p.Number.Unit != "" {
			least = 13
		}
		return len(n) != 1 || n[0].Approx < least && !(strings.Contains(p.Number.Value, ".") && len(words.Digits(p.Number.Value)) > 2)
	case len(p.Any) > 0:
		return slices.ContainsFunc(p.Any, ByChance)
	}
	return p.Regex != "" || p.Section != nil || len(p.None) > 0 || len(p.All) > 0
}

// CompileFacts makes the matchers of the facts of a scenario, with what is derived. An error names the fact and the field at fault.
func CompileFacts(facts []arena.Fact) ([]Fact, error) {
	out, scene := make([]Fact, len(facts)), sceneOf(facts)
	for i, f := range facts {
		var labels []string
		if f.About == nil && scene.needsLabel(i) { // who gives a label has thought of it
			labels = scene.labels(i)
		}
		var err error
		if out[i], err = compileFact(f, typed(f.Value), labels); err != nil {
			return nil, fmt.Errorf("fact %s: %w", f.ID, err)
		}
	}
	return out, nil
}
