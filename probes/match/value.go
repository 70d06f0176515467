package match

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"time"
	"unicode"

	"contextarena.internal/words"
)

// spansWhere are the spans of those values of a text that are the one looked for.
func spansWhere[V any](values []V, is func(v *V) (words.Span, bool)) []words.Span {
	var out []words.Span
	for i := range values {
		if s, ok := is(&values[i]); ok {
			out = append(out, s)
		}
	}
	return ordered(out)
}

// decimal is how a pattern writes an amount.
var decimal = words.Lazy(`^-?[0-9]{1,30}(\.[0-9]{1,30})?(/[0-9]{1,30})?$`)

// compileNumber finds the amounts with a value, or one within its tolerance, and no other unit but one that it
// can be put into: 84 months are 7 years, one fifth in words is 20 %.
func compileNumber(of pattern) (Matcher, error) {
	p := of.Number
	if !decimal.MatchString(p.Value) || strings.Contains(p.Value, ".") && strings.Contains(p.Value, "/") {
		return nil, fmt.Errorf("number.value: %q is not a number (write it like 2925000, 16.71 or 1/3)", p.Value)
	}
	value, ok := new(big.Rat).SetString(p.Value)
	if !ok {
		return nil, fmt.Errorf("number.value: %q divides by zero", p.Value)
	}
	if math.IsNaN(p.Tolerance) || math.IsInf(p.Tolerance, 0) || p.Tolerance < 0 {
		return nil, fmt.Errorf("number.tolerance: %v is not a difference (0 or more)", p.Tolerance)
	}
	tolerance := new(big.Rat)
	if p.Tolerance > 0 {
		// As written, so that a tolerance of 0.01 is not a hair less.
		tolerance, _ = tolerance.SetString(fmt.Sprint(p.Tolerance))
	}
	approx, _ := value.Float64()
	slack := p.Tolerance + 1e-9*(math.Abs(approx)+p.Tolerance+1) // no amount further away than this can match
	var unit words.Unit
	if p.Unit != "" {
		if strings.ContainsFunc(p.Unit, unicode.IsSpace) {
			return nil, fmt.Errorf("number.unit: %q is more than one word", p.Unit)
		}
		unit = words.UnitOf(p.Unit)
	}
	equal := func(v *big.Rat) bool {
		if tolerance.Sign() == 0 {
			return v.Cmp(value) == 0
		}
		diff := new(big.Rat).Sub(v, value)
		return diff.Abs(diff).Cmp(tolerance) <= 0
	}
	return finder(func(t *words.Text) []words.Span {
		return spansWhere(t.Amounts(), func(n *words.Amount) (words.Span, bool) {
			if v := unit.In(n); v != nil {
				return n.Span, equal(v)
			}
			if p.Unit == "%" && n.Units == nil && n.Approx < 1 && !strings.ContainsFunc(t.Slice(n.Span), unicode.IsDigit) {
				return n.Span, equal(new(big.Rat).Mul(n.Value, big.NewRat(100, 1)))
			}
			return n.Span, math.Abs(n.Approx-approx) <= slack && unit.Fits(t, n) && equal(n.Value)
		})
	}), nil
}

// compileDate finds the dates that are a day; a date without a year is it too.
func compileDate(of pattern) (Matcher, error) {
	p := *of.Date
	switch {
	case p.Month < time.January || p.Month > time.December:
		return nil, fmt.Errorf("date: month %d is not 1 to 12", p.Month)
	case !words.ValidDay(p.Month, p.Day):
		return nil, fmt.Errorf("date: %s has no day %d", p.Month, p.Day)
	case p.Year != 0 && (p.Year < 1900 || p.Year > 2199):
		return nil, fmt.Errorf("date: year %d is not 1900 to 2199", p.Year)
	case p.Year != 0 && time.Date(p.Year, p.Month, p.Day, 0, 0, 0, 0, time.UTC).Day() != p.Day:
		return nil, fmt.Errorf("date: %s %d has no day %d", p.Month, p.Year, p.Day)
	}
	day := words.Date{Year: p.Year, Month: p.Month, Day: p.Day}
	return finder(func(t *words.Text) []words.Span {
		return spansWhere(t.Dates(), func(d *words.Date) (words.Span, bool) { return d.Span, d.Same(day) })
	}), nil
}

// compileClock finds the times of day that are, or may be, one.
func compileClock(of pattern) (Matcher, error) {
	p := of.Time
	if p.Hour < 0 || p.Hour > 23 || p.Minute < 0 || p.Minute > 59 {
		return nil, fmt.Errorf("time: %02d:%02d is not between 00:00 and 23:59", p.Hour, p.Minute)
	}
	at := p.Hour*60 + p.Minute
	return finder(func(t *words.Text) []words.Span {
		return spansWhere(t.Clocks(), func(c *words.Clock) (words.Span, bool) {
			return c.Span, c.Minutes[0] == at || c.Minutes[1] == at
		})
	}), nil
}
