// Package rescoring judges the stored evidence of an experiment with the matchers of today, and says which verdicts
// that changed.
//
//  1. Run has the lab score what is out of date, and compares each verdict with the one before.
//  2. Changes is the result: how many, by level, from what to what, each with one to look at.
//  3. Document says it (report.go).
package rescoring

import (
	"cmp"
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Changes are the verdicts of an experiment that became others.
type Changes struct {
	Experiment string   `json:"experiment"` // its id
	Simulated  bool     `json:"simulated"`
	Trials     int      `json:"trials"`   // stored
	Again      int      `json:"again"`    // of these, scored again
	Unscored   int      `json:"unscored"` // of these, without a score before
	Verdicts   int      `json:"verdicts"` // there before and now, of the trials scored again
	Changed    int      `json:"changed"`
	Tasks      int      `json:"tasks"` // final tasks passed before and not now, or the other way round
	Moves      []Move   `json:"moves"`
	Broken     []Broken `json:"broken"` // trials that the scorer panicked on: they keep their old scores

	verdicts []verdict // changed, in the order of trials and probes
}

// Move is all verdicts of a level that were one result and became another.
type Move struct {
	Level    arena.Level   `json:"level"`
	From     probes.Result `json:"from"`
	To       probes.Result `json:"to"`
	Verdicts int           `json:"verdicts"`
	Probes   int           `json:"probes"` // different ones
	First    Example       `json:"first"`
}

// Example is a verdict to look at.
type Example struct {
	Trial    string `json:"trial"`
	Scenario string `json:"scenario"`
	Probe    string `json:"probe"`
	Why      string `json:"why"` // the words that decide now; empty if nothing was found
}

// Broken is a trial that couldn't be judged.
type Broken struct {
	Trial    string `json:"trial"`
	Scenario string `json:"scenario"`
	Strategy string `json:"strategy"`
	Model    string `json:"model"`
	Repeat   int    `json:"repeat"`
	Why      string `json:"why"` // the panic; its stack on the lines below the first
}

// verdict is one that changed, with the versions of the scorers that gave the old and the new one.
type verdict struct {
	store.Trial
	probe       string
	before, now probes.Verdict
	was, is     string
}

// Run scores again what is out of date in an experiment, named as for Lab.Load.
func Run(ctx context.Context, l *lab.Lab, which string) (Changes, error) {
	var c Changes
	done, err := l.Rescore(ctx, which, c.compare)
	if err != nil {
		return c, err
	}
	c.Experiment, c.Simulated = done.Experiment.ID, done.Experiment.Simulated
	c.Trials, c.Again, c.Changed = done.Trials, done.Again, len(c.verdicts)
	c.Moves, c.Broken = moves(c.verdicts), []Broken{}
	for _, b := range done.Broken {
		c.Broken = append(c.Broken, Broken{b.Key.Short(), b.Scenario, b.Strategy, b.Model, b.Repeat, b.Why})
	}
	return c, nil
}

// compare takes in a trial that was scored again.
func (c *Changes) compare(t store.Trial, before, now store.ScoreRow) {
	if before.Scorer == "" {
		c.Unscored++
		return
	}
	if before.Score.Passed != now.Score.Passed {
		c.Tasks++
	}
	old := map[string]*probes.Finding{}
	for _, f := range before.Score.Findings {
		old[f.Probe] = f
	}
	for _, f := range now.Score.Findings {
		was, ok := old[f.Probe]
		if !ok {
			continue
		}
		for _, v := range was.Verdicts {
			c.Verdicts++
			if is := f.At(v.Level); is.Result != v.Result {
				c.verdicts = append(c.verdicts, verdict{t, f.Probe, v, is, before.Scorer, now.Scorer})
			}
		}
	}
}

// moves sums verdicts up by level, and from what to what. Of equals the first by name stands first.
func moves(all []verdict) []Move {
	out := []Move{}
	asked := map[any]bool{}
	for _, v := range all {
		i := slices.IndexFunc(out, func(m Move) bool {
			return m.Level == v.now.Level && m.From == v.before.Result && m.To == v.now.Result
		})
		if i < 0 {
			i = len(out)
			out = append(out, Move{v.now.Level, v.before.Result, v.now.Result, 0, 0, Example{v.Key.Short(), v.Scenario, v.probe, v.now.Why}})
		}
		out[i].Verdicts++
		if of := [...]any{i, v.Scenario, v.probe}; !asked[of] {
			asked[of] = true
			out[i].Probes++
		}
	}
	slices.SortFunc(out, func(a, b Move) int {
		return cmp.Or(cmp.Compare(slices.Index(arena.Levels, a.Level), slices.Index(arena.Levels, b.Level)),
			cmp.Compare(b.Verdicts, a.Verdicts), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return out
}
