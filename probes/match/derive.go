package match

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// What a fact needn't say is derived: the kind of a value from how it is written, the rest of a name, and the labels that tell it from the
// other facts of its scenario.

// typed is a value with each text in it as what it is: an amount, a day, a time of day, an identifier; the words of a name and its parts.
func typed(p arena.Pattern, shared map[string]bool) arena.Pattern {
	if p.Text == "" {
		p.Any = slices.Clone(p.Any)
		for i := range p.Any {
			p.Any[i] = typed(p.Any[i], shared)
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
	case len(a) == 1 && len(d)+len(c) == 0 && a[0].Value.IsInt():
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
	out := []arena.Pattern{p}
	if p.Text == strings.ToLower(p.Text) { // its words near each other, whatever stands between
		var of []arena.Pattern
		for _, w := range words.Plain(p.Text) {
			if words.Content(w)[words.Stem(w)] {
				of = append(of, arena.Pattern{Text: w})
			}
		}
		if len(of) > 1 && len(of) <= maxNear {
			out = append(out, arena.Pattern{Near: &arena.NearPattern{Of: of, Within: looselyWithin}})
		}
	}
	if last := surname(p.Text); last != "" && !shared[words.Stem(last)] {
		out = append(out, arena.Pattern{Text: last})
	}
	if len(out) == 1 {
		return p
	}
	return arena.Pattern{Any: out}
}

// looselyWithin is how many words may stand between those of a value in words.
const looselyWithin = 3

// surname is the last word of the name of somebody, by which people call him as well; empty of anything else.
func surname(name string) string {
	fields := strings.Fields(name)
	if len(fields) < 2 || len(fields) > 3 {
		return ""
	}
	for _, w := range fields {
		if first, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(first) || strings.ContainsAny(w, "'’0123456789") {
			return ""
		}
	}
	if last := fields[len(fields)-1]; len(last) > 3 {
		return last
	}
	return ""
}

// Labels are what fact i can be told by from the others of a scenario: the words of its text and its question, less those of its value and
// less those that another fact with a value of the same kind has too.
func Labels(facts []arena.Fact, i int) []string {
	own := facts[i]
	value := words.Stems(valueWords(own.Value))
	shared := map[string]bool{}
	for j, f := range facts {
		if j != i && !sameThing(facts, i, j) && kindOf(f.Value) == kindOf(own.Value) {
			for w := range words.Content(f.Text + " " + f.Question) {
				shared[words.Root(w)] = true
			}
		}
	}
	var out []string
	said := own.Text + " " + own.Question
	if bare, err := Compile(typed(own.Value, nil)); err == nil { // what the value is written as says nothing of what it is of
		for _, s := range slices.Backward(bare.Find(words.Read(said))) {
			said = said[:s.Start] + strings.Repeat(" ", s.End-s.Start) + said[s.End:]
		}
	}
	content := words.Content(said)
	for _, w := range words.Plain(said) {
		if stem := words.Stem(w); content[stem] && !value[stem] && !shared[words.Root(stem)] && len(stem) > 2 && strings.Trim(stem, "0123456789") != "" {
			out = append(out, label(w))
			shared[words.Root(stem)] = true
		}
	}
	return out
}

// label is a word as a label: without the ending of a possessive.
func label(w string) string { return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s") }

// sameThing reports whether one fact took the place of the other, directly or through others, or follows from it.
func sameThing(facts []arena.Fact, i, j int) bool {
	return supersedes(facts, i, j) || supersedes(facts, j, i)
}

func supersedes(facts []arena.Fact, i, j int) bool {
	for range facts {
		i = slices.IndexFunc(facts, func(f arena.Fact) bool { return facts[i].Supersedes != "" && f.ID == facts[i].Supersedes })
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
	p = typed(p, nil)
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

// speaksNot reports whether a value as somebody says it, that may stand in many texts, needs a label. One for which somebody wrote a pattern speaks
// for itself.
func speaksNot(p arena.Pattern) bool {
	return (p.Text != "" || p.Number != nil) && ByChance(typed(p, nil))
}

// severalLabels is how many labels a fact has with which none is derived.
const severalLabels = 2

// CompileFacts makes the matchers of the facts of a scenario, with what is derived. An error names the fact and the field at fault.
func CompileFacts(facts []arena.Fact) ([]Fact, error) {
	out := make([]Fact, len(facts))
	for i, f := range facts {
		shared := map[string]bool{}
		for j, o := range facts {
			if j != i && !sameThing(facts, i, j) {
				for w := range words.Stems(valueWords(o.Value)) {
					shared[w] = true
				}
			}
		}
		for w := range words.Stems(f.Question) {
			shared[w] = true
		}
		var labels []string
		if f.About == nil || len(f.About.Any) < severalLabels { // who lists several has thought of them
			labels = Labels(facts, i)
		}
		var err error
		if out[i], err = compileFact(f, typed(f.Value, shared), labels); err != nil {
			return nil, fmt.Errorf("fact %s: %w", f.ID, err)
		}
	}
	return out, nil
}
