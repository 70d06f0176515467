// Package evolution says what an evolution found, how sure that is, and how to use it.
//
//  1. A Run is an evolution with its trials by genome: those that the search saw, and fresh ones of
//     its elites that chose nothing.
//  2. Grids show an archive along two descriptors, Elites its cells one by one, and Front what elites
//     trade for each other (archive.go).
//  3. Where the whole space was measured, Race compares ways of searching with each other and with
//     chance (race.go), and Explain says which modules fitness depends on (modules.go).
//  4. Route judges routers on scenarios that neither they nor the archive has seen (routing.go), and
//     Policy writes them for the strategy emas_routed (policy.go).
//  5. Expect gives the proposal's expectations their verdicts (expected.go).
package evolution

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
)

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// Run is an evolution with its trials by genome. Trials are of scripted dialogues, judged by the answers.
type Run struct {
	lab.Evolved
	seen  []measured // what the search saw, in the order of first evaluation
	again []measured // fresh trials of elites, on held-out scenarios too
}

// measured is a genome with its trials.
type measured struct {
	genome emas.Genome
	trials []emas.Trial
}

// New sorts an evolution's trials.
func New(e lab.Evolved) Run {
	r := Run{Evolved: e}
	for _, s := range e.Steps {
		i := slices.IndexFunc(r.seen, func(m measured) bool { return m.genome == s.Genome })
		if i < 0 {
			r.seen = append(r.seen, measured{s.Genome, s.Trials})
			continue
		}
		r.seen[i].trials = s.Trials // of everything measured of it until then
	}
	for _, j := range []*lab.Judged{e.Repeats, e.Unseen} {
		if j == nil {
			continue
		}
		for _, s := range j.Steps {
			r.again = append(r.again, measured{s.Genome, s.Trials})
		}
	}
	return r
}

// scenario is a scenario by its id.
func (r Run) scenario(id string) *arena.Scenario {
	i := slices.IndexFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == id })
	return r.Scenarios[i]
}

// rules are those of the searched archive.
func (r Run) rules() emas.Rules { return emas.Rules{Margin: r.Settings.Margin} }

// trialsOn are a genome's trials on one scenario, of all that are there of it.
func trialsOn(all []measured, g emas.Genome, scenario string) []emas.Trial {
	var out []emas.Trial
	for _, m := range all {
		if m.genome != g {
			continue
		}
		for _, t := range m.trials {
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
