package evolution

import (
	"contextarena.internal/emas"
	"contextarena.internal/stats"
)

// moduleOf is the one of the four modules that a memory is made of, or the layers over it, that a
// dimension belongs to.
func moduleOf(dimension string) string {
	switch dimension {
	case "encode", "store", "retrieve":
		return dimension
	case "compress_every", "recent_window", "depth", "adaptive_depth":
		return "manage"
	}
	return "layers"
}

// drawn are the pipelines that were drawn at random, with their fitness on each scenario of the search; those
// that weren't completed on each are left out.
func (r Run) drawn() []emas.Drawn {
	random := map[emas.Genome]bool{}
	for _, s := range r.Steps {
		if s.Emitter == (emas.Uniform{}).Name() {
			random[s.Genome] = true
		}
	}
	var out []emas.Drawn
	for _, p := range r.pipelines() {
		if !random[p.Genome] {
			continue
		}
		d := emas.Drawn{Genome: p.Genome}
		for _, id := range r.Search {
			if e, err := r.Scorer.Score(trialsOn([]Measured{p}, p.Genome, id)); err == nil {
				d.Fitness, d.Noise = append(d.Fitness, e.Fitness), append(d.Noise, e.SE*e.SE)
			}
		}
		if len(d.Fitness) == len(r.Search) {
			out = append(out, d)
		}
	}
	return out
}

// Option is a level of a dimension: by how much the pipelines drawn at random that have it are ahead of all of
// them in fitness, paired by scenario. A share of the variance says how much a setting matters, and not which way.
type Option struct {
	Dimension string `json:"dimension"`
	Level     string `json:"level"`
	Ahead     Mean   `json:"ahead"`
}

// options are those of the dimensions, in order of declaration.
func (r Run) options(drawn []emas.Drawn) []Option {
	out := []Option{}
	for d, dim := range r.Space.Dimensions {
		for l, level := range dim.Levels {
			var ahead []stats.Cluster
			for s := range r.Search {
				all, own, n := 0.0, 0.0, 0.0
				for _, g := range drawn {
					all += g.Fitness[s]
					if r.Space.Levels(g.Genome)[d] == l {
						own, n = own+g.Fitness[s], n+1
					}
				}
				if n > 0 {
					ahead = append(ahead, stats.Cluster{Sum: own/n - all/float64(len(drawn)), N: 1})
				}
			}
			out = append(out, Option{dim.Name, level, meanOf(stats.PairedMean(ahead, false, alpha))})
		}
	}
	return out
}
