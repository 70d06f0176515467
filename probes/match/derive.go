package match

import (
	"fmt"
	"iter"
	"math"
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
	values []map[string]bool // the stems of the values
	says   []map[string]bool // the roots of what text and question say
	texts  []map[string]bool // the stems of the texts
	said   []*words.Text     // texts and questions
}

func sceneOf(facts []arena.Fact) *scene {
	s := &scene{facts: facts}
	for _, f := range facts {
		says := map[string]bool{}
		said := f.Text + " " + f.Question
		for w := range words.Content(said) {
			says[words.Root(w)] = true
		}
		s.values, s.says = append(s.values, words.Stems(valueWords(f.Value))), append(s.says, says)
		s.texts, s.said = append(s.texts, words.Stems(f.Text)), append(s.said, words.Read(said))
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

// label is a word that a fact is about.
type label struct {
	word   string
	weight float64 // the more facts have it, the less it tells
}

// labels are what fact i can be told by from the others: the words of its text and its question, less those of its value.
func (s *scene) labels(i int) (out []label) {
	own, had := s.facts[i], map[string]bool{}
	said := s.said[i].Source()
	if bare, err := Compile(typed(own.Value)); err == nil { // what the value is written as says nothing of what it is of
		for _, s := range slices.Backward(bare.Find(s.said[i])) {
			said = said[:s.Start] + strings.Repeat(" ", s.End-s.Start) + said[s.End:]
		}
	}
	content := words.Content(said)
	for _, w := range words.Plain(said) {
		stem, root := words.Stem(w), words.Root(w)
		if had[root] || !content[stem] || s.values[i][stem] || len(stem) <= 2 || strings.Trim(stem, "0123456789") == "" {
			continue
		}
		had[root] = true
		n := 1.0
		for j := range s.others(i) {
			if s.says[j][root] {
				n++
			}
		}
		out = append(out, label{strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s"), 1 / math.Sqrt(n)})
	}
	return out
}

// part is which part of the weight of its labels fact i, whose value is as somebody says it and not a pattern somebody wrote, must have beside it:
// some if it is a small number, or words in small letters of which another fact says one; more if a fact of another turn says the value; else none.
func (s *scene) part(i int) float64 {
	own := s.facts[i]
	t := typed(own.Value)
	bare, err := Compile(t)
	if own.Value.Text == "" && own.Value.Number == nil || err != nil {
		return 0
	}
	chance := ByChance(t)
	if chance && (t.Number != nil || own.Value.Text == "") {
		return 0.15
	}
	for j := range s.others(i) {
		switch {
		case chance && !words.Disjoint(s.values[i], s.texts[j]):
			return 0.15
		case !chance && s.facts[j].Turn != own.Turn && len(bare.Find(s.said[j])) > 0:
			return 0.3
		}
	}
	return 0
}

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
		var err error
		out[i], err = CompileFact(f)
		if part := scene.part(i); err == nil && f.About == nil && part > 0 { // who gives a label has thought of it
			err = out[i].weigh(f.Within, scene.labels(i), part)
		}
		if err != nil {
			return nil, fmt.Errorf("fact %s: %w", f.ID, err)
		}
	}
	return out, nil
}
