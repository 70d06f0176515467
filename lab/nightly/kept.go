package nightly

import (
	"context"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// keep stores what the gates said with the night, in the place of what they said when it was judged before.
func keep(ctx context.Context, l *lab.Lab, n Night) error {
	j := store.Judged{At: l.Now, Program: l.Program, Baseline: n.Baseline, Passed: n.Passed, Finding: n.Finding}
	for _, g := range n.Gates {
		j.Gates = append(j.Gates, store.GateSaid{
			Name: g.Name, Bound: g.Gate.limitWords(), Other: g.Baseline, Tonight: g.Tonight, Change: g.Change, Low: g.Low, High: g.High,
			Result: g.verdict(), Says: n.sentence(g),
		})
	}
	return l.DB.SaveJudged(ctx, n.Experiment, j)
}

// passedLast says of each gate that didn't pass tonight on which night of the file it passed last, with the same limit.
// Nights are in the order of their first runs.
func passedLast(ctx context.Context, l *lab.Lab, n *Night) error {
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b store.Experiment) int { return int(b.Number - a.Number) })
	at := slices.IndexFunc(all, func(e store.Experiment) bool { return e.ID == n.Experiment })
	for _, e := range all[at+1:] {
		file, label, night := lab.NightOf(e)
		if !night || file != n.Name {
			continue
		}
		said, err := l.DB.Judged(ctx, e.Number)
		if err != nil {
			return err
		}
		if said == nil {
			continue
		}
		for i, g := range n.Gates {
			if g.Result != stats.Pass && g.PassedLast == "" && slices.ContainsFunc(said.Gates, func(o store.GateSaid) bool {
				return o.Name == g.Name && o.Bound == g.Gate.limitWords() && o.Result == string(stats.Pass)
			}) {
				n.Gates[i].PassedLast = label
			}
		}
	}
	return nil
}
