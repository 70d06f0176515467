package shape

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// number writes a number within the schema's bounds.
func (f *filler) number(s *Schema, p place) written {
	c := f.cell(p, figures)
	v := c.Number
	role := roleAmong(p.name, figures)
	if c.Numeric && (role == Confidence || role == Score) {
		if lo, hi, ok := s.scale(p.about); ok {
			v = lo + v*(hi-lo)
		}
	}
	whole := s.types&number == 0
	return written{s.near(v, whole), c.Numeric, true}
}

// scale is what a share from 0 to 1 is to be given on.
func (s *Schema) scale(about string) (lo, hi float64, ok bool) {
	if s.most != nil {
		hi, _ = s.most.Float64()
		if s.least != nil {
			lo, _ = s.least.Float64()
		}
		return lo, hi, true
	}
	return Scale(about)
}

// near is the number next to v that the schema allows.
func (s *Schema) near(v float64, whole bool) string {
	if math.IsNaN(v) || math.IsInf(v, 0) || abs(v) > 1e18 {
		v = 0
	}
	r, _ := new(big.Rat).SetString(decimal(v))
	step := s.multiple
	if whole {
		switch one := big.NewRat(1, 1); {
		case step == nil:
			step = one
		case !step.IsInt(): // a multiple of both: of the numerator
			step = new(big.Rat).SetInt(step.Num())
		}
	}
	lo, hi := tighter(s.least, s.over, 1), tighter(s.most, s.under, -1)
	if step == nil {
		if hi != nil && (r.Cmp(hi) > 0 || s.under != nil && r.Cmp(s.under) >= 0) {
			r = inside(hi, lo, s.under != nil && s.under.Cmp(hi) == 0, -1)
		}
		if lo != nil && (r.Cmp(lo) < 0 || s.over != nil && r.Cmp(s.over) <= 0) {
			r = inside(lo, hi, s.over != nil && s.over.Cmp(lo) == 0, 1)
		}
		return exact(r)
	}
	n := rounded(new(big.Rat).Quo(r, step))
	if hi != nil {
		most := floor(new(big.Rat).Quo(hi, step))
		if s.under != nil && times(step, most).Cmp(s.under) >= 0 {
			most.Sub(most, big.NewInt(1))
		}
		if n.Cmp(most) > 0 {
			n = most
		}
	}
	if lo != nil {
		least := floor(new(big.Rat).Quo(lo, step))
		for times(step, least).Cmp(lo) < 0 || s.over != nil && times(step, least).Cmp(s.over) <= 0 {
			least.Add(least, big.NewInt(1))
		}
		if n.Cmp(least) < 0 {
			n = least
		}
	}
	return exact(times(step, n))
}

// inside is a bound, or if the bound itself isn't allowed a number next to it.
func inside(bound, other *big.Rat, open bool, way int64) *big.Rat {
	if !open {
		return bound
	}
	if other == nil {
		return new(big.Rat).Add(bound, big.NewRat(way, 1))
	}
	return new(big.Rat).Mul(new(big.Rat).Add(bound, other), big.NewRat(1, 2))
}

func times(step *big.Rat, n *big.Int) *big.Rat {
	return new(big.Rat).Mul(step, new(big.Rat).SetInt(n))
}

func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) } // Euclidean: denominators are positive

func rounded(r *big.Rat) *big.Int { return floor(new(big.Rat).Add(r, big.NewRat(1, 2))) }

// exact is a number whose denominator divides a power of ten, in decimals.
func exact(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	digits, _ := r.FloatPrec()
	return strings.TrimRight(r.FloatString(digits), "0")
}

// decimal is the shortest spelling of a number without an exponent.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
