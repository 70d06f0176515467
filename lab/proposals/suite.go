package proposals

import (
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Study is what became of the predictions.
type Study struct {
	Schema   string           `json:"schema"`
	Estimand reports.Estimand `json:"estimand"`
	Alpha    float64          `json:"alpha"`
	Suites   []Suite          `json:"suites"`
}

// Suite is the study on one suite. The predictions tested on it are one family.
type Suite struct {
	Suite      string           `json:"suite"`
	Simulated  bool             `json:"simulated"`
	Tests      int              `json:"tests"` // predictions with a p: the family that Holm's correction is for
	Proposals  []Tested         `json:"proposals"`
	Efforts    []Effort         `json:"efforts"`    // of the proposals' strategies and what they are compared with
	Experiment tally.Experiment `json:"experiment"` // with every mechanism on
	NotDone    int              `json:"not_done"`   // trials that were not completed
	Loss       []tally.Loss     `json:"loss"`
}

// Tested is one proposal on one suite.
type Tested struct {
	predictions.Proposal
	Outcomes []Outcome `json:"predictions"` // those that can be tested on the suite
	Rivals   []Rival   `json:"yardsticks"`  // of its strategy
}

// Rival is what a proposal's strategy gains in answer retention over another strategy.
type Rival struct {
	Against string       `json:"against"`
	Gain    lab.Measured `json:"gain"`
	P       *float64     `json:"p" jsonschema:"oneof_type=number;null"` // not corrected
}

// Run judges the predictions by the results of what Plans lists; play plays one plan and reads it back.
func Run(ctx context.Context, o Options, play func(context.Context, lab.Plan) (lab.Result, error)) (Study, error) {
	study := Study{Schema: "context-arena/proposals/2", Estimand: o.Estimand, Alpha: o.Alpha}
	parts, err := Plans(o)
	if err != nil {
		return study, err
	}
	all := predictions.Proposals()
	for _, p := range parts {
		r, err := play(ctx, p.Plan)
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

// judgeSuite tests every proposal on a suite by what was played with every mechanism on. The outcomes
// have a finding and no verdict yet.
func judgeSuite(suite string, r lab.Result, all []predictions.Proposal, o Options) Suite {
	out := Suite{
		Suite: suite, Simulated: r.Experiment.Simulated,
		Experiment: tally.ExperimentOf(r), NotDone: len(lab.Incomplete(r)), Loss: tally.Losses(r),
	}
	arms := lab.Arms(r)
	for _, p := range all {
		tested := Tested{Proposal: p, Outcomes: []Outcome{}, Rivals: []Rival{}}
		for _, q := range p.Predictions {
			if q.Strategy != "" && hasScenarios(r, q.Scenarios) {
				tested.Outcomes = append(tested.Outcomes, outcome(q, r, arms, o))
			}
		}
		if p.Strategy != "" {
			for _, rival := range yardsticks {
				gain := outcome(predictions.Prediction{Strategy: p.Strategy, Against: rival, Of: "answer"}, r, arms, o)
				tested.Rivals = append(tested.Rivals, Rival{Against: rival, Gain: gain.Gain, P: gain.P})
			}
		}
		out.Proposals = append(out.Proposals, tested)
	}
	family := out.family()
	out.Tests = len(family)
	correct(family)
	for _, p := range out.Proposals {
		for k := range p.Outcomes {
			q := &p.Outcomes[k]
			q.Finding = q.find(o.Alpha)
			if q.tested() && q.Finding == stats.Undecided && q.smallest*float64(out.Tests) > o.Alpha {
				q.Notes = append(q.Notes, "no result could have been small enough a p among so many tests")
			}
		}
	}
	out.Efforts = efforts(r, all, o.Alpha)
	return out
}

// hasScenarios reports whether a result has these scenarios.
func hasScenarios(r lab.Result, ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool {
		return !slices.ContainsFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == id })
	})
}

// outcome measures a prediction in a result with these arms.
func outcome(p predictions.Prediction, r lab.Result, arms []contrast.Arm, o Options) Outcome {
	if p.Cost() {
		return costOutcome(p, r, o)
	}
	arm := func(strategy string) contrast.Arm {
		return arms[slices.IndexFunc(arms, func(a contrast.Arm) bool { return a.Strategy == strategy })]
	}
	out := measureOutcome(p, arm(p.Strategy), arm(p.Against), o)
	for _, t := range r.Trials {
		if t.Strategy == p.Strategy {
			out.Delivery = out.Delivery.Plus(t.Delivery)
		}
	}
	return out
}

// family are the tested predictions.
func (s Suite) family() []*Outcome {
	var out []*Outcome
	for i := range s.Proposals {
		for k := range s.Proposals[i].Outcomes {
			if q := &s.Proposals[i].Outcomes[k]; q.tested() {
				out = append(out, q)
			}
		}
	}
	return out
}

// correct sets Holm of a family.
func correct(family []*Outcome) {
	p := make([]float64, len(family))
	for i, q := range family {
		p[i] = *q.P
	}
	for i, adjusted := range stats.Holm(p) {
		family[i].Holm = new(adjusted)
	}
}
