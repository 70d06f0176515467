package evolution

import (
	"cmp"
	"slices"

	"contextarena.internal/emas"
	"contextarena.internal/stats"
)

// Insight is the variance of fitness over the whole space by what explains it.
type Insight struct {
	Modules    []Part `json:"modules"`    // without what they do together
	Dimensions []Part `json:"dimensions"` // on their own
	Pairs      []Part `json:"pairs"`      // beyond that, the largest first
	Rest       Part   `json:"rest"`
	// Options are the levels of the dimensions, in order of declaration: a share of the variance says how
	// much a setting matters, and not which way.
	Options  []Option `json:"options"`
	Variance float64  `json:"variance"`
	Noise    float64  `json:"noise"` // variance taken off
	Note     string   `json:"note,omitempty"`
	Why      string   `json:"why,omitempty"` // there is none
}

// Option is a level of a dimension: the mean fitness of all pipelines that have it, and by how much that is ahead
// of the mean over all pipelines, paired by scenario.
type Option struct {
	Dimension string `json:"dimension"`
	Level     string `json:"level"`
	Fitness   Mean   `json:"fitness"`
	Ahead     Mean   `json:"ahead"`
}

// options are the means of all levels, over scenarios.
func (r Run) options() []Option {
	out := []Option{}
	levels := make([][]int, r.Space.Size())
	for g := range levels {
		levels[g] = r.Space.Levels(emas.Genome(g))
	}
	for d, dim := range r.Space.Dimensions {
		for l, level := range dim.Levels {
			var fitness, ahead []stats.Cluster
			for _, scenario := range r.ByScenario {
				all, own, n := 0.0, 0.0, 0.0
				for g, f := range scenario {
					all += f
					if levels[g][d] == l {
						own, n = own+f, n+1
					}
				}
				fitness = append(fitness, stats.Cluster{Sum: own / n, N: 1})
				ahead = append(ahead, stats.Cluster{Sum: own/n - all/float64(len(scenario)), N: 1})
			}
			out = append(out, Option{dim.Name, level, meanOf(stats.PairedMean(fitness, false, alpha)), meanOf(stats.PairedMean(ahead, false, alpha))})
		}
	}
	return out
}

// Part is a share of the variance, with its interval over scenarios.
type Part struct {
	Of    []string `json:"of"`
	Share float64  `json:"share"`
	Bounds
	dimensions []string // of a module. One of several has no interval.
}

func partOf(e emas.Effect) Part {
	return Part{Of: append([]string{}, e.Dimensions...), Share: e.Share, Bounds: boundsOf(e.Interval)}
}

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

const resamples = 2000

// Explain splits the variance of fitness among the modules; nil unless the whole space was measured. A
// module's share is what its dimensions explain without those of others.
func (r Run) Explain() *Insight {
	if r.Landscape == nil {
		return nil
	}
	out := &Insight{Modules: []Part{}, Dimensions: []Part{}, Pairs: []Part{}, Rest: partOf(emas.Effect{}), Options: []Option{}}
	a, err := emas.Decompose(r.Space, r.ByScenario, r.Noise, resamples, 1, alpha)
	if err != nil {
		out.Why = err.Error()
		return out
	}
	out.Options = r.options()
	out.Rest, out.Variance, out.Noise, out.Note = partOf(a.Rest), a.Variance, a.Noise, a.Note
	module := func(name string) int {
		return slices.IndexFunc(out.Modules, func(m Part) bool { return m.Of[0] == name })
	}
	for _, e := range a.Mains {
		out.Dimensions = append(out.Dimensions, partOf(e))
		i := module(moduleOf(e.Dimensions[0]))
		if i < 0 {
			m := partOf(e)
			m.Of, m.dimensions = []string{moduleOf(e.Dimensions[0])}, e.Dimensions
			out.Modules = append(out.Modules, m)
			continue
		}
		m := &out.Modules[i]
		m.Share, m.Bounds, m.dimensions = m.Share+e.Share, Bounds{}, append(slices.Clone(m.dimensions), e.Dimensions...)
	}
	for _, e := range a.Pairs {
		out.Pairs = append(out.Pairs, partOf(e))
		if name := moduleOf(e.Dimensions[0]); name == moduleOf(e.Dimensions[1]) {
			out.Modules[module(name)].Share += e.Share
		}
	}
	slices.SortStableFunc(out.Pairs, func(a, b Part) int { return cmp.Compare(b.Share, a.Share) })
	return out
}
