package nightly

import (
	"context"

	"contextarena.internal/lab"
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
