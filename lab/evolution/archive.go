package evolution

import (
	"cmp"
	"math"
	"slices"

	"contextarena.internal/emas"
)

// Archive is what an evolution found, as the database keeps it and as it is written out. It holds nothing of
// when or how often the search was played, so that the same settings give the same bytes.
type Archive struct {
	Schema    string        `json:"schema"`
	Simulated bool          `json:"simulated"`
	Complete  bool          `json:"complete"` // every phase is finished
	Settings  Settings      `json:"settings"`
	Search    []string      `json:"search_scenarios"`
	Held      []string      `json:"held_out_scenarios"`
	Axes      []emas.Axis   `json:"axes"`
	Weights   []emas.Weight `json:"weights"`
	Noise     []float64     `json:"noise,omitempty"` // of each axis: standard deviation between repeats of one pipeline
	Unit      string        `json:"cost_unit"`       // USD, or tokens where a model has no price
	Required  float64       `json:"tasks_required"`  // of full_context's tasks
	Searched  emas.Summary  `json:"searched"`
	Elites    []Elite       `json:"elites"`                    // by cell
	Folded    []Measured    `json:"elites_of_folds,omitempty"` // by fresh repeats: those that are elites only where a scenario is left out
	Random    []Draw        `json:"random,omitempty"`
	LeftOut   int           `json:"trials_left_out"` // refused or truncated
	Edited    bool          `json:"edited_code"`     // some trials were measured by other code of the same version

	Code      string     `json:"code,omitempty"`        // of the pipelines, as they were played
	Baselines []Baseline `json:"baselines,omitempty"`   // of the weights, full_context, hybrid, rivals
	Steps     []Step     `json:"evaluations,omitempty"` // of the search, in order
}

// schema is the version of an archive's form.
const archiveSchema = "context-arena/archive/5"

// Baseline is a strategy that fitness is measured by, on all scenarios.
type Baseline struct {
	Strategy string       `json:"strategy"`
	Trials   []emas.Trial `json:"trials"`
}

// Measured is a pipeline as trials of it have shown it.
type Measured struct {
	emas.Evaluation
	Cell   []int        `json:"cell"` // bin of each axis, from 0
	Trials []emas.Trial `json:"trials,omitempty"`
}

// Step is one evaluation of the search: of all repeats of its genome until then, the trials those of this one.
type Step struct {
	Batch  int `json:"batch"`  // from 0
	Repeat int `json:"repeat"` // how often the genome was evaluated before
	Measured
}

// Elite is the best of a cell, as the search saw it and as those saw it that didn't choose it; nil where
// nothing did.
type Elite struct {
	Place    string `json:"place"` // its cell, for people
	Name     string `json:"name"`
	Strategy string `json:"strategy"` // the spec that plays it in full
	Measured
	Fresh  *Measured `json:"fresh,omitempty"`    // by fresh repeats of the same scenarios
	Unseen *Measured `json:"held_out,omitempty"` // by fresh repeats of held-out scenarios
}

// stayed reports whether fresh repeats put an elite into the same cell.
func (e Elite) stayed() bool { return !e.Fresh.Infeasible && slices.Equal(e.Fresh.Cell, e.Cell) }

// worth ranks elites: their fitness by fresh repeats, or as the search saw it where there are none; those that are out come last.
func (e Elite) worth() float64 {
	again := cmp.Or(e.Fresh, &e.Measured)
	if again.Infeasible {
		return math.Inf(-1)
	}
	return again.Fitness
}

// pipelines are those that the search evaluated, in the order of their first evaluations, with all their trials.
func (a Archive) pipelines() []Measured {
	var out []Measured
	at := map[emas.Genome]int{}
	for _, s := range a.Steps {
		i, ok := at[s.Genome]
		if !ok {
			i = len(out)
			at[s.Genome] = i
			out = append(out, Measured{})
		}
		out[i] = Measured{s.Evaluation, s.Cell, slices.Concat(out[i].Trials, s.Trials)}
	}
	return out
}

// best is the place of the elite with the highest fitness as the search saw it, the first of equals; -1
// without any.
func (a Archive) best() int {
	best := -1
	for i, e := range a.Elites {
		if best < 0 || e.Fitness > a.Elites[best].Fitness {
			best = i
		}
	}
	return best
}

// trialsOn are a genome's trials on one scenario, of all that are there of it.
func trialsOn(all []Measured, g emas.Genome, scenario string) []emas.Trial {
	var out []emas.Trial
	for _, m := range all {
		if m.Genome != g {
			continue
		}
		for _, t := range m.Trials {
			if t.Scenario == scenario {
				out = append(out, t)
			}
		}
	}
	return out
}

// kept counts what is kept of all probes, each of them weighing alike.
func kept(trials []emas.Trial) (kept, asked float64) {
	for _, t := range trials {
		for _, p := range t.Probes {
			kept, asked = kept+p.Kept, asked+p.Asked
		}
	}
	return kept, asked
}
