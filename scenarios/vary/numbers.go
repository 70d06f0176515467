package vary

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// numbers gives amounts other values, wherever nothing that is said could become wrong. An amount is changed if an
// independent fact states it: it stays where it is among all numbers of the scenario, so that
// whatever was more than it still is; it keeps its length, its first digit, its zeros at the end, and
// its last digit remains five, even or odd.
func numbers(s *arena.Scenario, r *rand.Rand) error {
	changed := false
	for _, old := range amountsOf(s) {
		l := ledgerOf(s)
		if !l.loose(old) {
			continue
		}
		if n, ok := l.another(old, r); ok {
			l.replace(old, n)
			changed = true
		}
	}
	if !changed {
		return ErrNothing
	}
	return nil
}

// replace gives an amount its new value in every text and pattern.
func (l *ledger) replace(old, n amount) {
	eachText(l.s, func(text string) string { return rewritten(text, old, n) })
	eachPattern(l.s, func(p arena.Pattern) arena.Pattern {
		switch {
		case p.Number != nil:
			if v, ok := new(big.Rat).SetString(p.Number.Value); ok && v.Cmp(old.value) == 0 {
				number := *p.Number
				number.Value = respelt(number.Value, n.digits)
				p.Number = &number
			}
		case p.Text != "":
			p.Text = rewritten(p.Text, old, n)
		}
		return p
	})
}

// rewritten is a text with another amount in the place of an old one, each in the spelling that the
// old one had.
func rewritten(text string, old, n amount) string {
	for _, a := range slices.Backward(words.Read(text).Amounts()) {
		if a.Value.Cmp(old.value) == 0 {
			text = text[:a.Span.Start] + respelt(text[a.Span.Start:a.Span.End], n.digits) + text[a.Span.End:]
		}
	}
	return text
}
