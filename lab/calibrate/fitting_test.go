package calibrate

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

// match is a parameter with the figure that it is matched to: the survival of some types, or else the
// final answers of some strategies, by tasks passed or by the facts asked for. The figure rises and falls
// with the parameter, whatever the others are. Full context is matched by tasks: of the facts that Claude
// Haiku 4.5 missed there none cost it a task. Memories can't be: the simulated models lose facts one by
// one, and tasks that need every one of many are lost with any.
type match struct {
	parameter  string
	types      []arena.FactType
	strategies []string
	asked      bool
}

var matches = []match{
	{parameter: "overlook", strategies: []string{"full_context"}},
	{parameter: "keep_amounts", types: []arena.FactType{arena.Quantity}},
	{parameter: "keep_identifiers", types: []arena.FactType{arena.PhoneID}},
	{parameter: "keep_changes", types: []arena.FactType{arena.Correction}},
	{parameter: "keep_rest", types: []arena.FactType{arena.Entity, arena.Relationship, arena.Date, arena.Decision, arena.Spatial}},
	{parameter: "brief", asked: true, strategies: []string{"summarize", "structured"}},
}

// fittedSpecs are the strategies that a fit plays.
var fittedSpecs = []string{"rlm", "full_context", "summarize", "structured"}

const (
	rounds = 8
	// apart is how much more often the weaker model errs, at least, as a log ratio of hazards: where the
	// figures of two single runs order the models otherwise, both get the mean.
	apart = 0.1
	// beyond is how much less often than the better fit the model without figures errs.
	beyond = 0.5
	// least and most bound the hazard of a fitted parameter.
	least, most = 0.002, 1.5
)

// Fitted is a simulated model fitted to a published one.
type Fitted struct {
	To         string  `json:"to"`    // the published model
	Model      string  `json:"model"` // the simulated one, with its fitted parameters as options
	Parameters string  `json:"parameters"`
	Values     []Value `json:"values"`
}

// Value is one parameter of a fit.
type Value struct {
	Name   string  `json:"name"`
	Figure string  `json:"figure"` // what it was matched to
	Target float64 `json:"target"` // 0 for a model without figures
	Fitted float64 `json:"fitted"`
}

// parametersOf is the hash of a simulated model's parameters.
func parametersOf(model string) (string, error) {
	m, err := simulated(model)
	if err != nil {
		return "", err
	}
	options, err := url.ParseQuery(m.Options)
	return options.Get(llm.HashOption), err
}

// fit fits the simulated models that stand for the published ones, and extrapolates the third. Every
// round plays the same repeats with the same seeds, so that it is deterministic.
func (b *bench) fit(ctx context.Context, to []Published, repeats int) ([]Fitted, error) {
	hazards := make([][]float64, len(to)) // by model, then match
	for i := range to {
		hazards[i] = slices.Repeat([]float64{begin}, len(matches))
	}
	reachable, err := b.play(ctx, "sim:"+sim.Exact, fittedSpecs, to[0].Survival.Strategy, 1)
	if err != nil {
		return nil, err
	}
	for round := range rounds {
		for i, p := range to {
			c, err := b.play(ctx, with(modelOf(p.Simulated, hazards[i]), p.Settings), fittedSpecs, p.Survival.Strategy, repeats)
			if err != nil {
				return nil, err
			}
			for k, m := range matches {
				if !m.published(p) {
					hazards[i][k] = math.NaN()
					continue
				}
				step := math.Log(math.Log(m.target(p)) / math.Log(m.have(c, reachable)))
				hazards[i][k] *= math.Exp(min(max(step, -1), 1) * gain(round))
				hazards[i][k] = min(max(hazards[i][k], least), most)
			}
		}
		inOrder(hazards)
	}
	var out []Fitted
	for i, p := range to {
		f := Fitted{To: p.Name, Model: modelOf(p.Simulated, hazards[i])}
		for k, m := range matches {
			v := Value{Name: m.parameter, Figure: "none: like the next stronger model", Fitted: valueOf(m.parameter, hazards[i][k])}
			if m.published(p) {
				v.Figure, v.Target = m.figure(), m.target(p)
			}
			f.Values = append(f.Values, v)
		}
		out = append(out, f)
	}
	var f Fitted
	better := slices.Clone(hazards[len(hazards)-1])
	for k, m := range matches {
		better[k] *= beyond
		f.Values = append(f.Values, Value{Name: m.parameter, Figure: fmt.Sprintf("%g of the hazard of %s", beyond, to[len(to)-1].Simulated), Fitted: valueOf(m.parameter, better[k])})
	}
	f.Model = modelOf(extrapolated, better)
	out = append(out, f)
	for i, f := range out {
		if out[i].Parameters, err = parametersOf(f.Model); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// extrapolated is the simulated model that no published one stands behind.
const extrapolated = "standard"

// begin is the hazard with which every fitted parameter begins.
const begin = 0.05

// gain is how much of a step is taken: later ones correct only what others moved.
func gain(round int) float64 { return 2 / (2 + float64(round)) }

// inOrder lets a model err more often than the stronger one behind it; what has no figure (NaN) goes by
// that alone.
func inOrder(hazards [][]float64) {
	for i := range len(hazards) - 1 {
		a, b := hazards[i], hazards[i+1]
		for k := range a {
			switch {
			case math.IsNaN(a[k]):
				a[k] = b[k] * math.Exp(apart)
			case math.Log(a[k]/b[k]) < apart:
				mean := math.Sqrt(a[k] * b[k])
				a[k], b[k] = mean*math.Exp(apart/2), mean*math.Exp(-apart/2)
			}
		}
	}
}

// have is the figure that a bench counted, as a share of what a model without a fault reaches.
func (m match) have(c, reachable totals) float64 {
	k, n := m.count(c)
	top, of := m.count(reachable)
	return min(share(k, n)*float64(of)/float64(max(1, top)), 0.999)
}

func (m match) count(c totals) (k, n int) {
	for _, s := range c.Survival {
		if slices.Contains(m.types, s.Type) {
			k, n = k+s.Kept, n+s.N
		}
	}
	for _, s := range c.Strategies {
		switch {
		case !slices.Contains(m.strategies, s.Spec):
		case m.asked:
			k, n = k+s.Asked, n+s.AskedOf
		default:
			k, n = k+s.Passed, n+s.Tasks
		}
	}
	return k, n
}

// target is the published figure.
func (m match) target(p Published) float64 { return share(m.count(p.totals())) }

// published reports whether there is such a figure.
func (m match) published(p Published) bool {
	return !m.asked || !slices.ContainsFunc(p.Leaderboard.Strategies, func(r Ranked) bool {
		return slices.Contains(m.strategies, r.Spec) && r.AskedOf == 0
	})
}

// figure names what a parameter is matched to.
func (m match) figure() string {
	switch {
	case m.asked:
		return "asked facts: " + strings.Join(m.strategies, ", ")
	case m.types == nil:
		return "tasks passed: " + strings.Join(m.strategies, ", ")
	}
	var names []string
	for _, t := range m.types {
		names = append(names, string(t))
	}
	return "survival: " + strings.Join(names, ", ")
}

// share is k of n, half a success and half a failure added: a count of all in one run isn't certainty.
func share(k, n int) float64 { return (float64(k) + 0.5) / (float64(n) + 1) }

// valueOf is the value of a parameter at a hazard: the chance that something goes wrong, or for what
// is kept or carried the chance that it doesn't. Rounded as it will stand in a file.
func valueOf(name string, hazard float64) float64 {
	v := -math.Expm1(-hazard)
	if strings.HasPrefix(name, "keep_") {
		v = 1 - v
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 4, 64), 64)
	if err != nil {
		panic(err) // its own output
	}
	return r
}

// modelOf names a simulated model with hazards for the matches.
func modelOf(name string, hazards []float64) string {
	var options []string
	for k, m := range matches {
		options = append(options, m.parameter+"="+strconv.FormatFloat(valueOf(m.parameter, hazards[k]), 'g', -1, 64))
	}
	slices.Sort(options)
	return "sim:" + name + "?" + strings.Join(options, "&")
}

// with adds options to the name of a model that has some.
func with(model, options string) string { return strings.TrimSuffix(model+"&"+options, "&") }
