package proposals

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/lab/tally"
	"contextarena.internal/stats"
)

// perfect is the strategy that shows what a layer over rlm would gain that misses nothing.
const perfect = "perfect_delivery"

// Control is a strategy set against a control that was played with it.
type Control struct {
	Strategy string       `json:"strategy"`                                 // the control's
	Gain     *float64     `json:"gain" jsonschema:"oneof_type=number;null"` // of the strategy over the control, paired
	Low      *float64     `json:"low" jsonschema:"oneof_type=number;null"`  // of the interval of Gain
	High     *float64     `json:"high" jsonschema:"oneof_type=number;null"` //
	Explains stats.Ruling `json:"explains,omitempty"`                       // the verdict on a gain that the control has too; empty where it hasn't
}

// against measures a gate's strategy against the controls of its treatment that were played. One explains the gain if the
// strategy gains over its base, and over the control perhaps nothing.
func (o *Outcome) against(t predictions.Treatment, arms []contrast.Arm, alpha float64) {
	for _, c := range []Control{{Strategy: t.Placebo, Explains: stats.PlaceboToo}, {Strategy: t.Capacity, Explains: stats.CapacityToo}} {
		d := o.pair(arms, o.Strategy, c.Strategy, alpha)
		if d.Measure == "" {
			continue
		}
		c.Gain, c.Low, c.High = d.Mean, d.Low, d.High
		if side(o.Low, o.High) <= 0 || side(c.Low, c.High) > 0 {
			c.Explains = ""
		}
		o.Controls = append(o.Controls, c)
	}
	o.Perfect = o.pair(arms, perfect, o.Against, alpha).Mean
}

// side is 1 for an interval above zero, -1 for one below it, and 0 for any other and none.
func side(low, high *float64) int {
	switch {
	case low == nil || high == nil:
	case *low > 0:
		return 1
	case *high < 0:
		return -1
	}
	return 0
}

// explained is the verdict of the first control that has the gain too; empty if none has.
func (o *Outcome) explained() stats.Ruling {
	for _, c := range o.Controls {
		if c.Explains != "" {
			return c.Explains
		}
	}
	return ""
}

// reach is how far what a treatment is to carry for a claim about of came to the reader, in these scenarios or, without any, in all.
func reach(r lab.Result, treatment predictions.Treatment, of string, scenarios []string) tally.Reach {
	var out tally.Reach
	probed := map[string][]arena.Probe{}
	for _, s := range r.Scenarios {
		probed[s.ID] = s.Probes
	}
	for i, t := range r.Trials {
		if t.Strategy == treatment.Strategy && (len(scenarios) == 0 || slices.Contains(scenarios, t.Scenario)) {
			out.Add(&r.Trials[i], probed[t.Scenario], func(p arena.Probe) bool { return treatment.Due(of, p) }, treatment.Notes)
		}
	}
	return out
}

// identical reports whether two strategies showed the model the same, byte for byte, wherever both completed a trial with the same
// seed: each question was one request.
func identical(r lab.Result, a, b string) bool {
	type seeded struct {
		scenario string
		repeat   int
	}
	asked := map[seeded][]string{}
	for _, t := range r.Trials {
		if t.Strategy == b && t.Outcome == arena.Completed {
			asked[seeded{t.Scenario, t.Repeat}] = t.Requests
		}
	}
	pairs := 0
	for _, t := range r.Trials {
		other, ok := asked[seeded{t.Scenario, t.Repeat}]
		if t.Strategy != a || t.Outcome != arena.Completed || !ok {
			continue
		}
		if len(other) == 0 || slices.Contains(other, "") || !slices.Equal(t.Requests, other) {
			return false
		}
		pairs++
	}
	return pairs > 0
}
