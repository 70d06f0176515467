package routed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// FrontierKind is the kind of the policies that Controlled decides by.
const FrontierKind = "frontier"

// Frontier is a policy made from a sweep: configurations that may be worth their cost, with what is
// needed to say how much each of them surely keeps.
//
// A configuration's retention is the mean over scenarios, with every one weighing the same. The bounds hold
// for all Family points of the sweep at once at the given confidence, so that the best of them isn't chosen
// for its luck.
type Frontier struct {
	Sweep      string      `json:"sweep"`    // id of the experiment
	Model      string      `json:"model"`    // that answered
	Dialogue   string      `json:"dialogue"` // live or scripted
	Unit       string      `json:"unit"`     // of costs: USD, or tokens where a model has no price
	Scenarios  int         `json:"scenarios"`
	Family     int         `json:"family"`
	Confidence float64     `json:"confidence"`
	Critical   float64     `json:"critical"` // standard errors by which a bound lies below its estimate
	Candidates []Candidate `json:"candidates"`
}

// Candidate is a configuration with its figures over the scenarios of the sweep.
type Candidate struct {
	Strategy    string  `json:"strategy"`     // label
	Version     string  `json:"version"`      // of the strategy
	MemoryModel string  `json:"memory_model"` // empty: the model that answers
	Front       bool    `json:"front"`        // else statistically on it, though numerically behind
	Cost        float64 `json:"cost"`         // of a conversation, mean
	Retention   float64 `json:"retention"`    // mean
	SD          float64 `json:"sd"`           // of a scenario's retention; 0: there is no bound
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
	return f, errors.Join(errs...)
}

// Bound is the lower confidence bound on what a candidate keeps of what is asked, which may be below 0. Without
// a spread it is minus infinity.
func (f *Frontier) Bound(c Candidate) float64 {
	if c.SD == 0 {
		return math.Inf(-1)
	}
	return c.Retention - f.Critical*c.SD/math.Sqrt(float64(f.Scenarios))
}

// Choice is a decision.
type Choice struct {
	Candidate int
	Low       float64 // the bound on what the candidate keeps, 0 or more
	Met       bool    // the bound meets the floor
}

// Choose is the cheapest candidate whose bound meets the floor, or if none does the one with the
// highest bound, be it below 0: where few scenarios bound little, all of them may be. Of equals it is the
// cheaper, and the first of these.
func (f *Frontier) Choose(floor float64) Choice {
	choices := make([]Choice, len(f.Candidates))
	for i, c := range f.Candidates {
		bound := f.Bound(c)
		choices[i] = Choice{i, max(0, bound), !math.IsInf(bound, -1) && max(0, bound) >= floor}
	}
	return slices.MinFunc(choices, func(a, b Choice) int {
		x, y := f.Candidates[a.Candidate], f.Candidates[b.Candidate]
		switch {
		case a.Met && b.Met:
			return cmp.Compare(x.Cost, y.Cost)
		case a.Met:
			return -1
		case b.Met:
			return 1
		}
		return cmp.Or(cmp.Compare(f.Bound(y), f.Bound(x)), cmp.Compare(x.Cost, y.Cost))
	})
}
