package lab

import (
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// Outcome is a prediction with what was measured. Shares are from 0 to 1.
type Outcome struct {
	Prediction
	Estimand  Estimand       `json:"estimand"`
	Scenarios int            `json:"scenarios_counted"`
	N         float64        `json:"n"` // probes, or scenarios for a cost
	Baseline  Measured       `json:"baseline"`
	Measured  Measured       `json:"measured"`
	Gain      Measured       `json:"gain"`                                       // Measured less Baseline, paired; of a cost, their ratio
	P         *float64       `json:"p" jsonschema:"oneof_type=number;null"`      // of no gain
	Holm      *float64       `json:"p_holm" jsonschema:"oneof_type=number;null"` // P corrected for all predictions of the suite
	Delivery  arena.Delivery `json:"delivery,omitzero"`                          // of what the strategy asked for, all its trials
	Finding   stats.Verdict  `json:"finding"`
	Verdict   stats.Verdict  `json:"verdict"`    // the finding, unless it is assumed
	AssumedBy [][]string     `json:"assumed_by"` // the smallest sets of mechanisms without which the finding is another
	Off       []OffFinding   `json:"off"`        // the same with mechanisms off, all of them first
	Notes     []string       `json:"notes"`

	smallest float64 // the least P that could have come out
}

// measureOutcome compares the arms of a prediction: a its strategy, b what it is compared with. Where
// nothing can be compared the notes say why.
func measureOutcome(p Prediction, a, b Arm, o ProposalOptions) Outcome {
	out := Outcome{Prediction: p, Estimand: o.Estimand, Off: []OffFinding{}, Notes: []string{}}
	if len(p.Scenarios) > 0 {
		a, b = only(a, p.Scenarios), only(b, p.Scenarios)
		if len(p.Scenarios) < stats.MinClusters {
			out.Estimand = Fixed
		}
	}
	c := Contrast{Paired: a.Seed == b.Seed && a.Model == b.Model}
	blocks, err := c.match(a, b)
	if err != nil {
		out.Notes = append(out.Notes, err.Error())
		return out
	}
	m := measures[slices.IndexFunc(measures, func(m measure) bool { return m.name == p.Of })]
	d := c.difference(m, blocks, ContrastOptions{Estimand: out.Estimand, Alpha: o.Alpha, Smallest: 0.1})
	out.Scenarios, out.N, out.P, out.smallest = d.Scenarios, d.N, d.P, d.Smallest
	out.Gain = Measured{d.Mean, d.Low, d.High}
	out.Notes = append(out.Notes, d.Notes...)
	out.Measured = alone(m, blocks, out.Estimand, o.Alpha, func(r reading) (float64, []float64) { return r.a, r.trialsA })
	out.Baseline = alone(m, blocks, out.Estimand, o.Alpha, func(r reading) (float64, []float64) { return r.b, r.trialsB })
	if d.Mean != nil && *d.Mean == 0 && d.Low == nil && d.Scenarios >= stats.MinClusters && unmoved(m, blocks) {
		out.Gain.Low, out.Gain.High = new(0.0), new(0.0)
		out.Notes = append(out.Notes, "the same on both sides in every scenario")
	}
	return out
}

// only is an arm on some of its scenarios.
func only(a Arm, ids []string) Arm {
	a.Scenarios = slices.DeleteFunc(slices.Clone(a.Scenarios), func(s ArmScenario) bool { return !slices.Contains(ids, s.ID) })
	return a
}

// alone is one side of a share alone, on what both sides completed.
func alone(m measure, blocks []block, e Estimand, alpha float64, of func(reading) (float64, []float64)) Measured {
	var clusters []stats.Cluster
	var strata []stats.Stratum
	for _, bl := range blocks {
		r, _ := m.read(bl)
		if r.n == 0 {
			continue
		}
		sum, trials := of(r)
		clusters = append(clusters, stats.Cluster{Sum: sum, N: r.n})
		strata = append(strata, stats.Stratum{Weight: r.n, Probes: r.n, A: trials})
	}
	if e == Fixed {
		return MeasuredOf(stats.FixedMean(strata, true, alpha))
	}
	return MeasuredOf(stats.ClusterMean(clusters, alpha))
}

// unmoved reports whether no scenario differs.
func unmoved(m measure, blocks []block) bool {
	return !slices.ContainsFunc(blocks, func(bl block) bool {
		r, _ := m.read(bl)
		return r.difference() != 0
	})
}

// find judges a prediction. Its Holm is set where it has a P.
func (o Outcome) find(alpha float64) stats.Verdict {
	if 2*o.Delivery.Parsed < o.Delivery.Asked {
		return stats.NotDelivered
	}
	if o.Gain.Mean == nil || o.Gain.Low == nil {
		return stats.NotEstimable
	}
	gain, low, high := *o.Gain.Mean, *o.Gain.Low, *o.Gain.High
	significant := o.Holm != nil && *o.Holm <= alpha
	switch {
	case o.Cost():
		return stats.Judge(&stats.Interval{Low: low, High: high}, stats.AtMost(o.AtMost))
	case o.Within > 0:
		return stats.Judge(&stats.Interval{Low: low, High: high}, stats.Within(o.Within/100))
	case o.Prediction.Gain != 0:
		if *o.Baseline.Mean > 1-o.Prediction.Gain/100 {
			return stats.PremiseFalse // there is no room for it
		}
		return stats.Decide(significant && gain >= o.Prediction.Gain/100, high < o.Prediction.Gain/100)
	}
	target, from := o.Target[0]/100, *o.Prediction.Baseline/100
	up := 1.0
	if target < from {
		up = -1
	}
	if up*(*o.Baseline.Mean-target) >= 0 {
		// The baseline is at the target already, unless it may still be where the document has it.
		if o.Baseline.Low == nil || up > 0 && *o.Baseline.Low > from || up < 0 && *o.Baseline.High < from {
			return stats.PremiseFalse
		}
		return stats.Undecided
	}
	beyond := o.Measured.High
	if up < 0 {
		beyond = o.Measured.Low
	}
	if beyond == nil {
		beyond = o.Measured.Mean
	}
	return stats.Decide(significant && up*gain > 0 && up*(*o.Measured.Mean-target) >= 0, up*(*beyond-target) < 0)
}

// tested reports whether the prediction's P belongs to the family.
func (o Outcome) tested() bool { return o.P != nil && !o.Cost() && o.Within == 0 }

// costOutcome compares what two strategies cost: the geometric mean over scenarios of the ratio of
// their tokens, with a t interval of its logarithm.
func costOutcome(p Prediction, r Result, o ProposalOptions) Outcome {
	out := Outcome{Prediction: p, Estimand: Sampled, Off: []OffFinding{}, Notes: []string{}}
	of := func(t Trial) float64 { return float64(t.Cost.Write.Tokens()) }
	if p.Of == "total" {
		of = func(t Trial) float64 { return float64(t.Cost.Write.Tokens() + t.Cost.Read.Tokens()) }
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
func ratioOf(e stats.Estimate) Measured {
	m := Measured{Mean: new(math.Exp(e.Mean))}
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
func costRatio(r Result, a, b string, of func(Trial) float64, alpha float64) (e stats.Estimate, meanA, meanB float64) {
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

func meanCost(r Result, scenario, strategy string, of func(Trial) float64) float64 {
	var sum, n float64
	for _, t := range r.Trials {
		if t.Scenario == scenario && t.Strategy == strategy && t.Outcome == arena.Completed {
			sum, n = sum+of(t), n+1
		}
	}
	return sum / max(n, 1)
}
