package pareto

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// process is a Gaussian process about a mean of 0 with noisy observations: Rasmussen & Williams, Gaussian
// Processes for Machine Learning (2006), chapter 2. Its parameters are positive: the variance, a length
// scale for each coordinate, and the nugget, a noise variance on top of each observation's own.
type process struct {
	like     func(square float64) float64 // how alike points are, by the square of their distance in length scales
	category []bool                       // by coordinate: values that differ are as far apart as 0 and 1
	x        [][]float64
	y, noise []float64 // of each observation: its value, and what is known of that one's variance

	p     []float64
	chol  mat.Cholesky
	alpha mat.VecDense // the inverse covariance times y
}

// matern52 is equation 4.17.
func matern52(square float64) float64 {
	r := math.Sqrt(5 * square)
	return (1 + r + r*r/3) * math.Exp(-r)
}

// covariance is that of the surface at two points.
func (g *process) covariance(x, z, p []float64) float64 {
	square := 0.0
	for i := range x {
		d := x[i] - z[i]
		if g.category[i] && d != 0 {
			d = 1
		}
		square += d * d / p[i+1] / p[i+1]
	}
	return p[0] * g.like(square)
}

// condition takes the observations in under parameters p.
func (g *process) condition(p []float64) error {
	k := mat.NewSymDense(len(g.x), nil)
	for i, x := range g.x {
		for j, z := range g.x[:i+1] {
			k.SetSym(i, j, g.covariance(x, z, p))
		}
		k.SetSym(i, i, k.At(i, i)+g.noise[i]+p[len(p)-1])
	}
	if !g.chol.Factorize(k) {
		return fmt.Errorf("the covariance of %d observations is not positive definite", len(g.x))
	}
	g.p = p
	g.alpha.Reset()
	return g.chol.SolveVecTo(&g.alpha, mat.NewVecDense(len(g.y), g.y))
}

// evidence is the log marginal likelihood of the observations that were taken in (equation 2.30).
func (g *process) evidence() float64 {
	n := len(g.y)
	return -mat.Dot(mat.NewVecDense(n, g.y), &g.alpha)/2 - g.chol.LogDet()/2 - float64(n)/2*math.Log(2*math.Pi)
}

// at is the surface's value at a point: what measuring it for ever would come to (equations 2.25, 2.26).
func (g *process) at(z []float64) (mean, variance float64) {
	k, w := mat.NewVecDense(len(g.x), nil), mat.VecDense{}
	for i, x := range g.x {
		k.SetVec(i, g.covariance(x, z, g.p))
	}
	if g.chol.SolveVecTo(&w, k) != nil { // condition would have failed
		return 0, g.p[0]
	}
	return mat.Dot(k, &g.alpha), max(0, g.covariance(z, z, g.p)-mat.Dot(k, &w))
}

// reach is how many times a parameter may be more or less than where its fit starts.
const reach = 1000

// fit conditions on the observations under the parameters of the highest evidence that a simplex (Nelder &
// Mead 1965) finds from start.
func (g *process) fit(start []float64, evaluations int) error {
	parameters := func(u []float64) []float64 {
		p := make([]float64, len(u))
		for i, v := range u {
			p[i] = start[i] * math.Exp(min(math.Log(reach), max(-math.Log(reach), v)))
		}
		return p
	}
	found, err := optimize.Minimize(optimize.Problem{Func: func(u []float64) float64 {
		if g.condition(parameters(u)) != nil {
			return math.Inf(1)
		}
		return -g.evidence()
	}}, make([]float64, len(start)), &optimize.Settings{FuncEvaluations: evaluations}, &optimize.NelderMead{SimplexSize: 1})
	if err != nil {
		return fmt.Errorf("fit a surface to %d observations: %w", len(g.x), err)
	}
	return g.condition(parameters(found.X))
}
