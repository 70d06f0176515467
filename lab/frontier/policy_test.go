package frontier

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/space"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/routed"
)

// uneven is simple with a little of its own in each scenario.
func uneven(p space.Point, scenario, repeat int) (float64, func(int) bool) {
	usd, kept := simple(p, scenario, repeat)
	return usd, func(k int) bool { return kept(k) && k != scenario%3 }
}

func foldOfT(t require.TestingT, text json.RawMessage) *routed.Frontier {
	f, err := routed.ReadFrontier(text)
	require.NoError(t, err)
	return f
}

func policyFor(t require.TestingT, s Swept) *lab.PolicyFile {
	p, err := policyOf(s)
	require.NoError(t, err)
	return p
}

func TestPolicyBounds(t *testing.T) {
	s := sweptOf(t, 6, 2, uneven)
	p := policyFor(t, s)
	require.Equal(t, routed.FrontierKind, p.Kind)
	require.True(t, p.Simulated)
	require.Equal(t, []string{"sim:nano", "sim:standard"}, p.Models)
	require.Len(t, p.Folds, 6)

	f := foldOfT(t, p.Whole)
	require.Equal(t, "0123456789abcdef", f.Sweep)
	require.Equal(t, 6, f.Scenarios)
	require.Equal(t, len(s.Points), f.Family)
	require.InDelta(t, 3.0, f.Critical, 1.5)
	for _, c := range f.Candidates {
		var point *SweptPoint
		for k := range s.Points {
			if s.Points[k].Label == c.Strategy && s.Points[k].MemoryModel == c.MemoryModel {
				point = &s.Points[k]
			}
		}
		require.NotNil(t, point, "%s is a point of the sweep", c.Strategy)
		var mean, squares float64
		var shares []float64
		for _, sc := range s.Scenarios {
			kept, asked := 0., 0.
			for repeat := range 2 {
				k, n := point.Trials[Unit{sc.ID, repeat + 1}].Answered(sc, tally.Headline)
				kept, asked = kept+k, asked+n
			}
			shares = append(shares, kept/asked)
			mean += kept / asked / 6
		}
		for _, x := range shares {
			squares += (x - mean) * (x - mean)
		}
		low := f.Bound(c)
		require.InDelta(t, mean, c.Retention, 1e-12, "the mean of the scenarios")
		if c.SD == 0 {
			require.InDelta(t, 0, squares, 1e-9)
			require.Equal(t, math.Inf(-1), low)
			continue
		}
		require.InDelta(t, mean-critical(5, len(s.Points))*math.Sqrt(squares/5/6), low, 1e-12, "Bonferroni's t")
	}
	require.InDelta(t, 2.0150, critical(5, 1), 1e-4, "of one bound it is the one-sided 95 % quantile")
	require.InDelta(t, 4.0321, critical(5, 10), 1e-4, "of ten it is that at 99.5 %")
}

// What happened in a scenario is nowhere in the fold made without it.
func TestFoldsDoNotKnowTheirScenario(t *testing.T) {
	before := policyFor(t, sweptOf(t, 6, 2, uneven))
	after := policyFor(t, sweptOf(t, 6, 2, func(p space.Point, scenario, repeat int) (float64, func(int) bool) {
		usd, kept := uneven(p, scenario, repeat)
		if scenario == 2 {
			return 100 * usd, func(int) bool { return p.Levels[0] == "window" }
		}
		return usd, kept
	}))
	require.JSONEq(t, string(before.Folds["s2"]), string(after.Folds["s2"]))
	require.NotEqual(t, string(before.Whole), string(after.Whole))
	for _, id := range []string{"s0", "s1", "s3", "s4", "s5"} {
		require.NotEqual(t, string(before.Folds[id]), string(after.Folds[id]), id)
	}
}

func TestTooFewScenariosForAPolicy(t *testing.T) {
	_, err := policyOf(sweptOf(t, 3, 2, uneven))
	var mistake arena.Mistake
	require.ErrorAs(t, err, &mistake)
	require.ErrorContains(t, err, "sweep 1 decides by 3 scenarios: a policy that leaves each of them out once needs 4")
}

// A scenario and its variants are left out together, and count once.
func TestVariantsAreOnePiece(t *testing.T) {
	s := sweptOf(t, 7, 1, uneven)
	s.Scenarios[5].VariantOf, s.Scenarios[6].VariantOf = "s1", "s1"
	p := policyFor(t, s)
	require.Len(t, p.Folds, 5)
	require.Contains(t, p.Folds, "s1")
	require.Equal(t, 5, foldOfT(t, p.Whole).Scenarios)
	require.Equal(t, 4, foldOfT(t, p.Folds["s1"]).Scenarios)
}

// A control that is told the evidence would always win, and no user can have it.
func TestControlsThatAreToldStayOut(t *testing.T) {
	s := sweptOf(t, 6, 1, uneven)
	oracle, err := strategies.Parse("oracle")
	require.NoError(t, err)
	s.Points[0].Strategy, s.Points[0].Label = oracle, "oracle"
	f := foldOfT(t, policyFor(t, s).Whole)
	require.Equal(t, len(s.Points)-1, f.Family)
	for _, c := range f.Candidates {
		require.NotEqual(t, "oracle", c.Strategy)
	}
}
