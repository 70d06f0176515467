package match

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/llm/embed"
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
	case strings.ContainsFunc(p.Text, unicode.IsDigit) && (!strings.Contains(p.Text, " ") || aPhone.MatchString(p.Text)):
		id := arena.Pattern{Identifier: strings.ReplaceAll(p.Text, " ", "-")}
		if _, err := compileIdentifier(id); err == nil {
			return id
		}
	}
	if !alone {
		return p
	}
	if of := partsOf(t); len(of) > 1 && len(of) <= maxNear && (p.Text == strings.ToLower(p.Text) || strings.ContainsFunc(p.Text, unicode.IsDigit)) {
		return arena.Pattern{Any: []arena.Pattern{p, {Near: &arena.NearPattern{Of: of, Within: looselyWithin}}}}
	}
	return p
}

// aPhone is a number that is called.
var aPhone = words.Lazy(`^[0-9 ]{9,}$`)

// looselyWithin is how many words may stand between those of a value in words.
const looselyWithin = 3

// partsOf are what a value of several things is made of: a day, a time of day or an amount and the words around it, of several those that are
// names or have digits; else the words of one in small letters.
func partsOf(t *words.Text) (of []arena.Pattern) {
	var kinds []words.Span
	for _, d := range t.Dates() {
		kinds = append(kinds, d.Span)
	}
	for _, c := range t.Clocks() {
		kinds = append(kinds, c.Span)
	}
	for _, a := range t.Amounts() {
		kinds = append(kinds, a.Span)
	}
	for _, s := range kinds {
		if s.End-s.Start < len(t.Source()) {
			of = append(of, typed(arena.Pattern{Text: t.Slice(s)}))
		}
	}
	for _, w := range words.Plain(without(t, kinds)) {
		if len(words.Content(w)) > 0 && (len(kinds) < 2 || w != strings.ToLower(w)) {
			of = append(of, arena.Pattern{Text: w})
		}
	}
	return of
}

// without is the source of a text with spaces where spans stand.
func without(t *words.Text, spans []words.Span) string {
	out := t.Source()
	for _, s := range spans {
		out = out[:s.Start] + strings.Repeat(" ", s.End-s.Start) + out[s.End:]
	}
	return out
}

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
		s.values, s.says = append(s.values, words.Content(f.Value.Text)), append(s.says, says)
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
	is     arena.Pattern // it, or a word that says the same
	weight float64       // the more facts have it, the less it tells
}

// labels are what fact i can be told by from the others: the words of its text and its question, less those of its value, which say nothing of
// what it is of.
func (s *scene) labels(i int, value Matcher) (out []label) {
	had := map[string]bool{}
	said := without(s.said[i], value.Find(s.said[i]))
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
		w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
		out = append(out, label{anyText(append(words.Alike("kin", w), w)), 1 / math.Sqrt(n)})
	}
	return out
}

// anyText is any of some texts.
func anyText(texts []string) (p arena.Pattern) {
	for _, s := range texts {
		p.Any = append(p.Any, arena.Pattern{Text: s})
	}
	return p
}

// aThingNumber is a thing that goes by a number: table 3, bay 11.
var aThingNumber = words.Lazy(`^(\pL)\pL+ (\d{1,3})$`)

// ways are what else says the value of fact i, beside a label: of one in small letters the words that say the same; of a thing that goes by a number
// T3, and the number near a label; and of a name or of words each one that no other fact has, unless it is a name's that everyday English has, or the
// fact took another's place, of whose candidates more may have been said.
func (s *scene) ways(i int, value Matcher, labels []label) []arena.Pattern {
	text := s.facts[i].Value.Text
	if m := aThingNumber.FindStringSubmatch(text); m != nil {
		var about arena.Pattern
		for _, l := range labels {
			about.Any = append(about.Any, l.is)
		}
		of := []arena.Pattern{about, {Number: &arena.NumberPattern{Value: m[2]}}}
		return []arena.Pattern{{Text: m[1] + m[2]}, {Near: &arena.NearPattern{Of: of, Within: looselyWithin}}}
	}
	alone := words.Alike("value", text)
	if content := words.Content(text); len(content) > 1 && s.facts[i].Supersedes == "" && !unsplit.MatchString(text) {
		for _, w := range words.Plain(text) {
			shared := !content[words.Stem(w)] || len(w) < leastLoose || w != strings.ToLower(w) && embed.Rarity(w) < 9 // everyday English
			for j := range s.others(i) {
				shared = shared || s.says[j][words.Root(words.Stem(w))] && len(value.Find(s.said[j])) == 0
			}
			if !shared {
				alone = append(alone, w)
			}
		}
	}
	return anyText(alone).Any
}

// unsplit are values of which a part says something else.
var unsplit = words.Lazy(`(?i)^(?:no|not)\b|\d`)

// part is which part of the weight of its labels fact i, whose value is as somebody says it and not a pattern somebody wrote, must have beside it:
// the least one if it is a small number, or words in small letters of which another fact says one; 30 % if a fact of another turn says the value; else none.
func (s *scene) part(i int, value Matcher) float64 {
	own := s.facts[i]
	t := typed(own.Value)
	chance := ByChance(t)
	switch {
	case own.Value.Text == "" && own.Value.Number == nil:
		return 0
	case chance && t.Number != nil:
		return some
	}
	for j := range s.others(i) {
		switch {
		case chance && !words.Disjoint(s.values[i], s.texts[j]):
			return some
		case !chance && s.facts[j].Turn != own.Turn && len(value.Find(s.said[j])) > 0:
			return 0.3
		}
	}
	return 0
}

// some is a part that any label has.
const some = 1e-6

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
		if err == nil && f.About == nil { // who gives a label has thought of it
			err = scene.complete(i, &out[i])
		}
		if err != nil {
			return nil, fmt.Errorf("fact %s: %w", f.ID, err)
		}
	}
	return out, nil
}

// complete derives what fact i doesn't say.
func (s *scene) complete(i int, f *Fact) error {
	own, value := s.facts[i], f.Bare
	labels, part := s.labels(i, value), s.part(i, value)
	if len(labels) == 0 {
		return nil
	}
	if f.Ways = s.ways(i, value, labels); len(f.Ways) > 0 {
		more, err := compileLabel(arena.Pattern{Any: f.Ways})
		if err != nil {
			return err
		}
		f.Bare = once(finder(func(t *words.Text) []words.Span { return anyOf(t, []Matcher{value, more}) }))
	}
	beside, err := weigh(f.Bare, labels, part, own.Within)
	if err != nil {
		return err
	}
	f.Beside = beside
	loosely := *beside
	who := asksWho.MatchString(own.Question) && len(strings.Fields(own.Value.Text)) == 1
	if part == 0 {
		if len(f.Ways) == 0 && !who {
			return nil
		}
		loosely.free = value
	}
	if who {
		loosely.scene, loosely.fact = s, i
	}
	f.Anchored, f.Label = &loosely, once(beside.label)
	for _, l := range labels {
		f.Labels = append(f.Labels, l.is.Any[len(l.is.Any)-1].Text)
	}
	return nil
}

// asksWho asks for somebody.
var asksWho = words.Lazy(`(?i)\bwho(?:m|se)?\b`)
