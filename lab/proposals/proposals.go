// Package proposals tests what the research proposals predict of their strategies.
//
//  1. What each predicts is data: gates such as "shadow_graph keeps 20 points over rlm" (package predictions).
//  2. Plans lists what has to be played for them, with mechanisms of a simulated model on and off (plan.go).
//  3. Run gives every gate a verdict, suite by suite (gate.go), and says what of the simulated model it
//     hangs on (mechanism.go).
//  4. Formats is the experiment on correction formats, a proposal with a plan of its own (formats.go).
//
// Both are written as a Document (report.go, formats_report.go).
package proposals

import (
	"context"
	"fmt"

	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// Study is what became of the predictions.
type Study struct {
	Schema   string           `json:"schema"`
	Estimand reports.Estimand `json:"estimand"`
	Alpha    float64          `json:"alpha"`
	Suites   []Suite          `json:"suites"`
}

// Suite is the study on one suite. Its gates are one family: the intervals of all of them hold together
// with the confidence of the study, each by itself at Alpha divided by their number.
type Suite struct {
	Suite     string      `json:"suite"`
	Simulated bool        `json:"simulated"`
	Played    string      `json:"played"`   // how, for people
	NotDone   int         `json:"not_done"` // trials that were not completed
	Outcomes  []Outcome   `json:"gates"`
	Delivered []Delivered `json:"delivered"` // what came of every treatment
}

// Delivered is how far a treatment came.
type Delivered struct {
	predictions.Treatment
	tally.Reach
	Identical bool `json:"identical"` // to rlm, byte for byte
}

// Run judges the predictions by the results of what Plans lists; play plays one plan and reads it back.
func Run(ctx context.Context, o Options, play func(context.Context, lab.Plan) (lab.Result, error)) (Study, error) {
	study := Study{Schema: "context-arena/proposals/4", Estimand: o.Estimand, Alpha: o.Alpha}
	parts, err := Plans(o)
	if err != nil {
		return study, err
	}
	for _, p := range parts {
		r, err := play(ctx, p.Plan)
		if err != nil {
			return study, fmt.Errorf("%s: %w", p.Name, err)
		}
		if p.Off == nil {
			study.Suites = append(study.Suites, judge(p.Suite, r, o))
			continue
		}
		study.Suites[len(study.Suites)-1].turnedOff(p.Off, r, o)
	}
	for _, suite := range study.Suites {
		for i := range suite.Outcomes {
			suite.Outcomes[i].conclude()
		}
	}
	return study, nil
}

// judge tests every gate that a suite has the scenarios for, by what was played with every mechanism on.
// The outcomes have a finding and no verdict yet.
func judge(suite string, r lab.Result, o Options) Suite {
	out := Suite{Suite: suite, Simulated: r.Experiment.Simulated, Played: tally.ExperimentOf(r).Title(), NotDone: len(lab.Incomplete(r)), Outcomes: []Outcome{}}
	for _, g := range predictions.Gates() {
		if hasScenarios(r, g.Scenarios) {
			out.Outcomes = append(out.Outcomes, Outcome{Gate: g})
		}
	}
	out.measure(r, o)
	for _, t := range predictions.Treatments() {
		out.Delivered = append(out.Delivered, Delivered{t, reach(r, t, "answer", nil), identical(r, t.Strategy, "rlm")})
	}
	return out
}

// measure fills in the outcomes of the suite's gates from a result.
func (s Suite) measure(r lab.Result, o Options) {
	arms := lab.Arms(r)
	o.Alpha /= float64(max(1, len(s.Outcomes)))
	for i := range s.Outcomes {
		s.Outcomes[i] = outcome(s.Outcomes[i].Gate, predictions.TreatmentOf(s.Outcomes[i].Strategy), r, arms, o)
	}
}
