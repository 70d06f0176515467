package proposals

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Outcome is a prediction with what was measured. Shares are from 0 to 1.
type Outcome struct {
	predictions.Prediction
	Estimand  reports.Estimand `json:"estimand"`
	Scenarios int              `json:"scenarios_counted"`
	N         float64          `json:"n"` // probes, or scenarios for a cost
	Baseline  lab.Measured     `json:"baseline"`
	Measured  lab.Measured     `json:"measured"`
	Gain      lab.Measured     `json:"gain"`                                       // Measured less Baseline, paired; of a cost, their ratio
	P         *float64         `json:"p" jsonschema:"oneof_type=number;null"`      // of no gain
	Holm      *float64         `json:"p_holm" jsonschema:"oneof_type=number;null"` // P corrected for all predictions of the suite
	Delivery  arena.Delivery   `json:"delivery,omitzero"`                          // of what the strategy asked for, all its trials
	Finding   stats.Verdict    `json:"finding"`
	Verdict   stats.Verdict    `json:"verdict"`    // the finding, unless it is assumed
	AssumedBy [][]string       `json:"assumed_by"` // the smallest sets of mechanisms without which the finding is another
	Off       []OffFinding     `json:"off"`        // the same with mechanisms off, all of them first
	Notes     []string         `json:"notes"`

	smallest float64 // the least P that could have come out
}

// measureOutcome compares the arms of a prediction: a its strategy, b what it is compared with. Where
// nothing can be compared the notes say why.
func measureOutcome(p predictions.Prediction, a, b contrast.Arm, o Options) Outcome {
	out := Outcome{Prediction: p, Estimand: o.Estimand, Off: []OffFinding{}, Notes: []string{}}
	if len(p.Scenarios) > 0 {
		a, b = only(a, p.Scenarios), only(b, p.Scenarios)
		if len(p.Scenarios) < stats.MinClusters {
			out.Estimand = reports.Fixed
		}
	}
	d, err := contrast.PairOf(a, b, p.Of, contrast.Options{Estimand: out.Estimand, Alpha: o.Alpha, Smallest: 0.1})
	if err != nil {
		out.Notes = append(out.Notes, err.Error())
		return out
	}
	out.Scenarios, out.N, out.P, out.smallest = d.Scenarios, d.N, d.P, d.Smallest
	out.Gain = lab.Measured{Mean: d.Mean, Low: d.Low, High: d.High}
	out.Notes = append(out.Notes, d.Notes...)
	out.Measured, out.Baseline = lab.MeasuredOf(d.AloneA), lab.MeasuredOf(d.AloneB)
	if d.Mean != nil && *d.Mean == 0 && d.Low == nil && d.Scenarios >= stats.MinClusters && d.Equal {
		out.Gain.Low, out.Gain.High = new(0.0), new(0.0)
		out.Notes = append(out.Notes, "the same on both sides in every scenario")
	}
	return out
}

// only is an arm on some of its scenarios.
func only(a contrast.Arm, ids []string) contrast.Arm {
	a.Scenarios = slices.DeleteFunc(slices.Clone(a.Scenarios), func(s contrast.Scenario) bool { return !slices.Contains(ids, s.ID) })
	return a
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
