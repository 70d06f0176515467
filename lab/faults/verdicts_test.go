//go:build faults

package faults

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
)

// judged is a trial with its verdicts, by probe and level.
type judged struct {
	outcome  arena.Outcome
	verdicts map[string]probes.Result
}

// verdicts are those of all trials of an experiment, by their keys. An evolution has none.
func verdicts(ctx context.Context, l *lab.Lab, ran lab.Ran) (map[string]judged, error) {
	trials, err := l.DB.Trials(ctx, ran.Experiment.ID)
	if err != nil {
		return nil, err
	}
	scores, err := l.DB.Scores(ctx, ran.Experiment.ID)
	if err != nil {
		return nil, err
	}
	out := map[string]judged{}
	for _, t := range trials {
		j := judged{t.Outcome, map[string]probes.Result{}}
		for _, f := range scores[t.Key].Score.Findings {
			for _, v := range f.Verdicts {
				j.verdicts[fmt.Sprint(f.Probe, " at level ", v.Level)] = v.Result
			}
		}
		out[t.Key.Short()] = j
	}
	return out, nil
}

// forgotten is an error if a completed trial has another verdict than it has undisturbed: a fault isn't forgetting. Where the
// reply to a probe was delivered, but refused or cut, its verdict may be void.
func forgotten(want, have map[string]judged, lasting bool) error {
	for key, h := range have {
		w, known := want[key]
		if !known || h.outcome != arena.Completed { // a sweep plays others where costs differ
			continue
		}
		for of, r := range h.verdicts {
			if r != w.verdicts[of] && !(lasting && r == probes.Void) {
				return fmt.Errorf("trial %s is completed, and %s is %s, not %s", key, of, r, w.verdicts[of])
			}
		}
	}
	return nil
}
