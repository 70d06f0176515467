// Package evolution says what an evolution found, how sure that is, and how to use it.
//
//  1. A Run is what was measured: the trials that the search saw, and fresh ones that chose nothing.
//  2. Grids show the searched archive beside the corrected one (grid.go), and its front (front.go).
//  3. Where the whole space was measured, Race compares ways of searching with each other and with
//     chance (race.go), and Modules says what fitness depends on (modules.go).
//  4. Route judges routers on scenarios that neither they nor the archive has seen (routing.go), and
//     Policy writes them for the strategy emas_routed (policy.go).
//  5. Judge gives the proposal's expectations their verdicts (expected.go).
package evolution

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/store"
)

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// Run is an evolution as it was measured. Trials are of scripted dialogues, judged by the answers.
type Run struct {
	Experiment  store.Experiment
	Model       string
	Suite       string
	Space       *emas.Space
	Descriptors []emas.Descriptor
	Rules       emas.Rules // of the searched archive
	Scorer      emas.Scorer
	Scenarios   []*arena.Scenario // that choose
	HeldOut     []*arena.Scenario // that choose nothing
	Repeats     int               // of each scenario in one evaluation
	Fresh       int               // repeats by which elites are judged
	// Spec is a genome as a strategy: its label and version.
	Spec func(emas.Genome) (label, version string, err error)

	Searched  *emas.Archive
	Corrected *emas.Archive
	Shrinkage emas.Shrinkage

	Seen  []Measured // what the search saw, on Scenarios, in the order of first evaluation
	Again []Measured // fresh trials of elites, on Scenarios and HeldOut
	// Every is what was seen of every genome, by number; nil unless the space was measured completely.
	Every     []Measured
	Landscape *emas.Landscape // nil likewise
	Truth     int             // fresh repeats behind the landscape's truth; 0: the draws are all there is

	Hybrid  []emas.Trial // fresh trials of hybrid, on Scenarios and HeldOut
	Recheck *Recheck     // nil unless elites were played on another model
}

// Measured is a genome with its trials.
type Measured struct {
	Genome emas.Genome
	Trials []emas.Trial
}

// Recheck is what became of elites on another model: fitness here and there, in the same order.
type Recheck struct {
	Model       string
	Here, There []float64
}

// on are the trials on one scenario.
func on(trials []emas.Trial, scenario string) []emas.Trial {
	var out []emas.Trial
	for _, t := range trials {
		if t.Scenario == scenario {
			out = append(out, t)
		}
	}
	return out
}

// without are the trials on all scenarios but one.
func without(trials []emas.Trial, scenario string) []emas.Trial {
	return slices.DeleteFunc(slices.Clone(trials), func(t emas.Trial) bool { return t.Scenario == scenario })
}

// trialsOf are a genome's trials among some.
func trialsOf(all []Measured, g emas.Genome) []emas.Trial {
	if i := slices.IndexFunc(all, func(m Measured) bool { return m.Genome == g }); i >= 0 {
		return all[i].Trials
	}
	return nil
}

// kept is the share kept of all probes: of trials of one configuration, each probe weighing alike.
func kept(trials []emas.Trial) (kept, asked float64) {
	for _, t := range trials {
		for _, p := range t.Probes {
			kept, asked = kept+p.Kept, asked+p.Asked
		}
	}
	return kept, asked
}
