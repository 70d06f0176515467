package tally

import (
	"contextarena.internal/arena"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Ratio is a share whose cases differ from repeat to repeat: both its counts, summed over the
// completed trials of a scenario, are averaged over them first.
func (t Tally) Ratio(level arena.Level, sums []stats.Cluster) reports.Figure {
	return reports.FigureOf(stats.ClusterMean(t.averaged(sums), Alpha), t.About(level, reports.Sampled))
}

// Mean is a mean of something other than shares; see Ratio.
func (t Tally) Mean(level arena.Level, sums []stats.Cluster) reports.Figure {
	return reports.FigureOf(stats.PairedMean(t.averaged(sums), false, Alpha), t.About(level, reports.Sampled))
}

func (t Tally) averaged(sums []stats.Cluster) []stats.Cluster {
	completed := make([]float64, len(sums))
	for s := range t.Completed() {
		completed[s]++
	}
	out := make([]stats.Cluster, len(sums))
	for s, c := range sums {
		if n := completed[s]; n > 0 {
			out[s] = stats.Cluster{Sum: c.Sum / n, N: c.N / n}
		}
	}
	return out
}
