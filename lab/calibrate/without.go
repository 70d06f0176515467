package calibrate

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/llm/sim"
)

// withoutEach turns the mechanisms off, one at a time, on each fit.
func (b *Bench) withoutEach(ctx context.Context, o Options, out *Result) error {
	names := []string{""}
	for _, m := range sim.Mechanisms() {
		names = append(names, m.Name)
	}
	for _, name := range names {
		w := Without{Mechanism: name}
		if name != "" {
			o.tell("without %s", name)
		}
		for i, p := range Models() {
			e, err := b.effect(ctx, o, p, out.Fits[i].Model, name)
			if err != nil {
				return err
			}
			w.Effects = append(w.Effects, e)
		}
		out.Without = append(out.Without, w)
	}
	return nil
}

// effect plays what is fitted without a mechanism.
func (b *Bench) effect(ctx context.Context, o Options, p Published, model, mechanism string) (Effect, error) {
	off := mechanism + "=off"
	if mechanism != "" && slices.Contains(strings.Split(p.Settings, "&"), off) {
		return Effect{Already: true}, nil
	}
	if mechanism != "" {
		model = with(model, off)
	}
	var specs []string
	for _, r := range p.fitted() {
		specs = append(specs, r.Spec)
	}
	c, err := b.Play(ctx, with(model, p.Settings), specs, p.Survival.Strategy, o.FitRepeats)
	if err != nil {
		return Effect{}, err
	}
	e := Effect{Survival: c.survived()}
	for _, s := range c.Strategies {
		e.P += c.mean(s.Passed)
		e.A += c.mean(s.Found)
	}
	return e, nil
}
