package lab

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// suiteTest is what was played on one suite.
type suiteTest struct {
	suite string
	main  Result
	off   map[string]Result // by the mechanism that is off
}

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

// judged tests every proposal on the suite.
func (t suiteTest) judged(all []Proposal, o ProposalOptions) ProposalSuite {
	out := ProposalSuite{Suite: t.suite, Simulated: t.main.Experiment.Simulated, Result: t.main}
	for _, p := range all {
		tested := Tested{Proposal: p, Outcomes: []Outcome{}, Rivals: []Rival{}}
		for _, q := range p.Predictions {
			if q.Strategy == "" || !t.has(q.Scenarios) {
				continue
			}
			tested.Outcomes = append(tested.Outcomes, t.outcome(q, t.main, o))
		}
		if p.Strategy != "" {
			for _, rival := range yardsticks {
				gain := t.outcome(Prediction{Strategy: p.Strategy, Against: rival, Of: "answer"}, t.main, o)
				tested.Rivals = append(tested.Rivals, Rival{Against: rival, Gain: gain.Gain, P: gain.P})
			}
		}
		out.Proposals = append(out.Proposals, tested)
	}
	family := out.family()
	out.Tests = len(family)
	correct(family)
	for i := range out.Proposals {
		p := &out.Proposals[i]
		for k := range p.Outcomes {
			q := &p.Outcomes[k]
			q.Finding = q.find(o.Alpha)
			if q.tested() && q.Finding == Undecided && q.smallest*float64(out.Tests) > o.Alpha {
				q.Notes = append(q.Notes, "no result could have been small enough a p among so many tests")
			}
			t.turnOff(p.Mechanisms, q, family, o)
			q.conclude()
		}
	}
	out.Efforts = t.efforts(all, o.Alpha)
	return out
}

// has reports whether the suite has these scenarios.
func (t suiteTest) has(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool {
		return !slices.ContainsFunc(t.main.Scenarios, func(s *arena.Scenario) bool { return s.ID == id })
	})
}

// outcome measures a prediction in a result.
func (t suiteTest) outcome(p Prediction, r Result, o ProposalOptions) Outcome {
	if p.Cost() {
		return costOutcome(p, r, o)
	}
	arms := Arms(r)
	arm := func(strategy string) Arm {
		return arms[slices.IndexFunc(arms, func(a Arm) bool { return a.Strategy == strategy })]
	}
	return measureOutcome(p, arm(p.Strategy), arm(p.Against), o)
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

// turnOff judges a prediction again with each of the mechanisms off. Its P takes the place of the one
// with the mechanism on in the family, so that the correction is as strict.
func (t suiteTest) turnOff(mechanisms []string, q *Outcome, family []*Outcome, o ProposalOptions) {
	for _, m := range mechanisms {
		r, played := t.off[m]
		if !played || q.Cost() {
			continue
		}
		off := t.outcome(q.Prediction, r, o)
		if off.tested() {
			others := slices.DeleteFunc(slices.Clone(family), func(f *Outcome) bool { return f == q })
			copies := []*Outcome{&off}
			for _, f := range others {
				copies = append(copies, &Outcome{P: f.P})
			}
			correct(copies)
		}
		found := off.find(o.Alpha)
		q.Off = append(q.Off, OffFinding{Mechanism: m, Finding: found, Gain: off.Gain, Flips: hangs(q.Finding, found)})
	}
}

// efforts are of every strategy that was played, in the plan's order.
func (t suiteTest) efforts(all []Proposal, alpha float64) []Effort {
	var out []Effort
	for _, strategy := range t.main.Planned.Strategies {
		e := Effort{Strategy: strategy}
		if i := slices.IndexFunc(all, func(p Proposal) bool { return p.Strategy == strategy }); i >= 0 {
			e.Says = all[i].CallsPerCycle
		}
		var trials, cycles, calls, tokens float64
		for _, tr := range t.main.Trials {
			if tr.Strategy == strategy && tr.Outcome == arena.Completed {
				trials, cycles = trials+1, cycles+float64(tr.Cycles)
				calls, tokens = calls+float64(tr.Cost.WriteCalls), tokens+float64(tr.Cost.Write.Tokens())
			}
		}
		e.Cycles = cycles / max(1, trials)
		if cycles > 0 {
			e.CallsPerCycle, e.WritePerCycle = new(calls/cycles), new(tokens/cycles)
		}
		e.Write = t.ratio(strategy, func(tr Trial) float64 { return float64(tr.Cost.Write.Tokens()) }, alpha)
		e.Total = t.ratio(strategy, func(tr Trial) float64 { return float64(tr.Cost.Write.Tokens() + tr.Cost.Read.Tokens()) }, alpha)
		out = append(out, e)
	}
	return out
}

func (t suiteTest) ratio(strategy string, of func(Trial) float64, alpha float64) Measured {
	e, _, _ := costRatio(t.main, strategy, yardsticks[0], of, alpha)
	if !e.Defined() {
		return Measured{}
	}
	return ratioOf(e)
}
