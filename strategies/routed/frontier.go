package routed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// FrontierKind is the kind of the policies that Controlled decides by.
const FrontierKind = "frontier"

// Frontier is a policy made from a sweep: configurations that may be worth their cost, with what is
// needed to say how much each of them surely keeps in a conversation with given signals.
//
// A configuration's retention is fitted by least squares, with every scenario weighing the same, to
// the signal named here; without one it is the mean. The bounds hold for all Family points of the
// sweep at once at the given confidence, so that the best of them isn't chosen for its luck.
type Frontier struct {
	Sweep       string      `json:"sweep"`        // id of the experiment
	Model       string      `json:"model"`        // that answered
	Dialogue    string      `json:"dialogue"`     // live or scripted
	Unit        string      `json:"unit"`         // of costs: USD, or tokens where a model has no price
	DecideAfter int         `json:"decide_after"` // user messages whose signals decide; 0 where none are needed
	Scenarios   int         `json:"scenarios"`
	Family      int         `json:"family"`
	Confidence  float64     `json:"confidence"`
	Critical    float64     `json:"critical"` // standard errors by which a bound lies below its estimate
	Signal      string      `json:"signal"`   // empty for none
	Mean        float64     `json:"mean"`     // of the signal
	Square      float64     `json:"square"`   // sum of the squares of the signal about its mean
	Tried       []Tried     `json:"tried"`    // among which Signal was chosen
	Candidates  []Candidate `json:"candidates"`
}

// Tried is a signal, empty for none, with the error that it makes when each scenario is foretold from the
// others: the root of the mean square over scenarios and candidates, as a share of what is asked.
type Tried struct {
	Signal string  `json:"signal"`
	Error  float64 `json:"error"`
}

// Candidate is a configuration with its figures over the scenarios of the sweep.
type Candidate struct {
	Strategy    string  `json:"strategy"`     // label
	Version     string  `json:"version"`      // of the strategy
	MemoryModel string  `json:"memory_model"` // empty: the model that answers
	Front       bool    `json:"front"`        // else statistically on it, though numerically behind
	Cost        float64 `json:"cost"`         // of a conversation, mean
	Retention   float64 `json:"retention"`    // mean
	SD          float64 `json:"sd"`           // of a scenario's retention about the fit; 0: there is no bound
	Slope       float64 `json:"slope"`        // by the signal
}

// ReadFrontier reads a policy's text and checks that it can be decided by.
func ReadFrontier(text []byte) (*Frontier, error) {
	f := &Frontier{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(f); err != nil {
		return nil, err
	}
	var errs []error
	if len(f.Candidates) == 0 {
		errs = append(errs, errors.New("it has no candidates"))
	}
	if f.Scenarios < 1 || !(f.Critical > 0) {
		errs = append(errs, fmt.Errorf("its bounds are of %d scenarios with a critical value of %g", f.Scenarios, f.Critical))
	}
	if f.Signal != "" && (!slices.Contains(SignalNames, f.Signal) || !(f.Square > 0)) {
		errs = append(errs, fmt.Errorf("its signal is %q with squares of %g: want %s, and more than 0", f.Signal, f.Square, strings.Join(SignalNames, ", ")))
	}
	return f, errors.Join(errs...)
}

// Expect is what a candidate is expected to keep of what is asked where the signal has this value,
// and the lower confidence bound on it, both within [0, 1]. Without a spread there is no bound, and
// low is 0.
func (f *Frontier) Expect(candidate int, signal float64) (kept, low float64) {
	kept, low = f.fit(candidate, signal)
	within := func(share float64) float64 { return min(1, max(0, share)) }
	return within(kept), within(low)
}

// fit is Expect as the line has it: a bound far below 0 is less than one a little below. Without a
// spread low is minus infinity.
func (f *Frontier) fit(candidate int, signal float64) (kept, low float64) {
	c := f.Candidates[candidate]
	away := signal - f.Mean
	kept = c.Retention + c.Slope*away
	if c.SD == 0 {
		return kept, math.Inf(-1)
	}
	leverage := 1 / float64(f.Scenarios)
	if f.Signal != "" {
		leverage += away * away / f.Square
	}
	return kept, kept - f.Critical*c.SD*math.Sqrt(leverage)
}

// Choice is a decision.
type Choice struct {
	Candidate int
	Kept, Low float64 // what the candidate is expected to keep, and the bound on it
	Met       bool    // the bound meets the floor
}

// Choose is the cheapest candidate whose bound meets the floor, or if none does the one with the
// highest bound, be it below 0: where few scenarios bound little, all of them may be. The first of
// equals is chosen; candidates stand in the order of their costs.
func (f *Frontier) Choose(floor float64, s Signals) Choice {
	best, highest := Choice{Candidate: -1}, 0.
	signal := s.Value(f.Signal)
	for i, c := range f.Candidates {
		_, bound := f.fit(i, signal)
		here := Choice{Candidate: i, Met: c.SD > 0 && max(0, bound) >= floor}
		here.Kept, here.Low = f.Expect(i, signal)
		switch {
		case best.Candidate < 0, here.Met && !best.Met:
			best, highest = here, bound
		case here.Met && best.Met && c.Cost < f.Candidates[best.Candidate].Cost:
			best, highest = here, bound
		case !here.Met && !best.Met && bound > highest:
			best, highest = here, bound
		}
	}
	return best
}
