package proposals

import (
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Outcome is a gate with what was measured. Shares are from 0 to 1.
type Outcome struct {
	predictions.Gate
	Estimand  reports.Estimand `json:"estimand"`
	Scenarios int              `json:"scenarios_counted"`
	Base      *float64         `json:"base" jsonschema:"oneof_type=number;null"`  // what it is compared with, on the same trials
	Found     *float64         `json:"found" jsonschema:"oneof_type=number;null"` // the strategy
	Gain      *float64         `json:"gain" jsonschema:"oneof_type=number;null"`  // Found less Base, paired; of a cost, their ratio
	Low       *float64         `json:"low" jsonschema:"oneof_type=number;null"`   // of the interval of Gain; nil where there is none
	High      *float64         `json:"high" jsonschema:"oneof_type=number;null"`
	Delivery  arena.Delivery   `json:"delivery,omitzero"` // of what the strategy asked for, all its trials
	Finding   stats.Ruling     `json:"finding"`
	Verdict   stats.Ruling     `json:"verdict"`    // the finding, unless it is assumed
	AssumedBy []string         `json:"assumed_by"` // mechanisms of the simulated model without each of which the finding is another
	Off       []Off            `json:"off"`        // the same with mechanisms off, all of them first
	Note      string           `json:"note,omitempty"`
}

// outcome measures a gate in a result with these arms, by an interval at the level alpha of o.
func outcome(g predictions.Gate, r lab.Result, arms []contrast.Arm, o Options) Outcome {
	out := Outcome{Gate: g, Estimand: o.Estimand, AssumedBy: []string{}, Off: []Off{}}
	if len(g.Scenarios) > 0 && len(g.Scenarios) < stats.MinClusters {
		out.Estimand = reports.Fixed
	}
	for _, t := range r.Trials {
		if t.Strategy == g.Strategy {
			out.Delivery = out.Delivery.Plus(t.Delivery)
		}
	}
	if g.IsCost() {
		out.measureCost(r, o.Alpha)
	} else {
		out.measureRetention(arms, o.Alpha)
	}
	out.Finding = out.find()
	return out
}

// measureRetention compares what the two strategies keep on the trials that both completed.
func (o *Outcome) measureRetention(arms []contrast.Arm, alpha float64) {
	arm := func(strategy string) contrast.Arm {
		a := arms[slices.IndexFunc(arms, func(a contrast.Arm) bool { return a.Strategy == strategy })]
		if len(o.Gate.Scenarios) > 0 {
			a.Scenarios = slices.DeleteFunc(slices.Clone(a.Scenarios), func(s contrast.Scenario) bool { return !slices.Contains(o.Gate.Scenarios, s.ID) })
		}
		return a
	}
	d, err := contrast.PairOf(arm(o.Strategy), arm(o.Against), o.Of, contrast.Options{Estimand: o.Estimand, Alpha: alpha, Smallest: 0.1})
	if err != nil {
		o.Note = err.Error()
		return
	}
	o.Scenarios, o.Found, o.Base, o.Gain, o.Low, o.High = d.Scenarios, d.A, d.B, d.Mean, d.Low, d.High
	switch {
	case d.Mean != nil && d.Low == nil && d.Equal && d.Scenarios >= stats.MinClusters:
		o.Low, o.High, o.Note = new(0.0), new(0.0), "the same on both sides in every scenario"
	case len(d.Notes) > 0:
		o.Note = d.Notes[0]
	}
}

// measureCost compares what two strategies cost: the geometric mean over scenarios of the ratio of their
// tokens, with a t interval of its logarithm. Where all scenarios agree the interval has no width.
func (o *Outcome) measureCost(r lab.Result, alpha float64) {
	o.Estimand = reports.Sampled
	var clusters []stats.Cluster
	var found, base float64
	for _, s := range r.Scenarios {
		x, y := o.meanCost(r, s.ID, o.Strategy), o.meanCost(r, s.ID, o.Against)
		if x > 0 && y > 0 {
			clusters = append(clusters, stats.Cluster{Sum: math.Log(x / y), N: 1})
			found, base = found+x, base+y
		}
	}
	e := stats.PairedMean(clusters, false, alpha)
	o.Scenarios, o.Note = e.Clusters, e.Note
	if !e.Defined() {
		return
	}
	n := float64(len(clusters))
	o.Found, o.Base, o.Gain = new(found/n), new(base/n), new(math.Exp(e.Mean))
	switch {
	case e.Interval != nil:
		o.Low, o.High = new(math.Exp(e.Interval.Low)), new(math.Exp(e.Interval.High))
	case e.Clusters >= stats.MinClusters:
		o.Low, o.High = o.Gain, o.Gain
	}
}

// meanCost is what a strategy's completed trials on a scenario cost on average, in the tokens that the
// gate is of; 0 if there is none.
func (o *Outcome) meanCost(r lab.Result, scenario, strategy string) float64 {
	var sum, n float64
	for _, t := range r.Trials {
		if t.Scenario == scenario && t.Strategy == strategy && t.Outcome == arena.Completed {
			n++
			sum += float64(t.Cost.Write.Tokens())
			if o.Of == "total" {
				sum += float64(t.Cost.Read.Tokens())
			}
		}
	}
	return sum / max(n, 1)
}

// find judges the gate by its interval: supported if all of it is allowed, not supported if none is. Where
// the base leaves no room for the gain the premise is false.
func (o *Outcome) find() stats.Ruling {
	if 2*o.Delivery.Parsed < o.Delivery.Asked {
		return stats.NotDelivered
	}
	if o.Gain == nil || o.Low == nil {
		return stats.NotEstimable
	}
	interval := &stats.Interval{Low: *o.Low, High: *o.High}
	switch {
	case o.IsCost():
		return stats.Judge(interval, stats.AtMost(o.Costs))
	case o.Within > 0:
		return stats.Judge(interval, stats.Within(o.Within/100))
	case *o.Base > 1-o.Keeps/100:
		return stats.PremiseFalse
	}
	return stats.Judge(interval, stats.AtLeast(o.Keeps/100))
}

// hasScenarios reports whether a result has these scenarios.
func hasScenarios(r lab.Result, ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool {
		return !slices.ContainsFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == id })
	})
}
