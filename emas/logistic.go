package emas

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// Logistic routes to the most probable cell by multinomial logistic regression on standardised
// features.
type Logistic struct {
	Cells       []int       // ascending
	Weights     [][]float64 // cell → feature, the last one the intercept
	Mean, Scale []float64   // of the features
	Best        int
}

// FitLogistic gives a fitting function with a penalty of l2/2 times the sum of squared weights per
// example, intercepts excepted (ridge; Hastie, Tibshirani & Friedman 2009, section 4.4). l2 must be
// above 0: openings are few and embeddings long, so without it the weights have no bound.
func FitLogistic(l2 float64) func([]Example) (Router, error) {
	return func(examples []Example) (Router, error) { return fitLogistic(examples, l2) }
}

func fitLogistic(examples []Example, l2 float64) (Router, error) {
	if err := checkExamples(examples); err != nil {
		return nil, err
	}
	if !(l2 > 0) {
		return nil, fmt.Errorf("logistic router: l2 of %v; want above 0", l2)
	}
	targets, overall := targets(examples)
	r := Logistic{Cells: distinct(targets), Best: overall}
	n, d := float64(len(examples)), len(examples[0].Features)
	r.Mean, r.Scale = make([]float64, d), make([]float64, d)
	for f := range d {
		for _, e := range examples {
			r.Mean[f] += e.Features[f] / n
		}
		for _, e := range examples {
			r.Scale[f] += (e.Features[f] - r.Mean[f]) * (e.Features[f] - r.Mean[f]) / n
		}
		if r.Scale[f] = math.Sqrt(r.Scale[f]); r.Scale[f] < 1e-12 {
			r.Scale[f] = 1 // a constant tells nothing
		}
	}
	rows, class := make([][]float64, len(examples)), make([]int, len(examples))
	for i, e := range examples {
		rows[i] = r.standard(e.Features)
		for k, c := range r.Cells {
			if c == targets[i] {
				class[i] = k
			}
		}
	}
	k, width := len(r.Cells), d+1
	// loss is the mean negative log likelihood with the penalty; slope receives its gradient.
	loss := func(w, slope []float64) float64 {
		var sum float64
		clear(slope)
		p := make([]float64, k)
		for i, x := range rows {
			for c := range p {
				p[c] = floats.Dot(w[c*width:(c+1)*width], x)
			}
			all := floats.LogSumExp(p)
			sum += (all - p[class[i]]) / n
			for c := range p {
				off := math.Exp(p[c] - all)
				if c == class[i] {
					off--
				}
				if slope != nil {
					floats.AddScaled(slope[c*width:(c+1)*width], off/n, x)
				}
			}
		}
		for j, x := range w {
			if j%width == d {
				continue
			}
			sum += l2 / 2 * x * x
			if slope != nil {
				slope[j] += l2 * x
			}
		}
		return sum
	}
	problem := optimize.Problem{
		Func: func(w []float64) float64 { return loss(w, nil) },
		Grad: func(slope, w []float64) { loss(w, slope) },
	}
	settings := &optimize.Settings{GradientThreshold: 1e-7, MajorIterations: 1000}
	result, err := optimize.Minimize(problem, make([]float64, k*width), settings, &optimize.LBFGS{})
	// The line search ends in an error where rounding hides any further descent; what it has is then
	// as good as it gets.
	if result == nil || err != nil && !errors.Is(err, optimize.ErrLinesearcherFailure) && !errors.Is(err, optimize.ErrNoProgress) {
		return nil, fmt.Errorf("logistic router: %w", err)
	}
	for c := range k {
		r.Weights = append(r.Weights, result.X[c*width:(c+1)*width])
	}
	return r, nil
}

// standard is the features centred and scaled, with a 1 for the intercept.
func (r Logistic) standard(features []float64) []float64 {
	x := make([]float64, 0, len(features)+1)
	for f, v := range features {
		x = append(x, (v-r.Mean[f])/r.Scale[f])
	}
	return append(x, 1)
}

// Cell is the most probable one, the lower number at a tie.
func (r Logistic) Cell(o Opening) int {
	if len(o.Features) != len(r.Mean) {
		return r.Best
	}
	x := r.standard(o.Features)
	cell, most := r.Best, math.Inf(-1)
	for i, w := range r.Weights {
		if p := floats.Dot(w, x); p > most {
			cell, most = r.Cells[i], p
		}
	}
	return cell
}
