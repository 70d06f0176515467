package evolution

import (
	"fmt"
	"slices"

	"contextarena.internal/emas"
	"contextarena.internal/space"
)

// page is an evolution as the browser's program reads it (web/src/evolution.tsx).
type page struct {
	Kind   string  `json:"kind"` // "evolution"
	Number int64   `json:"number"`
	Grids  []Grid  `json:"grids"`
	Elites []Elite `json:"elites"`
	Front  []int   `json:"front"`
	course
}

// course is how a search went.
type course struct {
	Batches []Batch    `json:"batches"`
	Seen    []Seen     `json:"seen"`
	Bests   []Bettered `json:"bests"`
}

// Batch is the archive once a batch was told.
type Batch struct {
	Batch       int     `json:"batch"`       // from 1
	Evaluations int     `json:"evaluations"` // until then
	Coverage    float64 `json:"coverage"`
	QDScore     float64 `json:"qd_score"`
	Best        float64 `json:"best"` // fitness of the fittest, as last measured; 0 for none that passes enough tasks
}

// Seen is a pipeline as the search measured it last.
type Seen struct {
	Genome     int     `json:"genome"`
	Name       string  `json:"name"`
	Emitter    string  `json:"emitter"` // that proposed it first
	Batch      int     `json:"batch"`   // in which it did
	Measured   int     `json:"measured"`
	Fitness    float64 `json:"fitness"`
	Retention  float64 `json:"weighted_retention"`
	Cost       float64 `json:"cost_times_hybrid"`
	Infeasible bool    `json:"infeasible"`
	Elite      bool    `json:"elite"` // at the end
}

// Bettered is a pipeline that became the fittest of all, by what was measured of each last. A search keeps no parents, so
// what it differs in from the one before stands for its descent.
type Bettered struct {
	Batch   int      `json:"batch"` // after which it was
	Seen    int      `json:"seen"`  // its place
	Fitness float64  `json:"fitness"`
	Changed []string `json:"changed"` // against the one before; all settings of the first
}

// course is how the search of a run went. Of equally fit pipelines the one that was seen first is the fittest.
func (r Run) course() course {
	out := course{Batches: []Batch{}, Seen: []Seen{}, Bests: []Bettered{}}
	at := map[emas.Genome]int{}
	for i, s := range r.Steps {
		k, ok := at[s.Genome]
		if !ok {
			k = len(out.Seen)
			at[s.Genome] = k
			out.Seen = append(out.Seen, Seen{Genome: int(s.Genome), Name: r.Space.Name(s.Genome), Emitter: s.Emitter, Batch: s.Batch + 1})
		}
		x := &out.Seen[k]
		x.Measured++
		x.Fitness, x.Retention, x.Cost, x.Infeasible = s.Fitness, s.Retention, s.Cost, s.Infeasible
		if i+1 < len(r.Steps) && r.Steps[i+1].Batch == s.Batch {
			continue
		}
		b := Batch{Batch: s.Batch + 1, Evaluations: i + 1, Coverage: s.Coverage, QDScore: s.QDScore}
		if best := fittest(out.Seen); best >= 0 {
			b.Best = out.Seen[best].Fitness
			out.Bests = r.bettered(out, b, best)
		}
		out.Batches = append(out.Batches, b)
	}
	for _, x := range r.Elites {
		if k, ok := at[x.Genome]; ok {
			out.Seen[k].Elite = true
		}
	}
	return out
}

// fittest is the place of the fittest of those that pass enough tasks; -1 for none.
func fittest(all []Seen) int {
	best := -1
	for i, x := range all {
		if !x.Infeasible && (best < 0 || x.Fitness > all[best].Fitness) {
			best = i
		}
	}
	return best
}

// bettered are the fittest so far, with another if it is one.
func (r Run) bettered(c course, b Batch, best int) []Bettered {
	var before []space.Setting
	if n := len(c.Bests); n > 0 {
		if c.Bests[n-1].Seen == best {
			return c.Bests
		}
		before = r.Space.Settings(emas.Genome(c.Seen[c.Bests[n-1].Seen].Genome))
	}
	changed := []string{}
	for _, s := range r.Space.Settings(emas.Genome(c.Seen[best].Genome)) {
		i := slices.IndexFunc(before, func(o space.Setting) bool { return o.Name == s.Name })
		switch {
		case i < 0:
			changed = append(changed, fmt.Sprintf("%s %s", s.Name, s.Value))
		case before[i].Value != s.Value:
			changed = append(changed, fmt.Sprintf("%s %s → %s", s.Name, before[i].Value, s.Value))
		}
	}
	return append(c.Bests, Bettered{Batch: b.Batch, Seen: best, Fitness: b.Best, Changed: changed})
}
