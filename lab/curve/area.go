package curve

import (
	"math"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// weights are those of the values at ascending budgets in the area under the line through them, by the
// logarithm of the budget, divided by its length:
//
//	A = 1/(ln b_n − ln b_1) · Σ ½ (r_i + r_{i+1}) (ln b_{i+1} − ln b_i)
//
// So A is a mean: the retention at a budget drawn so that every doubling is as likely. It is taken over budgets and not over the
// tokens that were used, since a strategy that needs fewer mustn't lose by it, and since the ends are the
// same for all.
func weights(budgets []int) []float64 {
	out := make([]float64, len(budgets))
	length := math.Log(float64(budgets[len(budgets)-1])) - math.Log(float64(budgets[0]))
	for i := range len(budgets) - 1 {
		step := math.Log(float64(budgets[i+1])) - math.Log(float64(budgets[i]))
		out[i] += step / 2 / length
		out[i+1] += step / 2 / length
	}
	return out
}

// areaOf is the area under a line between the first and the last of the shared budgets, with an interval
// over scenarios: each has an area of its own. Scenarios that weren't completed at all of them are left
// out.
func areaOf(r lab.Result, l Line, shared []int) reports.Figure {
	all := make([]tally.Tally, 0, len(shared))
	for _, budget := range shared {
		all = append(all, tally.Of(r, lab.AtBudget(l.Strategy, budget), l.Model))
	}
	if len(shared) < 2 {
		about := reports.About{Level: string(arena.LevelAnswer), Suite: r.Planned.Suite, Estimand: reports.Sampled, Repeats: r.Planned.Repeats}
		return reports.FigureOf(stats.Estimate{Note: "fewer than two budgets at which every strategy completed a trial"}, about)
	}
	about := all[0].About(arena.LevelAnswer, reports.Sampled)
	clusters := make([]stats.Cluster, len(r.Scenarios))
	for i, w := range weights(shared) {
		about.LeftOut = max(about.LeftOut, all[i].LeftOut)
		about.Warnings = all[i].About(arena.LevelAnswer, reports.Sampled).Warnings
		for s, c := range all[i].Answers() {
			if c.N == 0 || i > 0 && clusters[s].N == 0 {
				clusters[s] = stats.Cluster{}
				continue
			}
			clusters[s].Sum += w * c.Sum / c.N
			clusters[s].N += c.N / float64(len(shared))
		}
	}
	for s := range clusters {
		clusters[s].Sum *= clusters[s].N
	}
	return reports.FigureOf(stats.ClusterMean(clusters, tally.Alpha), about)
}
