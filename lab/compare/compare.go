// Package compare says which of two experiments, or of two strategies, is better in each measure and
// how sure that is.
//
//  1. Both sides are looked up: an experiment, or one of its strategies (sides.go).
//  2. Arms that belong together are paired, and package contrast compares each pair.
//  3. What only the evidence shows is added: replies that both sides share, and the story of each
//     probe that flipped (evidence.go).
//  4. Comparison.Document says it all (document.go).
package compare

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Schema describes a comparison in JSON.
//
//go:embed comparison.schema.json
var Schema []byte

// Comparison is two experiments, or two arms of one, strategy by strategy.
type Comparison struct {
	Schema      string              `json:"schema"`
	Finding     string              `json:"finding"`
	A           Compared            `json:"a"`
	B           Compared            `json:"b"`
	Estimand    reports.Estimand    `json:"estimand"`
	Primary     string              `json:"primary"`
	Declared    bool                `json:"primary_declared"` // by the plans, before anything was played; answer is their default
	Alpha       float64             `json:"alpha"`
	Smallest    float64             `json:"smallest_interesting"`
	Inputs      []InputPair         `json:"inputs_that_differ"`
	Contrasts   []contrast.Contrast `json:"contrasts"`
	NotCompared []string            `json:"not_compared"` // strategies and scenarios without a counterpart, and why
	Warnings    []string            `json:"warnings"`
}

// Compared is an experiment that was compared.
type Compared struct {
	Experiment string `json:"experiment"` // its id
	Number     int64  `json:"-"`          // its place in this database
	Name       string `json:"name,omitempty"`
	Status     string `json:"status"`
	Simulated  bool   `json:"simulated"`
}

// InputPair is something the two sides were given differently.
type InputPair struct {
	What string `json:"what"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// Run compares two experiments, or strategies within the one that in names: see sides for how A and B are written. Without an
// estimand in o scenarios are a sample where there are enough, else fixed. Without a primary measure it is the one that both
// plans declare, or answer. Only trials that both sides completed are compared. It is an error if there are none, or if a
// side's scores are out of date.
func Run(ctx context.Context, l *lab.Lab, textA, textB, in string, o contrast.Options) (Comparison, error) {
	a, b, err := sides(ctx, l, textA, textB, in)
	if err != nil {
		return Comparison{}, err
	}
	if err := errors.Join(a.result.ReadRequests(ctx, l), b.result.ReadRequests(ctx, l)); err != nil {
		return Comparison{}, err
	}
	few := o.Estimand == "" && min(len(a.result.Scenarios), len(b.result.Scenarios)) < stats.MinClusters
	if o.Estimand = cmp.Or(o.Estimand, reports.Sampled); few {
		o.Estimand = reports.Fixed
	}
	pairs, unpaired, err := pairArms(a, b)
	if err != nil {
		return Comparison{}, err
	}
	out := Comparison{
		Schema: "context-arena/comparison/1", A: compared(a.result), B: compared(b.result),
		Estimand: o.Estimand, Alpha: o.Alpha, Smallest: o.Smallest,
		Contrasts: []contrast.Contrast{}, NotCompared: append([]string{}, slices.Concat(a.dropped, b.dropped, unpaired)...), Warnings: []string{},
	}
	if rewords := cmp.Or(a.result.Planned.Rewords(), b.result.Planned.Rewords()); rewords != "" {
		out.warn("%s", rewords)
	}
	o.Primary = out.primary(a.result.Planned, b.result.Planned, o.Primary)
	evidenceA, evidenceB := evidenceOf(l, a.result), evidenceOf(l, b.result)
	var errs []error
	var all []contrast.Arm
	if a.result.Experiment.ID == b.result.Experiment.ID {
		all = lab.Arms(a.result)
	}
	for _, p := range pairs {
		o.Among = slices.DeleteFunc(slices.Clone(all), func(arm contrast.Arm) bool { return arm.Model != p[0].Model || arm.Model != p[1].Model })
		c, err := contrast.Of(p[0], p[1], o)
		if err == nil {
			err = complete(ctx, &c, evidenceA, evidenceB)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s against %s: %w", p[0].Label(), p[1].Label(), err))
			out.NotCompared = append(out.NotCompared, errs[len(errs)-1].Error())
			continue
		}
		out.Contrasts = append(out.Contrasts, c)
	}
	out.Inputs = inputs(a.result, b.result, pairs, out.Contrasts)
	if len(out.Contrasts) == 0 {
		return out, errors.Join(errs...)
	}
	out.Finding = out.finding(few)
	if n := len(out.Contrasts); n > 1 {
		out.warn("%d comparisons at once, each with its own alpha of %g: by chance alone about %.1f primary measures would differ.", n, o.Alpha, float64(n)*o.Alpha)
	}
	return out, nil
}

func compared(r lab.Result) Compared {
	e := r.Experiment
	return Compared{e.ID, e.Number, e.Name, e.Status, e.Simulated}
}

func (c *Comparison) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

// primary settles which measure is tested alone; chosen is the one asked for, if any.
func (c *Comparison) primary(a, b lab.Planned, chosen string) string {
	planA, planB := cmp.Or(a.Primary, "answer"), cmp.Or(b.Primary, "answer")
	c.Primary = cmp.Or(chosen, planA)
	switch {
	case c.Primary == planA && c.Primary == planB:
		c.Declared = true
	case chosen == "":
		c.Primary = "answer"
		c.warn("The plans declare different primary measures (%s, %s): answer is used, which nobody declared for this comparison.", planA, planB)
	default:
		c.warn("The primary measure, %s, was chosen now; the plans had declared %s.", chosen, strings.Join(slices.Compact([]string{planA, planB}), " and "))
	}
	return c.Primary
}

// free are the inputs that don't name a trial besides its script, strategy, model and repeat.
var free = []string{"suite", "scenarios", "strategies", "models", "repeats", "primary", "prices_as_of"}

// inputs lists what the sides were given differently; of lists, what the other side lacks. Equal
// inputs with other trials are a sign that the strategy itself, or the model behind its name, has
// changed.
func inputs(a, b lab.Result, pairs [][2]contrast.Arm, contrasts []contrast.Contrast) []InputPair {
	out := []InputPair{}
	add := func(what, x, y string) {
		if pair := (InputPair{what, x, y}); x != y && !slices.Contains(out, pair) {
			out = append(out, pair)
		}
	}
	sameTrials := true // by what names one
	for _, f := range lab.DifferingFields(a.Planned, b.Planned) {
		add(strings.ReplaceAll(f.Name, "_", " "), lacking(f.A, f.B), lacking(f.B, f.A))
		sameTrials = sameTrials && slices.Contains(free, f.Name)
	}
	add("program", a.Experiment.Program, b.Experiment.Program)
	for _, p := range pairs {
		add("strategy", p[0].Strategy, p[1].Strategy)
		add("model", p[0].Model, p[1].Model)
	}
	for _, c := range contrasts {
		if sameTrials && c.A.Strategy == c.B.Strategy && c.A.Model == c.B.Model && c.Same == 0 {
			out = append(out, InputPair{"version", c.A.Strategy + " as it was", "changed since, or its model's options were: equal inputs gave other trials"})
		}
	}
	return out
}

// lacking are the items of a that b lacks, as a text.
func lacking(a, b []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) }), ", ")
}
