package lab

import (
	"context"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Shown is one trial as a sweep or a search reads it.
type Shown struct {
	Ended   arena.Outcome
	Passed  bool            // the final task
	Results []probes.Result // of the answers, by probe of the scenario; nil unless the trial was completed
	Cost    Cost
	// Latency is how long the replies to the probes took on average; 0 where it isn't known, as of
	// the simulated model.
	Latency time.Duration
	// Edited says that other code than this program's played it, though the strategy's version is the same.
	Edited bool
}

// Completed reports whether the trial enters figures. One of a trial that wasn't run doesn't.
func (o Shown) Completed() bool { return o.Ended == arena.Completed && o.Results != nil }

// Answered counts those of the scenario's probes that have a verdict, and those answered right.
func (o Shown) Answered(sc *arena.Scenario, which func(arena.Probe) bool) (kept, asked float64) {
	for i, p := range sc.Probes {
		if i < len(o.Results) && which(p) && o.Results[i].Counts() {
			asked++
			if o.Results[i] == probes.Kept {
				kept++
			}
		}
	}
	return kept, asked
}

// PerQuestion is what one more question costs: the mean over the probes of what was asked for them.
func (o Shown) PerQuestion() Charge {
	n := len(o.Results)
	if n == 0 {
		return Charge{}
	}
	p := o.Cost.Probe
	return Charge{
		InputTokens: p.InputTokens / n, OutputTokens: p.OutputTokens / n,
		USD: p.USD / float64(n), CachedUSD: p.CachedUSD / float64(n),
	}
}

// Shown reads an experiment's trials.
func (l *Lab) Shown(ctx context.Context, experimentID string, asOf time.Time) (map[arena.TrialKey]Shown, error) {
	latency, err := l.DB.AnswerLatency(ctx, experimentID)
	if err != nil {
		return nil, err
	}
	out := map[arena.TrialKey]Shown{}
	return out, l.DB.EachSummary(ctx, experimentID, func(t store.Summary) {
		out[t.Key] = shown(t.Outcome, t.Score, costOf(t.Charges, l.Prices, asOf), latency[t.Key])
	})
}

// ShownOf is what Lab.Shown will read of a trial that has just been played.
func ShownOf(rec arena.Record, s probes.Score, prices *llm.Prices, asOf time.Time) Shown {
	return shown(rec.Outcome, s, costOf(store.ChargesOf(rec.Calls), prices, asOf), 0)
}

func shown(ended arena.Outcome, s probes.Score, cost Cost, latency time.Duration) Shown {
	o := Shown{Ended: ended, Passed: s.Passed, Cost: cost, Latency: latency}
	if ended != arena.Completed {
		return o
	}
	o.Results = make([]probes.Result, len(s.Findings))
	for i, f := range s.Findings {
		o.Results[i] = f.At(arena.LevelAnswer).Result
	}
	return o
}
