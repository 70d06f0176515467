package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// appendDeduplicate keeps a numbered list of facts. A new fact that shares its first
// prefixLength characters with a stored one, whatever the case, replaces it in its place; beyond
// the budget those written longest ago go.
type appendDeduplicate struct{ ledger }

func (s *appendDeduplicate) add(w written) []string {
	s.cycle++
	s.put(w.lines(), s.cycle)
	return overBudget(s.fit(s.budget))
}

func (s *appendDeduplicate) narrative() string { return "" }

func (s *appendDeduplicate) text() string {
	facts := make([]string, len(s.rows))
	for i, r := range s.rows {
		facts[i] = r.text
	}
	return numberedList(facts)
}

// overBudget is the warning that facts had to go, none if none had to.
func overBudget(dropped int) []string {
	if dropped == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d facts written longest ago were dropped to keep the notes within keep_tokens", dropped)}
}

// ledger is facts in the order in which they were first written, each told apart by how it begins.
type ledger struct {
	tokens       func(text string) int
	budget       int // tokens, with a number before each fact
	prefixLength int
	cycle        int
	rows         []row
}

// row is a fact of a ledger.
type row struct {
	text string
	key  string
	at   int // the cycle in which it was last written
	cost int // tokens
}

func (l *ledger) row(text string, cycle int) row {
	return row{text, prefixKey(text, l.prefixLength), cycle, l.tokens("999. " + text + "\n")}
}

// put writes facts: each takes the place of the first that begins like it, or else stands at the end.
func (l *ledger) put(facts []string, cycle int) {
	at := make(map[string]int, len(l.rows)+len(facts))
	for i, r := range slices.Backward(l.rows) {
		at[r.key] = i
	}
	for _, f := range facts {
		r := l.row(f, cycle)
		if i, ok := at[r.key]; ok {
			l.rows[i] = r
			continue
		}
		at[r.key] = len(l.rows)
		l.rows = append(l.rows, r)
	}
}

// fit drops the facts written longest ago, of one cycle the first ones first, until the rest keep to
// a budget, and says how many.
func (l *ledger) fit(budget int) int {
	size := 0
	for _, r := range l.rows {
		size += r.cost
	}
	if size <= budget {
		return 0
	}
	oldest := make([]int, len(l.rows))
	for i := range oldest {
		oldest[i] = i
	}
	slices.SortStableFunc(oldest, func(a, b int) int { return cmp.Compare(l.rows[a].at, l.rows[b].at) })
	dropped := 0
	for ; size > budget; dropped++ {
		size -= l.rows[oldest[dropped]].cost
		l.rows[oldest[dropped]].at = -1
	}
	l.rows = slices.DeleteFunc(l.rows, func(r row) bool { return r.at < 0 })
	return dropped
}

func (l *ledger) edit(f func(string) string) {
	kept := l.rows[:0]
	for _, r := range l.rows {
		switch changed := f(r.text); changed {
		case "":
			continue
		case r.text:
		default:
			r = l.row(changed, r.at)
		}
		kept = append(kept, r)
	}
	l.rows = kept
}

// prefixKey is the part of a fact by which it is told apart, in characters rather than bytes.
func prefixKey(fact string, length int) string {
	r := []rune(strings.ToLower(fact))
	return string(r[:min(len(r), length)])
}
