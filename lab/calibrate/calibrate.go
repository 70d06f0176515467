package calibrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/llm/sim"
)

// Options say what a calibration does.
type Options struct {
	Evaluate   bool // fit nothing: take the simulated models as they are
	Repeats    int  // of the figures shown
	FitRepeats int  // of each round of a fit, and of each mechanism that is turned off
	// Tell, if set, hears how far it is. Calls don't overlap.
	Tell func(text string)
}

func (o Options) tell(format string, args ...any) {
	if o.Tell != nil {
		o.Tell(fmt.Sprintf(format, args...))
	}
}

// Calibrate fits, or takes as they are, the simulated models, and compares each with both published
// ones.
func (b *Bench) Calibrate(ctx context.Context, o Options) (Result, error) {
	out := Result{Repeats: o.Repeats, WithoutRuns: o.FitRepeats}
	var err error
	if o.Evaluate {
		out.Fits, err = asTheyAre()
	} else {
		out.FitRepeats = o.FitRepeats
		out.Fits, err = b.Fit(ctx, Models(), o.FitRepeats, func(round int) { o.tell("fit: round %d of %d", round, rounds) })
	}
	if err != nil {
		return out, err
	}
	if err := b.compareAll(ctx, o, &out); err != nil {
		return out, err
	}
	return out, b.withoutEach(ctx, o, &out)
}

// asTheyAre are the simulated models of the program.
func asTheyAre() ([]Fitted, error) {
	var out []Fitted
	for _, p := range Models() {
		out = append(out, Fitted{To: p.Name, Model: "sim:" + p.Simulated})
	}
	out = append(out, Fitted{Model: "sim:" + extrapolated})
	for i := range out {
		if err := out[i].identify(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// compareAll plays each published model's leaderboard on the fit to it and on the other.
func (b *Bench) compareAll(ctx context.Context, o Options, out *Result) error {
	for i, p := range Models() {
		specs := []string{nothing}
		for _, r := range p.Leaderboard.Strategies {
			specs = append(specs, r.Spec)
		}
		var counts [2]Counts // fitted, held out
		for k := range counts {
			fit := out.Fits[(i+k)%2]
			o.tell("figures of %s by the fit to %s", p.Title, fit.To)
			var err error
			if counts[k], err = b.Play(ctx, with(fit.Model, p.Settings), specs, p.Survival.Strategy, o.Repeats); err != nil {
				return err
			}
		}
		out.Comparisons = append(out.Comparisons, compare(p, counts))
	}
	return nil
}

// nothing is the strategy that shows a model nothing.
const nothing = "none"

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
	c, err := b.Play(ctx, with(model, p.Settings), fittedSpecs, p.Survival.Strategy, o.FitRepeats)
	if err != nil {
		return Effect{}, err
	}
	e := Effect{Survival: c.survived()}
	var all StrategyCounts
	for _, s := range c.Strategies {
		all.Passed, all.Trials, all.Asked, all.AskedOf = all.Passed+s.Passed, all.Trials+s.Trials, all.Asked+s.Asked, all.AskedOf+s.AskedOf
	}
	e.Passed, e.Asked = all.passed(), all.asked()
	return e, nil
}
