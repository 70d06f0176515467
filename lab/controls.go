package lab

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/arena"
)

// The controls: what every strategy is read against. None shows what can be guessed, FullContext
// what can be answered from everything, Oracle from the evidence alone.
const (
	None        = "none"
	FullContext = "full_context"
	Oracle      = "oracle"
)

// ControlNames lists the controls.
var ControlNames = []string{FullContext, None, Oracle}

// layerControls are what a layer over rlm is read against. A leaderboard without them lacks nothing.
var layerControls = []string{"perfect_delivery", "placebo"}

// IsControl reports whether a strategy's label is that of a control, at whatever budget and settings.
func IsControl(label string) bool {
	name, _, _ := strings.Cut(WithoutBudget(label), "(")
	return slices.Contains(ControlNames, WithoutBudget(label)) || slices.Contains(layerControls, name)
}

// Borrowed is a control of another experiment that played the same scenarios in the same way.
type Borrowed struct {
	Control    string
	Model      string
	Experiment int64 // its number
	Trials     []Trial
}

// borrow finds, for each control and model that the result lacks, the newest experiment of the
// database that has it with the same dialogue, caps, budget and scripts.
func borrow(ctx context.Context, l *Lab, r Result) ([]Borrowed, error) {
	var out []Borrowed
	if r.Planned.Budgets != nil { // a control stands at each budget or at none
		return nil, nil
	}
	for _, control := range ControlNames {
		if slices.Contains(r.Planned.Strategies, control) {
			continue
		}
		for _, model := range r.Planned.Models {
			b, err := borrowOne(ctx, l, r, control, model)
			if err != nil {
				return nil, err
			}
			if b != nil {
				out = append(out, *b)
			}
		}
	}
	return out, nil
}

func borrowOne(ctx context.Context, l *Lab, r Result, control, model string) (*Borrowed, error) {
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return nil, err
	}
	scripts := map[string]string{}
	for _, s := range r.Scenarios {
		scripts[s.ID] = s.PlayHash()
	}
	for _, e := range all {
		p, err := PlannedOf(e)
		if e.ID == r.Experiment.ID || err != nil ||
			!slices.Contains(p.Strategies, control) || !slices.Contains(p.Models, model) ||
			p.Dialogue != r.Planned.Dialogue || p.ReplyTokens != r.Planned.ReplyTokens || p.TokenBudget != r.Planned.TokenBudget {
			continue
		}
		theirs := Result{Experiment: e, Planned: Planned{PricesAsOf: r.Planned.PricesAsOf}, Scenarios: r.Scenarios}
		if err := theirs.ReadTrials(ctx, l); err != nil {
			return nil, err
		}
		if theirs.Stale > 0 {
			continue // judged by other matchers
		}
		b := &Borrowed{Control: control, Model: model, Experiment: e.Number}
		covered := map[string]bool{}
		for _, t := range theirs.Trials {
			if t.Strategy == control && t.Model == model && t.Outcome == arena.Completed && scripts[t.Scenario] == t.ScenarioHash {
				b.Trials = append(b.Trials, t)
				covered[t.Scenario] = true
			}
		}
		if len(covered) == len(scripts) {
			return b, nil
		}
	}
	return nil, nil
}
