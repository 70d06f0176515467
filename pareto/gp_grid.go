package pareto

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// grid is a process whose observations fill a complete grid with equal noise. Its covariance is a
// Kronecker product of one small matrix per dimension plus a multiple of the identity, so that
// their eigenvectors stand for the large one's: Saatçi, Scalable Inference for Structured Gaussian
// Process Models (2011), chapter 5.
type grid struct {
	*process
	axes  [][]float64 // the values on each axis, ascending
	sizes []int
	cell  []int // of each observation, the last axis running fastest
}

// asGrid is the grid the observations fill, or nil and why they don't. The kernel must have one
// factor per coordinate.
func asGrid(g *process) (*grid, string) {
	low, high := slices.Min(g.noise), slices.Max(g.noise)
	if high-low > 1e-9*high {
		return nil, fmt.Sprintf("the noise variance differs between observations (%.3g to %.3g)", low, high)
	}
	d := &grid{process: g, cell: make([]int, len(g.x))}
	cells := 1
	for c := range g.kernel {
		var axis []float64
		for _, x := range g.x {
			if math.IsNaN(x[c]) {
				return nil, "a dimension does not apply to every point"
			}
			axis = append(axis, x[c])
		}
		slices.Sort(axis)
		axis = slices.Compact(axis)
		cells *= len(axis)
		d.axes, d.sizes = append(d.axes, axis), append(d.sizes, len(axis))
		if cells > len(g.x) {
			return nil, fmt.Sprintf("%d observations do not fill the grid of their values", len(g.x))
		}
	}
	seen := make([]bool, cells)
	for i, x := range g.x {
		for c, axis := range d.axes {
			at, _ := slices.BinarySearch(axis, x[c])
			d.cell[i] = d.cell[i]*len(axis) + at
		}
		if seen[d.cell[i]] {
			return nil, "a point is observed more than once"
		}
		seen[d.cell[i]] = true
	}
	return d, fmt.Sprintf("%d observations fill a grid with equal noise", cells)
}

// axis is one dimension's part of the kernel in its eigenbasis.
type axis struct {
	values  []float64    // eigenvalues
	vectors *mat.Dense   // eigenvectors, as columns
	slopes  []*mat.Dense // by the logarithm of each parameter, in the eigenbasis
}

// spectrum is the covariance in its eigenbasis.
type spectrum struct {
	axes   []axis
	signal []float64 // eigenvalues of the kernel's part, by cell
	values []float64 // eigenvalues with the noise
}

func (d *grid) spectrum(p []float64, slopes bool) (spectrum, error) {
	s := spectrum{signal: []float64{p[0]}}
	at := 1
	for c, f := range d.kernel {
		end := at + f.size()
		n := d.sizes[c]
		k := mat.NewSymDense(n, nil)
		a := axis{vectors: &mat.Dense{}}
		for range f.size() {
			a.slopes = append(a.slopes, mat.NewDense(n, n, nil))
		}
		x, z, slope := make([]float64, len(d.kernel)), make([]float64, len(d.kernel)), make([]float64, f.size())
		for i, xv := range d.axes[c] {
			for j, zv := range d.axes[c] {
				x[c], z[c] = xv, zv
				k.SetSym(i, j, f.likeness(x, z, p[at:end], slope))
				for q, v := range slope {
					a.slopes[q].Set(i, j, v)
				}
			}
		}
		var eigen mat.EigenSym
		if !eigen.Factorize(k, true) {
			return s, fmt.Errorf("the eigenvalues of dimension %d did not converge", c)
		}
		a.values = eigen.Values(nil)
		eigen.VectorsTo(a.vectors)
		if slopes {
			for _, m := range a.slopes {
				m.Product(a.vectors.T(), m, a.vectors)
			}
		}
		next := make([]float64, 0, len(s.signal)*n)
		for _, v := range s.signal {
			for i := range a.values {
				next = append(next, v*max(0, a.values[i]))
			}
		}
		s.axes, s.signal = append(s.axes, a), next
		at = end
	}
	s.values = make([]float64, len(s.signal))
	for i, v := range s.signal {
		s.values[i] = v + d.noise[0] + p[len(p)-1]
		if s.values[i] <= 0 {
			return s, fmt.Errorf("the covariance of %d observations is not positive definite: raise their noise variance", len(d.x))
		}
	}
	return s, nil
}

// along multiplies m into a tensor v along axis c.
func (d *grid) along(c int, m mat.Matrix, v []float64) []float64 {
	inner := 1
	for _, n := range d.sizes[c+1:] {
		inner *= n
	}
	n := d.sizes[c]
	out := make([]float64, len(v))
	for start := 0; start < len(v); start += n * inner {
		for i := range n {
			to := out[start+i*inner : start+(i+1)*inner]
			for j := range n {
				w := m.At(i, j)
				for q, f := range v[start+j*inner : start+(j+1)*inner] {
					to[q] += w * f
				}
			}
		}
	}
	return out
}

// rotate takes values by observation into the eigenbasis.
func (d *grid) rotate(s spectrum, v func(i int) float64) []float64 {
	out := make([]float64, len(d.cell))
	for i, c := range d.cell {
		out[c] = v(i)
	}
	for c, a := range s.axes {
		out = d.along(c, a.vectors.T(), out)
	}
	return out
}

// evidence is process.evidence on the grid. The mean is always unknown.
func (d *grid) evidence(p, grad []float64) (float64, error) {
	s, err := d.spectrum(p, grad != nil)
	if err != nil {
		return 0, err
	}
	y := d.rotate(s, func(i int) float64 { return d.y[i] })
	u := d.rotate(s, func(int) float64 { return 1 })
	var total, sum, logDet float64
	for i, v := range s.values {
		total += u[i] * u[i] / v
		sum += u[i] * y[i] / v
		logDet += math.Log(v)
	}
	var square float64
	a := make([]float64, len(y))
	for i, v := range s.values {
		r := y[i] - sum/total*u[i]
		square += r * r / v
		a[i] = r / v
		u[i] /= v
	}
	value := -(square + logDet + math.Log(total) + float64(len(y)-1)*math.Log(2*math.Pi)) / 2
	if grad == nil {
		return value, nil
	}
	clear(grad)
	last := len(p) - 1
	for i, v := range s.values {
		weight := (a[i]*a[i] - 1/v + u[i]*u[i]/total) / 2
		grad[0] += weight * s.signal[i]
		grad[last] += weight * p[last]
	}
	at := 1
	for c, ax := range s.axes {
		// others is the kernel's eigenvalue without this axis.
		others := []float64{p[0]}
		for e, o := range s.axes {
			next := make([]float64, 0, len(others)*d.sizes[e])
			for _, v := range others {
				for _, w := range o.values {
					if e == c {
						w = 1
					}
					next = append(next, v*max(0, w))
				}
			}
			others = next
		}
		inner := 1
		for _, n := range d.sizes[c+1:] {
			inner *= n
		}
		for _, m := range ax.slopes {
			ma, mu := d.along(c, m, a), d.along(c, m, u)
			for i, o := range others {
				q := i / inner % d.sizes[c]
				grad[at] += o * (a[i]*ma[i] - m.At(q, q)/s.values[i] + u[i]*mu[i]/total) / 2
			}
			at++
		}
	}
	return value, nil
}

// condition is process.condition on the grid.
func (d *grid) condition(p []float64) (*posterior, error) {
	s, err := d.spectrum(p, false)
	if err != nil {
		return nil, err
	}
	return d.given(p, func(columns *mat.Dense) *mat.Dense {
		n, m := columns.Dims()
		out := mat.NewDense(n, m, nil)
		for j := range m {
			v := d.rotate(s, func(i int) float64 { return columns.At(i, j) })
			for i := range v {
				v[i] /= math.Sqrt(s.values[i])
			}
			out.SetCol(j, v)
		}
		return out
	}), nil
}
