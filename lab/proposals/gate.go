package proposals

import (
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/lab/tally"
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
	Delivery  tally.Reach      `json:"delivery"`                                    // of what the gate is about
	Identical bool             `json:"identical"`                                   // it showed the model what the other did, byte for byte
	Controls  []Control        `json:"controls"`                                    // that were played with it
	Perfect   *float64         `json:"perfect" jsonschema:"oneof_type=number;null"` // what perfect delivery gains over Against
	Finding   stats.Ruling     `json:"finding"`
	Verdict   stats.Ruling     `json:"verdict"`    // the finding, unless it is assumed
	AssumedBy []string         `json:"assumed_by"` // mechanisms of the simulated model without each of which the finding is another
	Off       []Off            `json:"off"`        // the same with mechanisms off, all of them first
	Note      string           `json:"note,omitempty"`
}

// outcome measures a gate in a result with these arms, by an interval at the level alpha of o. t is what of its strategy must arrive.
func outcome(g predictions.Gate, t predictions.Treatment, r lab.Result, arms []contrast.Arm, o Options) Outcome {
	out := Outcome{Gate: g, Estimand: o.Estimand, Controls: []Control{}, AssumedBy: []string{}, Off: []Off{}}
	if len(g.Scenarios) > 0 && len(g.Scenarios) < stats.MinClusters {
		out.Estimand = reports.Fixed
	}
	out.Delivery = reach(r, t, g.Of, g.Scenarios)
	switch {
	case g.IsCost():
		out.measureCost(r, o.Alpha)
	case g.Sum != nil:
		out.measureSum(r, arms, o.Alpha)
	default:
		out.Identical = identical(r, g.Strategy, g.Against)
		out.measureRetention(arms, o.Alpha)
		out.against(t, arms, o.Alpha)
	}
	out.Finding = out.find(o.Delivered)
	return out
}

// measureRetention compares what the two strategies keep on the trials that both completed.
func (o *Outcome) measureRetention(arms []contrast.Arm, alpha float64) {
	d := o.pair(arms, o.Strategy, o.Against, alpha)
	o.Scenarios, o.Found, o.Base, o.Gain, o.Low, o.High = d.Scenarios, d.A, d.B, d.Mean, d.Low, d.High
	switch {
	case d.Mean != nil && d.Low == nil && d.Equal && d.Scenarios >= stats.MinClusters:
		o.Low, o.High, o.Note = new(0.0), new(0.0), "the same on both sides in every scenario"
	case len(d.Notes) > 0:
		o.Note = d.Notes[0]
	}
}

// measureSum sets what a strategy gains against the sum of what its parts gain, by scenario, with an interval over scenarios. Base
// is what it would keep with the sum.
func (o *Outcome) measureSum(r lab.Result, arms []contrast.Arm, alpha float64) {
	o.Estimand = reports.Sampled
	var clusters []stats.Cluster
	var found, n float64
	for _, s := range r.Scenarios {
		one := Outcome{Gate: predictions.Gate{Of: o.Of, Scenarios: []string{s.ID}}, Estimand: reports.Fixed}
		whole := one.pair(arms, o.Strategy, o.Against, alpha)
		if whole.Mean == nil {
			continue
		}
		beyond := *whole.Mean
		for _, part := range o.Sum {
			d := one.pair(arms, part, o.Against, alpha)
			if d.Mean == nil {
				return
			}
			beyond -= *d.Mean
		}
		clusters = append(clusters, stats.Cluster{Sum: beyond * whole.N, N: whole.N})
		found, n = found+*whole.A*whole.N, n+whole.N
	}
	if o.take(stats.PairedMean(clusters, true, alpha), func(x float64) float64 { return x }) {
		o.Found, o.Base = new(found/n), new(found/n-*o.Gain)
	}
}

// take takes an estimate over scenarios as the gain. Where all scenarios agree the interval has no width. It is false if there is none.
func (o *Outcome) take(e stats.Estimate, scaled func(float64) float64) bool {
	o.Scenarios, o.Note = e.Clusters, e.Note
	if !e.Defined() {
		return false
	}
	o.Gain = new(scaled(e.Mean))
	switch {
	case e.Interval != nil:
		o.Low, o.High = new(scaled(e.Interval.Low)), new(scaled(e.Interval.High))
	case e.Clusters >= stats.MinClusters:
		o.Low, o.High = o.Gain, o.Gain
	}
	return true
}

// pair compares two of the arms in what the gate is about. It is zero if one of them wasn't played or nothing can be compared.
func (o *Outcome) pair(arms []contrast.Arm, a, b string, alpha float64) (d contrast.Pair) {
	var sides [2]contrast.Arm
	for i, strategy := range []string{a, b} {
		at := slices.IndexFunc(arms, func(a contrast.Arm) bool { return a.Strategy == strategy })
		if at < 0 {
			return d
		}
		sides[i] = arms[at]
		if len(o.Gate.Scenarios) > 0 {
			sides[i].Scenarios = slices.DeleteFunc(slices.Clone(arms[at].Scenarios), func(s contrast.Scenario) bool { return !slices.Contains(o.Gate.Scenarios, s.ID) })
		}
	}
	d, err := contrast.PairOf(sides[0], sides[1], o.Of, contrast.Options{Estimand: o.Estimand, Alpha: alpha, Smallest: 0.1})
	if err != nil {
		o.Note = err.Error()
	}
	return d
}

// measureCost compares what two strategies cost: the geometric mean over scenarios of the ratio of their
// tokens, with a t interval of its logarithm.
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
	if o.take(stats.PairedMean(clusters, false, alpha), math.Exp) {
		n := float64(len(clusters))
		o.Found, o.Base = new(found/n), new(base/n)
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
// the base leaves no room for the gain the premise is false. Of what is identical, or of which less than a share delivered came to
// the reader, no interval says anything.
func (o *Outcome) find(delivered float64) stats.Ruling {
	switch {
	case o.Identical:
		return stats.Identical
	case o.Delivery.Share() < delivered:
		return stats.NotDelivered
	case o.Gain == nil || o.Low == nil:
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
