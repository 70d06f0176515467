// Package corrections keeps which values were changed, and presents that in one of several formats.
package corrections

import (
	"slices"
	"strings"

	"contextarena.internal/strategies/memo"
	"contextarena.internal/words"
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

// Book keeps corrections within a token budget.
type Book struct {
	entries []booked // in the order in which they were first made
}

type booked struct {
	Correction
	cycle int // in which it was last named
}

// List are the corrections, oldest first.
func (b *Book) List() []Correction {
	out := make([]Correction, len(b.entries))
	for i, e := range b.entries {
		out[i] = e.Correction
	}
	return out
}

// Lines are the corrections as a model may read them back.
func (b *Book) Lines() string {
	lines := make([]string, len(b.entries))
	for i, e := range b.entries {
		lines[i] = e.What + ": " + strings.Join(e.Values, " -> ")
	}
	return strings.Join(lines, "\n")
}

// add joins a correction to the thing of the same name, or to the only one whose value it replaces
// and with which it shares a word of the name.
func (b *Book) add(c Correction, cycle int) {
	at := slices.IndexFunc(b.entries, func(e booked) bool { return words.SameName(e.What, c.What) })
	if at < 0 {
		for i, e := range b.entries {
			if words.Read(e.Now()).Has(c.Before()) && words.Read(c.Before()).Has(e.Now()) && words.SharesWord(e.What, c.What) {
				at = i
				break
			}
		}
	}
	if at < 0 {
		b.entries = append(b.entries, booked{Correction{What: c.What, From: c.From}, cycle})
		at = len(b.entries) - 1
	}
	e := &b.entries[at]
	e.cycle = cycle
	for _, v := range c.Values {
		// What a reply repeats of the chain adds nothing to it, but a return to an old value does.
		known := slices.ContainsFunc(e.Values, func(old string) bool { return words.Equal(old, v) })
		if last := v == c.Now(); !known || last && !words.Equal(e.Now(), v) {
			e.Values = append(e.Values, v)
			e.From = c.From
		}
	}
	if over := len(e.Values) - longestChain; over > 0 {
		e.Values = slices.Delete(e.Values, 1, 1+over)
	}
}

// Fit drops the corrections that were named longest ago, of these the oldest first, until what is left
// has, as presented, at most budget tokens, and returns how many it dropped.
func (b *Book) Fit(format string, budget int, tokens func(string) int) (dropped int) {
	b.entries, dropped = memo.Fit(b.entries, func(e booked) int { return e.cycle }, budget, func(es []booked) int {
		return tokens(Present(format, (&Book{es}).List()))
	})
	return dropped
}

// Take adds the changes that a reply lists, and says how many were left out because nobody said their
// value, or no value before it.
func (b *Book) Take(changes []Change, said string, cycle int) (unsaid int) {
	heard := words.Read(said + "\n" + b.Lines())
	for _, c := range changes {
		known := slices.IndexFunc(b.entries, func(e booked) bool { return words.SameName(e.What, c.What) })
		if c.Was == "" && known >= 0 {
			c.Was = b.entries[known].Now()
		}
		switch {
		case words.Equal(c.Was, c.Value):
			continue
		case c.Was == "" || !heard.Echoes(c.Value):
			unsaid++
			continue
		}
		from := strings.Join(c.From, ", ")
		if !heard.Echoes(from) {
			from = ""
		}
		b.add(Correction{c.What, []string{c.Was, c.Value}, from}, cycle)
	}
	return unsaid
}
