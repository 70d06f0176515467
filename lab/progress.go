package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// Progress is how far a player is.
type Progress struct {
	Done, Total int     // trials, those of earlier runs included
	Kept        int     // trials found finished in the database
	Failed      int     // trials of this run that weren't completed
	Reason      string  // why the first of them wasn't
	PaidUSD     float64 // by this run
	PriceKnown  bool    // every model asked has a price
	Asked       int     // calls answered by providers
	Open        int     // trials that keep a round of shards from ending: those of other shards, and those to be played again
}

// Hopeless is how many trials, besides those in flight, must fail before an experiment in which none
// was completed is given up.
const Hopeless = 3

// count counts a trial that ended. Nothing more is begun once the budget has refused a call, once
// several trials have failed before any was completed (then it isn't the trials that fail), or once
// more have failed than may.
func (p *Player) count(rec arena.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.progress.Done++
	if rec.Outcome == arena.Completed {
		return
	}
	p.progress.Failed++
	if p.progress.Reason == "" {
		p.progress.Reason = arena.Brief(rec.Reason)
	}
	if rec.Outcome == arena.Failed && !rec.Broken {
		p.failed++
	}
	failed := p.progress.Failed
	switch {
	case rec.Outcome == arena.Unfunded:
		p.stopped = fmt.Sprintf("the budget of %.4f USD was used up%s", *p.Lab.BudgetUSD, p.spentBefore())
	case rec.Outcome == arena.Failed && failed >= Hopeless+p.Lab.Parallel && p.progress.Done == p.progress.Kept+failed:
		p.stopped = fmt.Sprintf("the first %d trials all failed", failed)
	case p.failed > p.maxFailures():
		p.broken = true
		p.stopped = fmt.Sprintf("%s failed, and at most %d may (--max-failures); the first: %s", reports.Plural(p.failed, "trial"), p.maxFailures(), p.progress.Reason)
	}
}

// LeastMaxFailures is how many trials of a run may fail, however few it has, unless it is said.
const LeastMaxFailures = 10

// maxFailures is how many trials may fail before the run is interrupted.
func (p *Player) maxFailures() int {
	if p.Lab.MaxFailures != nil {
		return *p.Lab.MaxFailures
	}
	return max(LeastMaxFailures, p.progress.Total/20)
}

// givenUp reports whether a provider isn't asked any more or its replies can't be kept, so that a trial that has just
// ended says nothing and isn't kept; nothing more is begun then.
func (p *Player) givenUp() bool {
	why := p.clients.stopped()
	if why == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken, p.stopped = true, why.Error()
	return true
}

// found counts a trial that was found finished.
func (p *Player) found() {
	p.mu.Lock()
	p.progress.Done++
	p.progress.Kept++
	p.mu.Unlock()
	p.report()
}

// Expect adds trials to those that are going to be played, of a study that finds them as it goes.
func (p *Player) Expect(trials int) {
	p.mu.Lock()
	p.progress.Total += trials
	p.mu.Unlock()
	if !p.Cast.Reading {
		p.report()
	}
}

// Elsewhere says how many trials other shards play.
func (p *Player) Elsewhere(trials int) { p.elsewhere = trials }

// Skip takes trials out of what is to be played.
func (p *Player) Skip(trials int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.skipped += trials
	p.progress.Total -= trials
}

// Leave takes trials out of the experiment, by their places, and out of what is to be played. An earlier run may have played
// them because it knew less; they stay stored. Finished of them were found so.
func (p *Player) Leave(ctx context.Context, places []int, finished int) error {
	p.Skip(len(places))
	p.mu.Lock()
	p.progress.Done -= finished
	p.progress.Kept -= finished
	p.mu.Unlock()
	return p.Lab.DB.Unlink(ctx, p.Experiment.ID, places)
}

// Halted reports whether nothing more is begun.
func (p *Player) Halted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stopped != ""
}

// Incomplete notes that a study can't go on because trials weren't completed.
func (p *Player) Incomplete() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped == "" {
		p.stopped = "trials were not completed: " + p.progress.Reason
	}
}

// openRound halts what is played if a round has trials that are still to be played, some of them here, where they failed.
func (p *Player) openRound(trials int, here []arena.Trial) {
	if trials == 0 || p.Halted() {
		return
	}
	p.progress.Open = trials
	p.stopped = fmt.Sprintf("shard %s has played its part of the round; the others have %s of it: arena merge all, and give the same command on a copy of that", p.Lab.Shard, reports.Plural(trials, "trial"))
	if here != nil {
		var names []string
		for _, t := range here[:min(len(here), 5)] {
			names = append(names, t.Spec+" on "+t.Scenario.ID)
		}
		p.stopped = fmt.Sprintf("the round stays open for %s that failed here (the same command plays them again): %s; the first: %s",
			reports.Plural(len(here), "trial"), strings.Join(names, "; "), p.progress.Reason)
	}
}

// report tells the lab how far the player is.
func (p *Player) report() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.progress.PaidUSD, p.progress.PriceKnown = p.clients.account.Paid()
	p.progress.Asked, _ = p.clients.account.Calls()
	if p.Lab.OnProgress != nil {
		p.Lab.OnProgress(p.progress)
	}
}

// left says how many trials were not run.
func (p Progress) left() string {
	if n := p.Total - p.Done; n > 0 {
		return fmt.Sprintf("%d of %s not run", n, reports.Plural(p.Total, "trial"))
	}
	if p.Total == 0 {
		return "nothing was begun"
	}
	return fmt.Sprintf("all %s had ended", reports.Plural(p.Total, "trial"))
}

// status is how the player left the experiment.
func (p *Player) status(err error) (status, note string) {
	left := p.progress.left()
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return store.Interrupted, left
	case err != nil:
		return store.Interrupted, err.Error()
	case p.broken:
		return store.Interrupted, p.stopped + "; " + left
	case p.progress.Open > 0:
		return store.Partial, p.stopped
	case p.stopped != "":
		return store.Partial, p.stopped + "; " + left
	case p.progress.Failed > 0:
		return store.Partial, notCompleted(p.progress.Failed)
	case p.elsewhere > 0:
		return store.Partial, fmt.Sprintf("shard %s: the others have %s, and arena merge has all", p.Lab.Shard, reports.Plural(p.elsewhere, "trial"))
	case p.skipped > 0:
		return store.Complete, reports.Plural(p.skipped, "trial") + " of dropped points left out"
	}
	return store.Complete, ""
}
