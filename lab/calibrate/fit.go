package calibrate

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Fitted is a simulated model fitted to a published one.
type Fitted struct {
	To          string  `json:"to"`    // the published model
	Model       string  `json:"model"` // the simulated one, with its fitted parameters as options
	Parameters  string  `json:"parameters"`
	Values      []Value `json:"values"`
	Figures     int     `json:"figures"` // published ones that were fitted
	Evaluations int     `json:"evaluations"`
	// Before and After are the log-likelihood of the figures at what is assumed and at the fit,
	// without the pull.
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// Value is one parameter of a fit. Moved is how far it is from what is assumed, in its spreads:
// one that stays at 0 is not determined by the figures.
type Value struct {
	Name    string  `json:"name"`
	Assumed float64 `json:"assumed"`
	Fitted  float64 `json:"fitted"`
	Moved   float64 `json:"moved"`
	// Costs are the losses of log-likelihood, the pull included, if the parameter alone goes one
	// spread down or up: near 0 where the figures say little.
	Costs [2]float64 `json:"costs"`
}

// search finds the parameters of a fit.
type search struct {
	bench   *Bench
	to      Published
	free    []Free
	repeats int
	seen    map[string]float64 // log-likelihood by model
	best    float64
	tell    func(done int, best float64)
	specs   []string
}

// Fit fits the simulated model that stands for a published one. Every evaluation plays the same
// repeats with the same seeds, so that it is deterministic and small changes of a parameter show.
// Tell, if not nil, hears of every evaluation, with the best score so far.
func (b *Bench) Fit(ctx context.Context, to Published, repeats int, tell func(done int, best float64)) (Fitted, error) {
	free, err := Parameters()
	if err != nil {
		return Fitted{}, err
	}
	s := &search{bench: b, to: to, free: free, repeats: repeats, seen: map[string]float64{}, best: math.Inf(-1), tell: tell}
	for _, r := range to.fitted() {
		s.specs = append(s.specs, r.Spec)
	}
	score := func(at []float64) (float64, error) { return s.score(ctx, at) }
	at, best, err := compass(len(free), score)
	if err != nil {
		return Fitted{}, err
	}
	out := Fitted{
		To: to.Name, Model: s.model(at), Figures: to.Figures(),
		Before: s.seen[s.model(make([]float64, len(free)))], After: s.seen[s.model(at)],
	}
	for i, f := range free {
		v := Value{Name: f.Name, Assumed: f.Assumed, Fitted: f.at(at[i]), Moved: at[i]}
		for side, by := range []float64{-1, 1} {
			beside, err := score(moveBy(at, i, by))
			if err != nil {
				return Fitted{}, err
			}
			v.Costs[side] = best - beside
		}
		out.Values = append(out.Values, v)
	}
	out.Evaluations = len(s.seen)
	return out, out.identify()
}

// identify sets the hash of the parameters.
func (f *Fitted) identify() error {
	m, err := simulated(f.Model)
	if err != nil {
		return err
	}
	options, err := url.ParseQuery(m.Options)
	if err != nil {
		return fmt.Errorf("calibrate: options of %s: %w", m, err)
	}
	f.Parameters = options.Get("parameters")
	return nil
}

// score is the log-likelihood of the figures less the pull, at a point in spreads.
func (s *search) score(ctx context.Context, at []float64) (float64, error) {
	model := s.model(at)
	l, known := s.seen[model]
	if !known {
		c, err := s.bench.Play(ctx, with(model, s.to.Settings), s.specs, s.to.Survival.Strategy, s.repeats)
		if err != nil {
			return 0, err
		}
		l = logLikelihood(s.to, c)
		s.seen[model] = l
		s.best = max(s.best, l-pull(at))
		if s.tell != nil {
			s.tell(len(s.seen), s.best)
		}
	}
	return l - pull(at), nil
}

// pull is half the squared distance from what is assumed, in spreads: a normal prior.
func pull(at []float64) float64 {
	sum := 0.0
	for _, z := range at {
		sum += z * z / 2
	}
	return sum
}

// model names the simulated model at a point.
func (s *search) model(at []float64) string {
	var options []string
	for i, f := range s.free {
		options = append(options, f.Name+"="+strconv.FormatFloat(f.at(at[i]), 'g', -1, 64))
	}
	slices.Sort(options)
	return "sim:" + s.to.Simulated + "?" + strings.Join(options, "&")
}

// with adds options to a model's name.
func with(model, options string) string {
	switch {
	case options == "":
		return model
	case strings.Contains(model, "?"):
		return model + "&" + options
	}
	return model + "?" + options
}
