package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/llm"
)

// Comparison is two experiments, or two arms of one, strategy by strategy.
type Comparison struct {
	A           Compared    `json:"a"`
	B           Compared    `json:"b"`
	Estimand    Estimand    `json:"estimand"`
	Primary     string      `json:"primary"`
	Declared    bool        `json:"primary_declared"` // by the plans, before anything was played; answer is their default
	Alpha       float64     `json:"alpha"`
	Smallest    float64     `json:"smallest_interesting"`
	Inputs      []InputPair `json:"inputs_that_differ"`
	Contrasts   []Contrast  `json:"contrasts"`
	NotCompared []string    `json:"not_compared"` // strategies and scenarios without a counterpart, and why
	Warnings    []string    `json:"warnings"`
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

// CompareOptions say what to compare and how. An empty Primary is the one that both plans
// declare, or answer.
type CompareOptions struct {
	ContrastOptions
	In string // compare strategies of this experiment
}

// Compare compares two experiments, or strategies within one: see sides for how A and B are
// written. Only trials that both sides completed are compared. It is an error if there are none,
// or if a side's scores are out of date.
func (l *Lab) Compare(ctx context.Context, textA, textB string, o CompareOptions) (Comparison, error) {
	a, b, err := l.sides(ctx, textA, textB, o.In)
	if err != nil {
		return Comparison{}, err
	}
	pairs, unpaired, err := pairArms(a, b)
	if err != nil {
		return Comparison{}, err
	}
	out := Comparison{
		A: compared(a.result), B: compared(b.result), Estimand: o.Estimand, Alpha: o.Alpha, Smallest: o.Smallest,
		Contrasts: []Contrast{}, NotCompared: append([]string{}, append(a.dropped, append(b.dropped, unpaired...)...)...), Warnings: []string{},
	}
	out.primary(a.result.Planned, b.result.Planned, &o.ContrastOptions)
	tellA, errA := l.teller(ctx, a.result)
	tellB, errB := l.teller(ctx, b.result)
	if err := errors.Join(errA, errB); err != nil {
		return out, err
	}
	var errs []error
	for _, p := range pairs {
		c, err := contrast(p[0], p[1], o.ContrastOptions)
		if err == nil {
			err = c.complete(ctx, tellA, tellB)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s against %s: %w", label(p[0]), label(p[1]), err))
			out.NotCompared = append(out.NotCompared, errs[len(errs)-1].Error())
			continue
		}
		out.Contrasts = append(out.Contrasts, c)
	}
	out.Inputs = inputs(a, b, pairs, out.Contrasts)
	if len(out.Contrasts) == 0 {
		return out, errors.Join(errs...)
	}
	if n := len(out.Contrasts); n > 1 {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%d comparisons at once, each with its own alpha of %g: by chance alone about %.1f primary measures would differ.", n, o.Alpha, float64(n)*o.Alpha))
	}
	return out, nil
}

func label(a Arm) string { return a.Strategy + " (" + a.Model + ")" }

func compared(r Result) Compared {
	e := r.Experiment
	return Compared{e.ID, e.Number, e.Name, e.Status, e.Simulated}
}

// primary settles which measure is tested alone.
func (c *Comparison) primary(a, b Planned, o *ContrastOptions) {
	planA, planB := cmp.Or(a.Primary, "answer"), cmp.Or(b.Primary, "answer")
	switch {
	case o.Primary == "" && planA != planB:
		c.Warnings = append(c.Warnings, fmt.Sprintf("The plans declare different primary measures (%s, %s): answer is used, which nobody declared for this comparison.", planA, planB))
		o.Primary = "answer"
	case o.Primary == "":
		o.Primary, c.Declared = planA, true
	case o.Primary != planA || o.Primary != planB:
		c.Warnings = append(c.Warnings, fmt.Sprintf("The primary measure, %s, was chosen now; the plans had declared %s.", o.Primary, strings.Join(slices.Compact([]string{planA, planB}), " and ")))
	default:
		c.Declared = true
	}
	c.Primary = o.Primary
}

// complete adds to a contrast what only the evidence shows: replies that both sides share, and
// the stories of the flips.
func (c *Contrast) complete(ctx context.Context, a, b teller) error {
	for i := range c.Flips {
		f := &c.Flips[i]
		bl := c.blocks[slices.IndexFunc(c.blocks, func(bl block) bool { return bl.scenario == f.Scenario })]
		if err := errors.Join(a.tell(ctx, f, &f.A, bl.a), b.tell(ctx, f, &f.B, bl.b)); err != nil {
			return err
		}
	}
	for _, bl := range c.blocks {
		for i := range bl.a {
			for k := range bl.probes {
				if key := a.question(bl.a[i], bl.atA[k]); key != (llm.Key{}) && key == b.question(bl.b[i], bl.atB[k]) {
					c.Shared++
				}
			}
		}
	}
	return nil
}

// inputs lists what the sides were given differently; of lists, what the other side lacks. Equal inputs with other trials are a sign
// that the strategy itself, or the model behind its name, has changed.
func inputs(a, b side, pairs [][2]Arm, contrasts []Contrast) []InputPair {
	out := []InputPair{}
	add := func(what, x, y string) {
		if pair := (InputPair{what, x, y}); x != y && !slices.Contains(out, pair) {
			out = append(out, pair)
		}
	}
	pa, pb := fields(a.result.Planned), fields(b.result.Planned)
	either := maps.Clone(pa)
	maps.Copy(either, pb)
	decides := true // the inputs that name a trial, besides its script, strategy, model and repeat, are equal
	for _, f := range slices.Sorted(maps.Keys(either)) {
		add(strings.ReplaceAll(f, "_", " "), without(pa[f], pb[f]), without(pb[f], pa[f]))
		decides = decides && (slices.Equal(pa[f], pb[f]) || slices.Contains([]string{"suite", "scenarios", "strategies", "models", "repeats", "primary", "prices_as_of"}, f))
	}
	add("program", a.result.Experiment.Program, b.result.Experiment.Program)
	for _, p := range pairs {
		if p[0].Strategy != p[1].Strategy {
			add("strategy", p[0].Strategy, p[1].Strategy)
		}
		if p[0].Model != p[1].Model {
			add("model", p[0].Model, p[1].Model)
		}
	}
	for _, c := range contrasts {
		if decides && c.A.Strategy == c.B.Strategy && c.A.Model == c.B.Model && c.Same == 0 {
			out = append(out, InputPair{"version", c.A.Strategy + " as it was", "changed since, or its model's options were: equal inputs gave other trials"})
		}
	}
	return out
}
