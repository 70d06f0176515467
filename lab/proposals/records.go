package proposals

import (
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// records are one row per prediction and suite.
func (s Study) records() reports.Records {
	return reports.Records{
		Head: []string{
			"suite", "proposal", "name", "strategy", "against", "of", "about_scenarios",
			"seed_baseline", "seed_from", "seed_to", "seed_gain", "seed_within", "seed_at_most", "reading",
			"estimand", "scenarios", "n", "baseline", "baseline_low", "baseline_high", "measured", "measured_low", "measured_high",
			"gain", "gain_low", "gain_high", "p", "p_holm", "finding", "verdict", "assumed_by", "finding_exact", "gain_exact", "simulated", "notes",
		},
		Rows: func(yield func([]any) bool) {
			for _, suite := range s.Suites {
				for _, t := range suite.Proposals {
					for _, q := range t.Outcomes {
						if !yield(q.record(suite, t)) {
							return
						}
					}
				}
			}
		},
	}
}

func (o Outcome) record(s Suite, t Tested) []any {
	p := o.Prediction
	var from, to *float64
	if n := len(p.Target); n > 0 {
		from, to = &p.Target[0], &p.Target[n-1]
	}
	exact := OffFinding{}
	if e := o.Exact(); e != nil {
		exact = *e
	}
	row := []any{
		s.Suite, t.Number, t.Name, p.Strategy, p.Against, p.Of, strings.Join(p.Scenarios, " "),
		p.Baseline, from, to, set(p.Gain), set(p.Within), set(p.AtMost), p.Reading, o.Estimand, o.Scenarios, o.N,
	}
	for _, m := range []lab.Measured{o.Baseline, o.Measured, o.Gain} {
		row = append(row, m.Mean, m.Low, m.High)
	}
	return append(row, o.P, o.Holm, o.Finding, o.Verdict, o.assumedBy(), exact.Finding, exact.Gain.Mean, s.Simulated, strings.Join(o.Notes, "; "))
}

// set is what a prediction sets, and nothing for zero.
func set(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return &x
}
