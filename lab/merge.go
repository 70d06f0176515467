package lab

import (
	"context"
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
	Planned    int
}

// Mergeable are the experiments of a database that can be merged: runs and sweeps that are played nowhere at the moment.
func Mergeable(ctx context.Context, db *store.DB) ([]store.Experiment, error) {
	all, err := db.Experiments(ctx)
	for _, e := range all {
		switch {
		case e.Kind != store.KindRun && e.Kind != store.KindSweep:
			return nil, arena.Mistake{Err: fmt.Errorf("experiment %d is of kind %s: those of arena run, sweep, nightly and lab experiment alone are played in shards and merged", e.Number, e.Kind)}
		case e.Status == store.Running:
			return nil, arena.Mistake{Err: fmt.Errorf("experiment %d is being played: merge it when that has ended", e.Number)}
		}
	}
	slices.Reverse(all) // the oldest first
	return all, err
}

// Merge takes an experiment of another database into that of the lab (store.DB.Merge). It is complete when all trials of its
// plan are, or all of one that is: a sweep that dropped points.
func (l *Lab) Merge(ctx context.Context, from *store.DB, e store.Experiment) (Merged, error) {
	plan, err := PlannedOf(e)
	if err != nil {
		return Merged{}, err
	}
	out, whole := Merged{Planned: plan.trials()}, e
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

// trials is how many a run has, and a sweep that drops no point.
func (p Planned) trials() int {
	contestants := len(p.Strategies) // each with each budget
	if p.Points != nil {
		contestants = len(p.Points)
	}
	return p.Repeats * len(p.Models) * len(p.Scenarios) * contestants
}
