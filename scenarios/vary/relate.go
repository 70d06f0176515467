package vary

import (
	"math"
	"math/big"
	"slices"

	"contextarena.internal/words"
)

// term is a number that others may have been computed with.
type term struct {
	value float64
	units []string // nil if it may be anything
}

// unitless are numbers that nobody needs to say: halves, thirds, quarters; days of a week, months,
// hours, weeks, minutes, days of a year; thousands.
var unitless = []float64{2, 3, 4, 7, 12, 24, 52, 60, 365, 1000}

// addable reports whether two terms can be added or compared.
func addable(a, b term) bool {
	return a.units == nil || b.units == nil || words.ShareUnit(a.units, b.units)
}

// percent reports whether a term may be a percentage.
func percent(a term) bool { return a.units == nil || slices.Contains(a.units, "%") }

// same reports whether two results are equal but for the arithmetic of floating point.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(math.Abs(a)+math.Abs(b)) }

// related reports whether an amount may have been computed from other numbers of the scenario, or
// others from it. It errs on the side of yes:
//
//   - the difference of two times or dates;
//   - two others and any of + - × ÷, one of them perhaps unsaid, or a percentage or a change by one;
//   - three others of its unit and + and -, or three factors;
//   - a row of numbers in one text that is added up;
//   - near by, in the turns that name it and those beside them, a product with something added or
//     taken off.
//
// Numbers of known and different units are never added, and a product has the unit of one factor.
func (l *ledger) related(a amount) bool {
	v, _ := a.value.Float64()
	it := term{v, a.units}
	pool := l.terms(a, nil)
	near := l.terms(a, l.beside(a))
	return l.betweenTimes(it) || ofTwo(it, pool) || ofThree(it, pool) || withRest(it, near) || l.addedUp(a)
}

// terms are the numbers of those texts that are chosen, or of all texts and patterns if nothing is,
// without the amount itself and zeros. Of those that are equal in value and unit there is one.
func (l *ledger) terms(a amount, choose func(entry) bool) []term {
	var out []term
	add := func(value *big.Rat, units []string) {
		v, _ := value.Float64()
		n := term{math.Abs(v), units}
		if v != 0 && value.Cmp(a.value) != 0 && !slices.ContainsFunc(out, func(o term) bool { return o.value == n.value && slices.Equal(o.units, n.units) }) {
			out = append(out, n)
		}
	}
	for _, e := range l.texts {
		if choose != nil && !choose(e) {
			continue
		}
		for _, n := range e.amounts {
			add(n.Value, n.Units)
		}
	}
	if choose == nil {
		for _, p := range l.listed {
			if v, ok := new(big.Rat).SetString(p.Value); ok {
				add(v, unitsOf(p.Unit))
			}
		}
	}
	return out
}

// beside chooses the texts of turns in which an amount stands or that stand beside one.
func (l *ledger) beside(a amount) func(entry) bool {
	var at []int
	for _, e := range l.texts {
		for _, n := range e.amounts {
			if n.Value.Cmp(a.value) == 0 && e.turn > 0 {
				at = append(at, e.turn-1, e.turn, e.turn+1)
			}
		}
	}
	return func(e entry) bool { return e.turn > 0 && slices.Contains(at, e.turn) }
}

// betweenTimes reports whether an amount is how long it is from one time or date to another.
func (l *ledger) betweenTimes(it term) bool {
	between := func(points []float64, unit string, length float64) bool {
		if it.units != nil && !slices.Contains(it.units, unit) {
			return false
		}
		for i, x := range points {
			for _, y := range points[:i] {
				if same(math.Abs(x-y), it.value*length) {
					return true
				}
			}
		}
		return false
	}
	return between(l.minutes, "minute", 1) || between(l.minutes, "hour", 60) || between(l.days, "day", 1) || between(l.days, "week", 7)
}

// ofTwo reports whether an amount and two others are a sum, a product or a percentage.
func ofTwo(it term, pool []term) bool {
	for i, x := range pool {
		if factors(it, x, unitless...) {
			return true
		}
		for j, y := range pool {
			switch {
			case addable(it, x) && addable(it, y) && addable(x, y) && (same(x.value+y.value, it.value) || same(x.value-y.value, it.value)),
				i != j && (addable(it, x) || addable(it, y)) && same(x.value*y.value, it.value),
				i != j && (addable(it, x) || addable(x, y)) && same(it.value*y.value, x.value),
				i != j && percentages(it, x, y):
				return true
			}
		}
	}
	return false
}

// factors reports whether one of the numbers times an amount is another or the other way round.
func factors(it, x term, by ...float64) bool {
	return slices.ContainsFunc(by, func(f float64) bool {
		return same(x.value*f, it.value) || same(it.value*f, x.value)
	})
}

// percentages reports whether one of three numbers is a percentage, and the others are a part and the
// whole or what it was before and after.
func percentages(it, x, y term) bool {
	part := func(rate, part, whole term) bool {
		r, p, w := rate.value, part.value, whole.value
		return percent(rate) && addable(part, whole) &&
			(same(100*p, r*w) || same(100*p, (100+r)*w) || r < 100 && same(100*p, (100-r)*w))
	}
	return part(it, x, y) || part(y, it, x) || part(y, x, it)
}

// ofThree reports whether an amount and three others are a sum, or a product. Small numbers of
// anything add up to any number, so in a sum all have the amount's unit, or none if it has none.
func ofThree(it term, pool []term) bool {
	by := map[float64][]term{} // rounded value → terms
	key := func(v float64) float64 { return math.Round(v * 1e6) }
	for _, z := range pool {
		by[key(z.value)] = append(by[key(z.value)], z)
	}
	kin := func(z term) bool { return it.units == nil && z.units == nil || words.ShareUnit(it.units, z.units) }
	for i, x := range pool {
		for _, y := range pool[:i+1] {
			product, quotient := x.value*y.value, x.value/y.value
			factor := func(z term) bool { return addable(it, x) || addable(it, y) || addable(it, z) }
			for _, third := range []float64{it.value / product, it.value * product, it.value * quotient, it.value / quotient} {
				if slices.ContainsFunc(by[key(third)], factor) {
					return true
				}
			}
			if !kin(x) || !kin(y) {
				continue
			}
			sum, difference := x.value+y.value, x.value-y.value
			for _, third := range []float64{it.value - sum, it.value + sum, sum - it.value, it.value - difference, it.value + difference} {
				if third > 0 && slices.ContainsFunc(by[key(third)], kin) {
					return true
				}
			}
		}
	}
	return false
}

// withRest reports whether an amount takes part in a product with something added or taken off.
func withRest(it term, near []term) bool {
	for i, x := range near {
		for j, y := range near {
			for _, z := range near {
				if i == j {
					continue
				}
				for _, rest := range []float64{z.value, -z.value} {
					// It is the result, a factor, or what is added.
					if i < j && same(x.value*y.value+rest, it.value) || same(it.value*x.value+rest, y.value) ||
						same(x.value*(it.value+rest), y.value) || same(x.value*(rest-it.value), y.value) {
						return true
					}
				}
			}
		}
	}
	return false
}

// addedUp reports whether a row of numbers in one text with an amount among them comes to another
// number of the scenario, or one without it to the amount.
func (l *ledger) addedUp(a amount) bool {
	it, _ := a.value.Float64()
	sums := map[float64]bool{}
	for _, v := range l.values() {
		f, _ := v.Float64()
		sums[f] = true
	}
	for _, e := range l.texts {
		for i := range e.amounts {
			sum, among := 0.0, false
			for n, next := range e.amounts[i:] {
				v, _ := next.Value.Float64()
				if !addable(term{it, a.units}, term{v, next.Units}) {
					break
				}
				sum += v
				among = among || v == it
				if n > 0 && (among && sums[sum] || !among && same(sum, it)) {
					return true
				}
			}
		}
	}
	return false
}
