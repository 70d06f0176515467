package evolution

import "contextarena.internal/emas"

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
