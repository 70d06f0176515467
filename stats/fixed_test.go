package stats_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/stats"
)

// The screws of the textbook example of Welch's test: t = 1.959 with 7.03 degrees of freedom.
func TestFixedDifferenceOfOneScenarioIsWelchs(t *testing.T) {
	e := stats.FixedDifference([]stats.Stratum{{
		Weight: 1,
		A:      []float64{30.02, 29.99, 30.11, 29.97, 30.01, 29.99},
		B:      []float64{29.89, 29.93, 29.72, 29.98, 30.02, 29.98},
	}}, false, 0.05)
	require.InDelta(t, 0.095, e.Mean, 1e-9)
	require.InDelta(t, 1.959, e.Mean/e.SE, 5e-4)
	require.InDelta(t, 7.03, e.DF, 5e-3)
	require.InDelta(t, -0.0196, e.Interval.Low, 1e-3)
}

func TestFixedMeanWeighsScenarios(t *testing.T) {
	// Means 0.5 and 0.9 with variances of the mean 0.01 and 0.0025; weights 1/4 and 3/4.
	e := stats.FixedMean([]stats.Stratum{
		{Weight: 2, Probes: 10, A: []float64{0.4, 0.6}},
		{Weight: 6, Probes: 20, A: []float64{0.85, 0.95}},
	}, true, 0.05)
	variance := 0.01/16 + 0.0025*9/16
	require.InDelta(t, 0.8, e.Mean, 1e-12)
	require.InDelta(t, variance, e.SE*e.SE, 1e-12)
	require.InDelta(t, variance*variance/(0.01*0.01/256+0.0025*0.0025*81/256), e.DF, 1e-9)
	require.InDelta(t, 8.0, e.N, 0)
	require.Equal(t, 2, e.Clusters)
	require.InDelta(t, 1.0, e.Interval.High, 0, "clipped")
}

func TestFixedDifferenceUsesPairs(t *testing.T) {
	s := stats.Stratum{Weight: 1, Probes: 10, A: []float64{0.2, 0.5, 0.9, 0.6}, B: []float64{0.1, 0.4, 0.7, 0.5}}
	apart := stats.FixedDifference([]stats.Stratum{s}, false, 0.05)
	s.Paired = true
	paired := stats.FixedDifference([]stats.Stratum{s}, false, 0.05)
	require.InDelta(t, apart.Mean, paired.Mean, 1e-12)
	require.InDelta(t, 0.025, paired.SE, 1e-12) // differences .1 .1 .2 .1
	require.InDelta(t, 3.0, paired.DF, 1e-9)
	require.Greater(t, apart.SE, 4*paired.SE)

	s.B = s.B[:3]
	short := stats.FixedDifference([]stats.Stratum{s}, false, 0.05)
	s.Paired = false
	require.Equal(t, stats.FixedDifference([]stats.Stratum{s}, false, 0.05), short, "unequal numbers can't be paired")
}

func TestFixedSaysWhatItCannotEstimate(t *testing.T) {
	none := stats.FixedMean(nil, true, 0.05)
	require.False(t, none.Defined())
	require.Contains(t, none.Note, "nothing")

	two := []float64{0.5, 0.6}
	single := stats.FixedDifference([]stats.Stratum{{Weight: 1, A: two, B: two}, {Weight: 1, A: two, B: two[:1]}}, true, 0.05)
	require.True(t, single.Defined())
	require.Nil(t, single.Interval)
	require.Contains(t, single.Note, "one repeat")

	left := stats.FixedDifference([]stats.Stratum{{Weight: 1, A: two, B: two}, {Weight: 5, A: two}}, true, 0.05)
	require.NotNil(t, left.Interval)
	require.InDelta(t, 0.0, left.Mean, 1e-12)
	require.Equal(t, 1, left.Clusters)
	require.Contains(t, left.Note, "1 scenario without")

	cost := stats.FixedMean([]stats.Stratum{{Weight: 1, A: []float64{3, 3}}}, false, 0.05)
	require.Equal(t, &stats.Interval{Low: 3, High: 3}, cost.Interval)
	require.Contains(t, cost.Note, "no width")

	// Three tenths over three aren't a tenth in the last bit; that is no difference.
	tenth := []float64{0.1, 0.1, 0.1, 0.1, 0.1}
	equal := stats.FixedDifference([]stats.Stratum{{Weight: 3, A: tenth[:3], B: tenth}}, false, 0.05)
	require.Equal(t, &stats.Interval{}, equal.Interval)
	require.Zero(t, equal.Mean)
}

// same is scenarios × repeats of trials that all kept share of their probes, on both sides.
func same(scenarios, repeats int, probes, share float64) []stats.Stratum {
	trials := slices.Repeat([]float64{share}, repeats)
	return slices.Repeat([]stats.Stratum{{Weight: probes, Probes: probes, A: trials, B: trials}}, scenarios)
}

func TestRepeatsThatAgreeStillLeaveDoubt(t *testing.T) {
	for _, c := range []struct {
		name               string
		scenarios, repeats int
		probes, reach      float64 // half the interval's width, at most and nearly
	}{
		{"the nightly of the extended suite", 8, 5, 17, 0.016},
		{"the original suite", 8, 5, 8, 0.032},
		{"two repeats", 8, 2, 8, 0.072},
		{"one scenario", 1, 5, 8, 0.103},
		{"no probes given: a trial is one draw", 8, 5, 0, 0.139},
	} {
		t.Run(c.name, func(t *testing.T) {
			strata := same(c.scenarios, c.repeats, c.probes, 0.7)
			for i := range strata {
				strata[i].Weight = 1
			}
			e := stats.FixedDifference(strata, true, 0.05)
			half := (e.Interval.High - e.Interval.Low) / 2
			require.LessOrEqual(t, half, c.reach)
			require.Greater(t, half, 0.95*c.reach)
			require.Contains(t, e.Note, "hardly differ")
		})
	}
	perfect := stats.FixedDifference(same(8, 5, 17, 1), true, 0.05)
	require.Equal(t, stats.Pass, stats.NonInferior(perfect, 0.06))
}

func TestAFirstChangeDoesNotNarrowTheInterval(t *testing.T) {
	strata := same(8, 5, 8, 1)
	before := stats.FixedDifference(strata, true, 0.05)
	strata[3].A = []float64{1, 1, 7.0 / 8, 1, 1}
	after := stats.FixedDifference(strata, true, 0.05)
	require.InDelta(t, -1.0/8/40, after.Mean, 1e-12)
	require.InDelta(t, before.SE, after.SE, 1e-15)
	require.Contains(t, after.Note, "hardly differ")

	strata[3].A = []float64{1, 0, 0, 1, 1}
	much := stats.FixedDifference(strata, true, 0.05)
	require.Greater(t, much.Interval.High-much.Interval.Low, 2*(before.Interval.High-before.Interval.Low))
	require.Empty(t, much.Note)
}

func drawStrata(t *rapid.T) []stats.Stratum {
	strata := make([]stats.Stratum, rapid.IntRange(1, 6).Draw(t, "scenarios"))
	repeats := rapid.IntRange(2, 5).Draw(t, "repeats")
	for i := range strata {
		probes := rapid.IntRange(1, 10).Draw(t, "probes")
		trial := rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(0, probes).Draw(t, "kept")) / float64(probes)
		})
		strata[i] = stats.Stratum{
			Weight: float64(probes), Probes: float64(probes),
			A: rapid.SliceOfN(trial, repeats, repeats).Draw(t, "A"),
			B: rapid.SliceOfN(trial, repeats, repeats).Draw(t, "B"),
		}
	}
	return strata
}

func TestFixedDifferenceShrinksAndIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		strata := drawStrata(t)
		one := stats.FixedDifference(strata, true, 0.05)
		require.LessOrEqual(t, one.Interval.Low, one.Mean)
		require.GreaterOrEqual(t, one.Interval.High, one.Mean)

		// Fourfold: doubling can leave s²/R as it is, R-1 being what s² is divided by.
		more := slices.Clone(strata)
		for i := range more {
			more[i].A, more[i].B = slices.Repeat(more[i].A, 4), slices.Repeat(more[i].B, 4)
		}
		four := stats.FixedDifference(more, true, 0.05)
		require.InDelta(t, one.Mean, four.Mean, 1e-12)
		require.Less(t, four.SE, one.SE)
		require.LessOrEqual(t, four.Interval.High-four.Interval.Low, one.Interval.High-one.Interval.Low)

		shuffled := rapid.Permutation(strata).Draw(t, "order")
		for i := range shuffled {
			shuffled[i].A = rapid.Permutation(shuffled[i].A).Draw(t, "A order")
			shuffled[i].B = rapid.Permutation(shuffled[i].B).Draw(t, "B order")
		}
		other := stats.FixedDifference(shuffled, true, 0.05)
		require.InDelta(t, one.Mean, other.Mean, 1e-12)
		require.InDelta(t, one.SE, other.SE, 1e-12)
		require.InDelta(t, one.DF, other.DF, 1e-6)
	})
}
