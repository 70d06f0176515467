package match

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// numberMatcher finds an amount.
type numberMatcher struct {
	value     *big.Rat
	tolerance *big.Rat // nil for none
	approx    float64
	slack     float64 // no amount further away than this can match
	unit      words.Unit
}

// decimal is how a pattern writes an amount.
var decimal = regexp.MustCompile(`^-?[0-9]{1,30}(\.[0-9]{1,30})?(/[0-9]{1,30})?$`)

func compileNumber(pattern arena.Pattern) (Matcher, error) {
	p := pattern.Number
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
		m.unit = words.UnitOf(p.Unit)
	}
	return m, nil
}

// Find returns the amounts with the value and no other unit.
func (m *numberMatcher) Find(t *words.Text) []words.Span {
	var out []words.Span
	amounts := t.Amounts()
	for i := range amounts {
		n := &amounts[i]
		if math.Abs(n.Approx-m.approx) > m.slack || !m.unit.Fits(t, n) || !m.equal(n.Value) {
			continue
		}
		out = append(out, n.Span)
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
