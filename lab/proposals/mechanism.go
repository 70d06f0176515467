package proposals

import (
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/stats"
)

// Off is what is found of a gate with mechanisms of the simulated model off.
type Off struct {
	Mechanisms []string     `json:"mechanisms"`
	Finding    stats.Ruling `json:"finding"`
	Gain       *float64     `json:"gain" jsonschema:"oneof_type=number;null"`
	Flips      bool         `json:"flips"` // the finding hangs on the mechanisms
}

// turnedOff judges every gate of retention again by what was played with mechanisms off.
func (s *Suite) turnedOff(off []string, r lab.Result, o Options) {
	again := Suite{Outcomes: append([]Outcome(nil), s.Outcomes...)}
	again.measure(r, o)
	for i := range s.Outcomes {
		if q := &s.Outcomes[i]; !q.IsCost() {
			found := again.Outcomes[i]
			q.Off = append(q.Off, Off{off, found.Finding, found.Gain, hangs(*q, found)})
		}
	}
}

// hangs reports whether a finding hangs on mechanisms without which another one was made. A
// prediction that is refuted hangs on them only if without them it is supported, or what surely was a loss is a gain, or the
// other way round: that without them nothing is left to gain makes it come no truer.
func hangs(with, without Outcome) bool {
	switch with.Finding {
	case stats.Supported, stats.PremiseFalse:
		return without.Finding != with.Finding
	case stats.NotSupported:
		return without.Finding == stats.Supported || side(with.Low, with.High)*side(without.Gain, without.Gain) < 0
	}
	return false
}

// conclude sets the verdict from the finding and from what was found with mechanisms off. One that hangs on
// single mechanisms names them, one that only all together decide is assumed by all. A gain that a control has too is that first.
func (o *Outcome) conclude() {
	o.Verdict = o.Finding
	for i, f := range o.Off {
		if !f.Flips {
			continue
		}
		o.Verdict = stats.Assumed
		if i > 0 {
			o.AssumedBy = append(o.AssumedBy, f.Mechanisms...)
		}
	}
	if o.Verdict == stats.Assumed && len(o.AssumedBy) == 0 {
		o.AssumedBy = append(o.AssumedBy, "all together")
	}
	if by := o.explained(); by != "" && slices.Contains([]stats.Ruling{stats.Supported, stats.Undecided, stats.NotDelivered}, o.Finding) {
		o.Verdict = by
	}
}

// exact is what is found with every mechanism off; nothing if that wasn't played.
func (o *Outcome) exact() Off {
	if len(o.Off) == 0 {
		return Off{}
	}
	return o.Off[0] // the order of Ablation.sets
}
