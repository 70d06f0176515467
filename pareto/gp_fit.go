package pareto

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// bound is the range of a parameter, which is positive and judged by its logarithm.
type bound struct{ low, high float64 }

// maximize climbs the evidence by LBFGS from each start and returns the best parameters met.
// An earlier start wins a tie. Each climb stops after so many evaluations, or
// when three steps gained less than 1e-7. Bounds hold because the search runs on the whole line,
// which a sigmoid maps into them.
func maximize(evidence func(p, grad []float64) (float64, error), bounds []bound, starts [][]float64, evaluations int) ([]float64, error) {
	var best []float64
	value := math.Inf(-1)
	var failed error
	n := len(bounds)
	p, slope := make([]float64, n), make([]float64, n)
	var at []float64 // where p, slope and now were computed
	var now float64
	look := func(u []float64) {
		if at != nil && slices.Equal(at, u) {
			return
		}
		at = append(at[:0], u...)
		for i, b := range bounds {
			p[i] = b.low * math.Exp(math.Log(b.high/b.low)/(1+math.Exp(-u[i])))
		}
		v, err := evidence(p, slope)
		if err != nil {
			failed, now = err, math.Inf(-1)
			clear(slope)
			return
		}
		for i, b := range bounds {
			s := 1 / (1 + math.Exp(-u[i]))
			slope[i] *= math.Log(b.high/b.low) * s * (1 - s)
		}
		if now = v; v > value {
			best, value = append(best[:0], p...), v
		}
	}
	problem := optimize.Problem{
		Func: func(u []float64) float64 { look(u); return -now },
		Grad: func(grad, u []float64) {
			look(u)
			for i, s := range slope {
				grad[i] = -s
			}
		},
	}
	for _, start := range starts {
		u := make([]float64, n)
		for i, b := range bounds {
			s := math.Log(start[i]/b.low) / math.Log(b.high/b.low)
			s = min(0.99, max(0.01, s)) // a start on the bound itself could never leave it
			u[i] = math.Log(s / (1 - s))
		}
		// A climb that ends in a failed line search has still met its best point.
		_, _ = optimize.Minimize(problem, u, &optimize.Settings{
			FuncEvaluations: evaluations,
			Converger:       &optimize.FunctionConverge{Absolute: 1e-7, Iterations: 3},
		}, &optimize.LBFGS{})
	}
	if best == nil {
		return nil, cmp.Or(failed, errors.New("the likelihood of the observations has no finite value"))
	}
	return best, nil
}
