package lab

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

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
}

// ProposalPlan is one experiment that tests the proposals.
type ProposalPlan struct {
	Plan
	Suite string
	Off   string // the mechanism of the simulated model that is turned off; empty for none
}

// yardsticks are what every proposal is compared with; ratios of costs are to the first.
var yardsticks = []string{"rlm", "hybrid", "full_context"}

// ProposalPlans lists what has to be played: all proposals with their yardsticks on each suite, and, with
// a simulated model, those that a mechanism matters to once more with the mechanism off.
func ProposalPlans(o ProposalOptions) ([]ProposalPlan, error) {
	all, err := Proposals()
	if err != nil {
		return nil, err
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
		specs := slices.Clone(yardsticks)
		off := map[string][]string{} // strategies by mechanism
		var mechanisms []string      // in the order of the proposals
		for _, p := range all {
			if p.Strategy != "" {
				specs = addOnce(specs, p.Strategy)
			}
			for _, q := range p.Predictions {
				if q.Strategy == "" {
					continue
				}
				specs = addOnce(addOnce(specs, q.Against), q.Strategy)
				for _, m := range p.Mechanisms {
					if q.Cost() {
						continue
					}
					mechanisms, off[m] = addOnce(mechanisms, m), addOnce(addOnce(off[m], q.Against), q.Strategy)
				}
			}
		}
		plan, err := part.plan(suite, "proposals-"+suite, o.Model, specs)
		if err != nil {
			return nil, err
		}
		out = append(out, ProposalPlan{Plan: plan, Suite: suite})
		if !strings.HasPrefix(o.Model, "sim:") {
			continue
		}
		for _, m := range mechanisms {
			model, on := switchedOff(o.Model, m)
			if !on {
				continue
			}
			plan, err := part.plan(suite, "proposals-"+suite+"-"+m+"-off", model, off[m])
			if err != nil {
				return nil, err
			}
			out = append(out, ProposalPlan{Plan: plan, Suite: suite, Off: m})
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
		if err := unknownScenario(known, id); err != nil {
			return nil, arena.Mistake{Err: err}
		}
		if known[slices.IndexFunc(known, func(s *arena.Scenario) bool { return s.ID == id })].Suite == suite {
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

// switchedOff is a simulated model with one mechanism off. It reports false if it is off already.
func switchedOff(model, mechanism string) (string, bool) {
	name, text, _ := strings.Cut(model, "?")
	options, err := url.ParseQuery(text)
	if err != nil || options.Get(mechanism) == "off" {
		return model, false
	}
	options.Set(mechanism, "off")
	return name + "?" + options.Encode(), true
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
	var tests []suiteTest
	for _, p := range plans {
		r, err := play(ctx, p)
		if err != nil {
			return study, fmt.Errorf("%s: %w", p.Name, err)
		}
		if p.Off == "" {
			tests = append(tests, suiteTest{suite: p.Suite, main: r, off: map[string]Result{}})
			continue
		}
		tests[len(tests)-1].off[p.Off] = r
	}
	for _, t := range tests {
		study.Suites = append(study.Suites, t.judged(all, o))
	}
	return study, nil
}
