package compare

import (
	"context"
	"errors"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
	"contextarena.internal/store"
	"contextarena.internal/words"
)

// evidence is what the trials of one side show besides their verdicts.
type evidence struct {
	lab    *lab.Lab
	result lab.Result
	trials map[string]lab.Trial // by key
}

func evidenceOf(l *lab.Lab, r lab.Result) evidence {
	e := evidence{lab: l, result: r, trials: map[string]lab.Trial{}}
	for _, t := range r.Trials {
		e.trials[t.Key.String()] = t
	}
	return e
}

// complete adds to a contrast what only the evidence shows: replies that both sides share, and
// the stories of the flips.
func complete(ctx context.Context, c *contrast.Contrast, a, b evidence) error {
	for i := range c.Flips {
		f := &c.Flips[i]
		trialsA, trialsB := c.Trials(f.Scenario)
		if err := errors.Join(a.explain(ctx, f, &f.A, trialsA), b.explain(ctx, f, &f.B, trialsB)); err != nil {
			return err
		}
	}
	c.CountShared(func(ta contrast.Played, atA int, tb contrast.Played, atB int) bool {
		key := a.request(ta, atA)
		return key != "" && key == b.request(tb, atB)
	})
	return nil
}

// explain completes one side of a flip: in which places the trials lost the fact, and what the one
// to look at answered.
func (e evidence) explain(ctx context.Context, f *contrast.Flip, s *contrast.FlipSide, trials []contrast.Played) error {
	s.Places = []contrast.PlaceCount{}
	in := map[probes.Place]int{}
	for _, t := range trials {
		for _, found := range e.trials[t.Key].Score.Findings {
			if found.Probe == f.Probe {
				in[found.Place]++
			}
		}
	}
	for _, p := range probes.Places {
		if in[p] > 0 {
			s.Places = append(s.Places, contrast.PlaceCount{Place: p, N: in[p]})
		}
	}
	sc := e.result.Scenarios[slices.IndexFunc(e.result.Scenarios, func(sc *arena.Scenario) bool { return sc.ID == f.Scenario })]
	k := slices.IndexFunc(sc.Probes, func(p arena.Probe) bool { return p.ID == f.Probe })
	f.Question = sc.Probes[k].Question
	rec, err := e.lab.DB.Record(ctx, e.trials[s.Trial].Key)
	if errors.Is(err, store.ErrPruned) {
		err = nil // which takes no answer
	}
	if err == nil && k < len(rec.Probes) {
		s.Answer = quote(rec.Probes[k].Text)
	}
	return err
}

// request is what asked a probe; it is empty where that isn't known.
func (e evidence) request(t contrast.Played, probe int) string {
	if asked := e.trials[t.Key].Requests; probe < len(asked) {
		return asked[probe]
	}
	return ""
}

// quote is as much of an answer as a flip shows.
func quote(text string) string { return words.Quote(text, 160) }
