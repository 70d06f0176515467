package belief

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/read"
)

// amended finds the value that a speaker takes back without saying of what: "Tickets cost $18.
// Actually no, we decided on $22.", "The call is on Friday. Let's move it to Monday.", "June 12 it
// is." The clause names nothing new, and a fact shortly before has one value of the sort. It
// returns -1 if there is none.
func (m *memory) amended(c *read.Clause, i int, now []read.Value) (fact int, changes []change) {
	if len(now) != 1 || c.Speaker == "tool" || !settles(c.Text) && (c.Denies && c.How < read.Explicit || c.How < read.Mild && c.Change != read.Move) {
		return -1, nil
	}
	if i > 0 && m.clauses[i-1] != nil && m.clauses[i-1].Speaker == c.Speaker && now[0].Kind <= read.Place {
		// "The Grand Hotel is booked up, so we're going to the Harbour Club."
		for _, v := range m.clauses[i-1].Values {
			for f := len(m.facts) - 1; f >= 0 && v.Kind <= read.Place; f-- {
				old := &m.facts[f]
				if old.Last < i-1 && old.Clause.Speaker == c.Speaker && len(old.Now) == 1 && goesOn(c) && same(old.Now[0], v) && !same(v, now[0]) {
					return f, []change{{to: now[0]}}
				}
			}
		}
	}
	for f := len(m.facts) - 1; f >= max(0, len(m.facts)-lookedBack); f-- {
		old := &m.facts[f]
		if old.Clause.Speaker != c.Speaker || old.Absorbed || old.Gone {
			continue
		}
		if old.Last == i-1 && goesOn(c) {
			continue // of one sentence: what is full, and where one goes instead
		}
		if m.speaking-old.turn > fewTurns || !m.adds(c, i, old) {
			break
		}
		if at := only(old, now[0]); at >= 0 {
			return f, []change{{to: now[0], from: at}}
		}
	}
	return -1, nil
}

// How far back a value can be taken back: in facts, and in changes of the speaker.
const (
	lookedBack = 6
	fewTurns   = 2
)

// adds reports whether clause i has no words of its own besides those of a fact and those that say
// that something is so.
func (m *memory) adds(c *read.Clause, i int, old *Fact) bool {
	var before []uint32 // "We got the old date back, June 12 it is."
	if c.Follows && i > 0 && m.clauses[i-1] != nil && len(m.clauses[i-1].Values) == 0 {
		before = m.clauses[i-1].Topic
	}
	return !slices.ContainsFunc(c.Topic, func(w uint32) bool {
		return !saying[w] && !slices.Contains(old.Clause.Topic, w) && !slices.Contains(old.Clause.Keys, w) && !slices.Contains(before, w)
	})
}

// only is the index of the one value of a fact whose place a value can take, or -1.
func only(f *Fact, to read.Value) int {
	at := -1
	for k, v := range f.Now {
		if v.Kind != to.Kind || v.Kind == read.Amount && v.Unit != to.Unit && to.Unit != "" || v.Kind < read.Place ||
			v.Kind == read.Place && kindOf(v) != kindOf(to) || clocked(v) != clocked(to) {
			continue
		}
		if at >= 0 || v.Key == to.Key {
			return -1
		}
		at = k
	}
	return at
}

// clocked reports whether a value is a time of day.
func clocked(v read.Value) bool { return v.Kind == read.Date && strings.Contains(v.Key, ":") }

// goesOn reports whether a clause goes on with a sentence.
func goesOn(c *read.Clause) bool { return c.Text != "" && c.Text[0] >= 'a' && c.Text[0] <= 'z' }

// settles reports whether a text settles on a value: "June 12 it is", "no, 45".
func settles(text string) bool {
	text = strings.TrimRight(text, ".! ")
	return strings.HasSuffix(text, " it is") || strings.HasSuffix(text, " then") || strings.HasPrefix(text, "No, ") || strings.HasPrefix(text, "no, ")
}

// saying are words that say that something is so and not what.
var saying = hashes(`decide settle agree move make change say mean go push bring put switch set shift take let think wrong mistake sorry correct correction plan get back old new last number forget ignore use final actual actually`)

func hashes(list string) map[uint32]bool {
	m := map[uint32]bool{}
	for w := range strings.FieldsSeq(list) {
		m[read.Hash(w)] = true
	}
	return m
}
