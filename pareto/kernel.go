package pareto

import (
	"encoding/binary"
	"math"
)

// shape is how the likeness k of two coordinates falls with the square of their distance r, which is
// measured in length scales: r² = Σ ((x-z)/l)², one l per coordinate. steep is -2 dk/d(r²), so that the
// derivative by the logarithm of a length scale is steep times that coordinate's part of r².
type shape func(square float64) (k, steep float64)

// matern52 is (1 + √5r + 5r²/3) exp(-√5r): Rasmussen & Williams (2006), equation 4.17.
func matern52(square float64) (k, steep float64) {
	r := math.Sqrt(5 * square)
	e := math.Exp(-r)
	return (1 + r + r*r/3) * e, 5. / 3 * (1 + r) * e
}

// factor is one term of the kernel's product: what some coordinates of a point contribute. A
// coordinate that is NaN does not apply to its point.
//
// One with a shape is ordered; its parameters are one length scale per coordinate. Without one it is
// exchangeable: its one coordinate is exp(-θ) like between any two different levels, 1 within one.
//
// A conditional factor has one coordinate and, if it is ordered, one more parameter c: a value of
// the dimension is taken for c·g + √(1-c²)·h(x), where h has the shape and g is what a point has
// to which the dimension doesn't apply. So two points without it are alike (1), a point with and
// one without it are as like as c, and two with it c² + (1-c²)·shape: positive definite for any
// 0 ≤ c ≤ 1. For an exchangeable factor not applying is one more level.
type factor struct {
	shape       shape
	coordinates []int
	conditional bool
}

// size is the number of parameters.
func (f factor) size() int {
	if f.conditional && f.shape != nil {
		return len(f.coordinates) + 1
	}
	return len(f.coordinates)
}

// likeness is the factor for points x and z under parameters p. slope, unless nil, gets its
// derivatives by the logarithms of p.
func (f factor) likeness(x, z, p, slope []float64) float64 {
	if f.shape == nil {
		a, b := x[f.coordinates[0]], z[f.coordinates[0]]
		if a == b || math.IsNaN(a) && math.IsNaN(b) {
			clear(slope)
			return 1
		}
		k := math.Exp(-p[0])
		if slope != nil {
			slope[0] = -p[0] * k
		}
		return k
	}
	if f.conditional {
		c := p[len(p)-1]
		a, b := math.IsNaN(x[f.coordinates[0]]), math.IsNaN(z[f.coordinates[0]])
		switch {
		case a && b:
			clear(slope)
			return 1
		case a || b:
			clear(slope)
			if slope != nil {
				slope[len(p)-1] = c
			}
			return c
		}
		k := f.ordered(x, z, p, slope)
		for i := range slope {
			slope[i] *= 1 - c*c
		}
		if slope != nil {
			slope[len(p)-1] = 2 * c * c * (1 - k)
		}
		return c*c + (1-c*c)*k
	}
	return f.ordered(x, z, p, slope)
}

// ordered is the shape's value where every coordinate applies.
func (f factor) ordered(x, z, p, slope []float64) float64 {
	var square float64
	for i, c := range f.coordinates {
		d := (x[c] - z[c]) / p[i]
		square += d * d
	}
	k, steep := f.shape(square)
	if slope != nil {
		for i, c := range f.coordinates {
			d := (x[c] - z[c]) / p[i]
			slope[i] = steep * d * d
		}
	}
	return k
}

// kernel is the covariance of the surface at two points: a variance times the product of its
// factors. Its parameters are the variance and then each factor's, all positive.
type kernel []factor

// covariance is the kernel at x and z.
func (k kernel) covariance(x, z, p []float64) float64 {
	product, at := p[0], 1
	for _, f := range k {
		end := at + f.size()
		product *= f.likeness(x, z, p[at:end], nil)
		at = end
	}
	return product
}

// table is a factor between the distinct values that a list of points has for it. There are few of
// them, where there are levels, so that a pair of points costs a look-up.
type table struct {
	level    []int // of each point
	levels   int
	likeness []float64   // levels × levels
	slope    [][]float64 // of each parameter, by its logarithm
	weight   []float64   // what add summed up for each pair of levels
}

// tabulate is the table of f under parameters p.
func tabulate(f factor, points [][]float64, p []float64) table {
	var t table
	var values [][]float64
	known := map[string]int{}
	for _, x := range points {
		value := make([]float64, len(f.coordinates))
		for i, c := range f.coordinates {
			value[i] = x[c]
		}
		at, ok := known[key(value)]
		if !ok {
			at = len(values)
			known[key(value)] = at
			values = append(values, x)
		}
		t.level = append(t.level, at)
	}
	t.levels = len(values)
	t.likeness, t.weight = make([]float64, t.levels*t.levels), make([]float64, t.levels*t.levels)
	for range p {
		t.slope = append(t.slope, make([]float64, len(t.likeness)))
	}
	slope := make([]float64, len(p))
	for a, x := range values {
		for b, z := range values {
			t.likeness[a*t.levels+b] = f.likeness(x, z, p, slope)
			for i, s := range slope {
				t.slope[i][a*t.levels+b] = s
			}
		}
	}
	return t
}

// add takes note of a pair of points: weight is how much the result counts their covariance, times
// that covariance.
func (t *table) add(i, j int, weight float64) {
	t.weight[t.level[i]*t.levels+t.level[j]] += weight
}

// slopes are the result's derivatives by the logarithm of each parameter.
func (t table) slopes() []float64 {
	out := make([]float64, len(t.slope))
	for i, slope := range t.slope {
		for c, s := range slope {
			// A likeness too small for a number has no slope either.
			if t.likeness[c] > 0 {
				out[i] += t.weight[c] * s / t.likeness[c]
			}
		}
	}
	return out
}

// key is the same for two values of a factor where all coordinates are, those that don't apply included.
func key(point []float64) string {
	var b []byte
	for _, v := range point {
		if math.IsNaN(v) {
			v = math.NaN() // one of the many
		}
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(v))
	}
	return string(b)
}
