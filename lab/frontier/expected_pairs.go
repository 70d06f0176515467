package frontier

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/stats"
)

// frequency asks whether choosing the trigger by scenario pays.
func (f *Frontier) frequency(predictions.Prediction) (stats.Verdict, string) {
	names, levels := f.balanced("trigger")
	if f.Played.Repeats < 2 || len(names) < 2 || len(f.scenarios) < stats.MinClusters {
		return stats.NotEstimable, "it takes two repeats, three scenarios, and points that were played to the end with every trigger, all else equal"
	}
	// Retention by trigger and scenario on the repeats of one parity.
	on := func(level, s, parity int) float64 {
		var k, n float64
		for _, p := range levels[level] {
			for repeat, r := range f.rows[p][s] {
				if repeat%2 == parity {
					k, n = k+r[kept], n+r[asked]
				}
			}
		}
		if n == 0 {
			return 0
		}
		return k / n
	}
	best := func(value func(level int) float64) int {
		out := 0 // the first of several
		for l := range names {
			if value(l) > value(out) {
				out = l
			}
		}
		return out
	}
	var gains []stats.Cluster
	own := map[int]bool{}
	for s := range f.scenarios {
		gain := 0.0
		for parity := range 2 {
			here := best(func(l int) float64 { return on(l, s, parity) })
			overall := best(func(l int) float64 {
				total := 0.0
				for other := range f.scenarios {
					total += on(l, other, parity)
				}
				return total
			})
			gain += (on(here, s, 1-parity) - on(overall, s, 1-parity)) / 2
			own[here] = true
		}
		gains = append(gains, stats.Cluster{Sum: gain, N: 1})
	}
	est := stats.PairedMean(gains, true, alpha)
	finding := fmt.Sprintf("gain %.1f points%s; best by scenario: %d different triggers", 100*est.Mean, interval(est, 100), len(own))
	return stats.Judge(est.Interval, stats.Above(0)), finding
}

// balanced sorts points by their level of a dimension: those of which a counterpart that differs in
// nothing else was played with every level. A race drops more of one level than of another, and what it
// has left can't be compared.
func (f *Frontier) balanced(dimension string) (levels []string, points [][]int) {
	at := f.dimension(dimension)
	if at < 0 {
		return nil, nil
	}
	levels = f.swept.Space.Dimensions[at].Levels
	with := map[string]int{}
	for i, p := range f.Points {
		if p.Levels[at] != "" {
			with[f.rest(i, at)]++
		}
	}
	points = make([][]int, len(levels))
	for i, p := range f.Points {
		if with[f.rest(i, at)] == len(levels) {
			l := slices.Index(levels, p.Levels[at])
			points[l] = append(points[l], i)
		}
	}
	if len(points[0]) == 0 {
		return nil, nil
	}
	return levels, points
}

// rest is a point's levels in all dimensions but one.
func (f *Frontier) rest(point, but int) string {
	levels := slices.Clone(f.Points[point].Levels)
	levels[but] = ""
	return strings.Join(levels, "\x00")
}

// sizes compares the sub-models on structured extraction and on corrections.
func (f *Frontier) sizes(p predictions.Prediction) (stats.Verdict, string) {
	small, large := "nano", "standard"
	pairs := f.pairs("sub_model", small, large)
	structured := slices.DeleteFunc(slices.Clone(pairs), func(p [2]int) bool { return f.level(p[0], "method") != "structured" })
	if len(structured) == 0 || len(f.scenarios) < stats.MinClusters || f.Unit != USD {
		return stats.NotEstimable, "it takes three scenarios, prices, and points with structured that differ in the sub-model alone"
	}
	loss := f.paired(structured, kept, asked)
	gain := f.paired(pairs, byType+2*correction, byType+2*correction+1)
	var costs [2]float64
	for _, pair := range structured {
		costs[0], costs[1] = costs[0]+f.Points[pair[0]].Cost, costs[1]+f.Points[pair[1]].Cost
	}
	cheaper := costs[0] < costs[1]
	finding := fmt.Sprintf("structured, standard less nano: %.1f points%s, at %.1f times the cost; corrections: %.1f points%s", 100*loss.Mean, interval(loss, 100), costs[1]/costs[0], 100*gain.Mean, interval(gain, 100))
	sparing := stats.Judge(loss.Interval, stats.AtMost(p.AtMost))
	if sparing != stats.NotEstimable && !cheaper {
		sparing = stats.NotSupported
	}
	verdict := stats.Both(sparing, stats.Judge(gain.Interval, stats.Above(0)))
	if f.Played.Simulated && (verdict == stats.Supported || verdict == stats.NotSupported) {
		return stats.Assumed, finding + "; how sizes differ was put into the simulation"
	}
	return verdict, finding
}

// correction is the place of corrections among the fact types.
var correction = slices.Index(arena.FactTypes, arena.Correction)

// pairs lists the points that differ in one dimension alone, the one with the level a first.
func (f *Frontier) pairs(dimension, a, b string) [][2]int {
	d := f.dimension(dimension)
	if d < 0 {
		return nil
	}
	at := map[string]int{}
	for i, p := range f.Points {
		if p.Levels[d] == a {
			at[f.rest(i, d)] = i
		}
	}
	var out [][2]int
	for i, p := range f.Points {
		if j, ok := at[f.rest(i, d)]; ok && p.Levels[d] == b {
			out = append(out, [2]int{j, i})
		}
	}
	return out
}

// paired is the second's share less the first's, over pairs, paired by scenario.
func (f *Frontier) paired(pairs [][2]int, k, n int) stats.Estimate {
	var gains []stats.Cluster
	for s := range f.scenarios {
		var diff, weight float64
		for _, p := range pairs {
			var share [2]float64
			counted := 0.0
			for side := range 2 {
				if sk, sn := counts(f.rows[p[side]][s], k, n); sn > 0 {
					share[side] = sk / sn
					counted++
				}
			}
			if counted == 2 {
				diff, weight = diff+share[1]-share[0], weight+1
			}
		}
		if weight > 0 {
			gains = append(gains, stats.Cluster{Sum: diff / weight, N: 1})
		}
	}
	return stats.PairedMean(gains, true, alpha)
}
