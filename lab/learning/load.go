package learning

import (
	"context"
	"encoding/json"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Load reads a learning run: "" for the newest one, or as lab.Load. It asks no model. It is an arena.Mistake to name an
// experiment that is none, or one that today's strategies, conversations or matchers would play otherwise.
func Load(ctx context.Context, l *lab.Lab, which string) (Learning, error) {
	e, err := l.FindKind(ctx, which, store.KindLearning, "the database has no learning run yet: begin one with arena lab learn")
	if err != nil {
		return Learning{}, err
	}
	if e.Kind != store.KindLearning {
		return Learning{}, arena.Mistake{Err: fmt.Errorf("experiment %d is no learning run: its figures are printed by arena report %d", e.Number, e.Number)}
	}
	p, err := planOf(e)
	if err != nil {
		return Learning{}, fmt.Errorf("experiment %d: its stored plan can't be read: %w", e.Number, err)
	}
	p.ScenariosDir = l.ScenariosDir
	r, err := resolve(l, p)
	if err != nil {
		return Learning{}, fmt.Errorf("experiment %d: %w", e.Number, err)
	}
	if today := r.experiment(l); today.ID != e.ID {
		return Learning{}, arena.Mistake{Err: fmt.Errorf("experiment %d was played by other strategies, conversations or prices than today's: run the same arena lab learn again", e.Number)}
	}
	cast := r.cast()
	cast.Reading = true
	player, err := l.Player(cast)
	if err != nil {
		return Learning{}, err
	}
	player.Experiment = e
	chains, err := (&course{resolved: r, player: player}).read(ctx)
	return newLearning(e, r.planned(), chains), err
}

// planOf is the plan of a stored learning run. Its command has no day of prices: those of today hold.
func planOf(e store.Experiment) (Plan, error) {
	var stored struct {
		Learn Planned `json:"learn"`
	}
	if err := json.Unmarshal([]byte(e.Plan), &stored); err != nil {
		return Plan{}, err
	}
	in := stored.Learn
	s, err := strategies.Parse(in.Strategy)
	if err != nil {
		return Plan{}, err
	}
	return Plan{
		Strategy: s, Train: in.Train, HeldOut: in.HeldOut, Model: in.Model, MemoryModel: in.MemoryModel, Embedder: in.Embedder,
		Sessions: in.Sessions, Chains: in.Chains, Dialogue: arena.Dialogue(in.Dialogue), Seed: in.Seed, ReplyTokens: in.ReplyTokens,
	}, nil
}
