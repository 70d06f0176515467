package routed

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// FrontierKind is the kind of the policies that Controlled decides by.
const FrontierKind = "frontier"

// Frontier is a policy made from a sweep: configurations that may be worth their cost, with what is
// needed to say how much each of them surely keeps in a conversation with given signals.
//
// A configuration's retention is fitted by least squares, with every scenario weighing the same, to
// the signals named here; without any it is the mean. The bounds hold for all Family points of the
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
	Signals     []string    `json:"signals"`
	Mean        []float64   `json:"mean"`    // of the signals
	Inverse     [][]float64 `json:"inverse"` // of the signals' sums of products about their means
	Tried       []Model     `json:"tried"`   // sets of signals among which Signals was chosen
	Candidates  []Candidate `json:"candidates"`
}

// Model is a set of signals with the error that it makes when each scenario is foretold from the
// others: the root of the mean square over scenarios and candidates, as a share of what is asked.
type Model struct {
	Signals []string `json:"signals"`
	Error   float64  `json:"error"`
}

// Candidate is a configuration with its figures over the scenarios of the sweep.
type Candidate struct {
	Strategy    string    `json:"strategy"`     // label
	Version     string    `json:"version"`      // of the strategy
	MemoryModel string    `json:"memory_model"` // empty: the model that answers
	Front       bool      `json:"front"`        // else statistically on it, though numerically behind
	Cost        float64   `json:"cost"`         // of a conversation, mean
	Retention   float64   `json:"retention"`    // mean
	SD          float64   `json:"sd"`           // of a scenario's retention about the fit; 0: there is no bound
	Slopes      []float64 `json:"slopes"`       // by signal
}

// ReadFrontier reads a policy's text and checks that it can be decided by.
func ReadFrontier(text []byte) (*Frontier, error) {
	f := &Frontier{}
	if err := json.Unmarshal(text, f); err != nil {
		return nil, err
	}
	var errs []error
	if len(f.Candidates) == 0 {
		errs = append(errs, errors.New("it has no candidates"))
	}
	if f.Scenarios < 1 || !(f.Critical > 0) {
		errs = append(errs, fmt.Errorf("its bounds are of %d scenarios with a critical value of %g", f.Scenarios, f.Critical))
	}
	if _, err := (Signals{}).Values(f.Signals); err != nil {
		errs = append(errs, err)
	}
	square := len(f.Inverse) == len(f.Signals)
	for _, row := range f.Inverse {
		square = square && len(row) == len(f.Signals)
	}
	if len(f.Mean) != len(f.Signals) || !square {
		errs = append(errs, fmt.Errorf("it has %d signals, %d means of them and %d rows of products", len(f.Signals), len(f.Mean), len(f.Inverse)))
	}
	for _, c := range f.Candidates {
		if len(c.Slopes) != len(f.Signals) {
			errs = append(errs, fmt.Errorf("candidate %s has %d slopes for %d signals", c.Strategy, len(c.Slopes), len(f.Signals)))
		}
	}
	return f, errors.Join(errs...)
}

// Expect is what a candidate is expected to keep of what is asked in conversations with these signals,
// and the lower confidence bound on it, both within [0, 1]. Without a spread there is no bound, and
// low is 0.
func (f *Frontier) Expect(candidate int, s Signals) (kept, low float64) {
	kept, low = f.fit(candidate, s)
	within := func(share float64) float64 { return min(1, max(0, share)) }
	return within(kept), within(low)
}

// fit is Expect as the line has it: a bound far below 0 is less than one a little below. Without a
// spread low is minus infinity.
func (f *Frontier) fit(candidate int, s Signals) (kept, low float64) {
	c := f.Candidates[candidate]
	away, err := s.Values(f.Signals)
	if err != nil { // ReadFrontier has checked the names
		return 0, math.Inf(-1)
	}
	kept = c.Retention
	for i := range away {
		away[i] -= f.Mean[i]
		kept += c.Slopes[i] * away[i]
	}
	if c.SD == 0 {
		return kept, math.Inf(-1)
	}
	leverage := 1 / float64(f.Scenarios)
	for i := range away {
		for j := range away {
			leverage += away[i] * f.Inverse[i][j] * away[j]
		}
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
	for i, c := range f.Candidates {
		_, bound := f.fit(i, s)
		here := Choice{Candidate: i, Met: c.SD > 0 && max(0, bound) >= floor}
		here.Kept, here.Low = f.Expect(i, s)
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
