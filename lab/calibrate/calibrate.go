// Package calibrate fits the simulated models to the published figures of real ones, and says how
// well each predicts the figures of the model it was not fitted to.
//
//  1. The published figures are data: published.yaml, with the file each comes from.
//  2. A bench plays the original suite on a simulated model with the same seeds every time, and counts
//     what the figures count, all by today's matchers: facts that survived in the notes of rlm (by
//     type), final tasks passed, and facts that a final answer has of those that its task asks for.
//  3. A fit matches each of a few parameters to one figure (matches): it plays, moves every parameter by
//     how far its figure is off, and plays again. A model that stands for a stronger one is never
//     weaker in anything.
//  4. Run predicts each published model by the fit to the other as well, and lists which aims
//     are met (Result). Switching mechanisms off one by one shows what carries that.
//  5. Write puts the values into the simulated models' parameters.yaml and keeps the result, which
//     is part of the program (Latest); a test compares its hashes with the parameters in use.
//
// How many of all 62 facts an answer has (measure A) isn't compared: 21 of them no task asks for, so
// it measures how much a model volunteers, and the simulated ones volunteer nothing or all.
package calibrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/llm/sim"
)

// Options say what a calibration does.
type Options struct {
	Evaluate bool // fit nothing: take the simulated models as they are
	Repeats  int  // of the figures shown
	// Tell, if set, hears how far it is. Calls don't overlap.
	Tell func(text string)

	fitRepeats int // of each round of a fit, and of each mechanism that is turned off
}

// mostFitRepeats is how often a fit plays everything at most.
const mostFitRepeats = 5

func (o Options) progress(format string, args ...any) {
	if o.Tell != nil {
		o.Tell(fmt.Sprintf(format, args...))
	}
}

// Run fits, or takes as they are, the simulated models, and compares each with both published ones. Of
// the lab it needs Tokens and Parallel alone: nothing is stored.
func Run(ctx context.Context, l *lab.Lab, o Options) (Result, error) {
	b, err := newBench(l.Parallel, l.Tokens)
	if err != nil {
		return Result{}, err
	}
	o.fitRepeats = min(mostFitRepeats, o.Repeats)
	return b.calibrate(ctx, o)
}

func (b *bench) calibrate(ctx context.Context, o Options) (Result, error) {
	out := Result{Repeats: o.Repeats, WithoutRuns: o.fitRepeats}
	var err error
	if o.Evaluate {
		out.Fits, err = asTheyAre()
	} else {
		out.FitRepeats = o.fitRepeats
		out.Fits, err = b.fit(ctx, models(), o.fitRepeats, func(round int) { o.progress("fit: round %d of %d", round, rounds) })
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
	for _, p := range models() {
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
func (b *bench) compareAll(ctx context.Context, o Options, out *Result) error {
	for i, p := range models() {
		specs := []string{nothing}
		for _, r := range p.Leaderboard.Strategies {
			specs = append(specs, r.Spec)
		}
		var counts [2]totals // fitted, held out
		for k := range counts {
			fit := out.Fits[(i+k)%2]
			o.progress("figures of %s by the fit to %s", p.Title, fit.To)
			var err error
			if counts[k], err = b.play(ctx, with(fit.Model, p.Settings), specs, p.Survival.Strategy, o.Repeats); err != nil {
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
func (b *bench) withoutEach(ctx context.Context, o Options, out *Result) error {
	names := []string{""}
	for _, m := range sim.Mechanisms() {
		names = append(names, m.Name)
	}
	for _, name := range names {
		w := Without{Mechanism: name}
		if name != "" {
			o.progress("without %s", name)
		}
		for i, p := range models() {
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
func (b *bench) effect(ctx context.Context, o Options, p Published, model, mechanism string) (Effect, error) {
	off := mechanism + "=off"
	if mechanism != "" && slices.Contains(strings.Split(p.Settings, "&"), off) {
		return Effect{Already: true}, nil
	}
	if mechanism != "" {
		model = with(model, off)
	}
	c, err := b.play(ctx, with(model, p.Settings), fittedSpecs, p.Survival.Strategy, o.fitRepeats)
	if err != nil {
		return Effect{}, err
	}
	e := Effect{Survival: c.survived()}
	var all strategyTotals
	for _, s := range c.Strategies {
		all.add(s)
	}
	e.Passed, e.Asked = all.passed(), all.asked()
	return e, nil
}
