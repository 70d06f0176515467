package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Rescale says where a strategy lies between remembering nothing (0) and seeing everything (1):
// (x-none)/(full-none) of the means over all values. The three slices hold the same scenarios in
// the same order; scenarios without values in any of them are left out. It may be below 0 or
// above 1.
//
// The interval is a paired bootstrap over scenarios at confidence 1-alpha: all three are resampled
// together, through every resample up to 9 scenarios and drawn from seed beyond. Its percentiles
// are taken further out, as far as t reaches beyond the normal with that many scenarios, because
// plain ones are too narrow (the expanded percentile interval, Hesterberg 2015).
//
// A ratio whose denominator may be zero means nothing: the figure is not Defined, and the note says
// why, with fewer than MinClusters scenarios, where the interval of full minus none reaches down to
// 0, or where one resample in a thousand brings the denominator below a tenth of what was observed.
func Rescale(x, none, full []Cluster, resamples int, seed uint64, alpha float64) Estimate {
	var xs, ns, fs, apart []Cluster
	var e Estimate
	// A fixed order of the scenarios, so that theirs doesn't matter to what is drawn.
	order := make([]int, min(len(x), len(none), len(full)))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(x[a].Sum, x[b].Sum), cmp.Compare(x[a].N, x[b].N),
			cmp.Compare(none[a].Sum, none[b].Sum), cmp.Compare(none[a].N, none[b].N),
			cmp.Compare(full[a].Sum, full[b].Sum), cmp.Compare(full[a].N, full[b].N))
	})
	for _, i := range order {
		if x[i].N <= 0 || none[i].N <= 0 || full[i].N <= 0 {
			continue
		}
		xs, ns, fs = append(xs, x[i]), append(ns, none[i]), append(fs, full[i])
		// The difference of the two shares, weighted as the strategy's own values are.
		apart = append(apart, Cluster{(full[i].Sum/full[i].N - none[i].Sum/none[i].N) * x[i].N, x[i].N})
		e.N += x[i].N
	}
	e.Clusters = len(xs)
	gap, se, g := ClusterSE(apart, CR2)
	switch {
	case g == 0:
		return Estimate{Note: "nothing to count"}
	case g < MinClusters:
		return Estimate{Clusters: g, Note: "not estimable across scenarios (fewer than 3)"}
	case gap-tQuantile(float64(g-1), alpha)*se <= 0:
		return Estimate{Clusters: g, Note: "full and none aren't clearly apart"}
	}
	once := make([]int, g)
	for i := range once {
		once[i] = 1
	}
	top, observed := scaled(once, xs, ns, fs)
	e.Mean = top / observed
	var ratios replicates
	var near float64
	eachResample(g, resamples, seed, func(counts []int, share float64) {
		top, bottom := scaled(counts, xs, ns, fs)
		if bottom < observed/10 {
			near += share
			return
		}
		ratios = append(ratios, replicate{top / bottom, share})
	})
	if near > 0.001 {
		return Estimate{Clusters: g, Note: "full and none aren't clearly apart in every resample"}
	}
	ratios.sort()
	small := float64(g) / float64(g-1)
	level := distuv.UnitNormal.CDF(-math.Sqrt(small) * tQuantile(float64(g-1), alpha))
	e.SE, e.DF = ratios.se()*math.Sqrt(small), float64(g-1)
	e.Interval = &Interval{min(e.Mean, ratios.quantile(level)), max(e.Mean, ratios.quantile(1-level))}
	return e
}

// scaled is the top and the bottom of the ratio in one resample.
func scaled(counts []int, x, none, full []Cluster) (top, bottom float64) {
	n := pooled(counts, none)
	return pooled(counts, x) - n, pooled(counts, full) - n
}

func pooled(counts []int, clusters []Cluster) float64 {
	var sum, n float64
	for i, k := range counts {
		sum, n = sum+float64(k)*clusters[i].Sum, n+float64(k)*clusters[i].N
	}
	return sum / n
}
