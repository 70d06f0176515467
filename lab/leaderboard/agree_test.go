package leaderboard

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// TestComparingSaysWhatTheLeaderboardDoes: on the same trials a row is apart from the reference if and only if a comparison of
// the two finds one better, with the same interval.
func TestComparingSaysWhatTheLeaderboardDoes(t *testing.T) {
	t.Parallel()
	l := labtest.New(t)
	p := labtest.Plan(t, "rlm", "rlm(depth=2)", "structured", "window", "qpb", "retrieval")
	p.Scenarios, p.Repeats = nil, 1
	_, r := labtest.Run(t, l, p)
	_, s := standingOf(t, r, Ask{})
	require.Equal(t, "rlm", s.Reference)
	all := lab.Arms(r)
	arm := func(strategy string) contrast.Arm {
		return all[slices.IndexFunc(all, func(a contrast.Arm) bool { return a.Strategy == strategy })]
	}
	told := map[bool]int{}
	for _, place := range s.Places {
		for _, name := range place.Strategies {
			if slices.Contains(place.Strategies, s.Reference) {
				continue
			}
			c, err := contrast.Of(arm(name), arm(s.Reference),
				contrast.Options{Estimand: reports.Sampled, Primary: "answer", Alpha: tally.Alpha, Smallest: 0.1, Among: all})
			require.NoError(t, err)
			d := c.Differences[0]
			require.Equal(t, place.Apart, d.Judgement == contrast.Better || d.Judgement == contrast.Worse, "%s: %+v", name, d)
			require.InDelta(t, *place.Low, *d.Low, 1e-9, name)
			require.InDelta(t, *place.High, *d.High, 1e-9, name)
			told[place.Apart]++
		}
	}
	require.Positive(t, told[true])
	require.Positive(t, told[false])
}
