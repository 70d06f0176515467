// Package learning measures what a strategy learns from session to session.
//
//  1. A Curriculum is looked up and its conversations are made: the lessons that sessions play, and the exams
//     that chains are measured on (plan.go).
//  2. Run plays chains of sessions (run.go) and reads them back (chain.go).
//  3. Learning has what they show: retention by session (learning.go), and is written as a Document (report.go, chart.go).
package learning

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

// Run plays a learning run and sums it up. Chains are independent and run in parallel; within one,
// session k begins with the experience of sessions 1 to k-1 and afterwards the chain is measured on
// conversations that no session plays, with the experience of 1 to k. The control is the same
// conversations with the same seeds and no experience.
//
// Trials found finished are kept, so that the same plan goes on where it stopped and in the end has
// the same trials. A chain whose session fails stops there, and the run is partial. If ctx ends, the
// experiment is interrupted and ctx's error is returned with what was done.
func Run(ctx context.Context, l *lab.Lab, p Curriculum) (Learning, lab.Ran, error) {
	r, err := resolve(l, p)
	if err != nil {
		return Learning{}, lab.Ran{}, err
	}
	player, err := l.Player(r.cast())
	if err != nil {
		return Learning{}, lab.Ran{}, err
	}
	c := &course{resolved: r, player: player}
	ran, err := player.Conduct(ctx, r.experiment(l), c.play)
	if err != nil {
		return Learning{}, ran, err
	}
	chains, err := c.read(ctx)
	return newLearning(ran.Experiment, r.Curriculum, chains), ran, err
}

// cast are all that take part: the model that answers, and behind it the one that writes memories if it is
// another.
func (r *resolved) cast() lab.Cast {
	models := []llm.Model{r.model}
	if r.memory != r.model {
		models = append(models, r.memory)
	}
	return lab.Cast{
		Scenarios: r.scenarios(), Named: r.named, Models: models, Embedder: r.embedder, Worlds: r.worlds, PricesAsOf: r.PricesAsOf, AllAtOnce: true,
	}
}

// experiment is the plan as the database keeps it. Its id hashes what decides the trials: the keys of
// most aren't known before others are played.
func (r *resolved) experiment(l *lab.Lab) store.Experiment {
	text, err := json.Marshal(struct {
		Learn  Curriculum `json:"learn"`
		Trials int        `json:"trials"`
	}{r.Curriculum, r.Chains * r.perChain()})
	if err != nil {
		panic(fmt.Sprintf("learning: encoding a plan: %v", err))
	}
	h := sha256.New()
	fmt.Fprintf(h, "learn %s\n%s\n", text, r.PricesAsOf.Format("2006-01-02"))
	for _, s := range r.scenarios() {
		key := r.trial(1, s, store.Bank{}).Key()
		h.Write(key[:])
	}
	return l.NewExperiment(store.KindLearning, h.Sum(nil), "learn", text, r.model.Provider == "sim" || r.memory.Provider == "sim")
}

// course is one learning run under way.
type course struct {
	resolved
	player *lab.Player
}

// play plays every chain of the shard.
func (c *course) play(ctx context.Context) error {
	var here []int
	for chain := range c.Chains {
		if c.player.Lab.Shard.Has(chain, c.Chains) {
			here = append(here, chain+1)
		}
	}
	c.player.Expect(len(here) * c.perChain())
	c.player.Elsewhere((c.Chains - len(here)) * c.perChain())
	err := c.player.Each(ctx, len(here), func(ctx context.Context, i int) error { return c.chain(ctx, here[i]) })
	if err != nil {
		return err
	}
	return c.player.Rescore(ctx)
}

// perChain is how many trials a chain has: the exams without experience, then for each session its
// conversation and the exams.
func (r *resolved) perChain() int { return len(r.exams) + r.Sessions*(1+len(r.exams)) }

// place is that of a trial in the experiment. Session 0 is the control; exam -1 is the
// session's own conversation, of which the control has none.
func (c *course) place(chain, session, exam int) int {
	return (chain-1)*c.perChain() + session*(1+len(c.exams)) + exam
}

// chain plays one chain.
func (c *course) chain(ctx context.Context, chain int) error {
	if err := c.examine(ctx, chain, 0, nil); err != nil {
		return err
	}
	var sessions []arena.TrialKey
	for k := 1; k <= c.Sessions; k++ {
		before, err := c.player.Lab.DB.Bank(ctx, sessions)
		if err != nil {
			return err
		}
		t := c.trial(chain, c.lesson(chain, k), before)
		finished, err := c.player.PlayNext(ctx, c.place(chain, k, -1), t)
		if err != nil || !finished {
			return err
		}
		sessions = append(sessions, t.Key())
		after, err := c.player.Lab.DB.Bank(ctx, sessions)
		if err != nil {
			return err
		}
		if err := c.examine(ctx, chain, k, after); err != nil {
			return err
		}
	}
	return nil
}

// examine measures a chain after a session, with the experience it has by then.
func (c *course) examine(ctx context.Context, chain, session int, experience arena.Bank) error {
	for i, e := range c.exams {
		if _, err := c.player.PlayNext(ctx, c.place(chain, session, i), c.trial(chain, e.scenario, experience)); err != nil {
			return err
		}
	}
	return nil
}
