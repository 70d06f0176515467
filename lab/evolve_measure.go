package lab

import (
	"cmp"
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

// trial is one contestant on one scenario, as `arena run` would play it in a scripted dialogue.
func (v *evolving) trial(c contestant, s *arena.Scenario, m llm.Model, seed int64, repeat int) arena.Trial {
	return arena.Trial{
		Scenario: s, Strategy: c.strategy, Spec: c.label, Model: m, MemoryModel: m,
		Repeat: repeat, PlanSeed: seed, Dialogue: arena.Scripted, ReplyTokens: v.replyTokens(),
		World: v.cast.Worlds.Name(s, m),
	}
}

// replyTokens is the default of a plan.
func (v *evolving) replyTokens() int {
	if v.cap == 0 {
		v.cap = DefaultPlan().ReplyTokens
	}
	return v.cap
}

// series are trials to be measured: some contestants on some scenarios, each in its repeats.
type series struct {
	who       []contestant
	scenarios []*arena.Scenario
	model     llm.Model
	seed      int64
	repeats   func(i int) (first, last int) // of contestant i, from 1
}

// upTo are the repeats of a series in which all contestants have the same.
func upTo(last int) func(int) (int, int) { return func(int) (int, int) { return 1, last } }

// order lists the trials of a series so that those that ask much the same follow each other.
func (v *evolving) order(s series) (trials []arena.Trial, owner []int) {
	by := make([]int, len(s.who))
	least, most := 1, 0
	for i := range by {
		by[i] = i
		first, last := s.repeats(i)
		least, most = min(least, first), max(most, last)
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(s.who[a].rank, s.who[b].rank) })
	for repeat := least; repeat <= most; repeat++ {
		for _, sc := range s.scenarios {
			for _, i := range by {
				if first, last := s.repeats(i); repeat >= first && repeat <= last {
					trials, owner = append(trials, v.trial(s.who[i], sc, s.model, s.seed, repeat)), append(owner, i)
				}
			}
		}
	}
	return trials, owner
}

// measure plays what isn't measured of a series and returns the completed trials by contestant, in the
// order of repeats and scenarios. Trials that were refused or truncated are left out and counted. It
// is ErrUnmeasured if a trial has no measurement.
func (v *evolving) measure(ctx context.Context, s series) ([][]emas.Trial, error) {
	trials, owner := v.order(s)
	measured, err := v.measureAll(ctx, trials)
	if err != nil {
		return nil, err
	}
	out := make([][]emas.Trial, len(s.who))
	for i, m := range measured {
		if m.Outcome != arena.Completed {
			v.leftOut++
			continue
		}
		out[owner[i]] = append(out[owner[i]], v.reduced(trials[i].Scenario, m))
	}
	return out, nil
}

// measureAll measures trials in parallel.
func (v *evolving) measureAll(ctx context.Context, trials []arena.Trial) ([]store.Measurement, error) {
	return v.player.Measure(ctx, trials, Measuring{Versions: v.versions, Quiet: v.quiet})
}

// reduced is a completed trial as fitness needs it. What the memory costs is its upkeep and its
// contexts at nominal prices, the cost of asking probes left out.
func (v *evolving) reduced(s *arena.Scenario, m store.Measurement) emas.Trial {
	shown := Shown{Ended: m.Outcome, Results: m.Results}
	c := v.lab.cost(m.Usage, v.cast.PricesAsOf)
	t := emas.Trial{Scenario: s.ID, Passed: m.Passed, USD: c.Write.USD + c.Read.USD, Turns: len(s.Turns)}
	for _, ft := range arena.FactTypes {
		kept, asked := shown.Answered(s, func(p arena.Probe) bool { return headline(p) && p.Type == ft })
		if asked > 0 {
			t.Probes = append(t.Probes, emas.Tally{Type: string(ft), Kept: kept, Asked: asked})
		}
	}
	return t
}
