package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/probes"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Session puts together what trials are played with, around a client.
func (l *Lab) Session(client llm.Client) *arena.Session {
	return &arena.Session{
		Client: client, Embedder: embed.Local{}, Tokens: l.Tokens, Sandbox: l.Sandbox, Environ: l.Environ,
		Strategy: strategies.Parse, Parallel: l.Parallel,
	}
}

// Cast is who takes part in the trials that a Player plays.
type Cast struct {
	Scenarios  []*arena.Scenario
	Named      []*arena.Scenario // that the plan names, as their files have them: they are kept with the experiment
	Models     []llm.Model       // all that are asked: that answer, write memories, or are named by policies
	Embedder   llm.Model         // the zero value for the local one
	Worlds     *world.Known      // of the scenarios
	PricesAsOf time.Time
	Share      bool // simulated replies are shared: many trials ask the same
	Reading    bool // nothing is played, so that no client is made: what was measured is read
	AllAtOnce  bool // trials of all scenarios are in flight together, not one scenario's after the other's
}

// Player plays the trials of one experiment, for every study: it plays none that is finished,
// scores and stores each as soon as it ends, keeps to the budget and the limits, begins nothing
// more once the money is used up or ctx has ended, and tells how far it is. A study decides which
// trials to hand it, and when.
//
// Trials are kept in one of two ways: with all their evidence (Play, PlayNext), or with their
// verdicts and charges alone (Measure), where there are too many.
type Player struct {
	Experiment store.Experiment
	Lab        *Lab
	Cast       Cast

	session *arena.Session
	scorers scorers
	hashes  map[string]string // PlayHash by scenario
	clients clients
	before  store.Balance // what earlier runs of the experiment cost

	here      func(place int) bool // which trials are of this shard; nil: all
	elsewhere int                  // trials of other shards, but for those of a plan that are stored here

	mu       sync.Mutex
	skipped  int // trials that won't be played
	progress Progress
	stopped  string // why nothing more is begun; empty while the experiment goes on
	broken   bool   // it stopped for what has nothing to do with its trials: the same command goes on
	failed   int    // trials of this run whose outcome is arena.Failed
}

// Player makes the player of an experiment. A model without a price is refused where there is a
// budget, before anything is asked.
func (l *Lab) Player(c Cast) (*Player, error) {
	p := &Player{Lab: l, Cast: c, hashes: map[string]string{}}
	if c.AllAtOnce {
		p.scorers.most = len(c.Scenarios)
	}
	for _, s := range c.Scenarios {
		p.hashes[s.ID] = s.PlayHash()
	}
	if c.Reading {
		p.session, p.clients.account = l.Session(nil), llm.NewAccount(llm.AccountOptions{Prices: l.Prices})
		return p, nil
	}
	asking := connection{models: c.Models, asOf: c.PricesAsOf, share: c.Share, worlds: c.Worlds.For(c.Models, c.Scenarios...)}
	if c.Embedder != (llm.Model{}) {
		asking.models = append(slices.Clip(c.Models), c.Embedder)
	}
	var err error
	if p.clients, err = asking.clients(l); err != nil {
		return nil, err
	}
	p.session = l.Session(llm.Headroom(p.clients.Client))
	p.session.Embedder = p.clients.embedder(c.Embedder, l.DB)
	return p, nil
}

// Ran is what a player did for an experiment.
type Ran struct {
	Experiment store.Experiment
	Resumed    bool
	Balance    store.Balance // over all its runs
	Progress
}

// Conduct begins an experiment or goes on with it, has play hand trials to the player, and leaves
// the experiment complete, partial or interrupted. If ctx ends, trials in flight are abandoned and
// ctx's error is returned with what was done. Trials that fail don't fail it: Ran counts them.
func (p *Player) Conduct(ctx context.Context, e store.Experiment, play func(ctx context.Context) error) (Ran, error) {
	begun, resumed, err := p.Lab.DB.Begin(ctx, e)
	if err != nil {
		return Ran{}, err
	}
	p.Experiment = begun
	err = errors.Join(p.openLedger(ctx), keepQuestions(ctx, p.Lab.DB, p.Cast.Scenarios), keepScenarios(ctx, p.Lab.DB, begun.ID, p.Cast.Named))
	if err == nil {
		err = cmp.Or(play(ctx), p.Lab.DB.Here())
	}
	p.report()
	out := Ran{Experiment: begun, Resumed: resumed, Progress: p.progress}
	if p.clients.Client != nil && p.Lab.BudgetUSD != nil { // what is left is for the lab's next experiment
		left := max(0, *p.Lab.BudgetUSD-p.clients.account.Spent())
		p.Lab.BudgetUSD = &left
	}
	out.Experiment.Status, out.Experiment.Note = p.status(err)
	ended := context.WithoutCancel(ctx)
	finished := p.Lab.DB.Finish(ended, begun.ID, out.Experiment.Status, out.Experiment.Note)
	balance, read := p.Lab.DB.Balance(ended, begun.ID)
	out.Balance, out.Experiment.PaidUSD = balance, balance.PaidUSD
	if failed := errors.Join(finished, read); failed != nil {
		err = errors.Join(err, failed)
	}
	return out, err
}

// job is a trial and its place in the experiment.
type job struct {
	Place int
	Trial arena.Trial
	Key   arena.TrialKey
	Anew  bool // in the place of the record that is stored
}

// Each does n things that play trials, as many at a time as the lab says: a study's chains.
func (p *Player) Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	return p.session.Each(ctx, n, do)
}

// playJobs plays jobs in parallel and stores each trial with its evidence. Calls of played, which may be
// nil, may overlap.
func (p *Player) playJobs(ctx context.Context, jobs []job, played func(j job, rec arena.Record, s probes.Score)) error {
	return p.session.Each(ctx, len(jobs), func(ctx context.Context, i int) error {
		if p.Halted() {
			return nil
		}
		return p.keepEvidence(ctx, jobs[i], played)
	})
}

// PlayNext plays one trial of a chain, and reports whether it is finished then.
func (p *Player) PlayNext(ctx context.Context, place int, t arena.Trial) (finished bool, err error) {
	j := job{Place: place, Trial: t, Key: t.Key()}
	keys := []arena.TrialKey{j.Key}
	there, err := p.Lab.DB.Finished(ctx, keys)
	if err != nil {
		return false, err
	}
	if len(there) > 0 {
		p.found()
		return true, p.Lab.DB.Link(ctx, p.Experiment.ID, place, j.Key)
	}
	if err := ctx.Err(); err != nil || p.Halted() {
		return false, err
	}
	if err := p.keepEvidence(ctx, j, nil); err != nil {
		return false, err
	}
	there, err = p.Lab.DB.Finished(ctx, keys)
	return len(there) > 0, err
}

// keepEvidence plays, scores and stores a trial.
func (p *Player) keepEvidence(ctx context.Context, j job, played func(job, arena.Record, probes.Score)) error {
	rec, scorer, err := p.play(ctx, j.Trial)
	if err != nil || p.givenUp() {
		return err
	}
	t := j.Trial
	row := store.Trial{
		Key: j.Key, Scenario: t.Scenario.ID, ScenarioHash: p.hashes[t.Scenario.ID], Strategy: t.Spec,
		Model: t.Model.String(), MemoryModel: t.MemoryModel.String(), Repeat: t.Repeat,
		PlanSeed: t.PlanSeed, Dialogue: t.Dialogue, Budget: t.Budget, Code: CodeOf(t.Strategy), Anew: j.Anew,
	}
	score := scored(scorer, &rec)
	if err := p.Lab.DB.SaveTrial(ctx, p.Experiment.ID, j.Place, row, rec, scorer.Version(), score); err != nil {
		return err
	}
	if played != nil {
		played(j, rec, score)
	}
	p.count(rec)
	p.report()
	return nil
}

// play plays a trial, and finds what scores it.
func (p *Player) play(ctx context.Context, t arena.Trial) (arena.Record, *probes.Scorer, error) {
	if err := p.Lab.DB.Here(); err != nil { // nothing is paid for that can't be kept
		return arena.Record{}, nil, err
	}
	scorer, err := p.scorers.of(t.Scenario) // nor for what can't be scored
	if err != nil {
		return arena.Record{}, nil, err
	}
	rec, err := p.session.Play(ctx, t)
	if err != nil {
		err = fmt.Errorf("%s on %s: %w", t.Spec, t.Scenario.ID, err)
	}
	return rec, scorer, err
}

// resume finds which of the trials of a plan, by their keys in its order, are finished, makes them
// part of the experiment and scores those anew whose matchers have changed since. Those that are played anew
// count as not finished.
func (p *Player) resume(ctx context.Context, keys []arena.TrialKey, anew map[arena.TrialKey]bool) (map[arena.TrialKey]arena.Outcome, error) {
	db := p.Lab.DB
	finished, err := db.Finished(ctx, keys)
	if err != nil {
		return nil, err
	}
	for key := range anew {
		delete(finished, key)
	}
	for i, key := range keys {
		if _, done := finished[key]; !done && p.here != nil && !p.here(i) {
			p.elsewhere++
		}
	}
	p.progress.Total, p.progress.Kept, p.progress.Done = len(keys)-p.elsewhere, len(finished), len(finished)
	if len(finished) > 0 {
		stored, err := db.Trials(ctx, p.Experiment.ID)
		if err != nil {
			return nil, err
		}
		linked := make(map[arena.TrialKey]bool, len(stored))
		for _, t := range stored {
			linked[t.Key] = true
		}
		for i, key := range keys {
			if _, ok := finished[key]; !ok || linked[key] {
				continue
			}
			if err := db.Link(ctx, p.Experiment.ID, i, key); err != nil {
				return nil, err
			}
		}
		if err := p.Rescore(ctx); err != nil {
			return nil, err
		}
	}
	p.report()
	return finished, nil
}

// Rescore scores the experiment's trials anew whose matchers have changed since they were scored. One that the scorer panics
// on keeps its score, and reports say that it is of other matchers.
func (p *Player) Rescore(ctx context.Context) error {
	_, _, err := rescore(ctx, p.Lab.DB, p.Experiment.ID, p.Cast.Scenarios, nil)
	return err
}
