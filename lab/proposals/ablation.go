package proposals

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
	"contextarena.internal/stats"
)

// Ablation says which mechanisms of a simulated model are turned off together, to see which findings
// hang on them.
type Ablation string

// The ablations. Beyond none, each has the sets of the one before it.
const (
	AblateNone   Ablation = "none"
	AblateExact  Ablation = "exact"  // all at once
	AblateSingle Ablation = "single" // each by itself as well
	AblatePairs  Ablation = "pairs"  // and every two
)

// Ablations lists them.
var Ablations = []Ablation{AblateNone, AblateExact, AblateSingle, AblatePairs}

// ablated is a simulated model with mechanisms off that it has on by its name.
type ablated struct {
	off   []string // in the order of sim.Mechanisms
	model string
}

// title names the set in the name of an experiment.
func (a ablated) title() string {
	if strings.HasSuffix(a.model, sim.Exact) {
		return sim.Exact
	}
	return "without-" + strings.Join(a.off, "-")
}

// sets are the models an ablation plays besides the one named: first all mechanisms off, which is
// sim:exact, then each, then every two. A model that isn't simulated has none.
func (a Ablation) sets(model string) ([]ablated, error) {
	depth := slices.Index(Ablations, a)
	m, err := providers.Parse(model)
	if err != nil || m.Provider != "sim" || depth < 1 {
		return nil, err
	}
	if m, err = sim.Resolve(m); err != nil || m.Name == sim.Exact {
		return nil, err
	}
	options, err := url.ParseQuery(m.Options)
	if err != nil {
		return nil, err
	}
	options.Del(llm.HashOption)
	var on []string
	for _, mechanism := range sim.Mechanisms() {
		if options.Get(mechanism.Name) != "off" {
			on = append(on, mechanism.Name)
		}
	}
	if len(on) == 0 {
		return nil, nil
	}
	out := []ablated{{on, "sim:" + sim.Exact}}
	for size := 1; size < min(depth, len(on)); size++ { // all of them are there already
		for _, off := range chosen(on, size) {
			with, _ := url.ParseQuery(options.Encode())
			for _, mechanism := range off {
				with.Set(mechanism, "off")
			}
			out = append(out, ablated{off, "sim:" + m.Name + "?" + with.Encode()})
		}
	}
	return out, nil
}

// chosen are the sets of so many of the names, in their order.
func chosen(names []string, size int) [][]string {
	if size == 0 {
		return [][]string{nil}
	}
	var out [][]string
	for i, name := range names {
		for _, rest := range chosen(names[i+1:], size-1) {
			out = append(out, append([]string{name}, rest...))
		}
	}
	return out
}

// OffFinding is what is found of a prediction with mechanisms of the simulated model off.
type OffFinding struct {
	Mechanisms []string      `json:"mechanisms"`
	Finding    stats.Verdict `json:"finding"`
	Gain       lab.Measured  `json:"gain"`
	Flips      bool          `json:"flips"` // the finding hangs on the mechanisms
}

// turnedOff judges every prediction again by what was played with mechanisms off. Its P takes the place
// of the one with all of them on in the family, so that the correction is as strict.
func (s *Suite) turnedOff(off []string, r lab.Result, o Options) {
	family, arms := s.family(), lab.Arms(r)
	for i := range s.Proposals {
		for k := range s.Proposals[i].Outcomes {
			q := &s.Proposals[i].Outcomes[k]
			if q.Cost() {
				continue
			}
			again := outcome(q.Prediction, r, arms, o)
			if again.tested() {
				copies := []*Outcome{&again}
				for _, f := range family {
					if f != q {
						copies = append(copies, &Outcome{P: f.P})
					}
				}
				correct(copies)
			}
			found := again.find(o.Alpha)
			q.Off = append(q.Off, OffFinding{off, found, again.Gain, hangs(q.Finding, found)})
		}
	}
}

// hangs reports whether a finding hangs on mechanisms without which another one was made. A
// prediction that is refuted hangs on them only if without them it is supported: that without them
// nothing is left to gain makes it come no truer.
func hangs(with, without stats.Verdict) bool {
	switch with {
	case stats.Supported, stats.PremiseFalse:
		return without != with
	case stats.NotSupported:
		return without == stats.Supported
	}
	return false
}

// conclude sets the verdict from the finding and from what was found with mechanisms off.
func (o *Outcome) conclude() {
	o.Verdict, o.AssumedBy = o.Finding, [][]string{}
	for _, f := range slices.SortedStableFunc(slices.Values(o.Off), func(a, b OffFinding) int { return cmp.Compare(len(a.Mechanisms), len(b.Mechanisms)) }) {
		if f.Flips && (len(o.AssumedBy) == 0 || len(f.Mechanisms) == len(o.AssumedBy[0])) {
			o.Verdict, o.AssumedBy = stats.Assumed, append(o.AssumedBy, f.Mechanisms)
		}
	}
}

// Exact is what is found with every mechanism off; nil if that wasn't played.
func (o Outcome) Exact() *OffFinding {
	if len(o.Off) == 0 {
		return nil
	}
	return &o.Off[0] // the order of Ablation.sets
}
