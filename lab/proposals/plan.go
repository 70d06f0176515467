// Package proposals tests what the research proposals predict of their strategies.
//
//  1. What each predicts, and of what, is data (package predictions).
//  2. Plans lists what has to be played for it, with mechanisms of a simulated model on and off (plan.go,
//     ablation.go).
//  3. Run measures every prediction and gives a verdict, suite by suite (suite.go, outcome.go, cost.go).
//  4. Formats is the experiment on correction formats, a proposal with a plan of its own (formats.go).
//
// Both are written as a Document (report.go, formats_report.go).
package proposals

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
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
	Estimand  reports.Estimand // of claims about all scenarios; those about few named ones are Fixed
	Alpha     float64          // level of the tests of one suite, after Holm's correction; one minus the confidence
	Ablate    Ablation         // of a simulated model; empty for none
}

// Part is one experiment that tests the proposals.
type Part struct {
	lab.Plan
	Suite string
	Off   []string // the mechanisms of the simulated model that are turned off
}

// yardsticks are what every proposal is compared with; ratios of costs are to the first.
var yardsticks = []string{"rlm", "hybrid", "full_context"}

// Plans lists what has to be played, in order: all proposals with their yardsticks on a suite,
// and, with a simulated model, those that a prediction is about once more with each set of mechanisms
// off that the ablation has; then the next suite.
func Plans(o Options) ([]Part, error) {
	all := predictions.Proposals()
	specs, again := slices.Clone(yardsticks), []string(nil)
	for _, p := range all {
		if p.Strategy != "" {
			specs = addOnce(specs, p.Strategy)
		}
		for _, q := range p.Predictions {
			if q.Strategy == "" {
				continue
			}
			specs = addOnce(addOnce(specs, q.Against), q.Strategy)
			if !q.Cost() {
				again = addOnce(addOnce(again, q.Against), q.Strategy)
			}
		}
	}
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
			plan, err := part.plan(suite, name+"-"+set.title(), set.model, again)
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

func addOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
