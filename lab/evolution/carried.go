package evolution

import (
	"cmp"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
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
	add := func(name string, saw, fresh []measured, genomes ...emas.Genome) {
		figure := func(of []measured, scenarios []string, repeats int) reports.Figure {
			return r.figure(r.retention(of, genomes, scenarios), repeats)
		}
		c := Carried{name, r.figure(stats.Estimate{}, r.Settings.Repeats), figure(fresh, r.Search, r.Settings.Fresh), figure(fresh, r.Held, r.Settings.Fresh)}
		if saw != nil { // the search didn't choose a baseline
			c.Saw = figure(saw, r.Search, r.Settings.Repeats)
		}
		out = append(out, c)
	}
	if elites := r.Archive.Elites(); len(elites) > 0 {
		var all []emas.Genome
		for _, e := range elites {
			all = append(all, e.Genome)
		}
		add("elites, mean", r.seen, r.again, all...)
		add("best elite", r.seen, r.again, r.best().Genome)
	}
	for _, b := range r.Baselines {
		add(b.Strategy, nil, []measured{{trials: b.Trials}}, 0)
	}
	return out
}

// best is the elite with the highest fitness as the search saw it; the first of equals. There must be
// one.
func (r Run) best() emas.Elite {
	return slices.MaxFunc(r.Archive.Elites(), func(a, b emas.Elite) int { return cmp.Compare(a.Fitness, b.Fitness) })
}

// figure is a share of probes with its caption.
func (r Run) figure(e stats.Estimate, repeats int) reports.Figure {
	return reports.FigureOf(e, reports.About{
		Level: string(arena.LevelAnswer), Suite: r.Settings.Suite, Estimand: reports.Sampled, Repeats: repeats, LeftOut: r.LeftOut,
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

// Ranks is a rank correlation of the elites' fitness (Spearman).
type Ranks struct {
	With string  `json:"with"`
	Rho  float64 `json:"rho"`
	Bounds
	N    int    `json:"n"`
	Note string `json:"note,omitempty"`
}

func ranksOf(with string, c stats.Correlation) *Ranks {
	return &Ranks{with, c.Rho, boundsOf(c.Interval), c.N, c.Note}
}

// heldOutRanks is how well the order of elites by what the search saw agrees with their order on held-out
// scenarios; nil where they weren't played there.
func (r Run) heldOutRanks() *Ranks {
	if r.Unseen == nil {
		return nil
	}
	var saw, other []float64
	for i, e := range r.Archive.Elites() {
		saw, other = append(saw, e.Fitness), append(other, r.Unseen.Steps[i].Evaluation.Fitness)
	}
	return ranksOf("held-out scenarios", stats.Spearman(saw, other, alpha))
}

// Bounds are the ends of an interval; nil where there is none.
type Bounds struct {
	Low  *float64 `json:"low" jsonschema:"oneof_type=number;null"`
	High *float64 `json:"high" jsonschema:"oneof_type=number;null"`
}

func boundsOf(i *stats.Interval) Bounds {
	if i == nil {
		return Bounds{}
	}
	return Bounds{&i.Low, &i.High}
}

// interval is nil where there is none.
func (b Bounds) interval() *stats.Interval {
	if b.Low == nil {
		return nil
	}
	return &stats.Interval{Low: *b.Low, High: *b.High}
}

// Mean is a mean with its interval.
type Mean struct {
	Mean float64 `json:"mean"`
	Bounds
	N    int    `json:"n"` // scenarios, or seeds
	Note string `json:"note,omitempty"`
}

func meanOf(e stats.Estimate) Mean { return Mean{e.Mean, boundsOf(e.Interval), e.Clusters, e.Note} }
