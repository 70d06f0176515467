package learning

import (
	"context"
	"encoding/json"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/store"
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
	var stored struct{ Learn Curriculum }
	if err := json.Unmarshal([]byte(e.Plan), &stored); err != nil {
		return Learning{}, fmt.Errorf("experiment %d: its stored plan can't be read: %w", e.Number, err)
	}
	if l, err = l.Of(ctx, e); err != nil {
		return Learning{}, err
	}
	r, err := resolve(l, stored.Learn) // the command has no day of prices: those of today hold
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
	return newLearning(e, r.Curriculum, chains), err
}
