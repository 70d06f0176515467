package lab

import (
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/strategies"
)

// ProposalOptions say how the proposals are played and judged.
type ProposalOptions struct {
	Suites    []string
	Scenarios []string // ids; empty for the whole suites
	Model     string
	Repeats   int
	Dialogue  arena.Dialogue
	Seed      int64
	Estimand  Estimand // of claims about all scenarios; those about few named ones are Fixed
	Alpha     float64  // level of the tests of one suite, after Holm's correction; one minus the confidence
	Ablate    Ablation // of a simulated model; empty for none
}

// ProposalPlan is one experiment that tests the proposals.
type ProposalPlan struct {
	Plan
	Suite string
	Off   []string // the mechanisms of the simulated model that are turned off
}

// yardsticks are what every proposal is compared with; ratios of costs are to the first.
var yardsticks = []string{"rlm", "hybrid", "full_context"}

// ProposalPlans lists what has to be played, in order: all proposals with their yardsticks on a suite,
// and, with a simulated model, those that a prediction is about once more with each set of mechanisms
// off that the ablation has; then the next suite.
func ProposalPlans(o ProposalOptions) ([]ProposalPlan, error) {
	all, err := Proposals()
	if err != nil {
		return nil, err
	}
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
	var out []ProposalPlan
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
		out = append(out, ProposalPlan{Plan: plan, Suite: suite})
		for _, set := range sets {
			plan, err := part.plan(suite, name+"-"+set.title(), set.model, again)
			if err != nil {
				return nil, err
			}
			out = append(out, ProposalPlan{Plan: plan, Suite: suite, Off: set.off})
		}
	}
	return out, nil
}

// of are the chosen scenarios that a suite has. An unknown one is an arena.Mistake.
func (o ProposalOptions) of(suite string) ([]string, error) {
	known, err := Scenarios("")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, id := range o.Scenarios {
		s, err := FindScenario(known, id)
		if err != nil {
			return nil, arena.Mistake{Err: err}
		}
		if s.Suite == suite {
			out = append(out, id)
		}
	}
	return out, nil
}

func (o ProposalOptions) plan(suite, name, model string, specs []string) (Plan, error) {
	p := DefaultPlan()
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

// ProposalStudy is what became of the predictions.
type ProposalStudy struct {
	Estimand Estimand        `json:"estimand"`
	Alpha    float64         `json:"alpha"`
	Suites   []ProposalSuite `json:"suites"`
}

// ProposalSuite is the study on one suite. The predictions tested on it are one family.
type ProposalSuite struct {
	Suite     string   `json:"suite"`
	Simulated bool     `json:"simulated"`
	Tests     int      `json:"tests"` // predictions with a p: the family that Holm's correction is for
	Proposals []Tested `json:"proposals"`
	Efforts   []Effort `json:"efforts"` // of the proposals' strategies and what they are compared with
	Result    Result   `json:"-"`       // with every mechanism on
}

// Tested is one proposal on one suite.
type Tested struct {
	Proposal
	Outcomes []Outcome `json:"predictions"` // those that can be tested on the suite
	Rivals   []Rival   `json:"yardsticks"`  // of its strategy
}

// Rival is what a proposal's strategy gains in answer retention over another strategy.
type Rival struct {
	Against string   `json:"against"`
	Gain    Measured `json:"gain"`
	P       *float64 `json:"p" jsonschema:"oneof_type=number;null"` // not corrected
}

// TestProposals judges the predictions by the results of what ProposalPlans lists; play plays one
// plan and reads it back.
func TestProposals(ctx context.Context, o ProposalOptions, play func(context.Context, ProposalPlan) (Result, error)) (ProposalStudy, error) {
	study := ProposalStudy{Estimand: o.Estimand, Alpha: o.Alpha}
	plans, err := ProposalPlans(o)
	if err != nil {
		return study, err
	}
	all, err := Proposals()
	if err != nil {
		return study, err
	}
	for _, p := range plans {
		r, err := play(ctx, p)
		if err != nil {
			return study, fmt.Errorf("%s: %w", p.Name, err)
		}
		if p.Off == nil {
			study.Suites = append(study.Suites, judgeSuite(p.Suite, r, all, o))
			continue
		}
		study.Suites[len(study.Suites)-1].turnedOff(p.Off, r, o)
	}
	for i := range study.Suites {
		for _, p := range study.Suites[i].Proposals {
			for k := range p.Outcomes {
				p.Outcomes[k].conclude()
			}
		}
	}
	return study, nil
}
