// Package soundness says whether a database is what was written to it.
//
//  1. The store looks at its pages, rows, texts and contexts, or at a sample of them.
//  2. If asked, verdicts are computed again from the stored evidence and compared with the stored ones.
//  3. Document says what was looked at, how many, and what to do about each fault (report.go).
package soundness

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Data is how much of the evidence is judged again.
type Data int

// The choices.
const (
	None   Data = iota
	Sample      // at most SampleOf trials of each experiment, evenly spread
	All
)

// SampleOf is how many trials of an experiment a sample has.
const SampleOf = 20

// Check is what was looked at.
type Check struct {
	Checks []Looked `json:"checks"`
	Faults int      `json:"faults"` // of all
}

// Looked is one thing that was looked at. N counts it.
type Looked struct {
	store.Checked
	Next string `json:"next,omitempty"` // what to do about the faults, if there are any
}

// Run looks at a database, at all of it unless that is to be quick.
func Run(ctx context.Context, l *lab.Lab, quick bool, data Data) (Check, error) {
	c := Check{Checks: []Looked{}}
	o := store.CheckOptions{Quick: quick}
	if l.OnProgress != nil {
		o.Progress = func(done, total int) { l.OnProgress(lab.Progress{Done: done, Total: total}) }
	}
	checked, err := l.DB.Check(ctx, o)
	if err != nil {
		return c, err
	}
	if data != None {
		verdicts, err := verdicts(ctx, l, data)
		if err != nil {
			return c, err
		}
		checked = append(checked, verdicts)
	}
	for _, looked := range checked {
		c.Faults += len(looked.Faults)
		c.Checks = append(c.Checks, Looked{Checked: looked})
	}
	return c, nil
}

// verdicts compares stored verdicts with those that the same matchers give now. Trials scored by other matchers, pruned ones,
// and those whose plan or scenario can't be read any more have nothing to be compared with, and aren't counted.
func verdicts(ctx context.Context, l *lab.Lab, data Data) (store.Checked, error) {
	out := store.Checked{What: "verdicts"}
	es, err := l.DB.Experiments(ctx)
	if err != nil {
		return failed(out, err)
	}
	for _, e := range es {
		trials, err1 := l.DB.Trials(ctx, e.ID)
		scores, err2 := l.DB.Scores(ctx, e.ID)
		if err := errors.Join(err1, err2); err != nil {
			if out, err = failed(out, err); err != nil {
				return out, err
			}
			continue
		}
		if len(trials) == 0 {
			continue
		}
		scorers, err := scorersOf(ctx, l, e)
		if err != nil {
			return out, err
		}
		step := 1
		if data == Sample {
			step = (len(trials) + SampleOf - 1) / SampleOf
		}
		for i := 0; i < len(trials); i += step {
			t := trials[i]
			s := scorers[t.Scenario]
			if s == nil || s.Version() != scores[t.Key].Scorer || lab.SameScript(s.Scenario(), t.ScenarioHash) != nil {
				continue
			}
			rec, err := l.DB.Record(ctx, t.Key)
			if errors.Is(err, store.ErrPruned) {
				continue
			}
			if err != nil {
				if out, err = failed(out, err); err != nil {
					return out, err
				}
				continue
			}
			out.N++
			if !same(s.Score(rec), scores[t.Key].Score) {
				out.Faults = append(out.Faults, t.Named()+" has other verdicts than its evidence gives")
			}
		}
	}
	return out, nil
}

// failed notes an error of a damaged database as a fault; any other is returned.
func failed(c store.Checked, err error) (store.Checked, error) {
	var damaged *store.Damaged
	if !errors.As(err, &damaged) {
		return c, err
	}
	c.Faults = append(c.Faults, fmt.Sprintf("can't be judged again (%s): %v", damaged.Operation, damaged.Err))
	return c, nil
}

// scorersOf are the scorers of an experiment's scenarios; none if its plan can't be read or names what isn't here.
func scorersOf(ctx context.Context, l *lab.Lab, e store.Experiment) (map[string]*probes.Scorer, error) {
	out := map[string]*probes.Scorer{}
	planned, err := lab.PlannedOf(e)
	if err != nil {
		return out, nil //nolint:nilerr // it has nothing to compare with
	}
	var scenarios []*arena.Scenario
	if scenarios, _, err = l.ScenariosOf(ctx, e, planned); err != nil {
		return out, nil //nolint:nilerr // the same
	}
	for _, s := range scenarios {
		if out[s.ID], err = probes.NewScorer(s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// same compares scores as they are stored: an empty list is none.
func same(a, b probes.Score) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && string(x) == string(y)
}
