package proposals

import (
	"maps"
	"net/url"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/llm"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
	"contextarena.internal/reports"
	"contextarena.internal/strategies"
)

// Options say how the proposals are played and judged.
type Options struct {
	Suites    []string
	Scenarios []string // ids; empty for the whole suites
	Model     string
	Repeats   int
	Dialogue  arena.Dialogue
	Seed      int64
	Estimand  reports.Estimand // of claims about all scenarios; those about named ones are Fixed
	Delivered float64          // the least share of what is to reach the reader with which a gate is judged
	Alpha     float64          // one minus the confidence with which all intervals of a suite hold
	Ablate    Ablation         // of a simulated model; empty for none
}

// Ablation says which mechanisms of a simulated model are turned off, to see which findings hang on them.
type Ablation string

// The ablations. Beyond none, each has the models of the one before it.
const (
	AblateNone   Ablation = "none"
	AblateExact  Ablation = "exact"  // all at once
	AblateSingle Ablation = "single" // each by itself as well
)

// Ablations lists them.
var Ablations = []Ablation{AblateNone, AblateExact, AblateSingle}

// Part is one experiment that tests the proposals.
type Part struct {
	lab.Plan
	Suite string
	Off   []string // the mechanisms of the simulated model that are turned off
}

// Plans lists what has to be played, in order: every strategy that a gate is about on a suite with its controls, and, with a
// simulated model, those of gates of retention once more with each set of mechanisms off that the ablation
// has; then the next suite.
func Plans(o Options) ([]Part, error) {
	var specs, again []string
	for _, g := range predictions.Gates() {
		arms := append([]string{g.Against, g.Strategy}, g.Sum...)
		specs = addOnce(specs, arms...)
		if !g.IsCost() {
			again = addOnce(again, arms...)
		}
	}
	for _, t := range predictions.Treatments() {
		specs = addOnce(specs, t.Strategy, t.Placebo, t.Capacity)
	}
	specs = addOnce(specs, perfect)
	sets, err := o.Ablate.sets(o.Model)
	if err != nil {
		return nil, arena.Mistake{Err: err}
	}
	var out []Part
	for _, suite := range o.Suites {
		part := o
		if part.Scenarios, err = o.of(suite); err != nil {
			return nil, err
		}
		if len(o.Scenarios) > 0 && len(part.Scenarios) == 0 {
			continue
		}
		name := "proposals-" + suite
		plan, err := part.plan(suite, name, o.Model, specs)
		if err != nil {
			return nil, err
		}
		out = append(out, Part{Plan: plan, Suite: suite})
		for _, set := range sets {
			plan, err := part.plan(suite, name+"-"+set.title, set.model, again)
			if err != nil {
				return nil, err
			}
			out = append(out, Part{Plan: plan, Suite: suite, Off: set.off})
		}
	}
	return out, nil
}

// of are the chosen scenarios that a suite has. An unknown one is an arena.Mistake.
func (o Options) of(suite string) ([]string, error) {
	known, err := lab.Scenarios("")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, id := range o.Scenarios {
		s, err := lab.FindScenario(known, id)
		if err != nil {
			return nil, arena.Mistake{Err: err}
		}
		if s.Suite == suite {
			out = append(out, id)
		}
	}
	return out, nil
}

func (o Options) plan(suite, name, model string, specs []string) (lab.Plan, error) {
	p := lab.DefaultPlan()
	p.Name, p.Suite, p.Scenarios, p.Models, p.Repeats, p.Dialogue, p.Seed = name, suite, o.Scenarios, []string{model}, o.Repeats, o.Dialogue, o.Seed
	p.Strategies = nil
	for _, spec := range specs {
		s, err := strategies.Parse(spec)
		if err != nil {
			return p, err
		}
		p.Strategies = append(p.Strategies, s)
	}
	return p, nil
}

func addOnce(list []string, more ...string) []string {
	for _, s := range more {
		if s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// ablated is a simulated model with mechanisms off that it has on by its name.
type ablated struct {
	off          []string // in the order of sim.Mechanisms
	model, title string
}

// sets are the models an ablation plays besides the one named: first all mechanisms off, which is
// sim:exact, then each. A model that isn't simulated has none.
func (a Ablation) sets(model string) ([]ablated, error) {
	m, err := providers.Parse(model)
	if err != nil || m.Provider != "sim" || a != AblateExact && a != AblateSingle {
		return nil, err
	}
	if m, err = sim.Resolve(m); err != nil || m.Name == sim.Exact {
		return nil, err
	}
	options, err := url.ParseQuery(m.Options)
	if err != nil {
		return nil, err
	}
	options.Del(llm.HashOption)
	var on []string
	for _, mechanism := range sim.Mechanisms() {
		if options.Get(mechanism.Name) != "off" {
			on = append(on, mechanism.Name)
		}
	}
	if len(on) == 0 {
		return nil, nil
	}
	out := []ablated{{on, "sim:" + sim.Exact, sim.Exact}}
	if a == AblateExact || len(on) == 1 {
		return out, nil
	}
	for _, mechanism := range on {
		with := maps.Clone(options)
		with.Set(mechanism, "off")
		out = append(out, ablated{[]string{mechanism}, "sim:" + m.Name + "?" + with.Encode(), "without-" + mechanism})
	}
	return out, nil
}
