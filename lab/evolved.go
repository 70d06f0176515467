package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// Evolved is what an evolution has found. What isn't finished is nil.
type Evolved struct {
	Experiment   store.Experiment
	Settings     Evolution
	Space        *emas.Space
	Scenarios    []*arena.Scenario // all of them
	Search, Held []string          // ids of the scenarios that choose, and of those that don't
	Baselines    []Yardstick        // of the weights, full_context, hybrid
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
	Status     emas.Status
	After      emas.Summary // of the archive, once the whole batch was told
}

// Judged are the elites, in the order of their cells, measured again by what didn't choose them.
type Judged struct {
	Archive   *emas.Archive // corrected
	Shrinkage emas.Shrinkage
	Steps     []Step // only Proposal.Genome, Evaluation and Fitness are set
}

// Elsewhere are the elites on another model. Here and There are their fitness on fresh repeats of the
// same scenarios, both with the weights of the search; what can be passed and what is dear are each
// model's own.
type Elsewhere struct {
	Model       string
	Baselines   []Yardstick // full_context, hybrid
	Steps       []Step     // as of Judged
	Here, There []float64
	Ranks       stats.Correlation
}

// recheckAlpha is the error of the interval of Elsewhere.Ranks.
const recheckAlpha = 0.05

// LoadEvolution reads an evolution: "" for the newest one, or as Load. It is an arena.Mistake to name
// an experiment that is none, or one whose trials, matchers or prices have changed since.
func (l *Lab) LoadEvolution(ctx context.Context, which string) (Evolved, error) {
	e, err := l.findEvolution(ctx, which)
	if err != nil {
		return Evolved{}, err
	}
	var p evolvePlan
	if err := json.Unmarshal([]byte(e.Plan), &p); err != nil || p.Evolve == nil {
		return Evolved{}, arena.Mistake{Err: fmt.Errorf("experiment %d is no evolution: its figures are printed by arena report %d", e.Number, e.Number)}
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
	v.reading, v.quiet, v.run.experiment = true, true, e
	if err := v.whole(ctx); err != nil && !errors.Is(err, errUnmeasured) {
		return Evolved{}, err
	}
	if v.out.Archive == nil {
		return Evolved{}, arena.Mistake{Err: fmt.Errorf("experiment %d was stopped before its search began: run the same arena evolve again", e.Number)}
	}
	v.out.LeftOut = v.leftOut
	if v.Exhaustive {
		err = v.readLandscape(ctx)
	}
	return v.out, err
}

// findEvolution is find with the newest evolution for "".
func (l *Lab) findEvolution(ctx context.Context, which string) (store.Experiment, error) {
	if which != "" {
		return l.find(ctx, which)
	}
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return store.Experiment{}, err
	}
	if i := slices.IndexFunc(all, func(e store.Experiment) bool { return evolved(e.Plan) }); i >= 0 {
		return all[i], nil
	}
	return store.Experiment{}, arena.Mistake{Err: errors.New("the database has no archive yet: begin one with arena evolve")}
}

// judgeElites measures the elites on fresh repeats and on the held-out scenarios.
func (v *evolving) judgeElites(ctx context.Context) error {
	if v.Fresh == 0 || len(v.out.Archive.Elites()) == 0 {
		return nil
	}
	v.tell("fresh repeats", nil)
	var err error
	if v.out.Repeats, err = v.judgeOn(ctx, v.search); err != nil || len(v.held) == 0 {
		return err
	}
	v.out.Unseen, err = v.judgeOn(ctx, v.held)
	return err
}

// judgeOn measures the elites on fresh repeats of some scenarios.
func (v *evolving) judgeOn(ctx context.Context, scenarios []*arena.Scenario) (*Judged, error) {
	steps, err := v.fresh(ctx, scenarios, false)
	if err != nil {
		return nil, err
	}
	var heldout []emas.Evaluation
	for _, s := range steps {
		heldout = append(heldout, s.Evaluation)
	}
	archive, shrinkage, err := emas.Corrected(v.out.Archive, heldout)
	if err != nil {
		return nil, err
	}
	return &Judged{archive, shrinkage, steps}, nil
}

// fresh measures the elites on fresh repeats of scenarios, on the model of the search or on the other.
func (v *evolving) fresh(ctx context.Context, scenarios []*arena.Scenario, elsewhere bool) ([]Step, error) {
	s := series{scenarios: scenarios, model: v.model, seed: v.FreshSeed(), repeats: upTo(v.Fresh)}
	scorer := v.out.Scorer
	if elsewhere {
		s.model = v.other
		scorer.Full, scorer.Hybrid = v.out.Elsewhere.Baselines[0].Trials, v.out.Elsewhere.Baselines[1].Trials
	}
	elites := v.out.Archive.Elites()
	for _, e := range elites {
		c, err := v.contestant(e.Genome)
		if err != nil {
			return nil, err
		}
		s.who = append(s.who, c)
	}
	v.expect(len(s.who) * len(scenarios) * v.Fresh)
	trials, err := v.measure(ctx, s)
	if err != nil {
		return nil, err
	}
	steps := make([]Step, len(elites))
	for i, e := range elites {
		steps[i] = Step{Proposal: emas.Proposal{Genome: e.Genome}}
		steps[i].Evaluation, steps[i].Fitness, err = v.judge(e.Genome, scorer, trials[i], len(scenarios)*v.Fresh)
		if err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// expect adds trials to those that are to be played.
func (v *evolving) expect(trials int) {
	v.run.mu.Lock()
	defer v.run.mu.Unlock()
	v.run.progress.Total += trials
}

// judgeElsewhere measures the elites on another model.
func (v *evolving) judgeElsewhere(ctx context.Context) error {
	if v.Recheck == "" || v.out.Repeats == nil {
		return nil
	}
	v.tell("other model", nil)
	with := v.baselines[1:]
	v.expect(len(with) * len(v.search) * baselineRepeats)
	trials, err := v.measure(ctx, series{with, v.search, v.other, v.Seed, upTo(baselineRepeats)})
	if err != nil {
		return err
	}
	e := &Elsewhere{Model: v.Recheck}
	for i, c := range with {
		e.Baselines = append(e.Baselines, Yardstick{c.label, trials[i]})
	}
	v.out.Elsewhere = e
	if e.Steps, err = v.fresh(ctx, v.search, true); err != nil {
		v.out.Elsewhere = nil
		return err
	}
	for i, s := range e.Steps {
		e.Here, e.There = append(e.Here, v.out.Repeats.Steps[i].Evaluation.Fitness), append(e.There, s.Evaluation.Fitness)
	}
	e.Ranks = stats.Spearman(e.Here, e.There, recheckAlpha)
	return nil
}
