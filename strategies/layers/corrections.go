package layers

import (
	"slices"
	"strings"
)

// Correction is a thing whose value was changed.
type Correction struct {
	What   string   // "launch budget"
	Values []string // oldest first, the one that holds last; at least two
	From   string   // what the last value follows from, such as "10M shares at $1.20 each"; may be empty
}

// Now is the value that holds.
func (c Correction) Now() string { return c.Values[len(c.Values)-1] }

// Before is the value that held until then.
func (c Correction) Before() string { return c.Values[len(c.Values)-2] }

// longestChain is how many values of one thing are kept: the first and the newest.
const longestChain = 5

// correctionBook keeps corrections within a token budget.
type correctionBook struct {
	entries []bookedCorrection // in the order in which they were first made
}

type bookedCorrection struct {
	Correction
	cycle int // in which it was last named
}

// list are the corrections, oldest first.
func (b *correctionBook) list() []Correction {
	out := make([]Correction, len(b.entries))
	for i, e := range b.entries {
		out[i] = e.Correction
	}
	return out
}

// lines are the corrections as a model may read them back.
func (b *correctionBook) lines() string {
	lines := make([]string, len(b.entries))
	for i, e := range b.entries {
		lines[i] = e.What + ": " + strings.Join(e.Values, " -> ")
	}
	return strings.Join(lines, "\n")
}

// add joins a correction to the thing of the same name, or to the only one whose value it replaces
// and with which it shares a word of the name.
func (b *correctionBook) add(c Correction, cycle int) {
	at := slices.IndexFunc(b.entries, func(e bookedCorrection) bool { return sameName(e.What, c.What) })
	if at < 0 {
		for i, e := range b.entries {
			if holds(e.Now(), c.Before()) && holds(c.Before(), e.Now()) && sharesWord(e.What, c.What) {
				at = i
				break
			}
		}
	}
	if at < 0 {
		b.entries = append(b.entries, bookedCorrection{Correction{What: c.What, From: c.From}, cycle})
		at = len(b.entries) - 1
	}
	e := &b.entries[at]
	e.cycle = cycle
	for _, v := range c.Values {
		// What a reply repeats of the chain adds nothing to it, but a return to an old value does.
		known := slices.ContainsFunc(e.Values, func(old string) bool { return folded(old) == folded(v) })
		if last := v == c.Now(); !known || last && folded(e.Now()) != folded(v) {
			e.Values = append(e.Values, v)
			e.From = c.From
		}
	}
	if over := len(e.Values) - longestChain; over > 0 {
		e.Values = slices.Delete(e.Values, 1, 1+over)
	}
}

// fit drops the corrections that were named longest ago, of these the oldest first, until what is left
// has, as presented, at most budget tokens, and returns how many it dropped.
func (b *correctionBook) fit(format string, budget int, tokens func(string) int) (dropped int) {
	b.entries, dropped = trimmed(b.entries, func(e bookedCorrection) int { return e.cycle }, budget, func(es []bookedCorrection) int {
		return tokens(Present(format, (&correctionBook{es}).list()))
	})
	return dropped
}

// take adds the changes that a reply lists, and says how many were left out because nobody said their
// value, or no value before it.
func (b *correctionBook) take(changes []change, said string, cycle int) (unsaid int) {
	heard := saidIn(said + "\n" + b.lines())
	for _, c := range changes {
		known := slices.IndexFunc(b.entries, func(e bookedCorrection) bool { return sameName(e.What, c.What) })
		if c.Was == "" && known >= 0 {
			c.Was = b.entries[known].Now()
		}
		switch {
		case folded(c.Was) == folded(c.Value):
			continue
		case c.Was == "" || !echoes(heard, c.Value):
			unsaid++
			continue
		}
		from := strings.Join(c.From, ", ")
		if !echoes(heard, from) {
			from = ""
		}
		b.add(Correction{c.What, []string{c.Was, c.Value}, from}, cycle)
	}
	return unsaid
}
