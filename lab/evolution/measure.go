package evolution

import (
	"cmp"
	"context"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
)

// trial is one contestant on one scenario, as `arena run` would play it in a scripted dialogue.
func (s *search) trial(c contestant, sc *arena.Scenario, seed int64, repeat int) arena.Trial {
	return arena.Trial{
		Scenario: sc, Strategy: c.strategy, Spec: c.label, Model: s.model, MemoryModel: s.model,
		Repeat: repeat, PlanSeed: seed, Dialogue: arena.Scripted, ReplyTokens: s.replyTokens,
		World: s.cast.Worlds.Name(sc, s.model),
	}
}

// series are trials to be measured: some contestants on some scenarios, each in its repeats.
type series struct {
	who       []contestant
	scenarios []*arena.Scenario
	seed      int64
	repeats   func(i int) (first, last int) // of contestant i, from 1
}

// upTo are the repeats of a series in which all contestants have the same.
func upTo(last int) func(int) (int, int) { return func(int) (int, int) { return 1, last } }

// order lists the trials of a series so that those that ask much the same follow each other.
func (s *search) order(of series) (trials []arena.Trial, owner []int) {
	by := make([]int, len(of.who))
	most := 0
	for i := range by {
		by[i] = i
		_, last := of.repeats(i)
		most = max(most, last)
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(of.who[a].rank, of.who[b].rank) })
	for repeat := 1; repeat <= most; repeat++ {
		for _, sc := range of.scenarios {
			for _, i := range by {
				if first, last := of.repeats(i); repeat >= first && repeat <= last {
					trials, owner = append(trials, s.trial(of.who[i], sc, of.seed, repeat)), append(owner, i)
				}
			}
		}
	}
	return trials, owner
}

// measure plays what isn't measured of a series and returns the completed trials by contestant, in the
// order of repeats and scenarios. Trials that were refused or truncated are left out and counted. It
// is lab.ErrUnmeasured if a trial has no measurement.
func (s *search) measure(ctx context.Context, of series) ([][]emas.Trial, error) {
	trials, owner := s.order(of)
	measured, err := s.player.Measure(ctx, trials)
	if err != nil {
		return nil, err
	}
	out := make([][]emas.Trial, len(of.who))
	for i, m := range measured {
		s.Edited = s.Edited || m.Edited
		if m.Ended != arena.Completed {
			s.LeftOut++
			continue
		}
		if !m.Cost.Priced {
			s.Unit = "tokens"
		}
		out[owner[i]] = append(out[owner[i]], reduced(trials[i].Scenario, m))
	}
	return out, nil
}

// reduced is a completed trial as fitness needs it. What the memory costs is its upkeep and its
// contexts at nominal prices, or in tokens where a model has none, the cost of asking probes left out.
func reduced(sc *arena.Scenario, shown lab.Shown) emas.Trial {
	t := emas.Trial{Scenario: sc.ID, Passed: shown.Passed, Cost: shown.Cost.Write.USD + shown.Cost.Read.USD, Upkeep: shown.Cost.Write.USD}
	if !shown.Cost.Priced {
		t.Cost, t.Upkeep = float64(shown.Cost.Write.Tokens()+shown.Cost.Read.Tokens()), float64(shown.Cost.Write.Tokens())
	}
	for _, ft := range arena.FactTypes {
		kept, asked := shown.Answered(sc, func(p arena.Probe) bool { return p.Kind.Headline() && p.Type == ft })
		if asked > 0 {
			t.Probes = append(t.Probes, emas.Tally{Type: string(ft), Kept: kept, Asked: asked})
		}
	}
	return t
}
