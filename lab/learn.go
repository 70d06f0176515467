package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Learned is a learning run read back.
type Learned struct {
	Experiment store.Experiment
	Planned    LearnPlanned
	Chains     []Chain
	Resumed    bool
	Progress
}

// LearnPlanned is the canonical text of a learning run's plan. Its form is no Planned's, so that
// nothing takes one for the other.
type LearnPlanned struct {
	Strategy    string   `json:"strategy"`
	Train       []string `json:"train"`
	HeldOut     []string `json:"held_out"`
	Model       string   `json:"model"`
	MemoryModel string   `json:"memory_model,omitempty"`
	Embedder    string   `json:"embedder"`
	Sessions    int      `json:"sessions"`
	Chains      int      `json:"chains"`
	Dialogue    string   `json:"dialogue"`
	Seed        int64    `json:"seed"`
	ReplyTokens int      `json:"reply_tokens"`
}

// learnPlan is the stored plan of a learning run: an object that no other experiment has.
type learnPlan struct {
	Learn *LearnPlanned `json:"learn"`
}

// learned reports whether a stored plan is that of a learning run.
func learned(plan string) bool {
	var p learnPlan
	return json.Unmarshal([]byte(plan), &p) == nil && p.Learn != nil
}

// Learn plays a learning run and reads it back. Chains are independent and run in parallel; within
// one, session k begins with the experience of sessions 1 to k-1 and afterwards the chain is measured
// on conversations that no session plays, with the experience of 1 to k. The control is the same
// conversations with the same seeds and no experience.
//
// Trials found finished are kept, so that the same plan goes on where it stopped and in the end has
// the same trials. A chain whose session fails stops there, and the run is partial. If ctx ends, the
// experiment is interrupted and ctx's error is returned with what was done.
func (l *Lab) Learn(ctx context.Context, p LearnPlan) (Learned, error) {
	r, err := l.resolveLearning(p)
	if err != nil {
		return Learned{}, err
	}
	all := r.scenarios()
	plan := resolved{Plan: Plan{PricesAsOf: r.PricesAsOf}, scenarios: all, worlds: r.worlds, models: []llm.Model{r.model}, points: []point{{memory: &r.memory}}}
	c := &classroom{learning: r, run: &run{lab: l, plan: plan, scorers: scorers{most: len(all)}, hashes: map[string]string{}}}
	for _, s := range all {
		if _, err = c.run.scorers.of(s); err != nil {
			return Learned{}, err
		}
		c.run.hashes[s.ID] = s.PlayHash()
	}
	if err := c.run.connect(plan); err != nil {
		return Learned{}, err
	}
	e, resumed, err := l.DB.Begin(ctx, r.experiment(l))
	if err != nil {
		return Learned{}, err
	}
	c.run.experiment = e
	err = c.play(ctx)
	c.run.tell()
	out := Learned{Experiment: e, Planned: r.planned(), Resumed: resumed, Progress: c.run.progress}
	out.Experiment.Status, out.Experiment.Note = c.run.status(err)
	if finishErr := l.DB.Finish(context.WithoutCancel(ctx), e.ID, out.Experiment.Status, out.Experiment.Note, c.run.progress.PaidUSD); finishErr != nil {
		err = errors.Join(err, finishErr)
	}
	if err != nil {
		return out, err
	}
	out.Chains, err = c.read(ctx)
	return out, err
}

func (r *learning) planned() LearnPlanned {
	return LearnPlanned{
		Strategy: strategies.Label(r.Strategy), Train: r.Train, HeldOut: append([]string{}, r.HeldOut...), Model: r.Model,
		MemoryModel: r.MemoryModel, Embedder: r.Embedder, Sessions: r.Sessions, Chains: r.Chains,
		Dialogue: string(r.Dialogue), Seed: r.Seed, ReplyTokens: r.ReplyTokens,
	}
}

// experiment is the plan as the database keeps it. Its id hashes what decides the trials: the keys of
// most aren't known before others are played.
func (r *learning) experiment(l *Lab) store.Experiment {
	planned := r.planned()
	text, err := json.Marshal(learnPlan{&planned})
	if err != nil {
		panic(fmt.Sprintf("lab: encoding a plan: %v", err))
	}
	h := sha256.New()
	fmt.Fprintf(h, "learn %s\n%s\n", text, r.PricesAsOf.Format("2006-01-02"))
	for _, s := range r.scenarios() {
		key := r.trial(1, s, store.Bank{}).Key()
		h.Write(key[:])
	}
	return store.Experiment{
		ID: hex.EncodeToString(h.Sum(nil)[:16]), Name: "learn", Plan: string(text), Created: l.Now, Program: l.Program,
		Simulated: r.model.Provider == "sim" || r.memory.Provider == "sim",
	}
}

// classroom is one learning run under way.
type classroom struct {
	learning
	run *run
}

// play plays every chain.
func (c *classroom) play(ctx context.Context) error {
	c.run.progress.Total = c.Chains * c.perChain()
	c.run.tell()
	runner := &arena.Runner{Client: c.run.clients, Embedder: c.embedder, Tokens: c.run.lab.Tokens, Sandbox: c.run.lab.Sandbox}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, c.run.lab.Parallel))
	for chain := 1; chain <= c.Chains; chain++ {
		g.Go(func() error { return c.chain(gctx, runner, chain) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	_, err := c.run.lab.rescore(ctx, c.run.experiment.ID, c.run.plan.scenarios)
	return err
}

// perChain is how many trials a chain has: the exams without experience, then for each session its
// conversation and the exams.
func (r *learning) perChain() int { return len(r.exams) + r.Sessions*(1+len(r.exams)) }

// ordinal is the place of a trial in the experiment. Session 0 is the control; exam -1 is the
// session's own conversation, of which the control has none.
func (c *classroom) ordinal(chain, session, exam int) int {
	return (chain-1)*c.perChain() + session*(1+len(c.exams)) + exam
}

// chain plays one chain.
func (c *classroom) chain(ctx context.Context, runner *arena.Runner, chain int) error {
	for i, e := range c.exams {
		if _, err := c.one(ctx, runner, c.ordinal(chain, 0, i), c.trial(chain, e.scenario, nil)); err != nil {
			return err
		}
	}
	var sessions []arena.TrialKey
	for k := 1; k <= c.Sessions; k++ {
		before, err := c.run.lab.DB.Bank(ctx, sessions)
		if err != nil {
			return err
		}
		t := c.trial(chain, c.lesson(chain, k), before)
		finished, err := c.one(ctx, runner, c.ordinal(chain, k, -1), t)
		if err != nil || !finished {
			return err
		}
		sessions = append(sessions, t.Key())
		after, err := c.run.lab.DB.Bank(ctx, sessions)
		if err != nil {
			return err
		}
		for i, e := range c.exams {
			if _, err := c.one(ctx, runner, c.ordinal(chain, k, i), c.trial(chain, e.scenario, after)); err != nil {
				return err
			}
		}
	}
	return nil
}

// one plays a trial unless it is finished, and reports whether it is then.
func (c *classroom) one(ctx context.Context, runner *arena.Runner, ordinal int, t arena.Trial) (finished bool, err error) {
	keys := []arena.TrialKey{t.Key()}
	there, err := c.run.lab.DB.Finished(ctx, keys)
	if err != nil {
		return false, err
	}
	if len(there) > 0 {
		c.run.found()
		return true, c.run.lab.DB.Link(ctx, c.run.experiment.ID, ordinal, keys[0])
	}
	if err := c.run.one(ctx, runner, ordinal, t); err != nil {
		return false, err
	}
	there, err = c.run.lab.DB.Finished(ctx, keys)
	return len(there) > 0, err
}
