package probes

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"unicode"

	"contextarena.internal/arena"
)

// suffix reads what stands behind a numeral: a factor, a percent or currency sign, a unit. It
// isn't ok if the digits go on as an identifier.
func (t *Text) suffix(n *number, value *big.Rat, next int, spelled bool) (*big.Rat, int, bool) {
	last := next - 1 // of the span
	if t.kind(next) == letters && t.sameBlock(next-1, next) {
		if scale := t.scaleAt(next, n.units != nil); scale > 0 {
			value.Mul(value, new(big.Rat).SetInt64(scale))
			n.scaled = true
			last = next
			if t.is(next+1, '.') && strings.EqualFold(t.raw(next), "mil") {
				last++
			}
		} else if t.glued(next) && t.alnum(next) && !spelled {
			units := t.unitWord(next)
			switch {
			case t.meaning(next).ordinal:
				return nil, 0, false
			case units == nil:
				n.weak = true
			case n.units == nil:
				n.units = units
			}
			n.after = t.tokens[next].word
			last = next
		}
		if last == next && t.glued(next+1) && t.kind(next+1) == digits {
			return nil, 0, false
		}
	}
	next = last + 1
	if t.glued(next) && t.is(next, '-') && t.glued(next+1) && t.kind(next+1) == letters && !t.tokens[next+1].lone {
		if !t.partOfWord(next + 1) {
			return nil, 0, false
		}
	}
	mark := t.char(next)
	switch units := signs[mark]; {
	case units == nil || !t.sameBlock(next-1, next):
	case isCurrencySign(mark):
		if n.units == nil && !(t.glued(next+1) && (t.kind(next+1) == digits || t.is(next+1, '.'))) {
			n.units = units
			next++
		}
	case mark == '°':
		if n.units == nil {
			n.units = units
		}
		next++
		if c := t.meaning(next); t.glued(next) && shareUnit(c.units, units) {
			n.units = c.units
			next++
		}
	default:
		if n.units == nil {
			n.units = units
		}
		next++
	}
	if n.after < 0 {
		t.unitBehind(n, next)
	}
	if n.weak && n.units != nil {
		n.weak = false
	}
	return value, next, true
}

// partOfWord reports whether a word hyphenated to a number qualifies something (30-day,
// 5-person, 8-ounce) and isn't the rest of an identifier (99284-B).
func (t *Text) partOfWord(i int) bool {
	if t.glued(i+1) && t.kind(i+1) == digits {
		return false
	}
	r := []rune(t.raw(i))
	return len(r) > 1 && (t.unitWord(i) != nil || t.meaning(i).scale > 0 || unicode.IsLower(r[len(r)-1]))
}

// scaleAt is the factor that the word at i gives to the number before it, 0 for none. An m is a
// million only as a capital or behind a currency: it may be metres or minutes; a capital B is a
// billion only behind a currency.
func (t *Text) scaleAt(i int, currency bool) int64 {
	scale := t.meaning(i).scale
	switch raw := t.raw(i); {
	case raw == "MM" && currency:
		return 1e6
	case raw == "m" && !(currency && t.glued(i)), raw == "b", raw == "B" && !currency:
		return 0
	}
	return scale
}

// unitBehind looks for the unit word behind a number: after a space or hyphen, past emphasis.
func (t *Text) unitBehind(n *number, i int) {
	prev := i - 1
	for t.is(i, '*') || t.is(i, '_') || t.is(i, '`') {
		i++
	}
	if t.is(i, '-') && t.glued(i) && t.glued(i+1) {
		i++
	}
	if t.kind(i) != letters || !t.sameBlock(prev, i) {
		if t.is(i, '°') && n.units == nil && t.sameBlock(prev, i) {
			n.units = t.unitsAt(i)
		}
		return
	}
	n.after = t.tokens[i].word
	if n.units == nil {
		n.units = t.unitsAt(i)
	}
}

// unitWord is what known unit the word at token i names. A single capital is one only where it
// is customary: 400F and 2L are amounts, 3D and 5G aren't.
func (t *Text) unitWord(i int) []string {
	switch t.raw(i) {
	case "D", "G", "H", "S":
		return nil
	}
	return t.meaning(i).units
}

// unitsAt is what known unit the token at i names; nil for none. "Degrees" may go on.
func (t *Text) unitsAt(i int) []string {
	units := signs[t.char(i)]
	if t.kind(i) == letters {
		units = t.unitWord(i)
	}
	if units == nil {
		return nil
	}
	if more := t.unitWord(i + 1); len(units) > 1 && len(more) == 1 && shareUnit(units, more) {
		return more
	}
	return units
}

// numberMatcher finds an amount.
type numberMatcher struct {
	value     *big.Rat
	tolerance *big.Rat // nil for none
	approx    float64
	slack     float64  // no amount further away than this can match
	units     []string // nil: any
	word      string   // the unit as an ordinary word, folded; empty if none was asked for
}

// decimal is how a pattern writes an amount.
var decimal = regexp.MustCompile(`^-?[0-9]{1,30}(\.[0-9]{1,30})?(/[0-9]{1,30})?$`)

func compileNumber(p arena.NumberPattern) (Matcher, error) {
	if !decimal.MatchString(p.Value) || strings.Contains(p.Value, ".") && strings.Contains(p.Value, "/") {
		return nil, fmt.Errorf("number.value: %q is not a number (write it like 2925000, 16.71 or 1/3)", p.Value)
	}
	value, ok := new(big.Rat).SetString(p.Value)
	if !ok {
		return nil, fmt.Errorf("number.value: %q divides by zero", p.Value)
	}
	m := &numberMatcher{value: value}
	m.approx, _ = value.Float64()
	if math.IsNaN(p.Tolerance) || math.IsInf(p.Tolerance, 0) || p.Tolerance < 0 {
		return nil, fmt.Errorf("number.tolerance: %v is not a difference (0 or more)", p.Tolerance)
	}
	if p.Tolerance > 0 {
		// As written, so that a tolerance of 0.01 is not a hair less.
		m.tolerance, _ = new(big.Rat).SetString(fmt.Sprint(p.Tolerance))
	}
	m.slack = p.Tolerance + 1e-9*(math.Abs(m.approx)+p.Tolerance+1)
	if p.Unit != "" {
		if strings.ContainsFunc(p.Unit, unicode.IsSpace) {
			return nil, fmt.Errorf("number.unit: %q is more than one word", p.Unit)
		}
		m.units, m.word = namedUnits(p.Unit), fold(p.Unit)
		if m.units == nil {
			m.units = []string{m.word}
		}
	}
	return m, nil
}

// Find returns the amounts with the value and no other unit.
func (m *numberMatcher) Find(t *Text) []Span {
	var out []Span
	for i := range t.numbers {
		n := &t.numbers[i]
		if math.Abs(n.approx-m.approx) > m.slack || !m.sameUnit(t, n) || !m.equal(n.value) {
			continue
		}
		out = append(out, n.span)
	}
	return ordered(out)
}

func (m *numberMatcher) equal(v *big.Rat) bool {
	if m.tolerance == nil {
		return v.Cmp(m.value) == 0
	}
	diff := new(big.Rat).Sub(v, m.value)
	return diff.Abs(diff).Cmp(m.tolerance) <= 0
}

// sameUnit reports whether a number may have the pattern's unit. A weak number must have it.
func (m *numberMatcher) sameUnit(t *Text, n *number) bool {
	if n.weak {
		return m.word != "" && n.after >= 0 && t.sameWord(n.after, m.word)
	}
	return m.units == nil || n.units == nil || shareUnit(m.units, n.units)
}

// sameWord reports whether a word of the text is word, in singular or plural.
func (t *Text) sameWord(id int32, word string) bool {
	for _, w := range []string{word, word + "s", strings.TrimSuffix(word, "s")} {
		if got, ok := t.ids[w]; ok && got == id {
			return true
		}
	}
	return false
}
