package calibrate

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Options say what a calibration does.
type Options struct {
	Fit        string // the published model to fit; empty for all
	Evaluate   bool   // fit nothing: take the simulated models as they are
	Repeats    int    // of the figures shown
	FitRepeats int    // of each evaluation of a fit, and of each mechanism that is turned off
	// Tell, if set, hears how far it is. Calls don't overlap.
	Tell func(text string)
}

func (o Options) tell(format string, args ...any) {
	if o.Tell != nil {
		o.Tell(fmt.Sprintf(format, args...))
	}
}

// Calibrate fits, or takes as they are, the simulated models, and compares each with both
// published ones. Where one model alone is fitted, the other simulated model stays as it is.
func (b *Bench) Calibrate(ctx context.Context, o Options) (Result, error) {
	out := Result{Repeats: o.Repeats, WithoutRuns: o.FitRepeats}
	if _, ok := Model(o.Fit); o.Fit != "" && !ok {
		var names []string
		for _, p := range Models() {
			names = append(names, p.Name)
		}
		return out, fmt.Errorf("no figures of %q were published (want one of: %s)", o.Fit, strings.Join(names, ", "))
	}
	for _, p := range Models() {
		f := Fitted{To: p.Name, Model: "sim:" + p.Simulated}
		if o.Evaluate || o.Fit != "" && o.Fit != p.Name {
			if err := f.identify(); err != nil {
				return out, err
			}
		} else {
			out.FitRepeats = o.FitRepeats
			var err error
			f, err = b.Fit(ctx, p, o.FitRepeats, func(done int, best float64) {
				if done%10 == 1 {
					o.tell("fit to %s: %d evaluations, log-likelihood less pull %.2f", p.Title, done, best)
				}
			})
			if err != nil {
				return out, err
			}
		}
		out.Fits = append(out.Fits, f)
	}
	if err := b.compareAll(ctx, o, &out); err != nil {
		return out, err
	}
	if err := b.withoutEach(ctx, o, &out); err != nil {
		return out, err
	}
	f, err := extrapolate(out.Fits, o.Evaluate || o.Fit != "")
	out.Fits = append(out.Fits, f)
	return out, err
}

// extrapolated is the simulated model that no published one stands behind.
const extrapolated = "standard"

// extrapolate makes the model that no figures were published of from the fits, or takes it as it
// is.
func extrapolate(fits []Fitted, asIs bool) (Fitted, error) {
	f := Fitted{Model: "sim:" + extrapolated}
	if !asIs {
		free, err := Parameters()
		if err != nil {
			return f, err
		}
		var options []string
		for i, p := range free {
			var values []float64
			for _, fit := range fits {
				values = append(values, fit.Values[i].Fitted)
			}
			v := Value{Name: p.Name, Assumed: p.Assumed, Fitted: p.extrapolated(values)}
			f.Values = append(f.Values, v)
			options = append(options, fmt.Sprintf("%s=%g", v.Name, v.Fitted))
		}
		slices.Sort(options)
		f.Model = with(f.Model, strings.Join(options, "&"))
	}
	return f, f.identify()
}

// compareAll plays each published model's leaderboard on the fit to it and on the other.
func (b *Bench) compareAll(ctx context.Context, o Options, out *Result) error {
	for i, p := range Models() {
		var specs []string
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
		c := compare(p, counts[0], counts[1])
		c.Ranks = rankings(p, counts)
		nothing, err := b.none(ctx, with(out.Fits[(i+1)%2].Model, p.Settings))
		if err != nil {
			return err
		}
		c.Aims = aims(c, nothing)
		out.Comparisons = append(out.Comparisons, c)
	}
	return nil
}
