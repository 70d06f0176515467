package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// Merged is what a merge made of an experiment.
type Merged struct {
	Experiment store.Experiment
	Taken      int // trials that are new
	Trials     int // of it now
	Planned    int // 0 for an evolution, which finds them as it goes
}

// Mergeable are the experiments of a database that can be merged: what was played, and is played nowhere at the moment.
func Mergeable(ctx context.Context, db *store.DB) ([]store.Experiment, error) {
	all, err := db.Experiments(ctx)
	for _, e := range all {
		switch {
		case e.Kind == store.KindImport || e.Kind == store.KindServed:
			return nil, arena.Mistake{Err: fmt.Errorf("experiment %d is of kind %s: what arena played alone is merged", e.Number, e.Kind)}
		case e.Status == store.Running:
			return nil, arena.Mistake{Err: fmt.Errorf("experiment %d is being played: merge it when that has ended", e.Number)}
		}
	}
	slices.Reverse(all) // the oldest first
	return all, err
}

// Merge takes an experiment of another database into that of the lab (store.DB.Merge). It is complete when all trials of its
// plan are, or all of one that is: a sweep that dropped points, an evolution.
func (l *Lab) Merge(ctx context.Context, from *store.DB, e store.Experiment) (Merged, error) {
	planned, err := plannedTrials(e)
	if err != nil {
		return Merged{}, err
	}
	out, whole := Merged{Planned: planned}, e
	if e.Status != store.Complete {
		whole, _ = l.Find(ctx, e.ID) // there may be none
	}
	if out.Taken, err = l.DB.Merge(ctx, from, e); err != nil {
		return out, err
	}
	ended, err := l.DB.Outcomes(ctx, e.ID)
	if err != nil {
		return out, err
	}
	for _, n := range ended {
		out.Trials += n
	}
	status, note := store.Complete, ""
	if whole.Status == status {
		out.Planned, note = out.Trials, whole.Note
	}
	switch failed := out.Trials - ended[arena.Completed]; {
	case out.Planned == 0 && whole.Status != status:
		status, note = store.Partial, "the same command with --round next plays what is left"
	case out.Trials < out.Planned:
		status, note = store.Partial, Progress{Done: out.Trials, Total: out.Planned}.left()
	case failed > 0:
		status, note = store.Partial, notCompleted(failed)
	}
	if err := l.DB.Finish(ctx, e.ID, status, note); err != nil {
		return out, err
	}
	out.Experiment, err = l.Find(ctx, e.ID)
	return out, err
}

func notCompleted(trials int) string { return reports.Plural(trials, "trial") + " not completed" }

// plannedTrials is how many trials an experiment has: of a sweep before it drops points, of an evolution 0.
func plannedTrials(e store.Experiment) (int, error) {
	var p struct {
		Planned
		Trials int `json:"trials"`
	}
	if err := json.Unmarshal([]byte(e.Plan), &p); err != nil {
		return 0, fmt.Errorf("experiment %d: its stored plan can't be read: %w", e.Number, err)
	}
	contestants := len(p.Strategies) // each with each budget
	if p.Points != nil {
		contestants = len(p.Points)
	}
	return p.Trials + p.Repeats*len(p.Models)*len(p.Scenarios)*contestants, nil
}
