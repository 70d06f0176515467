package embed

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/llm"
)

// What can be wrong with a vector.
var (
	ErrDimensions = errors.New("vectors of different dimensions can't be compared")
	ErrNotFinite  = errors.New("a vector has a component that is no number or infinite")
)

// Index finds those of its vectors that are nearest to another, exactly. The zero value is empty.
// Nearest is safe for concurrent use between two calls of Add.
type Index struct {
	dimensions int
	rows       []float32 // of length 1, or 0, one after the other
	n          int
}

// Len is the number of vectors.
func (x *Index) Len() int { return x.n }

// Add takes in a vector, whose place is the number of those before it. An error wraps ErrNotFinite or,
// unless it is the first, ErrDimensions; the vector isn't taken in then.
func (x *Index) Add(v llm.Vector) error {
	if x.n > 0 || len(v) == 0 {
		if err := x.fits(v); err != nil {
			return err
		}
	}
	unit, err := scaled(v)
	if err != nil {
		return err
	}
	x.dimensions = len(v)
	x.rows = append(x.rows, unit...)
	x.n++
	return nil
}

func (x *Index) fits(v llm.Vector) error {
	if len(v) != x.dimensions || len(v) == 0 {
		return fmt.Errorf("%w: %d and %d", ErrDimensions, len(v), x.dimensions)
	}
	return nil
}

// scaled is v at length 1; a zero vector stays as it is.
func scaled(v llm.Vector) ([]float32, error) {
	out := make([]float32, len(v))
	length := math.Sqrt(dot(v, v))
	switch {
	case math.IsNaN(length) || math.IsInf(length, 0):
		return nil, ErrNotFinite
	case length == 0:
		return out, nil
	}
	for i, c := range v {
		out[i] = float32(float64(c) / length)
	}
	return out, nil
}

// dot is the same on every machine: the products of 32-bit numbers are exact, and summed in four lanes, which a
// processor adds side by side, each in order.
func dot[F float32 | float64](a []F, b []float32) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += float64(float64(x[0]) * float64(y[0]))
		s1 += float64(float64(x[1]) * float64(y[1]))
		s2 += float64(float64(x[2]) * float64(y[2]))
		s3 += float64(float64(x[3]) * float64(y[3]))
	}
	for ; i < len(a); i++ {
		s0 += float64(float64(a[i]) * float64(b[i]))
	}
	return s0 + s1 + s2 + s3
}

// Neighbour is a vector of an Index by its place, and its cosine with the one that was asked for.
type Neighbour struct {
	Place  int
	Cosine float64
}

// Nearest are the k vectors with the greatest cosines, greatest first; of equal ones the later is
// nearer. A zero vector has cosine 0 with every other. The error wraps ErrNotFinite or ErrDimensions;
// an empty index finds nothing, without one.
func (x *Index) Nearest(v llm.Vector, k int) ([]Neighbour, error) {
	k = min(k, x.n)
	if k <= 0 {
		return nil, nil
	}
	cosines, err := x.Cosines(v)
	if err != nil {
		return nil, err
	}
	out := make([]Neighbour, x.n)
	for i, c := range cosines {
		out[i] = Neighbour{i, c}
	}
	slices.SortFunc(out, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), b.Place-a.Place)
	})
	return out[:k:k], nil
}

// Cosines are those of all vectors with another, by place. A zero vector has cosine 0 with every other. The error
// wraps ErrNotFinite or ErrDimensions; an empty index has none, without one.
func (x *Index) Cosines(v llm.Vector) ([]float64, error) {
	if x.n == 0 {
		return nil, nil
	}
	if err := x.fits(v); err != nil {
		return nil, err
	}
	unit, err := scaled(v)
	if err != nil {
		return nil, err
	}
	wide := make([]float64, len(unit)) // converted once
	for i, c := range unit {
		wide[i] = float64(c)
	}
	out := make([]float64, x.n)
	for i := range out {
		out[i] = dot(wide, x.rows[i*x.dimensions:(i+1)*x.dimensions])
	}
	return out, nil
}
