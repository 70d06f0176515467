package evolution

import (
	"slices"

	"contextarena.internal/emas"
	"contextarena.internal/stats"
)

// Insight is what fitness depends on, over the whole space.
type Insight struct {
	emas.Anova
	Modules []Module
	Why     string // why there is none
}

// Module is one of the four that a memory is made of, or the layers over it. Its share is what its
// dimensions explain without those of others.
type Module struct {
	Name       string
	Dimensions []string
	Share      float64
	Interval   *stats.Interval // over scenarios, where it has one dimension
}

// moduleOf is the module that a dimension belongs to.
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

// Explain splits the variance of fitness among the modules; nil unless the whole space was measured.
func (r Run) Explain() *Insight {
	if r.Landscape == nil {
		return nil
	}
	a, err := emas.Decompose(r.Space, r.ByScenario, r.Noise, resamples, 1, alpha)
	if err != nil {
		return &Insight{Why: err.Error()}
	}
	out := &Insight{Anova: a}
	for _, e := range a.Mains {
		name := moduleOf(e.Dimensions[0])
		i := slices.IndexFunc(out.Modules, func(m Module) bool { return m.Name == name })
		if i < 0 {
			i, out.Modules = len(out.Modules), append(out.Modules, Module{Name: name, Interval: e.Interval})
		} else {
			out.Modules[i].Interval = nil
		}
		out.Modules[i].Dimensions = append(out.Modules[i].Dimensions, e.Dimensions[0])
		out.Modules[i].Share += e.Share
	}
	for _, e := range a.Pairs {
		if name := moduleOf(e.Dimensions[0]); name == moduleOf(e.Dimensions[1]) {
			i := slices.IndexFunc(out.Modules, func(m Module) bool { return m.Name == name })
			out.Modules[i].Share += e.Share
		}
	}
	return out
}
