package stats

import (
	"math"
	"math/rand/v2"
	"sort"
)

// exactUnits is the most units of which every resample is gone through: the order within a resample
// doesn't matter, so 9 units have 24,310 of them rather than 9⁹.
const exactUnits = 9

// eachResample shows visit resamples with replacement of n units, as how often each unit occurs,
// with the share of all resamples that each stands for. It goes through every one where there are
// few (and returns 0), or else draws as many as asked for (and returns that). counts is reused.
func eachResample(n, resamples int, seed uint64, visit func(counts []int, share float64)) int {
	counts := make([]int, n)
	if n <= exactUnits {
		all, _ := math.Lgamma(float64(n) + 1)
		all -= float64(n) * math.Log(float64(n))
		var place func(unit, left int, log float64)
		place = func(unit, left int, log float64) {
			if unit == n-1 {
				counts[unit] = left
				ways, _ := math.Lgamma(float64(left) + 1)
				visit(counts, math.Exp(log-ways))
				return
			}
			for k := 0; k <= left; k++ {
				counts[unit] = k
				ways, _ := math.Lgamma(float64(k) + 1)
				place(unit+1, left-k, log-ways)
			}
		}
		place(0, n, all)
		return 0
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for range resamples {
		clear(counts)
		for range n {
			counts[r.IntN(n)]++
		}
		visit(counts, 1/float64(resamples))
	}
	return resamples
}

// replicates is the bootstrap distribution of a statistic.
type replicates []replicate

type replicate struct{ value, share float64 }

// sort brings the values into ascending order, as quantile needs them.
func (r replicates) sort() {
	sort.Slice(r, func(a, b int) bool { return r[a].value < r[b].value })
}

// quantile is the smallest value at which the cumulative share reaches q.
func (r replicates) quantile(q float64) float64 {
	var sum float64
	for _, x := range r {
		sum += x.share
		if sum >= q-rounding {
			return x.value
		}
	}
	return r[len(r)-1].value
}

// se is the standard deviation.
func (r replicates) se() float64 {
	var mean, squares float64
	for _, x := range r {
		mean += x.share * x.value
	}
	for _, x := range r {
		squares += x.share * (x.value - mean) * (x.value - mean)
	}
	return math.Sqrt(squares)
}
