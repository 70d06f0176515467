package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Bracket says how far one strategy's mean lies above the best of the others.
type Bracket struct {
	Low, High float64 // of its mean minus the greatest other mean; both ends constrained to include 0
	MaybeBest bool    // not excluded from being best
}

// bestDraws is how many draws the critical values of Best come from.
const bestDraws = 20000

// Best brackets, for all strategies at once at confidence 1-alpha (below 0.5), how far each lies
// above the best of the others: Hsu's multiple comparisons with the best (1984; with a critical
// value for each control: Edwards & Hsu 1983). x[strategy][scenario] are means over probes, higher
// is better; every scenario weighs the same, and strategies are compared within scenarios.
//
// Each strategy in turn is the control whose differences to the others get one-sided t limits, with
// spreads of their own. The critical value is the quantile of the largest of those correlated t's,
// simulated from seed with the covariance of the strategies over scenarios.
//
// The strategy with the greatest mean is never excluded. Two that agree in every scenario stand or
// fall together. A difference that is the same in every scenario, and not zero, excludes the lower
// one: with scenarios of different sizes only all against nothing does that.
//
// The note says why nothing could be excluded: fewer than two strategies or MinClusters scenarios,
// or strategies that don't all have a mean (NaN counts as none) in every scenario. Then all may be
// best and the ends are 0.
func Best(x [][]float64, alpha float64, seed uint64) ([]Bracket, string) {
	brackets := make([]Bracket, len(x))
	for i := range brackets {
		brackets[i].MaybeBest = true
	}
	if len(x) < 2 {
		return brackets, "nothing to compare with"
	}
	g := len(x[0])
	for _, row := range x {
		if len(row) != g || slices.ContainsFunc(row, math.IsNaN) {
			return brackets, "not the same scenarios"
		}
	}
	if g < MinClusters {
		return brackets, "not estimable across scenarios (fewer than 3)"
	}
	p := newPairs(x)
	critical := p.criticalValues(alpha, seed)
	// reach is how far the limit of a difference lies from it where c is the control.
	reach := func(i, j, c int) float64 {
		return critical[c] * math.Sqrt(p.spread[i][j]/float64(g-1)/float64(g))
	}
	for i := range x {
		high := math.Inf(1)
		for j := range x {
			if j == i {
				continue
			}
			d, r := p.means[i]-p.means[j], reach(i, j, i)
			high = min(high, d+r)
			if d+r <= 0 && (r > 0 || d < -rounding) {
				brackets[i].MaybeBest = false
			}
		}
		brackets[i].High = max(0, high)
	}
	for i := range x {
		for j := range x {
			if j != i && brackets[j].MaybeBest {
				brackets[i].Low = min(brackets[i].Low, p.means[i]-p.means[j]-reach(i, j, j))
			}
		}
	}
	return brackets, ""
}

// pairs is what the strategies' differences need.
type pairs struct {
	means  []float64
	root   *mat.Dense  // strategies × (scenarios-1): their deviations from their means
	spread [][]float64 // sum of squares of the differences between the deviations of i and j
}

func newPairs(x [][]float64) pairs {
	k, g := len(x), len(x[0])
	p := pairs{root: mat.NewDense(k, g-1, nil)}
	// A fixed order of the scenarios, so that theirs doesn't matter.
	order := make([]int, g)
	for s := range order {
		order[s] = s
	}
	slices.SortFunc(order, func(a, b int) int {
		for _, row := range x {
			if c := cmp.Compare(row[a], row[b]); c != 0 {
				return c
			}
		}
		return 0
	})
	for i, row := range x {
		// Helmert's contrasts: each scenario against those before it. They keep all distances but
		// have one dimension fewer, as many as there are degrees of freedom.
		var before float64
		for c, s := range order {
			if c > 0 {
				n := float64(c)
				p.root.Set(i, c-1, (before-n*row[s])/math.Sqrt(n*(n+1)))
			}
			before += row[s]
		}
		p.means = append(p.means, before/float64(g))
	}
	for i := range k {
		p.spread = append(p.spread, make([]float64, k))
		for j := range k {
			// What rounding leaves of a spread is none.
			if d := floats.Distance(p.root.RawRowView(i), p.root.RawRowView(j), 2); d > rounding*math.Sqrt(float64(g)) {
				p.spread[i][j] = d * d
			}
		}
	}
	return p
}

// criticalValues are, for each control, the quantile 1-alpha of the largest t among its differences
// to the others, had all the same mean and the covariance observed. Differences without spread have
// no t.
func (p pairs) criticalValues(alpha float64, seed uint64) []float64 {
	k := len(p.means)
	largest, most := make([][]float64, k), make([]float64, k)
	p.draw(seed, func(t func(i, j int) float64) {
		for i := range k {
			most[i] = math.Inf(-1)
		}
		for i := range k {
			for j := range i {
				if p.spread[i][j] == 0 {
					continue
				}
				t := t(i, j)
				most[i], most[j] = max(most[i], t), max(most[j], -t)
			}
		}
		for i := range k {
			largest[i] = append(largest[i], most[i])
		}
	})
	critical := make([]float64, k)
	for i, draws := range largest {
		critical[i] = quantileOf(draws, alpha)
	}
	return critical
}

// quantileOf is the quantile 1-alpha of the largest t's, 0 if there were none. It sorts them.
func quantileOf(draws []float64, alpha float64) float64 {
	sort.Float64s(draws)
	if q := draws[int((1-alpha)*bestDraws)]; !math.IsInf(q, -1) {
		return q
	}
	return 0
}

// draw hands bestDraws draws of the t's of all differences to f, had all strategies the same mean and the
// covariance observed. Each is a vector of means and, independent of it, a matrix of sums of squares
// (Wishart, by Bartlett's decomposition), both carried by the root of the covariance.
func (p pairs) draw(seed uint64, f func(t func(i, j int) float64)) {
	k, dims := p.root.Dims()
	df := float64(dims)
	root := p.root
	if k < dims { // the strategies span no more dimensions than there are of them
		var qr mat.QR
		qr.Factorize(root.T())
		var triangular mat.Dense
		qr.RTo(&triangular)
		root, dims = mat.DenseCopyOf(triangular.Slice(0, k, 0, k).T()), k
	}
	r := rand.New(rand.NewPCG(seed, 0))
	triangle, normal := mat.NewDense(dims, dims, nil), mat.NewVecDense(dims, nil)
	var means mat.VecDense
	var squares mat.Dense
	t := func(i, j int) float64 {
		var sum float64
		a, b := squares.RawRowView(i), squares.RawRowView(j)
		for c := range a {
			sum += (a[c] - b[c]) * (a[c] - b[c])
		}
		return (means.AtVec(i) - means.AtVec(j)) / math.Sqrt(sum/df)
	}
	for range bestDraws {
		for i := range dims {
			normal.SetVec(i, r.NormFloat64())
			for j := range i {
				triangle.Set(i, j, r.NormFloat64())
			}
			triangle.Set(i, i, math.Sqrt(distuv.ChiSquared{K: df - float64(i), Src: r}.Rand()))
		}
		means.MulVec(root, normal)
		squares.Mul(root, triangle)
		f(t)
	}
}
