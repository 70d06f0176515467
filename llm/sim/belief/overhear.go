package belief

import (
	"slices"

	"contextarena.internal/llm/sim/read"
)

// When what stands around a clause tells which fact it corrects.
const (
	overhears = 1.15 // what both share weighs so much more than a word said once
	clearly   = 1.5  // and so much more than what the next best fact shares
	nearby    = 0.7  // what a word counts for that isn't in the clause itself
)

// overheard finds the fact whose value clause i replaces where the sentence itself doesn't say of
// what: "It's June 3 now, on account of a christening." The clauses around it do, and one of them
// says that something changed. It returns -1 unless one fact fits clearly best.
func (m *memory) overheard(i int, now []read.Value) (fact int, changes []change) {
	from, to := max(0, i-3), min(len(m.clauses)-1, i+1)
	marked := false
	c := m.clauses[i]
	for k := from; k <= to; k++ {
		n := m.clauses[k]
		marked = marked || n != nil && n.Speaker == c.Speaker && n.How != read.Unmarked && k >= i-1
	}
	fact = -1
	if !marked || c.Speaker != "user" && c.Speaker != "" || !slices.ContainsFunc(now, specific) {
		return fact, nil
	}
	clear(m.around[:len(m.facts)])
	for k := from; k <= to; k++ {
		n := m.clauses[k]
		if n == nil || n.Speaker != c.Speaker {
			continue
		}
		m.meet(n)
		share := 1.0
		if k != i {
			share = nearby
		}
		for _, f := range m.near {
			m.around[f] = max(m.around[f], share*m.marks[f].shared)
		}
	}
	least := overhears * rarity(1, m.index.read)
	best, second := 0.0, 0.0
	for f := range m.facts {
		score := m.around[f]
		old := &m.facts[f]
		if score < least || score < second || i-old.Last <= apartBy || old.Absorbed || old.Clause.Speaker != c.Speaker {
			continue
		}
		ch, ok := rivals(nil, old, now, nil)
		if !ok || len(ch) != 1 || !specific(ch[0].to) || ch[0].to.Kind == read.Amount && old.Now[ch[0].from].Unit != ch[0].to.Unit ||
			ch[0].to.Kind == read.Place && kindOf(old.Now[ch[0].from]) != kindOf(ch[0].to) {
			continue
		}
		if score >= best {
			fact, changes, best, second = f, ch, score, best
		} else {
			second = score
		}
	}
	if best < clearly*second {
		return -1, nil
	}
	return fact, changes
}

// specific reports whether a value is of a kind and sort that tells what it may replace.
func specific(v read.Value) bool {
	switch v.Kind {
	case read.Date, read.Identifier:
		return true
	case read.Amount:
		return v.Unit != ""
	case read.Place:
		return kindOf(v) != ""
	}
	return false
}
