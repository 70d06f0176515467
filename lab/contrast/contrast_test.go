package contrast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

var sampledAnswer = contrast.Options{Estimand: reports.Sampled, Primary: "answer", Alpha: 0.05, Smallest: 0.1}

func of(t require.TestingT, c contrast.Contrast, measure string) contrast.Difference {
	i := slices.IndexFunc(c.Differences, func(d contrast.Difference) bool { return d.Measure == measure })
	require.GreaterOrEqual(t, i, 0, measure)
	return c.Differences[i]
}

func TestContrastFindsWhatWasPlanted(t *testing.T) {
	for name, tt := range map[string]struct {
		a, b      float64
		scenarios int
		want      contrast.Judgement
	}{
		"much better":                 {0.9, 0.4, 8, contrast.Better},
		"much worse":                  {0.4, 0.9, 8, contrast.Worse},
		"equal, many trials":          {0.7, 0.7, 8, contrast.Equivalent},
		"better, but three scenarios": {0.9, 0.4, 3, contrast.TooFew},
		"better, but two scenarios":   {0.9, 0.4, 2, contrast.TooFew},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := contrast.Of(labtest.ArmOf("a", tt.scenarios, 60, labtest.Keeping(tt.a, 1)), labtest.ArmOf("b", tt.scenarios, 60, labtest.Keeping(tt.b, 2)), sampledAnswer)
			require.NoError(t, err)
			d := of(t, c, "answer")
			require.Equal(t, tt.want, d.Judgement, "%+v", d)
			require.InDelta(t, tt.a-tt.b, *d.Mean, 0.06)
			require.Equal(t, tt.scenarios*6, int(d.N))
		})
	}
}

func TestContrastWithFixedScenariosNeedsNoMany(t *testing.T) {
	o := sampledAnswer
	o.Estimand = reports.Fixed
	c, err := contrast.Of(labtest.ArmOf("a", 2, 30, labtest.Keeping(0.9, 1)), labtest.ArmOf("b", 2, 30, labtest.Keeping(0.4, 2)), o)
	require.NoError(t, err)
	require.Equal(t, contrast.Better, of(t, c, "answer").Judgement)
	require.Nil(t, of(t, c, "answer").Bootstrap)
	require.Equal(t, contrast.Equivalent, of(t, c, "tokens").Judgement, "all cost the same")

	dear := labtest.ArmOf("a", 2, 30, labtest.Keeping(0.9, 1))
	for s := range dear.Scenarios {
		for r := range dear.Scenarios[s].Trials {
			dear.Scenarios[s].Trials[r].Tokens++
		}
	}
	c, err = contrast.Of(dear, labtest.ArmOf("b", 2, 30, labtest.Keeping(0.4, 2)), o)
	require.NoError(t, err)
	require.Equal(t, contrast.Worse, of(t, c, "tokens").Judgement, "one token more, every time")

	c, err = contrast.Of(labtest.ArmOf("a", 2, 1, labtest.Keeping(0.9, 1)), labtest.ArmOf("b", 2, 1, labtest.Keeping(0.4, 2)), o)
	require.NoError(t, err)
	require.Equal(t, contrast.TooFew, of(t, c, "answer").Judgement, "one repeat has no variance")
	require.Nil(t, of(t, c, "answer").P)
}

// TestContrastFewTrials: noise in few trials is never called "no difference".
func TestContrastFewTrials(t *testing.T) {
	c, err := contrast.Of(labtest.ArmOf("a", 6, 1, labtest.Keeping(0.6, 3)), labtest.ArmOf("b", 6, 1, labtest.Keeping(0.6, 4)), sampledAnswer)
	require.NoError(t, err)
	d := of(t, c, "answer")
	require.Greater(t, *d.MDE, 0.1)
	require.Equal(t, contrast.TooFew, d.Judgement)
	require.NotNil(t, c.McNemar, "one trial per probe")
	require.Equal(t, stats.McNemar(c.McNemar.OnlyA, c.McNemar.OnlyB).Exact, c.McNemar.Exact)
}

// drawArm draws an arm with any results and outcomes.
func drawArm(t *rapid.T, strategy string, scenarios, repeats int) contrast.Arm {
	results := []probes.Result{probes.Kept, probes.Stale, probes.Lost, probes.Unexposed, probes.Void}
	a := labtest.ArmOf(strategy, scenarios, repeats, func(int, int, int) probes.Result { return rapid.SampledFrom(results).Draw(t, "result") })
	for s := range a.Scenarios {
		for r := range a.Scenarios[s].Trials {
			trial := &a.Scenarios[s].Trials[r]
			trial.Passed = rapid.Bool().Draw(t, "passed")
			trial.Tokens = rapid.IntRange(1, 5000).Draw(t, "tokens")
			trial.USD = float64(trial.Tokens) * 1e-6
			if rapid.IntRange(0, 4).Draw(t, "fails") == 0 {
				trial.Outcome, trial.Results = arena.Failed, nil
			}
		}
	}
	return a
}

func drawPair(t *rapid.T) (contrast.Arm, contrast.Arm, contrast.Options) {
	scenarios, repeats := rapid.IntRange(1, 7).Draw(t, "scenarios"), rapid.IntRange(1, 3).Draw(t, "repeats")
	o := sampledAnswer
	if rapid.Bool().Draw(t, "fixed") {
		o.Estimand = reports.Fixed
	}
	o.Primary = rapid.SampledFrom(contrast.Primaries).Draw(t, "primary")
	return drawArm(t, "a", scenarios, repeats), drawArm(t, "b", scenarios, repeats), o
}

func TestSwappingTheSidesMirrorsEveryFigure(t *testing.T) {
	mirror := map[contrast.Judgement]contrast.Judgement{contrast.Better: contrast.Worse, contrast.Worse: contrast.Better, contrast.NoDifference: contrast.NoDifference, contrast.Equivalent: contrast.Equivalent, contrast.TooFew: contrast.TooFew}
	rapid.Check(t, func(t *rapid.T) {
		a, b, o := drawPair(t)
		ab, errAB := contrast.Of(a, b, o)
		ba, errBA := contrast.Of(b, a, o)
		require.Equal(t, errAB == nil, errBA == nil)
		if errAB != nil {
			return
		}
		require.Equal(t, ab.Pairs, ba.Pairs)
		for i, x := range ab.Differences {
			y := ba.Differences[i]
			require.Equal(t, mirror[x.Judgement], y.Judgement, "%s", x.Measure)
			requireNegated(t, x.Mean, y.Mean)
			requireNegated(t, x.Low, y.High)
			requireNegated(t, x.High, y.Low)
			for _, pair := range [][2]*float64{{x.A, y.B}, {x.B, y.A}, {x.P, y.P}, {x.Holm, y.Holm}, {x.MDE, y.MDE}} {
				requireAlike(t, pair[0], pair[1])
			}
		}
		require.Len(t, ba.Flips, len(ab.Flips))
		for i, f := range ab.Flips {
			require.Equal(t, f.A, ba.Flips[i].B)
			require.Equal(t, f.Probe, ba.Flips[i].Probe)
		}
		if ab.McNemar != nil {
			require.Equal(t, contrast.McNemar{OnlyA: ab.McNemar.OnlyB, OnlyB: ab.McNemar.OnlyA, Exact: ab.McNemar.Exact}, *ba.McNemar)
		}
	})
}

func requireNegated(t require.TestingT, x, y *float64) {
	require.Equal(t, x == nil, y == nil)
	if x != nil {
		require.InDelta(t, -*x, *y, 1e-9)
	}
}

func requireAlike(t require.TestingT, x, y *float64) {
	require.Equal(t, x == nil, y == nil)
	if x != nil {
		require.InDelta(t, *x, *y, 1e-9)
	}
}

// TestPermutingRepeatsChangesNothing renumbers the repeats of every scenario, the same way on
// both sides.
func TestPermutingRepeatsChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, o := drawPair(t)
		before, err := contrast.Of(a, b, o)
		if err != nil {
			return
		}
		for s := range a.Scenarios {
			to := rapid.Permutation([]int{1, 2, 3}[:a.Repeats]).Draw(t, "to")
			for i := range to {
				a.Scenarios[s].Trials[i].Repeat, b.Scenarios[s].Trials[i].Repeat = to[i], to[i]
			}
		}
		after, err := contrast.Of(a, b, o)
		require.NoError(t, err)
		for i, x := range before.Differences {
			y := after.Differences[i]
			require.Equal(t, x.Judgement, y.Judgement)
			for _, pair := range [][2]*float64{{x.A, y.A}, {x.Mean, y.Mean}, {x.Low, y.Low}, {x.High, y.High}, {x.Holm, y.Holm}, {x.MDE, y.MDE}} {
				requireAlike(t, pair[0], pair[1])
			}
		}
	})
}

// TestFailedTrialsAreNotLosses: whatever fails, on either side, is as if it had never been
// planned on both.
func TestFailedTrialsAreNotLosses(t *testing.T) {
	result := labtest.Keeping(0.7, 5)
	a, b := labtest.ArmOf("a", 6, 3, result), labtest.ArmOf("b", 6, 3, result)
	drop := func(arm contrast.Arm) contrast.Arm {
		arm.Scenarios = slices.Clone(arm.Scenarios)
		for s := range arm.Scenarios {
			arm.Scenarios[s].Trials = slices.Delete(slices.Clone(arm.Scenarios[s].Trials), s%3, s%3+1)
		}
		return arm
	}
	want, err := contrast.Of(drop(a), drop(b), sampledAnswer)
	require.NoError(t, err)

	failed := a
	failed.Scenarios = slices.Clone(a.Scenarios)
	for s := range failed.Scenarios {
		failed.Scenarios[s].Trials = slices.Clone(failed.Scenarios[s].Trials)
		trial := &failed.Scenarios[s].Trials[s%3]
		trial.Outcome, trial.Results, trial.USD, trial.Tokens = arena.Failed, nil, 0, 0
	}
	have, err := contrast.Of(failed, b, sampledAnswer)
	require.NoError(t, err)
	require.Equal(t, want.Differences, have.Differences)
	require.Equal(t, 12, have.Pairs)
	require.Equal(t, []contrast.LeftOut{{Side: "A", Reason: "failed", N: 6}}, have.LeftOut)
	require.Contains(t, fmt.Sprint(have.Warnings), "6 of A's 18 trials failed, were refused or cut")
}

func TestWhatCannotBeCompared(t *testing.T) {
	a, b := labtest.ArmOf("a", 3, 2, labtest.Keeping(0.7, 1)), labtest.ArmOf("b", 4, 1, labtest.Keeping(0.7, 2))
	b.Scenarios[1].Script = "rewritten"
	b.Scenarios[2].Probes = slices.Clone(b.Scenarios[2].Probes)
	b.Scenarios[2].Probes[0].Type = arena.Spatial
	c, err := contrast.Of(a, b, sampledAnswer)
	require.NoError(t, err)
	require.Equal(t, []string{"s1", "s3"}, c.Scenarios)
	require.Equal(t, 2, c.Pairs)
	require.Equal(t, []contrast.LeftOut{{Side: "B", Reason: "not_planned", N: 2}}, c.LeftOut)
	text := fmt.Sprint(c.Excluded)
	for _, want := range []string{"s2: it was rewritten", "s4: only B played it", "probe p0 of s3: B has none", "probe p0 of s3: A has none"} {
		require.Contains(t, text, want)
	}
	require.InDelta(t, 11, of(t, c, "answer").N, 1e-9, "six probes of s1, five of s3")

	b.Scenarios[0].Scorer = "other"
	_, err = contrast.Of(a, b, sampledAnswer)
	require.ErrorContains(t, err, "s1: the two sides were judged by different matchers")
	require.ErrorContains(t, err, "arena rescore e-a")

	none := labtest.ArmOf("c", 3, 1, labtest.Keeping(0.7, 1))
	for s := range none.Scenarios {
		none.Scenarios[s].Trials[0].Outcome = arena.Unfunded
	}
	_, err = contrast.Of(a, none, sampledAnswer)
	require.ErrorContains(t, err, "no trial that both completed")
	require.ErrorContains(t, err, "B: 3 trials unfunded")
}

func TestTheSameTrials(t *testing.T) {
	a := labtest.ArmOf("a", 4, 2, labtest.Keeping(0.7, 1))
	c, err := contrast.Of(a, a, sampledAnswer)
	require.NoError(t, err)
	require.Equal(t, c.Pairs, c.Same)
	require.Contains(t, fmt.Sprint(c.Warnings), "same trials on both sides: nothing to compare")
}

func TestUnpricedCostIsUnknown(t *testing.T) {
	a, b := labtest.ArmOf("a", 4, 2, labtest.Keeping(0.7, 1)), labtest.ArmOf("b", 4, 2, labtest.Keeping(0.7, 2))
	b.Scenarios[3].Trials[1].Priced = false
	c, err := contrast.Of(a, b, sampledAnswer)
	require.NoError(t, err)
	require.Nil(t, of(t, c, "cost_usd").Mean)
	require.Contains(t, of(t, c, "cost_usd").Notes[0], "no price")
	require.NotNil(t, of(t, c, "tokens").Mean)
}

// TestHistoricalProbesAreNotCounted and neither are facts that only one side exposed.
func TestHistoricalProbesAreNotCounted(t *testing.T) {
	a, b := labtest.ArmOf("a", 4, 2, labtest.Keeping(0.7, 1)), labtest.ArmOf("b", 4, 2, labtest.Keeping(0.7, 2))
	for s := range a.Scenarios {
		a.Scenarios[s].Probes[0].Kind, b.Scenarios[s].Probes[0].Kind = arena.Historical, arena.Historical
		a.Scenarios[s].Trials[0].Results[arena.LevelMemory][1] = probes.Unexposed
		a.Scenarios[s].Trials[1].Results[arena.LevelMemory][1] = probes.Unexposed
		b.Scenarios[s].Trials[0].Results[arena.LevelMemory][2] = probes.Void // but the other repeat counts
		b.Scenarios[s].Trials[0].Results[arena.LevelMemory][3] = probes.Unexposed
		b.Scenarios[s].Trials[1].Results[arena.LevelMemory][3] = probes.Unexposed
	}
	c, err := contrast.Of(a, b, sampledAnswer)
	require.NoError(t, err)
	require.InDelta(t, 4*5, of(t, c, "answer").N, 1e-9)
	require.InDelta(t, 4*3, of(t, c, "memory").N, 1e-9)
}

// TestVoidRepliesAreNotLosses: with replies void on one side the others are compared, the figures of
// both sides and their difference agree, and the reader is told.
func TestVoidRepliesAreNotLosses(t *testing.T) {
	for _, estimand := range []reports.Estimand{reports.Sampled, reports.Fixed} {
		a, b := labtest.ArmOf("a", 8, 3, labtest.Keeping(0.7, 1)), labtest.ArmOf("b", 8, 3, labtest.Keeping(0.7, 2))
		void := 0
		for s := range a.Scenarios {
			for r := range s % 3 {
				a.Scenarios[s].Trials[r].Results[arena.LevelAnswer][s%6] = probes.Void
				void++
			}
		}
		o := sampledAnswer
		o.Estimand = estimand
		c, err := contrast.Of(a, b, o)
		require.NoError(t, err)
		d := of(t, c, "answer")
		require.InDelta(t, 48, d.N, 1e-9)
		require.InDelta(t, *d.A-*d.B, *d.Mean, 1e-12, "%s", estimand)
		require.Contains(t, fmt.Sprint(c.Warnings), fmt.Sprintf("%d of A's 144 replies to probes were cut, refused, or in another language", void))
		require.NotContains(t, fmt.Sprint(c.Warnings), "of B's")
	}
}
