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
//  4. Run predicts each published model by the fit to the other as well (Result).
//  5. Write puts the values into the simulated models' parameters.yaml and keeps the result, which
//     is part of the program (Latest); a test compares its hashes with the parameters in use.
//
// How many of all 62 facts an answer has (measure A) isn't compared: 21 of them no task asks for, so
// it measures how much a model volunteers, and the simulated ones volunteer nothing or all.
package calibrate

import (
	"context"
	"fmt"

	"contextarena.internal/lab"
)

// Options say what a calibration does.
type Options struct {
	Repeats int               // of the figures shown
	Tell    func(text string) // hears how far it is. Calls don't overlap.
}

// mostFitRepeats is how often a fit plays everything at most.
const mostFitRepeats = 5

// Run fits the simulated models, and compares each with both published ones. Of
// the lab it needs Tokens and Parallel alone: nothing is stored.
func Run(ctx context.Context, l *lab.Lab, o Options) (Result, error) {
	b, err := newBench(l.Parallel, l.Tokens)
	if err != nil {
		return Result{}, err
	}
	return b.calibrate(ctx, o)
}

// calibrate fits, and plays each published model's leaderboard on the fit to it and on the other.
func (b *bench) calibrate(ctx context.Context, o Options) (out Result, err error) {
	out = Result{Repeats: o.Repeats, FitRepeats: min(mostFitRepeats, o.Repeats)}
	all := models()
	if out.Fits, err = b.fit(ctx, all, out.FitRepeats, o.Tell); err != nil {
		return out, err
	}
	for i, p := range all {
		var specs []string
		for _, r := range p.Leaderboard.Strategies {
			specs = append(specs, r.Spec)
		}
		var counts [2]totals // fitted, held out
		for k := range counts {
			fit := out.Fits[(i+k)%2]
			o.Tell(fmt.Sprintf("figures of %s by the fit to %s", p.Title, fit.To))
			if counts[k], err = b.play(ctx, with(fit.Model, p.Settings), specs, p.Survival.Strategy, o.Repeats); err != nil {
				return out, err
			}
		}
		out.Comparisons = append(out.Comparisons, compare(p, all[1-i].Title, counts))
	}
	return out, nil
}
