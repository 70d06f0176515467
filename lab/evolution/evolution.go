// Package evolution searches the space of memory pipelines for the best of each kind (MAP-Elites, package
// emas), says what it found and how sure that is, and how to use it.
//
//  1. Settings say how to search, SizeOf and Estimate what that takes (settings.go, genome.go,
//     descriptors.go).
//  2. Evolve plays the search phase by phase, and Load reads it back (search.go, script.go, measure.go,
//     judge.go, landscape.go). Both give a Run: an evolution with its trials by genome, those that the
//     search saw and fresh ones of its elites that chose nothing.
//  3. An Archive is the grid with every evaluation, as a file and cell by cell (archive.go).
//  4. Analyse makes the Report: grids and what elites trade (cells.go), how far they carry (carried.go),
//     and, where the whole space was measured, how ways of searching compare (race.go) and which modules
//     fitness depends on (insight.go).
//  5. Route judges routers on scenarios that neither they nor the archive has seen (routing.go), and
//     ExportPolicy writes them for the strategy emas_routed (policy.go).
//  6. The proposal's expectations get their verdicts (expected.go), and Document says it all (report.go,
//     sections.go, chart.go).
package evolution

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/space"
	"contextarena.internal/stats"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// Run is an evolution with its trials, which are of scripted dialogues, judged by the answers. What isn't
// finished is nil.
type Run struct {
	Experiment   store.Experiment
	Settings     Settings
	Space        *space.Space
	Scenarios    []*arena.Scenario // all of them
	Search, Held []string          // ids of the scenarios that choose, and of those that don't
	Baselines    []Yardstick       // of the weights, full_context, hybrid
	Scorer       emas.Scorer
	Descriptors  []emas.Descriptor
	Steps        []Step // every evaluation of the search, in order
	Archive      *emas.Archive
	// Repeats and Unseen judge the elites by fresh repeats: of the scenarios that chose them, which
	// shows how lucky they were, and of the held-out ones, which shows how far they carry.
	Repeats, Unseen *Judged
	Elsewhere       *Elsewhere      // the elites on another model
	Landscape       *emas.Landscape // the whole space
	// ByScenario is the fitness of every genome of the landscape's truth on each scenario of Search, and
	// Noise the variance of each: what emas.Decompose takes.
	ByScenario, Noise [][]float64
	LeftOut           int  // trials that were refused or truncated
	Edited            int  // trials that other code of the same version measured
	Complete          bool // every phase is finished

	seen  []measured // by genome what the search saw, in the order of first evaluation
	again []measured // fresh trials of elites, on held-out scenarios too
}

// Yardstick is a strategy that fitness is measured by, on all scenarios.
type Yardstick struct {
	Strategy string
	Trials   []emas.Trial
}

// Step is one evaluation of the search.
type Step struct {
	emas.Proposal
	Batch      int // from 0
	Evaluation emas.Evaluation
	Fitness    emas.Fitness
	Trials     []emas.Trial // that it is of
	Status     emas.Status
	After      emas.Summary // of the archive, once the whole batch was told
}

// Judged are the elites, in the order of their cells, measured again by what didn't choose them.
type Judged struct {
	Archive   *emas.Archive // corrected
	Shrinkage emas.Shrinkage
	Steps     []Step // only Proposal.Genome, Evaluation, Fitness and Trials are set
}

// Elsewhere are the elites on another model. Here and There are their fitness on fresh repeats of the
// same scenarios, both with the weights of the search; what can be passed and what is dear are each
// model's own.
type Elsewhere struct {
	Model       string
	Baselines   []Yardstick // full_context, hybrid
	Steps       []Step      // as of Judged
	Here, There []float64
	Ranks       stats.Correlation
}

// Load reads an evolution: "" for the newest one, or as lab.Load. It is an arena.Mistake to name an
// experiment that is none, or one whose trials, matchers or prices have changed since.
func Load(ctx context.Context, l *lab.Lab, which string) (Run, error) {
	e, err := l.FindKind(ctx, which, store.KindEvolution, "the database has no archive yet: begin one with arena evolve")
	if err != nil {
		return Run{}, err
	}
	if e.Kind != store.KindEvolution {
		return Run{}, arena.Mistake{Err: fmt.Errorf("experiment %d is no evolution: its figures are printed by arena report %d", e.Number, e.Number)}
	}
	var p plan
	if err := json.Unmarshal([]byte(e.Plan), &p); err != nil {
		return Run{}, fmt.Errorf("experiment %d: its stored plan can't be read: %w", e.Number, err)
	}
	s, err := newSearch(l, p.Evolve.Settings)
	if err != nil {
		return Run{}, fmt.Errorf("experiment %d: %w", e.Number, err)
	}
	today, err := s.experiment()
	if err != nil {
		return Run{}, err
	}
	if today.ID != e.ID {
		return Run{}, arena.Mistake{Err: fmt.Errorf("experiment %d was played by other strategies, matchers or prices than today's: run the same arena evolve again", e.Number)}
	}
	s.cast.Reading, s.quiet = true, true
	if s.player, err = l.Player(s.cast); err != nil {
		return Run{}, err
	}
	s.player.Experiment = e
	if err := s.allPhases(ctx); err != nil && !errors.Is(err, lab.ErrUnmeasured) {
		return Run{}, err
	}
	if s.out.Archive == nil {
		return Run{}, arena.Mistake{Err: fmt.Errorf("experiment %d was stopped before its search began: run the same arena evolve again", e.Number)}
	}
	if s.Exhaustive {
		err = s.readLandscape(ctx)
	}
	return s.out.sorted(), err
}

// Spec is a genome's spec, as `arena run --strategy` takes it.
func (r Run) Spec(g emas.Genome) string { return strategies.Label(pipelineOf(r.Space, g)) }

// measured is a genome with its trials.
type measured struct {
	genome emas.Genome
	trials []emas.Trial
}

// sorted sorts the trials by genome.
func (r Run) sorted() Run {
	r.seen, r.again = nil, nil
	for _, s := range r.Steps {
		i := slices.IndexFunc(r.seen, func(m measured) bool { return m.genome == s.Genome })
		if i < 0 {
			r.seen = append(r.seen, measured{s.Genome, s.Trials})
			continue
		}
		r.seen[i].trials = s.Trials // of everything measured of it until then
	}
	for _, j := range []*Judged{r.Repeats, r.Unseen} {
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
