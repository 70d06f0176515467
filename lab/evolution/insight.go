package evolution

import (
	"cmp"
	"slices"

	"contextarena.internal/emas"
)

// Insight is the variance of fitness over the whole space by what explains it.
type Insight struct {
	Modules    []Part  `json:"modules"`    // without what they do together
	Dimensions []Part  `json:"dimensions"` // on their own
	Pairs      []Part  `json:"pairs"`      // beyond that, the largest first
	Rest       Part    `json:"rest"`
	Variance   float64 `json:"variance"`
	Noise      float64 `json:"noise"` // variance taken off
	Note       string  `json:"note,omitempty"`
	Why        string  `json:"why,omitempty"` // there is none
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
	out := &Insight{Modules: []Part{}, Dimensions: []Part{}, Pairs: []Part{}, Rest: partOf(emas.Effect{})}
	a, err := emas.Decompose(r.Space, r.ByScenario, r.Noise, resamples, 1, alpha)
	if err != nil {
		out.Why = err.Error()
		return out
	}
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
