//go:build slow

package leaderboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/lab/tally"
	"contextarena.internal/stats"
)

// What a simulated model gets wrong is drawn for each scenario by itself, so intervals are as wide as figures really vary from
// seed to seed: those over repeats hold the mean of all seeds, and those of the difference of two unchanged nights hold zero,
// about as often as they say.
func TestIntervalsCoverWhatOtherSeedsGive(t *testing.T) {
	t.Parallel()
	l := labtest.New(t)
	nights := thorough.Times(8, 20)
	p := lab.DefaultPlan()
	p.Suite, p.Scenarios, p.Repeats, p.Dialogue, p.Strategies = "original", nil, 2, arena.Scripted, labtest.Plan(t, "full_context", "retrieval").Strategies
	var seen []map[string][]stats.Stratum // a night's
	for seed := range nights {
		p.Seed = int64(seed + 1)
		_, r := labtest.Run(t, l, p)
		night := map[string][]stats.Stratum{}
		for _, of := range tally.All(r) {
			night[of.Strategy] = strata(of, tally.Headline)
		}
		seen = append(seen, night)
	}
	for _, s := range []string{"full_context", "retrieval"} {
		mean, covers, alarms := 0.0, 0, 0
		var all []stats.Estimate
		for _, night := range seen {
			e := stats.FixedMean(night[s], true, 0.05)
			mean += e.Mean / float64(nights)
			all = append(all, e)
		}
		for i, e := range all {
			if e.Interval.Low <= mean && mean <= e.Interval.High {
				covers++
			}
			both := make([]stats.Stratum, len(seen[i][s]))
			for j := range both {
				both[j] = seen[i][s][j]
				both[j].B = seen[(i+1)%nights][s][j].A
			}
			if d := stats.FixedDifference(both, true, 0.05); d.Interval.Low > 0 || d.Interval.High < 0 {
				alarms++
			}
		}
		t.Logf("%s: mean %.3f; %d of %d intervals hold it, %d unchanged nights differ", s, mean, covers, nights, alarms)
		require.GreaterOrEqual(t, covers, nights*93/100-1)
		require.LessOrEqual(t, alarms, nights*7/100+1)
	}
}
