package pareto

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// process is a Gaussian process with noisy observations: Rasmussen & Williams, Gaussian Processes
// for Machine Learning (2006), chapters 2 and 5. Its parameters are the kernel's and then the
// nugget, a noise variance added to each observation's own.
type process struct {
	kernel   kernel
	x        [][]float64
	y        []float64
	noise    []float64 // variance of each observation
	constant bool      // an unknown mean under a flat prior (section 2.7); otherwise the mean is 0
}

// evidence is the log marginal likelihood of the observations (equation 5.8), or with an unknown
// mean the one that has it integrated out (2.45). grad, unless nil, gets its derivatives by the
// logarithms of p (5.9).
func (g *process) evidence(p, grad []float64) (float64, error) {
	k, tables := g.covariances(p)
	chol, err := g.factorize(k, p)
	if err != nil {
		return 0, err
	}
	n := len(g.x)
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return 0, fmt.Errorf("invert the covariance of %d observations: %w", n, err)
	}
	ones := mat.NewVecDense(n, nil)
	for i := range n {
		ones.SetVec(i, 1)
	}
	var u, a mat.VecDense
	u.MulVec(&inverse, ones)
	a.MulVec(&inverse, mat.NewVecDense(n, g.y))
	value := -chol.LogDet() / 2
	total, count := math.Inf(1), n
	if g.constant {
		total, count = mat.Dot(ones, &u), n-1
		a.AddScaledVec(&a, -mat.Dot(&u, mat.NewVecDense(n, g.y))/total, &u)
		value -= math.Log(total) / 2
	}
	value -= floats.Dot(g.y, a.RawVector().Data)/2 + float64(count)/2*math.Log(2*math.Pi)
	if grad == nil {
		return value, nil
	}
	clear(grad)
	av, uv, inv := a.RawVector().Data, u.RawVector().Data, inverse.RawSymmetric()
	signal := k.RawSymmetric()
	for i := range n {
		for j := i; j < n; j++ {
			weight := av[i]*av[j] - inv.Data[i*inv.Stride+j] + uv[i]*uv[j]/total
			if i == j {
				weight /= 2
				grad[len(p)-1] += weight * p[len(p)-1]
			}
			weight *= signal.Data[i*signal.Stride+j]
			grad[0] += weight
			for t := range tables {
				tables[t].add(i, j, weight)
			}
		}
	}
	at := 1
	for _, t := range tables {
		at += copy(grad[at:], t.slopes())
	}
	return value, nil
}

// covariances is the kernel's covariance of the observations, without noise.
func (g *process) covariances(p []float64) (*mat.SymDense, []table) {
	var tables []table
	at := 1
	for _, f := range g.kernel {
		end := at + f.size()
		tables = append(tables, tabulate(f, g.x, p[at:end]))
		at = end
	}
	k := mat.NewSymDense(len(g.x), nil)
	raw := k.RawSymmetric()
	for i := range g.x {
		row := raw.Data[i*raw.Stride : i*raw.Stride+len(g.x)]
		for j := i; j < len(row); j++ {
			row[j] = p[0]
		}
		for _, t := range tables {
			from := t.likeness[t.level[i]*t.levels:]
			for j := i; j < len(row); j++ {
				row[j] *= from[t.level[j]]
			}
		}
	}
	return k, tables
}

// factorize is the Cholesky factor of the observations' covariance, of which k is the kernel's part.
func (g *process) factorize(k *mat.SymDense, p []float64) (*mat.Cholesky, error) {
	noisy := mat.NewSymDense(len(g.x), nil)
	noisy.CopySym(k)
	for i, v := range g.noise {
		noisy.SetSym(i, i, noisy.At(i, i)+v+p[len(p)-1])
	}
	var chol mat.Cholesky
	if !chol.Factorize(noisy) {
		return nil, fmt.Errorf("the covariance of %d observations is not positive definite: raise their noise variance", len(g.x))
	}
	return &chol, nil
}

// posterior is a process that knows its observations.
type posterior struct {
	*process
	p        []float64
	lower    mat.TriDense // the Cholesky factor of the observations' covariance
	ones     []float64    // a column of ones, whitened
	residual []float64    // the observations less the mean, whitened
	mean     float64
	total    float64 // the precision of the mean: infinite where it is known to be 0
}

// condition is the posterior under parameters p.
func (g *process) condition(p []float64) (*posterior, error) {
	k, _ := g.covariances(p)
	chol, err := g.factorize(k, p)
	if err != nil {
		return nil, err
	}
	s := &posterior{process: g, p: p, total: math.Inf(1)}
	chol.LTo(&s.lower)
	columns := mat.NewDense(len(g.x), 2, nil)
	for i := range g.x {
		columns.Set(i, 0, 1)
		columns.Set(i, 1, g.y[i])
	}
	white := s.whiten(columns)
	s.ones, s.residual = mat.Col(nil, 0, white), mat.Col(nil, 1, white)
	if g.constant {
		s.total = floats.Dot(s.ones, s.ones)
		s.mean = floats.Dot(s.ones, s.residual) / s.total
		floats.AddScaled(s.residual, -s.mean, s.ones)
	}
	return s, nil
}

// whiten turns columns over the observations so that the inner product of two whitened columns is the
// one under the inverse covariance.
func (s *posterior) whiten(columns *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(columns)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, s.lower.RawTriangular(), out.RawMatrix())
	return out
}

// predicted is what is known of the surface's value at each of some points. whitened has a column for each: what the
// observations tell about it.
type predicted struct {
	mean, variance []float64
	whitened       *mat.Dense
	slack          []float64 // the part of its weight on the mean that the observations don't give
}

// values are the surface's at the points (equations 2.25, 2.26; with an unknown mean 2.42).
func (s *posterior) values(points [][]float64) predicted {
	n, m := len(s.x), len(points)
	cross := mat.NewDense(n, m, nil)
	f := predicted{mean: make([]float64, m), variance: make([]float64, m), slack: make([]float64, m)}
	for j, z := range points {
		for i, x := range s.x {
			cross.Set(i, j, s.kernel.covariance(x, z, s.p))
		}
		f.mean[j], f.variance[j], f.slack[j] = s.mean, s.kernel.covariance(z, z, s.p), 1
	}
	f.whitened = s.whiten(cross)
	for i := range n {
		for j, w := range f.whitened.RawRowView(i) {
			f.mean[j] += w * s.residual[i]
			f.variance[j] -= w * w
			f.slack[j] -= w * s.ones[i]
		}
	}
	for j := range m {
		f.variance[j] = max(0, f.variance[j]+f.slack[j]*f.slack[j]/s.total)
	}
	return f
}
