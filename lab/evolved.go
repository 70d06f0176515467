package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/space"
	"contextarena.internal/stats"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Evolved is what an evolution has found. What isn't finished is nil.
type Evolved struct {
	Experiment   store.Experiment
	Settings     Evolution
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
	// the variance of each: what emas.Decompose takes.
	ByScenario, Noise [][]float64
	LeftOut           int  // trials that were refused or truncated
	Complete          bool // every phase is finished
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

// LoadEvolution reads an evolution: "" for the newest one, or as Load. It is an arena.Mistake to name
// an experiment that is none, or one whose trials, matchers or prices have changed since.
func (l *Lab) LoadEvolution(ctx context.Context, which string) (Evolved, error) {
	e, err := l.FindKind(ctx, which, store.KindEvolution, "the database has no archive yet: begin one with arena evolve")
	if err != nil {
		return Evolved{}, err
	}
	if e.Kind != store.KindEvolution {
		return Evolved{}, arena.Mistake{Err: fmt.Errorf("experiment %d is no evolution: its figures are printed by arena report %d", e.Number, e.Number)}
	}
	p := evolvePlan{&EvolutionPlan{}}
	if err := json.Unmarshal([]byte(e.Plan), &p); err != nil {
		return Evolved{}, fmt.Errorf("experiment %d: its stored plan can't be read: %w", e.Number, err)
	}
	v, err := l.newEvolving(p.Evolve.Evolution)
	if err != nil {
		return Evolved{}, fmt.Errorf("experiment %d: %w", e.Number, err)
	}
	today, err := v.experiment()
	if err != nil {
		return Evolved{}, err
	}
	if today.ID != e.ID {
		return Evolved{}, arena.Mistake{Err: fmt.Errorf("experiment %d was played by other strategies, matchers or prices than today's: run the same arena evolve again", e.Number)}
	}
	v.cast.Reading, v.quiet = true, true
	if v.player, err = l.Player(v.cast); err != nil {
		return Evolved{}, err
	}
	v.player.Experiment = e
	if err := v.whole(ctx); err != nil && !errors.Is(err, ErrUnmeasured) {
		return Evolved{}, err
	}
	if v.out.Archive == nil {
		return Evolved{}, arena.Mistake{Err: fmt.Errorf("experiment %d was stopped before its search began: run the same arena evolve again", e.Number)}
	}
	if v.Exhaustive {
		err = v.readLandscape(ctx)
	}
	return v.out, err
}

// Spec is a genome's spec, as `arena run --strategy` takes it.
func (e Evolved) Spec(g emas.Genome) string {
	p, err := pipelineOf(e.Space, g)
	if err != nil {
		panic(fmt.Sprintf("lab: genome %d: %v", g, err)) // of another space
	}
	return strategies.Label(p)
}
