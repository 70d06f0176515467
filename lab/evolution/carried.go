package evolution

import (
	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Carried is how far something carries beyond what chose it: the share of probes kept as the search saw
// it, in fresh repeats of the same scenarios, and on held-out ones.
type Carried struct {
	Name    string         `json:"name"`
	Saw     reports.Figure `json:"saw"`
	Fresh   reports.Figure `json:"fresh"`
	HeldOut reports.Figure `json:"held_out"`
}

// carried compares the elites on average, the best of them and the baselines. What is best was decided by
// what the search saw.
func (r Run) carried() []Carried {
	var out []Carried
	seen, again := r.pipelines(), r.again()
	add := func(name string, saw, fresh []Measured, genomes ...emas.Genome) {
		figure := func(of []Measured, scenarios []string, repeats int) reports.Figure {
			return r.figure(r.retention(of, genomes, scenarios), repeats)
		}
		c := Carried{name, r.figure(stats.Estimate{}, r.Settings.Repeats), figure(fresh, r.Search, r.Settings.Fresh), figure(fresh, r.Held, r.Settings.Fresh)}
		if saw != nil { // the search didn't choose a baseline
			c.Saw = figure(saw, r.Search, r.Settings.Repeats)
		}
		out = append(out, c)
	}
	if best := r.best(); best >= 0 {
		var all []emas.Genome
		for _, e := range r.Elites {
			all = append(all, e.Genome)
		}
		add("elites, mean", seen, again, all...)
		add("best elite", seen, again, r.Elites[best].Genome)
	}
	for _, b := range r.Baselines {
		add(b.Strategy, nil, []Measured{{Trials: b.Trials}}, 0)
	}
	return out
}

// figure is a share of probes with its caption.
func (r Run) figure(e stats.Estimate, repeats int) reports.Figure {
	return reports.FigureOf(e, reports.About{
		Level: string(arena.LevelAnswer), Suite: r.Settings.Suite, Estimand: reports.Sampled, Repeats: repeats, LeftOut: r.LeftOut,
	})
}

// retention is the share of probes that genomes keep on scenarios, repeats averaged.
func (r Run) retention(all []Measured, genomes []emas.Genome, scenarios []string) stats.Estimate {
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

// Ranks is how well the elites' order agrees with that elsewhere: the mean is their rank correlation (Spearman).
type Ranks struct {
	With string `json:"with"`
	lab.Measured
	N    int    `json:"n"` // elites
	Note string `json:"note,omitempty"`
}

// ranks are those of held-out scenarios, by what the search saw, and of the other model, by fresh repeats of the
// same scenarios, where the elites were played there.
func (r Run) ranks() []Ranks {
	out := []Ranks{}
	add := func(with string, of func(Elite) (a, b *Measured)) {
		var here, there []float64
		for _, e := range r.Elites {
			a, b := of(e)
			if b == nil {
				return
			}
			here, there = append(here, a.Fitness), append(there, b.Fitness)
		}
		if len(here) > 0 {
			c := stats.Spearman(here, there, alpha)
			out = append(out, Ranks{with, lab.MeasuredOf(stats.Estimate{Mean: c.Rho, N: float64(c.N), Interval: c.Interval}), c.N, c.Note})
		}
	}
	add("held-out scenarios", func(e Elite) (a, b *Measured) { return &e.Measured, e.Unseen })
	add(r.Settings.Recheck, func(e Elite) (a, b *Measured) { return e.Fresh, e.Other })
	return out
}
