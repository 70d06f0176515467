package scenarios

import (
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/probes/stance"
	"contextarena.internal/words"
)

// answers tries a fact's question and text as what asks for it and what answers: a reader who knows
// nothing but the words that state a fact must be able to give its text.
func (l *linter) answers(s subject) {
	asked := map[string]string{} // question → what it asks for
	for _, p := range s.Scenario.Probes {
		if p.Kind == arena.Absent {
			asked[normal(p.Question)] = "absent probe " + p.ID
		}
	}
	for i, f := range s.Facts {
		l.question(s, i)
		if other, twice := asked[normal(f.Question)]; twice && f.Question != "" {
			l.note(s, true, "fact %s: its question asks for %s too", f.ID, other)
		}
		asked[normal(f.Question)] = "fact " + f.ID
	}
	for i, f := range s.Facts {
		text := newPassage(f.Text)
		if len(s.facts[i].Anchored.Find(text.Text)) == 0 {
			l.note(s, true, "fact %s isn't recognised in its own text: %q", f.ID, f.Text)
		}
		said := newPassage(s.stating(i))
		if len(f.DerivedFrom) > 0 {
			said = newPassage(said.source + "\n" + f.Question) // nobody says what it is of but who asks
		}
		for _, words := range s.unsaid(i, text, said) {
			l.note(s, true, "fact %s: its text says %q, which the words that state it don't", f.ID, words)
		}
		l.foreign(s, i, said)
	}
	l.conclusion(s)
}

// passage is a text with what it is read from.
type passage struct {
	*words.Text
	source string
}

func newPassage(source string) passage { return passage{words.Read(source), source} }

// foreign looks in a fact's text for the values of others. One may stand there if the words that
// state the fact say it too, or as an old value that is marked as such.
func (l *linter) foreign(s subject, i int, said passage) {
	// In a text of its own, short as it is, it would match patterns that are made for whole answers.
	text := words.Read("Noted.\n\n" + s.Facts[i].Text + "\n\nThat is all.")
	own := s.facts[i].Bare.Find(text)
	older := s.Superseded(i)
	value := match.Key(s.Facts[i].Value)
	for j, g := range s.Facts {
		spans := s.facts[j].Anchored.Find(text)
		if j == i || len(spans) == 0 || match.Key(g.Value) == value || len(s.facts[j].Bare.Find(said.Text)) > 0 {
			continue
		}
		if slices.Contains(older, j) && isPast(text, s.facts[j].Bare.Find(text)[0], own) {
			continue
		}
		l.note(s, true, "fact %s: its text holds the value of fact %s, which the words that state it don't: %q", s.Facts[i].ID, g.ID, text.Slice(spans[0]))
	}
}

// conclusion tries the rubric on all that holds at the end.
func (l *linter) conclusion(s subject) {
	replaced := map[string]bool{}
	for _, f := range s.Facts {
		replaced[f.Supersedes] = true
	}
	var lines []string
	for _, f := range s.Facts {
		if !replaced[f.ID] {
			lines = append(lines, f.Text)
		}
	}
	all := words.Read(strings.Join(lines, "\n"))
	for _, c := range s.Final.Rubric {
		if len(match.MustCompile(c.Match).Find(all)) == 0 {
			l.note(s, true, "rubric item %q doesn't follow from the facts that hold at the end", c.Item)
		}
	}
}

// normal is a question as it is told from others.
func normal(question string) string { return strings.Join(words.Split(question), " ") }

// stating is the sentences that state a fact at its turn; of a derived fact those that state what it
// follows from.
func (s subject) stating(i int) string {
	var out []string
	for _, leaf := range s.Leaves(i) {
		f := s.Facts[leaf]
		if int(f.Turn) > len(s.turns) {
			continue
		}
		turn := s.Turns[f.Turn-1]
		for k, text := range s.turns[f.Turn-1].user {
			source := turn.User
			if k > 0 {
				source = turn.Tools[k-1].Result
			}
			for _, span := range s.facts[leaf].Anchored.Find(text) {
				out = append(out, sentencesOf(source, span))
			}
		}
	}
	return strings.Join(out, "\n")
}

// sentencesOf is the sentences that a span of a text touches.
func sentencesOf(all string, span words.Span) string {
	from, to := 0, len(all)
	for _, end := range words.SentenceEnds(all) {
		switch {
		case end.End <= span.Start:
			from = end.End
		case end.Start >= span.End-1 && to == len(all):
			to = end.End
		}
	}
	return strings.TrimSpace(all[from:to])
}

var textWord = words.Lazy(`[\p{L}\p{N}]+`)

// unsaid is the names and numbers of fact i's text that neither the words that state it nor its own
// value give. An old value may stand there if it is marked as such.
func (s subject) unsaid(i int, text, said passage) []string {
	var out []string
	value := s.facts[i].Bare.Find(text.Text)
	for _, j := range s.Superseded(i) {
		for _, old := range s.facts[j].Bare.Find(text.Text) {
			if isPast(text.Text, old, value) {
				value = append(value, old)
			}
		}
	}
	taken := slices.Clone(value) // what need not be looked at as words
	given := func(at words.Span) bool {
		return slices.ContainsFunc(value, func(v words.Span) bool { return v.Overlaps(at) })
	}
	missing := func(at words.Span, in bool) {
		taken = append(taken, at)
		if !in && !given(at) {
			out = append(out, text.Slice(at))
		}
	}
	for _, a := range text.Amounts() {
		missing(a.Span, slices.ContainsFunc(said.Amounts(), func(b words.Amount) bool { return a.Value.Cmp(b.Value) == 0 }))
	}
	for _, a := range text.Dates() {
		missing(a.Span, slices.ContainsFunc(said.Dates(), func(b words.Date) bool { return a.Month == b.Month && a.Day == b.Day }))
	}
	for _, a := range text.Clocks() {
		missing(a.Span, slices.ContainsFunc(said.Clocks(), func(b words.Clock) bool {
			return slices.Contains(b.Minutes[:], a.Minutes[0]) || slices.Contains(b.Minutes[:], a.Minutes[1])
		}))
	}
	known := map[string]bool{}
	for _, w := range words.Split(said.source) {
		known[w] = true
	}
	for _, at := range textWord.FindAllStringIndex(text.source, -1) {
		word := text.source[at[0]:at[1]]
		name := strings.IndexFunc(word, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) >= 0
		small := strings.ToLower(word)
		if !name || known[small] || known[strings.TrimSuffix(small, "s")] || known[small+"s"] ||
			slices.ContainsFunc(taken, func(v words.Span) bool { return v.Overlaps(words.Span{Start: at[0], End: at[1]}) }) {
			continue
		}
		out = append(out, word)
	}
	return out
}

// isPast reports whether a text says of a value at a place that it holds no more.
func isPast(t *words.Text, s words.Span, now []words.Span) bool {
	return stance.IsPast(t, s, now, now)
}
