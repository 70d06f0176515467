package proposals

import (
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// costOutcome compares what two strategies cost: the geometric mean over scenarios of the ratio of
// their tokens, with a t interval of its logarithm.
func costOutcome(p predictions.Prediction, r lab.Result, o Options) Outcome {
	out := Outcome{Prediction: p, Estimand: reports.Sampled, Off: []OffFinding{}, Notes: []string{}}
	of := func(t lab.Trial) float64 { return float64(t.Cost.Write.Tokens()) }
	if p.Of == "total" {
		of = func(t lab.Trial) float64 { return float64(t.Cost.Write.Tokens() + t.Cost.Read.Tokens()) }
	}
	e, meanA, meanB := costRatio(r, p.Strategy, p.Against, of, o.Alpha)
	out.Scenarios, out.N = e.Clusters, e.N
	if e.Defined() {
		out.Baseline.Mean, out.Measured.Mean = &meanB, &meanA
		out.Gain = ratioOf(e)
	}
	if e.Note != "" {
		out.Notes = append(out.Notes, e.Note)
	}
	return out
}

// ratioOf turns the estimate of a logarithm into one of the ratio. Where all scenarios agree the
// interval has no width.
func ratioOf(e stats.Estimate) lab.Measured {
	m := lab.Measured{Mean: new(math.Exp(e.Mean))}
	switch {
	case e.Interval != nil:
		m.Low, m.High = new(math.Exp(e.Interval.Low)), new(math.Exp(e.Interval.High))
	case e.Clusters >= stats.MinClusters:
		m.Low, m.High = m.Mean, m.Mean
	}
	return m
}

// costRatio is the mean logarithm of the ratio of two strategies' costs by scenario, and both means
// over the scenarios. Completed trials count; scenarios in which a side has no cost are left out.
func costRatio(r lab.Result, a, b string, of func(lab.Trial) float64, alpha float64) (e stats.Estimate, meanA, meanB float64) {
	var clusters []stats.Cluster
	for _, s := range r.Scenarios {
		x, y := meanCost(r, s.ID, a, of), meanCost(r, s.ID, b, of)
		if x > 0 && y > 0 {
			clusters = append(clusters, stats.Cluster{Sum: math.Log(x / y), N: 1})
			meanA, meanB = meanA+x, meanB+y
		}
	}
	n := max(1, float64(len(clusters)))
	return stats.PairedMean(clusters, false, alpha), meanA / n, meanB / n
}

func meanCost(r lab.Result, scenario, strategy string, of func(lab.Trial) float64) float64 {
	var sum, n float64
	for _, t := range r.Trials {
		if t.Scenario == scenario && t.Strategy == strategy && t.Outcome == arena.Completed {
			sum, n = sum+of(t), n+1
		}
	}
	return sum / max(n, 1)
}

// Effort is what a strategy spends on its memory. Ratios are to rlm.
type Effort struct {
	Strategy      string       `json:"strategy"`
	Says          string       `json:"seed_calls_per_cycle,omitempty"` // what the document says of its calls
	Cycles        float64      `json:"cycles"`                         // a trial
	CallsPerCycle *float64     `json:"calls_per_cycle" jsonschema:"oneof_type=number;null"`
	WritePerCycle *float64     `json:"write_tokens_per_cycle" jsonschema:"oneof_type=number;null"`
	Write         lab.Measured `json:"write_ratio"`
	Total         lab.Measured `json:"total_ratio"`
}

// efforts are of every strategy that was played, in the plan's order.
func efforts(r lab.Result, all []predictions.Proposal, alpha float64) []Effort {
	var out []Effort
	for _, strategy := range r.Planned.Strategies {
		e := Effort{Strategy: strategy}
		if i := slices.IndexFunc(all, func(p predictions.Proposal) bool { return p.Strategy == strategy }); i >= 0 {
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
		e.Write = ratioToFirst(r, strategy, func(tr lab.Trial) float64 { return float64(tr.Cost.Write.Tokens()) }, alpha)
		e.Total = ratioToFirst(r, strategy, func(tr lab.Trial) float64 { return float64(tr.Cost.Write.Tokens() + tr.Cost.Read.Tokens()) }, alpha)
		out = append(out, e)
	}
	return out
}

// ratioToFirst is a strategy's cost in terms of the first yardstick's.
func ratioToFirst(r lab.Result, strategy string, of func(lab.Trial) float64, alpha float64) lab.Measured {
	e, _, _ := costRatio(r, strategy, yardsticks[0], of, alpha)
	if !e.Defined() {
		return lab.Measured{}
	}
	return ratioOf(e)
}
