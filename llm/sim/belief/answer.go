package belief

import (
	"slices"

	"contextarena.internal/llm/sim/read"
)

// Answer answers a question from facts: for each thing that is asked for the line that says it, and
// another where one alone doesn't. What isn't known has no line: an answer without lines means that
// nothing is known of what was asked.
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
	if line := a.offset(p, hits[0]); line != "" {
		lines = append(lines, line)
	}
	for _, line := range []string{a.ends(p, hits), a.fraction(p, hits[0])} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	if line := a.implied(p, hits); line != "" {
		lines = append(lines, line)
	}
	if p.all {
		for _, h := range hits[1:min(len(hits), longestList)] {
			if h.score >= akin*hits[0].score {
				lines = append(lines, a.line(p, h))
			}
		}
	} else if line := a.conclusion(p, hits[0]); line != "" {
		lines = append(lines, line)
	} else if h, ok := a.second(p, hits); ok {
		lines = append(lines, a.line(p, h))
	}
	return lines
}

// conclusion is what is said of a choice after the clause that fits best, in the same turn: how it
// ended. It is empty if the clause itself says so, or no decision is asked for.
func (a *asker) conclusion(p *part, h hit) string {
	at := a.facts[h.fact].Last
	if !p.decides {
		return ""
	}
	from, to := a.sentence(at)
	for k := from; k <= to; k++ {
		if concludes(a.text[k]) {
			return ""
		}
	}
	for k := to + 1; k < len(a.text) && k <= to+talkedOver && a.sameTime(at, k); k++ {
		c := a.text[k]
		if c == nil || !concludes(c) {
			continue
		}
		line := a.whole(k)
		_, end := a.sentence(k)
		for k = end + 1; k < len(a.text) && len(line) < brief && a.text[k] != nil && a.sameTime(at, k); k++ {
			line += glue(line) + a.text[k].Text
		}
		return line
	}
	return ""
}

// How far a choice is talked over, in clauses, and what is too little to say how it ended, in bytes.
const (
	talkedOver = 12
	brief      = 80
)

// second is the fact that is given beside the best: one that has what is asked where the best
// doesn't, or one that fits nearly as well and doesn't contradict it.
func (a *asker) second(p *part, hits []hit) (hit, bool) {
	f := &a.facts[hits[0].fact]
	least := lacking
	done := a.replies(p, f)
	if done {
		least = doubtful
	}
	from, to := a.sentence(f.Last)
	for _, h := range hits[1:min(len(hits), 8)] {
		g := &a.facts[h.fact]
		if h.score < least*hits[0].score && !(p.decides && !done && g.turn == f.turn && h.score >= 0.2*hits[0].score) {
			continue
		}
		if g.Last >= from && g.Last <= to || !a.replies(p, g) || a.rivals(p, f, g) {
			continue
		}
		return h, true
	}
	return hit{}, false
}

// rivals reports whether the sentence of one fact and another fact give different values of one
// sort, so that one of them may be out of date.
func (a *asker) rivals(p *part, f, g *Fact) bool {
	from, to := a.sentence(f.Last)
	for k := from; k <= to; k++ {
		for _, v := range a.text[k].Values {
			for _, w := range g.Now {
				if v.Kind == w.Kind && (v.Kind != read.Name || p.wants.has(read.Name) || p.wants == 0 && a.turns(f.Last)) && v.Unit == w.Unit && !a.asks(v) && !a.asks(w) {
					return true
				}
			}
		}
	}
	return false
}

// When a second fact is given.
const (
	lacking  = 0.4  // the best lacks what is asked
	doubtful = 0.35 // it has it
)

// replies reports whether a fact has a value that a part asks for, or says what was decided.
func (a *asker) replies(p *part, f *Fact) bool {
	if f.Gone {
		return true
	}
	for _, v := range f.Now {
		if p.wants == 0 && v.Kind != read.Amount || p.wants != 0 && p.suits(v) {
			if !a.asks(v) {
				return true
			}
		}
	}
	return p.wants == 0 && (p.decides && concludes(f.Clause) || !p.decides && p.heads == 0)
}

// Where all of a kind is asked for, facts answer that fit nearly as well as the best.
const (
	akin        = 0.6
	longestList = 12
)
