package vary

import (
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/words"
)

// amount is a value as its digits: 2925 and three zeros, or 125 and no zero with one behind the point.
type amount struct {
	value  *big.Rat
	digits string   // the significant ones
	text   string   // the value as a pattern has it
	units  []string // what known unit it has; nil if none
	tools  []int    // turns at which the result of a tool states it
}

// fewest and most significant digits of an amount that is changed: a number of one digit is a word
// like any other, and nobody says more than nine.
const fewestDigits, mostDigits = 2, 9

// amountsOf are the values of facts that state an amount and nothing depends on, in their order.
func amountsOf(s *arena.Scenario) []amount {
	tied := tiedFacts(s)
	asked := map[string]bool{}
	for _, p := range s.Probes {
		asked[p.Fact] = asked[p.Fact] || p.Type == arena.Quantity || p.Type == arena.Correction
	}
	seen := map[string]bool{}
	tools := map[string][]int{}
	for _, f := range s.Facts {
		if n := f.Value.Number; n != nil && f.Speaker() == llm.Tool {
			if v, ok := new(big.Rat).SetString(n.Value); ok {
				tools[v.RatString()] = append(tools[v.RatString()], int(f.Turn))
			}
		}
		if tied[f.ID] {
			inner(f.Value, func(p arena.Pattern) arena.Pattern {
				if p.Number != nil {
					if v, ok := new(big.Rat).SetString(p.Number.Value); ok {
						seen[v.RatString()] = true
					}
				}
				return p
			})
		}
	}
	var out []amount
	for _, f := range s.Facts {
		n := f.Value.Number
		if n == nil || tied[f.ID] || !asked[f.ID] && n.Unit == "" {
			continue
		}
		value, ok := new(big.Rat).SetString(n.Value)
		if !ok || !plain.MatchString(n.Value) || seen[value.RatString()] {
			continue
		}
		seen[value.RatString()] = true
		a := amount{value: value, text: n.Value, units: unitsOf(n.Unit), tools: tools[value.RatString()]}
		if a.digits = significant(n.Value); len(a.digits) >= fewestDigits && len(a.digits) <= mostDigits {
			out = append(out, a)
		}
	}
	return out
}

// unitsOf is what a unit's name may stand for, nil if it is any word.
func unitsOf(name string) []string {
	for _, a := range words.Read("2 " + name).Amounts() {
		return a.Units
	}
	return nil
}

// plain is a decimal number without sign or fraction.
var plain = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// significant are the digits of a number without the zeros at both ends.
func significant(text string) string { return strings.Trim(words.Digits(text), "0") }

// tiedFacts are the facts that follow from others or that others follow from, with all that came
// before and after them.
func tiedFacts(s *arena.Scenario) map[string]bool {
	tied := map[string]bool{}
	for _, f := range s.Facts {
		if len(f.DerivedFrom) > 0 {
			tied[f.ID] = true
		}
		for _, id := range f.DerivedFrom {
			tied[id] = true
		}
	}
	for range s.Facts { // no chain is longer
		for _, f := range s.Facts {
			if f.Supersedes != "" && tied[f.ID] != tied[f.Supersedes] {
				tied[f.ID], tied[f.Supersedes] = true, true
			}
		}
	}
	return tied
}

// another is a new value for an amount: one between the same two numbers as the old, and no number
// that stands anywhere, and that no tolerance of a pattern takes for another. It is not ok if there is
// none.
func (l *ledger) another(old amount, r *rand.Rand) (amount, bool) {
	below, above := new(big.Rat), new(big.Rat).Mul(old.value, big.NewRat(10, 1))
	for _, v := range l.values() {
		switch c := v.Cmp(old.value); {
		case c < 0 && v.Cmp(below) > 0:
			below = v
		case c > 0 && v.Cmp(above) < 0:
			above = v
		}
	}
	const tries = 2000
	for range tries {
		digits := []byte(old.digits)
		for i := 1; i < len(digits); i++ {
			digits[i] = byte('0' + r.IntN(10))
		}
		if string(digits) == old.digits || ending(string(digits)) != ending(old.digits) ||
			strings.HasPrefix(string(digits), "11") || strings.HasPrefix(string(digits), "18") { // an eleven, an eighteen
			continue
		}
		n := amount{digits: string(digits), text: respelt(old.text, string(digits)), units: old.units}
		value, ok := new(big.Rat).SetString(n.text)
		if ok && value.Cmp(below) > 0 && value.Cmp(above) < 0 && !yearLike(value) && !l.tolerated(old.value) && !l.tolerated(value) {
			n.value = value
			return n, true
		}
	}
	return amount{}, false
}

// ending is how a number ends: as prices do, in a zero or five, even or odd.
func ending(digits string) string {
	switch d := digits[len(digits)-1]; {
	case strings.HasSuffix(digits, "99"):
		return "99"
	case d == '0', d == '5':
		return string(d)
	case d%2 == 0:
		return "even"
	}
	return "odd"
}

// respelt puts other significant digits in the place of those of a number, as it is written.
func respelt(text, digits string) string {
	out := []byte(text)
	begun, next := false, 0
	for i, c := range out {
		if begun = begun || c >= '1' && c <= '9'; !begun || !isDigit(c) {
			continue
		}
		if next == len(digits) {
			break // the zeros behind
		}
		out[i] = digits[next]
		next++
	}
	return string(out)
}

// tolerated reports whether a pattern accepts a number for another.
func (l *ledger) tolerated(v *big.Rat) bool {
	return slices.ContainsFunc(l.listed, func(p arena.NumberPattern) bool {
		n, ok := new(big.Rat).SetString(p.Value)
		slack := new(big.Rat).SetFloat64(p.Tolerance)
		if !ok || slack == nil || slack.Sign() == 0 {
			return false
		}
		difference := n.Sub(n, v)
		return difference.Abs(difference).Cmp(slack) <= 0
	})
}

var firstYear, lastYear = big.NewRat(1800, 1), big.NewRat(2200, 1)

// yearLike reports whether a number may be a year.
func yearLike(v *big.Rat) bool {
	return v.IsInt() && v.Cmp(firstYear) >= 0 && v.Cmp(lastYear) <= 0
}
