package learning

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/scenarios/vary"
	"contextarena.internal/strategies"
)

// Curriculum says what a learning run plays: chains of sessions, each of which begins with the experience of those before it. In
// JSON it is what the database keeps of it, with the canonical spec of the strategy.
type Curriculum struct {
	Strategy    string         `json:"strategy"` // a spec
	Train       []string       `json:"train"`    // ids of scenarios: sessions play them and their variants in turn
	HeldOut     []string       `json:"held_out"` // ids of scenarios that no session plays
	Model       string         `json:"model"`
	MemoryModel string         `json:"memory_model,omitempty"` // empty: the model that answers
	Embedder    string         `json:"embedder"`               // embed.LocalName, openai:NAME or ollama:NAME
	Sessions    int            `json:"sessions"`               // of a chain
	Chains      int            `json:"chains"`
	Dialogue    arena.Dialogue `json:"dialogue"`
	Seed        int64          `json:"seed"`
	ReplyTokens int            `json:"reply_tokens"`

	ScenariosDir string    `json:"-"`
	PricesAsOf   time.Time `json:"-"`
}

// DefaultPlan learns from two scenarios of the extended suite and measures on their paraphrases
// and on two others, with the simulated model.
func DefaultPlan() Curriculum {
	p := lab.DefaultPlan()
	return Curriculum{
		Strategy: "episodic", Train: []string{"clinic-intake", "warehouse-dispatch"}, HeldOut: []string{"travel-desk", "legal-intake"},
		Model: p.Models[0], Embedder: embed.LocalName, Sessions: 20, Chains: 5, Dialogue: arena.Scripted,
		Seed: p.Seed, ReplyTokens: p.ReplyTokens,
	}
}

// The sets that a chain is measured on.
const (
	paraphrases = "paraphrases" // of the scenarios that are trained on
	heldOut     = "held out"
)

// resolved is a Curriculum with everything it names looked up, and its conversations made.
type resolved struct {
	Curriculum
	strategy      arena.Strategy
	model, memory llm.Model
	embedder      llm.Model           // the zero value for the local one
	lessons       [][]*arena.Scenario // [i][p] is what the p-th session, from 0, plays of Train[i]
	exams         []exam
	named         []*arena.Scenario // of which they are
	worlds        *world.Known
}

// exam is a conversation that chains are measured on.
type exam struct {
	set      string
	scenario *arena.Scenario
}

// lessonChanges are the changes of the variants that sessions play, in turn. Paraphrases are kept
// for measuring.
var lessonChanges = []string{"rename", "noise", "reorder", "units"}

// Check is an error if a plan can't be played. All mistakes in what it names are reported at once.
func Check(l *lab.Lab, p Curriculum) error {
	_, err := resolve(l, p)
	return err
}

// resolve looks up everything a plan names, and makes its conversations.
func resolve(l *lab.Lab, p Curriculum) (resolved, error) {
	r := resolved{Curriculum: p, worlds: l.Models.Worlds}
	if r.worlds == nil {
		r.worlds = &world.Known{}
	}
	known := l.Drawn
	if known == nil {
		var err error
		if known, err = lab.Scenarios(p.ScenariosDir); err != nil {
			return r, err
		}
	}
	errs := []error{p.check()}
	var err error
	if r.strategy, err = strategies.Parse(p.Strategy); err == nil {
		r.Strategy = strategies.Label(r.strategy)
		err = lab.Find(r.strategy, "")
	}
	errs = append(errs, err)
	r.HeldOut = append([]string{}, p.HeldOut...)
	find := func(ids []string) (out []*arena.Scenario) {
		for _, id := range ids {
			s, err := lab.FindScenario(known, id)
			if err == nil && s.VariantOf != "" {
				err = fmt.Errorf("%s is a variant: name %s, of which variants are made", id, s.VariantOf)
			}
			out, errs = append(out, s), append(errs, err)
		}
		return out
	}
	train, held := find(p.Train), find(p.HeldOut)
	r.named = slices.Concat(train, held)
	for _, id := range p.HeldOut {
		if slices.Contains(p.Train, id) {
			errs = append(errs, fmt.Errorf("scenario %s is trained on and held out", id))
		}
	}
	if len(p.Train) == 0 {
		errs = append(errs, errors.New("name at least one scenario to train on"))
	}
	errs = append(errs, lab.NamedTwice("scenario", p.Train), lab.NamedTwice("scenario", p.HeldOut))
	var err1, err2, err3 error
	r.model, err1 = l.Models.Resolve(p.Model)
	r.memory = r.model
	if p.MemoryModel != "" {
		r.memory, err2 = l.Models.Resolve(p.MemoryModel)
	}
	r.embedder, err3 = l.Models.Embedder(p.Embedder)
	if err := errors.Join(append(errs, err1, err2, err3)...); err != nil {
		return r, arena.Mistake{Err: err}
	}
	if err := r.write(train, held); err != nil {
		return r, arena.Mistake{Err: err}
	}
	return r, nil
}

// write makes the conversations. What is measured on is never said in a session, to the word.
func (r *resolved) write(train, held []*arena.Scenario) error {
	said := map[string]string{} // by userHash: who says it
	passes := (r.Sessions + len(train) - 1) / len(train)
	for _, s := range train {
		lessons, err := lessonsOf(s, passes)
		if err != nil {
			return err
		}
		for _, v := range lessons {
			said[userHash(v)] = v.ID
		}
		r.lessons = append(r.lessons, lessons)
		v, err := vary.Make(s, "paraphrase", 1)
		if errors.Is(err, vary.ErrNothing) {
			continue
		}
		if err != nil {
			return err
		}
		r.exams = append(r.exams, exam{paraphrases, v})
	}
	for _, s := range held {
		r.exams = append(r.exams, exam{heldOut, s})
	}
	if len(r.exams) == 0 {
		return errors.New("there is nothing to measure on: no scenario is held out, and none that is trained on can be paraphrased")
	}
	for _, e := range r.exams {
		if id := said[userHash(e.scenario)]; id != "" {
			return fmt.Errorf("scenario %s says what %s does, which is trained on: hold out another", e.scenario.ID, id)
		}
	}
	return nil
}

// userHash names what the user says in a scenario.
func userHash(s *arena.Scenario) string {
	bare := arena.Scenario{Turns: slices.Clone(s.Turns)}
	for i := range bare.Turns {
		bare.Turns[i] = arena.Exchange{User: bare.Turns[i].User}
	}
	return bare.PlayHash()
}

// lessonsOf are n conversations: a scenario, then variants of it, each by the next change that finds
// something to work on.
func lessonsOf(s *arena.Scenario, n int) ([]*arena.Scenario, error) {
	out := []*arena.Scenario{s}
	turn := 0
	for len(out) < n {
		var v *arena.Scenario
		err := vary.ErrNothing
		for range lessonChanges {
			v, err = vary.Make(s, lessonChanges[turn%len(lessonChanges)], uint64(1+turn/len(lessonChanges)))
			turn++
			if err == nil || !errors.Is(err, vary.ErrNothing) {
				break
			}
		}
		if err != nil {
			return nil, fmt.Errorf("variants of %s for further sessions: %w", s.ID, err)
		}
		out = append(out, v)
	}
	return out, nil
}

// lesson is what a session of a chain plays, both from 1. Chains take the scenarios in different
// orders, each in a fixed one; the first round plays them as they stand.
func (r *resolved) lesson(chain, session int) *arena.Scenario {
	order := rand.New(rand.NewPCG(uint64(r.Seed), uint64(chain))).Perm(len(r.lessons))
	i := session - 1
	return r.lessons[order[i%len(order)]][i/len(order)]
}

// trial is a conversation of a chain. A chain has the seed of a repeat, so that its requests are its
// own and those with and without experience share them.
func (r *resolved) trial(chain int, s *arena.Scenario, b arena.Bank) arena.Trial {
	t := arena.Trial{
		Scenario: s, Strategy: r.strategy, Spec: r.Strategy, Model: r.model, MemoryModel: r.memory,
		Repeat: chain, PlanSeed: r.Seed, Dialogue: r.Dialogue, ReplyTokens: r.ReplyTokens, Bank: b,
		World: r.worlds.Name(s, r.model, r.memory),
	}
	if b != nil && r.Embedder != embed.LocalName {
		t.Embedder = r.Embedder
	}
	return t
}

// scenarios are all conversations of the plan.
func (r *resolved) scenarios() []*arena.Scenario {
	out := slices.Concat(r.lessons...)
	for _, e := range r.exams {
		out = append(out, e.scenario)
	}
	return out
}

// check is an error for numbers out of range, all at once.
func (p Curriculum) check() error {
	var errs []error
	for _, n := range []struct {
		name            string
		have, low, high int
	}{{"sessions", p.Sessions, 1, 1000}, {"chains", p.Chains, 1, 1000}} {
		if n.have < n.low || n.have > n.high {
			errs = append(errs, fmt.Errorf("%s %d: want %d to %d", n.name, n.have, n.low, n.high))
		}
	}
	if p.Dialogue != arena.Live && p.Dialogue != arena.Scripted {
		errs = append(errs, fmt.Errorf("dialogue %q: want live or scripted", p.Dialogue))
	}
	return errors.Join(errs...)
}
