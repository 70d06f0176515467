package stats_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/stats"
)

func TestGoldenLogRank(t *testing.T) {
	var skipped []string
	for _, c := range golden.Cases[survivalCase](t, "kaplan_meier.json") {
		want := c.Expected.LogRank
		if want == nil {
			skipped = append(skipped, c.Name)
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			have := stats.LogRank([][][]stats.Life{c.lives()})
			require.InDelta(t, want.Chi2, have.Chi2, 1e-9*want.Chi2)
			require.InDelta(t, want.P, have.P, 1e-9)
			require.InDelta(t, want.DF, have.DF, 0)
			require.InDeltaSlice(t, want.Observed, have.Observed, 1e-9)
			require.InDeltaSlice(t, want.Expected, have.Expected, 1e-9)
		})
	}
	require.Equal(t, []string{"no_events", "event_and_censor_tied", "ends_at_zero"}, skipped, "they have one group")
}

func TestLogRankWithinStrata(t *testing.T) {
	lose, keep := stats.Life{Time: 1, Lost: true}, stats.Life{Time: 2}
	// In each scenario both strategies lose the same share: only the scenarios differ.
	have := stats.LogRank([][][]stats.Life{
		{{lose, lose, keep}, {lose, lose, keep}},
		{{keep, keep, keep, keep}, {keep}},
		{{lose, keep}, nil}, // the second group isn't there
	})
	require.InDelta(t, 0, have.Chi2, 1e-12)
	require.InDelta(t, 1, have.P, 1e-12)
	require.Equal(t, []float64{0}, have.Differences, "one stratum compares: nothing is lost in the second")

	have = stats.LogRank([][][]stats.Life{{{lose, lose}, {keep, keep}}})
	require.Equal(t, []float64{1}, have.Differences)
	require.InDelta(t, 3, have.Chi2, 1e-12) // O-E = 1, V = 2·½·½·2/3 = 1/3

	require.Equal(t, stats.LogRankTest{Observed: []float64{}, Expected: []float64{}, P: 1}, stats.LogRank(nil))
	alone := stats.LogRank([][][]stats.Life{{{lose}, nil}})
	require.InDelta(t, 1, alone.P, 0)
	require.Zero(t, alone.DF)
}

func TestLogRankOfSwappedGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "strata")
		var lives, swapped [][][]stats.Life
		for range n {
			a, b := someLives(true, true).Draw(t, "a"), someLives(true, true).Draw(t, "b")
			lives, swapped = append(lives, [][]stats.Life{a, b}), append(swapped, [][]stats.Life{b, a})
		}
		there, back := stats.LogRank(lives), stats.LogRank(swapped)
		require.InDelta(t, there.Chi2, back.Chi2, 1e-9)
		require.Len(t, back.Differences, len(there.Differences))
		for i, d := range there.Differences {
			require.InDelta(t, -d, back.Differences[i], 1e-9)
		}
		require.InDelta(t, there.Observed[0]+there.Observed[1], there.Expected[0]+there.Expected[1], 1e-9)
	})
}
