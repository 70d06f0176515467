package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Ran is what a run did.
type Ran struct {
	Experiment store.Experiment
	Resumed    bool
	CappedUSD  float64 // what counts against Lab.BudgetUSD; 0 without one
	Progress
}

// Run plays a plan: trials found finished are kept, the others are played and stored one by
// one. The experiment is named by its trials, so the same plan resumes the same experiment. If
// ctx ends, trials in flight are abandoned, the experiment is marked interrupted and ctx's
// error is returned with what was done. Trials that fail don't fail the run: Ran counts them.
func (l *Lab) Run(ctx context.Context, p Plan) (Ran, error) {
	r, err := l.newRun(p)
	if err != nil {
		return Ran{}, err
	}
	return r.whole(ctx, (*run).play)
}

// newRun looks up what a plan needs. Nothing is asked or stored.
func (l *Lab) newRun(p Plan) (*run, error) {
	r, err := l.resolve(p)
	if err != nil {
		return nil, err
	}
	run := &run{lab: l, plan: r, trials: r.trials(), hashes: map[string]string{}}
	for _, s := range r.scenarios {
		if _, err = probes.NewScorer(s); err != nil {
			return nil, err
		}
		run.hashes[s.ID] = s.PlayHash()
	}
	for _, t := range run.trials {
		run.keys = append(run.keys, t.Key())
	}
	return run, run.connect(r)
}

// whole plays a run from the beginning of its experiment to its end.
func (r *run) whole(ctx context.Context, play func(*run, context.Context) error) (Ran, error) {
	l := r.lab
	e, resumed, err := l.DB.Begin(ctx, r.plan.experiment(l, r.keys))
	if err != nil {
		return Ran{}, err
	}
	r.experiment = e
	err = play(r, ctx)
	r.tell()
	done := Ran{Experiment: e, Resumed: resumed, Progress: r.progress}
	if r.budget != nil {
		done.CappedUSD = r.budget.Spent()
	}
	status, note := r.status(err)
	done.Experiment.Status, done.Experiment.Note = status, note
	if finishErr := l.DB.Finish(context.WithoutCancel(ctx), e.ID, status, note, r.progress.PaidUSD); finishErr != nil {
		err = errors.Join(err, finishErr)
	}
	return done, err
}

// run is one run of a plan.
type run struct {
	lab        *Lab
	plan       resolved
	trials     []arena.Trial
	keys       []arena.TrialKey // of the trials
	scorers    scorers
	hashes     map[string]string // PlayHash by scenario
	clients    clients
	budget     *llm.Budget
	experiment store.Experiment

	// onTrial, if set, is told of every trial that was played. Calls may overlap.
	onTrial func(ordinal int, rec arena.Record, s probes.Score)

	mu       sync.Mutex
	skipped  int // trials that a race left out
	progress Progress
	stopped  string // why nothing more is begun; empty while the run goes on
}

// connect makes the clients. A model without a price is refused where there is a budget,
// before anything is asked.
func (r *run) connect(p resolved) error {
	models := slices.Clone(p.models)
	for _, pt := range p.points {
		others := policyModels(pt.policies)
		if pt.memory != nil {
			others = append(others, *pt.memory)
		}
		for _, m := range others {
			if !slices.Contains(models, m) {
				models = append(models, m)
			}
		}
	}
	if l := r.lab; l.BudgetUSD != nil {
		for _, m := range models {
			if _, ok := l.Prices.Of(m, p.PricesAsOf); !ok {
				return &llm.UnpricedError{Model: m, AsOf: p.PricesAsOf}
			}
		}
		r.budget = llm.NewBudget(*l.BudgetUSD, l.Prices, p.PricesAsOf, l.Tokens)
	}
	var worlds []*sim.World
	if slices.ContainsFunc(models, func(m llm.Model) bool { return m.Provider == "sim" }) {
		worlds = p.worlds.All(p.scenarios...)
	}
	var err error
	r.clients, err = r.lab.Models.client(models, clientOptions{
		worlds:   worlds,
		parallel: r.lab.Parallel, budget: r.budget, cache: r.lab.DB, tokens: r.lab.Tokens, share: p.Points != nil,
	})
	r.clients.Client = llm.Headroom(r.clients.Client)
	return err
}

// play plays every trial that isn't finished.
func (r *run) play(ctx context.Context) error {
	finished, err := r.resume(ctx)
	if err != nil {
		return err
	}
	if r.lab.OnDetectable != nil && len(finished) < len(r.keys) && len(r.plan.Strategies) > 1 {
		d, err := r.lab.Detectable(ctx, r.plan.Plan)
		if err != nil {
			return err
		}
		r.lab.OnDetectable(d)
	}
	return r.some(ctx, finished, func(int) bool { return true })
}

// resume finds the trials that are finished and makes them part of the experiment.
func (r *run) resume(ctx context.Context) (map[arena.TrialKey]arena.Outcome, error) {
	finished, err := r.lab.DB.Finished(ctx, r.keys)
	if err != nil {
		return nil, err
	}
	r.progress.Total = len(r.keys)
	r.progress.Kept = len(finished)
	r.progress.Done = len(finished)
	if err := r.keep(ctx, finished); err != nil {
		return nil, err
	}
	r.tell()
	return finished, nil
}

// some plays those of the trials that aren't finished, by their place in the plan.
func (r *run) some(ctx context.Context, finished map[arena.TrialKey]arena.Outcome, wanted func(ordinal int) bool) error {
	runner := &arena.Runner{Client: r.clients, Embedder: embed.Local{}, Tokens: r.lab.Tokens, Sandbox: r.lab.Sandbox, Strategy: strategies.Parse}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, r.lab.Parallel))
	for i, t := range r.trials {
		if _, ok := finished[r.keys[i]]; ok || !wanted(i) {
			continue
		}
		g.Go(func() error { return r.one(gctx, runner, i, t) })
	}
	return g.Wait()
}

// keep makes finished trials part of the experiment, and scores them anew where the matchers
// have changed since.
func (r *run) keep(ctx context.Context, finished map[arena.TrialKey]arena.Outcome) error {
	if len(finished) == 0 {
		return nil
	}
	stored, err := r.lab.DB.Trials(ctx, r.experiment.ID)
	if err != nil {
		return err
	}
	linked := make(map[arena.TrialKey]bool, len(stored))
	for _, t := range stored {
		linked[t.Key] = true
	}
	for i, key := range r.keys {
		if _, ok := finished[key]; !ok || linked[key] {
			continue
		}
		if err := r.lab.DB.Link(ctx, r.experiment.ID, i, key); err != nil {
			return err
		}
	}
	_, err = r.lab.rescore(ctx, r.experiment.ID, r.plan.scenarios)
	return err
}

// one plays, scores and stores a trial.
func (r *run) one(ctx context.Context, runner *arena.Runner, ordinal int, t arena.Trial) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.mu.Lock()
	stopped := r.stopped != ""
	r.mu.Unlock()
	if stopped {
		return nil
	}
	rec, err := runner.Play(ctx, t)
	if err != nil {
		return fmt.Errorf("%s on %s: %w", t.Spec, t.Scenario.ID, err)
	}
	scorer, err := r.scorers.of(t.Scenario)
	if err != nil {
		return err
	}
	row := store.Trial{
		Key: t.Key(), Scenario: t.Scenario.ID, ScenarioHash: r.hashes[t.Scenario.ID], Strategy: t.Spec,
		Model: t.Model.String(), MemoryModel: t.MemoryModel.String(), Repeat: t.Repeat,
		PlanSeed: t.PlanSeed, Dialogue: t.Dialogue,
	}
	score := scorer.Score(rec)
	if err := r.lab.DB.SaveTrial(ctx, r.experiment.ID, ordinal, row, rec, scorer.Version(), score); err != nil {
		return err
	}
	if r.onTrial != nil {
		r.onTrial(ordinal, rec, score)
	}
	r.count(rec)
	r.tell()
	return nil
}

// count counts a trial that ended. Nothing more is begun once the budget has refused a call, or
// once several trials have failed before any was completed: then it isn't the trials that fail.
func (r *run) count(rec arena.Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.Done++
	if rec.Outcome == arena.Completed {
		return
	}
	r.progress.Failed++
	if r.progress.Reason == "" {
		r.progress.Reason = rec.Reason
	}
	failed := r.progress.Failed
	switch {
	case rec.Outcome == arena.Unfunded:
		r.stopped = fmt.Sprintf("the budget of %.4f USD was used up", *r.lab.BudgetUSD)
	case rec.Outcome == arena.Failed && failed >= hopeless+r.lab.Parallel && r.progress.Done == r.progress.Kept+failed:
		r.stopped = fmt.Sprintf("the first %d trials all failed", failed)
	}
}

// found counts a trial that was found finished.
func (r *run) found() {
	r.mu.Lock()
	r.progress.Done++
	r.progress.Kept++
	r.mu.Unlock()
	r.tell()
}

// hopeless is how many trials, besides those in flight, must fail before a run in which none was
// completed is given up.
const hopeless = 3

// skip takes trials out of what is to be played.
func (r *run) skip(trials int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.skipped += trials
	r.progress.Total -= trials
}

// halted reports whether nothing more is begun.
func (r *run) halted() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stopped != ""
}

// tell reports how far the run is.
func (r *run) tell() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.PaidUSD, r.progress.PriceKnown = r.clients.paid.usd(r.lab.Prices, r.plan.PricesAsOf)
	r.progress.Asked = r.clients.paid.asked()
	if r.lab.OnProgress != nil {
		r.lab.OnProgress(r.progress)
	}
}

// status is how the run left the experiment.
func (r *run) status(err error) (status, note string) {
	left := r.progress.Total - r.progress.Done
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return store.Interrupted, fmt.Sprintf("%d of %d trials not run", left, r.progress.Total)
	case err != nil:
		return store.Interrupted, err.Error()
	case r.stopped != "":
		return store.Partial, fmt.Sprintf("%s; %d of %d trials not run", r.stopped, left, r.progress.Total)
	case r.progress.Failed > 0:
		return store.Partial, fmt.Sprintf("%d trials not completed", r.progress.Failed)
	case r.skipped > 0:
		return store.Complete, fmt.Sprintf("%d trials of dropped points left out", r.skipped)
	}
	return store.Complete, ""
}
