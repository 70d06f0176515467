package lab

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/stats"
)

// Effort is what a strategy spends on its memory. Ratios are to rlm.
type Effort struct {
	Strategy      string   `json:"strategy"`
	Says          string   `json:"seed_calls_per_cycle,omitempty"` // what the document says of its calls
	Cycles        float64  `json:"cycles"`                         // a trial
	CallsPerCycle *float64 `json:"calls_per_cycle" jsonschema:"oneof_type=number;null"`
	WritePerCycle *float64 `json:"write_tokens_per_cycle" jsonschema:"oneof_type=number;null"`
	Write         Measured `json:"write_ratio"`
	Total         Measured `json:"total_ratio"`
}

// judgeSuite tests every proposal on a suite by what was played with every mechanism on. The outcomes
// have a finding and no verdict yet.
func judgeSuite(suite string, r Result, all []Proposal, o ProposalOptions) ProposalSuite {
	out := ProposalSuite{Suite: suite, Simulated: r.Experiment.Simulated, Result: r}
	arms := Arms(r)
	for _, p := range all {
		tested := Tested{Proposal: p, Outcomes: []Outcome{}, Rivals: []Rival{}}
		for _, q := range p.Predictions {
			if q.Strategy != "" && hasScenarios(r, q.Scenarios) {
				tested.Outcomes = append(tested.Outcomes, outcome(q, r, arms, o))
			}
		}
		if p.Strategy != "" {
			for _, rival := range yardsticks {
				gain := outcome(Prediction{Strategy: p.Strategy, Against: rival, Of: "answer"}, r, arms, o)
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
func hasScenarios(r Result, ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool {
		return !slices.ContainsFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == id })
	})
}

// outcome measures a prediction in a result with these arms.
func outcome(p Prediction, r Result, arms []contrast.Arm, o ProposalOptions) Outcome {
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
func (s ProposalSuite) family() []*Outcome {
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

// efforts are of every strategy that was played, in the plan's order.
func efforts(r Result, all []Proposal, alpha float64) []Effort {
	var out []Effort
	for _, strategy := range r.Planned.Strategies {
		e := Effort{Strategy: strategy}
		if i := slices.IndexFunc(all, func(p Proposal) bool { return p.Strategy == strategy }); i >= 0 {
			e.Says = all[i].CallsPerCycle
		}
		var trials, cycles, calls, tokens float64
		for _, tr := range r.Trials {
			if tr.Strategy == strategy && tr.Outcome == arena.Completed {
				trials, cycles = trials+1, cycles+float64(tr.Cycles)
				calls, tokens = calls+float64(tr.Cost.WriteCalls), tokens+float64(tr.Cost.Write.Tokens())
			}
		}
		e.Cycles = cycles / max(1, trials)
		if cycles > 0 {
			e.CallsPerCycle, e.WritePerCycle = new(calls/cycles), new(tokens/cycles)
		}
		e.Write = ratioToFirst(r, strategy, func(tr Trial) float64 { return float64(tr.Cost.Write.Tokens()) }, alpha)
		e.Total = ratioToFirst(r, strategy, func(tr Trial) float64 { return float64(tr.Cost.Write.Tokens() + tr.Cost.Read.Tokens()) }, alpha)
		out = append(out, e)
	}
	return out
}

// ratioToFirst is a strategy's cost in terms of the first yardstick's.
func ratioToFirst(r Result, strategy string, of func(Trial) float64, alpha float64) Measured {
	e, _, _ := costRatio(r, strategy, yardsticks[0], of, alpha)
	if !e.Defined() {
		return Measured{}
	}
	return ratioOf(e)
}
