package evolution

import (
	"slices"

	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/stats"
)

// Carried is how far something carries beyond what chose it: the share of probes kept as the search saw
// it, in fresh repeats of the same scenarios, and on held-out ones.
type Carried struct {
	Name              string
	Saw, Fresh, Other stats.Estimate // the zero Estimate where nothing was measured
}

// Carry compares the elites on average, the best of them and the baselines. What is best was decided by
// what the search saw.
func (r Run) Carry() []Carried {
	var out []Carried
	elites := r.Archive.Elites()
	if len(elites) > 0 {
		var all []emas.Genome
		for _, e := range elites {
			all = append(all, e.Genome)
		}
		out = append(out,
			Carried{"elites, mean", r.retention(r.seen, all, r.Search), r.retention(r.again, all, r.Search), r.retention(r.again, all, r.Held)},
		)
		best := []emas.Genome{r.Best().Genome}
		out = append(out, Carried{"best elite", r.retention(r.seen, best, r.Search), r.retention(r.again, best, r.Search), r.retention(r.again, best, r.Held)})
	}
	for _, b := range r.Baselines {
		one := []measured{{trials: b.Trials}}
		out = append(out, Carried{Name: b.Strategy, Fresh: r.retention(one, []emas.Genome{0}, r.Search), Other: r.retention(one, []emas.Genome{0}, r.Held)})
	}
	return out
}

// Best is the elite with the highest fitness as the search saw it; the first of equals. There must be
// one.
func (r Run) Best() emas.Elite {
	return slices.MaxFunc(r.Archive.Elites(), func(a, b emas.Elite) int {
		switch {
		case a.Fitness < b.Fitness:
			return -1
		case a.Fitness > b.Fitness:
			return 1
		}
		return 0
	})
}

// retention is the share of probes that genomes keep on scenarios, repeats averaged.
func (r Run) retention(all []measured, genomes []emas.Genome, scenarios []string) stats.Estimate {
	var clusters []stats.Cluster
	for _, id := range scenarios {
		var c stats.Cluster
		n := 0.
		for _, g := range genomes {
			trials := trialsOn(all, g, id)
			k, asked := kept(trials)
			if asked == 0 {
				continue
			}
			c = stats.Cluster{Sum: c.Sum + k/float64(len(trials)), N: c.N + asked/float64(len(trials))}
			n++
		}
		if n > 0 {
			clusters = append(clusters, stats.Cluster{Sum: c.Sum / n, N: c.N / n})
		}
	}
	return stats.ClusterMean(clusters, alpha)
}

// Ranks is how well the order of elites by what the search saw agrees with their order on held-out
// scenarios; false where they weren't played there.
func (r Run) Ranks() (stats.Correlation, bool) {
	if r.Unseen == nil {
		return stats.Correlation{}, false
	}
	var saw, other []float64
	for i, e := range r.Archive.Elites() {
		saw, other = append(saw, e.Fitness), append(other, r.Unseen.Steps[i].Evaluation.Fitness)
	}
	return stats.Spearman(saw, other, alpha), true
}

// yardstick is a baseline's trials.
func (r Run) yardstick(strategy string) []emas.Trial {
	i := slices.IndexFunc(r.Baselines, func(y lab.Yardstick) bool { return y.Strategy == strategy })
	if i < 0 {
		return nil
	}
	return r.Baselines[i].Trials
}
