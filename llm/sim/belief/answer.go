package belief

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/read"
)

// Answer answers a question from facts in one line for each thing that is asked for. What isn't
// known has no line: an answer without lines means that nothing is known of what was asked.
func Answer(text string, facts []Fact, s Slips) []string {
	q := split(text)
	if len(q.parts) == 0 || len(facts) == 0 {
		return nil
	}
	a := newAsker(q, facts, s)
	var lines []string
	for i := range q.parts {
		for _, line := range a.answer(&q.parts[i]) {
			if line != "" && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// answer answers one part.
func (a *asker) answer(p *part) []string {
	hits := a.find(p)
	if line, ok := a.derive(p, hits); ok {
		return []string{line}
	}
	if len(hits) == 0 || !a.covers(p, hits[0]) {
		return nil
	}
	lines := []string{a.line(p, hits[0])}
	if p.all {
		for _, h := range hits[1:min(len(hits), longestList)] {
			if h.score >= akin*hits[0].score {
				lines = append(lines, a.line(p, h))
			}
		}
	}
	return lines
}

// Where all of a kind is asked for, facts answer that fit nearly as well as the best.
const (
	akin        = 0.6
	longestList = 12
)

// What has to be found of a question for a fact to be an answer.
const (
	enough   = 0.33 // share of its words, by weight
	restless = 0.7  // what is found counts for less if nothing but names is
)

// covers reports whether enough of what is asked was found for a fact to be an answer: most of the
// words by weight, and every name.
func (a *asker) covers(p *part, h hit) bool {
	if p.words&^a.known != 0 {
		for w := range a.n {
			if a.words[w].named && p.words&^a.known&(1<<w) != 0 {
				return false
			}
		}
	}
	if who := p.words & a.people; who != 0 && who&h.seen == 0 && a.others(a.facts[h.fact].Now) {
		return false
	}
	about := p.words &^ p.attrs
	found := h.found * a.fits(p, &a.facts[h.fact])
	if rest := about &^ a.people; rest != 0 && rest&h.seen == 0 {
		found *= restless
	}
	return found >= enough*a.sum(about)
}

// others reports whether one of some values names somebody or something that isn't in the question.
func (a *asker) others(values []read.Value) bool {
	return slices.ContainsFunc(values, func(v read.Value) bool { return v.Kind == read.Name && !a.asks(v) })
}

// line is the answer that a fact gives to a part.
func (a *asker) line(p *part, h hit) string {
	f := &a.facts[h.fact]
	if p.past && len(f.Was) > 0 {
		return label(p) + f.Was[len(f.Was)-1].Text
	}
	line := f.Line()
	if line == f.Clause.Text {
		line = a.whole(f.Last)
	}
	if p.listed || a.masks[h.fact]&p.words != p.words {
		line = label(p) + line
	}
	return line
}

// longest bounds an answer's line, in bytes, unless a single clause is longer.
const longest = 240

// whole is the sentence that the clause at index at is in, as much of it as makes a line.
func (a *asker) whole(at int) string {
	from, to := a.sentence(at)
	line := a.text[at].Text
	for k := at + 1; k <= to && len(line)+len(a.text[k].Text) < longest; k++ {
		line += glue(line) + a.text[k].Text
	}
	for k := at - 1; k >= from && len(line)+len(a.text[k].Text) < longest; k-- {
		line = a.text[k].Text + glue(a.text[k].Text) + line
	}
	return line
}

// glue joins two clauses of a sentence.
func glue(text string) string {
	switch text[len(text)-1] {
	case ',', ';', ':':
		return " "
	}
	return ", "
}

// label is what a part asks for, without the words that ask: "the Carlisle trunk leaves".
func label(p *part) string {
	words := strings.Fields(strings.TrimRight(p.text, "?.!,: "))
	for len(words) > 0 && grammar[strings.ToLower(words[0])] && !determiners[strings.ToLower(words[0])] {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	if len(words) > 9 {
		words = words[len(words)-9:]
	}
	return strings.Join(words, " ") + ": "
}

// Line is the fact as a note that can be understood by itself: what its clause says, with the
// values that hold.
func (f *Fact) Line() string {
	if f.Group != "" {
		names := make([]string, len(f.Now))
		for i, v := range f.Now {
			names[i] = v.Text
		}
		return strings.ToUpper(f.Group[:1]) + f.Group[1:] + ": " + strings.Join(names, ", ") + " (" + number(float64(len(names))) + ")"
	}
	c := f.Clause
	if len(f.Earlier) > 0 && !f.Gone {
		if first := f.Earlier[0].Clause; c.Follows || !meet(c.Topic, first.Topic) {
			return rewritten(first, f) // "It's 40 now" doesn't say of what
		}
	}
	if f.Sum {
		return rewritten(c, f)
	}
	return c.Text
}

// meet reports whether two ascending lists have a member in common.
func meet(a, b []uint32) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			return true
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return false
}

// rewritten is a clause's text with the values that hold in place of its own.
func rewritten(c *read.Clause, f *Fact) string {
	var b strings.Builder
	at := 0
	for i, v := range c.Values {
		if v.At < at || v.At+len(v.Text) > len(c.Text) || hasKey(f.Now, v) || i >= len(f.Now) || f.Now[i].Kind != v.Kind {
			continue
		}
		b.WriteString(c.Text[at:v.At])
		b.WriteString(f.Now[i].Text)
		at = v.At + len(v.Text)
	}
	b.WriteString(c.Text[at:])
	return b.String()
}
