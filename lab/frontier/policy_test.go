package frontier

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/space"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/routed"
)

func words(s string) int { return len(strings.Fields(s)) }

// talking gives the scenarios of a sweep turns in which the user states so many codes among 20 words.
func talking(s Swept, codes func(scenario int) int) Swept {
	for i, sc := range s.Scenarios {
		said := strings.Fields(strings.Repeat("and so on ", 7))[:20]
		for k := range codes(i) {
			said[2*k] = fmt.Sprintf("PO-%d%d77", i+1, k+1)
		}
		sc.Turns = []arena.Exchange{{User: strings.Join(said, " ")}, {User: "Never heard of: it comes too late."}}
	}
	return s
}

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
	p, err := policyOf(s, words, 1)
	require.NoError(t, err)
	return p
}

func TestPolicyBounds(t *testing.T) {
	s := talking(sweptOf(t, 6, 2, uneven), func(int) int { return 3 })
	p := policyFor(t, s)
	require.Equal(t, routed.FrontierKind, p.Kind)
	require.True(t, p.Simulated)
	require.Equal(t, []string{"sim:nano", "sim:standard"}, p.Models)
	require.Len(t, p.Folds, 6)

	f := foldOfT(t, p.Whole)
	require.Equal(t, "0123456789abcdef", f.Sweep)
	require.Equal(t, 6, f.Scenarios)
	require.Equal(t, len(s.Points), f.Family)
	require.Empty(t, f.Signal, "all scenarios say the same: no signal can be of use")
	require.Zero(t, f.DecideAfter, "so there is nothing to wait for")
	require.InDelta(t, 3.0, f.Critical, 1.5)
	for i, c := range f.Candidates {
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
		kept, low := f.Expect(i, 0)
		require.InDelta(t, mean, kept, 1e-12, "the mean of the scenarios")
		if c.SD == 0 {
			require.InDelta(t, 0, squares, 1e-9)
			require.Zero(t, low)
			continue
		}
		require.InDelta(t, max(0, mean-critical(5, len(s.Points))*math.Sqrt(squares/5/6)), low, 1e-12, "Bonferroni's t")
	}
	require.InDelta(t, 2.0150, critical(5, 1), 1e-4, "of one bound it is the one-sided 95 % quantile")
	require.InDelta(t, 4.0321, critical(5, 10), 1e-4, "of ten it is that at 99.5 %")
}

// What happened in a scenario is nowhere in the fold made without it.
func TestFoldsDoNotKnowTheirScenario(t *testing.T) {
	before := policyFor(t, talking(sweptOf(t, 6, 2, uneven), func(i int) int { return i }))
	after := policyFor(t, talking(sweptOf(t, 6, 2, func(p space.Point, scenario, repeat int) (float64, func(int) bool) {
		usd, kept := uneven(p, scenario, repeat)
		if scenario == 2 {
			return 100 * usd, func(int) bool { return p.Levels[0] == "window" }
		}
		return usd, kept
	}), func(i int) int {
		if i == 2 {
			return 9
		}
		return i
	}))
	require.JSONEq(t, string(before.Folds["s2"]), string(after.Folds["s2"]))
	require.NotEqual(t, string(before.Whole), string(after.Whole))
	for _, id := range []string{"s0", "s1", "s3", "s4", "s5"} {
		require.NotEqual(t, string(before.Folds[id]), string(after.Folds[id]), id)
	}
}

// What is kept falls with the density of facts, so the bounds depend on it and the choice too.
func TestDecidesByDensity(t *testing.T) {
	s := talking(sweptOf(t, 10, 2, func(p space.Point, scenario, _ int) (float64, func(int) bool) {
		usd, _ := simple(p, 0, 0)
		n := 11 - scenario
		switch {
		case p.Levels[0] == "window":
			n = 1 + scenario%2
		case p.Levels[2] == "standard":
			n = 11 - scenario%2
		case scenario%3 == 0:
			n--
		}
		return usd, func(k int) bool { return k < n }
	}), func(i int) int { return i })
	f := foldOfT(t, policyFor(t, s).Whole)
	require.Equal(t, "density", f.Signal)
	require.Equal(t, 1, f.DecideAfter)
	thin, thick := f.Choose(0.6, routed.Signals{Density: 0.02}), f.Choose(0.6, routed.Signals{Density: 0.4})
	require.True(t, thin.Met)
	require.True(t, thick.Met)
	require.Equal(t, "sim:nano", f.Candidates[thin.Candidate].MemoryModel, "the cheap one keeps enough where there is little")
	require.Equal(t, "sim:standard", f.Candidates[thick.Candidate].MemoryModel)
	for _, tried := range f.Tried {
		if tried.Signal == "" {
			require.Greater(t, tried.Error, 0.1)
		} else if tried.Signal == "density" {
			require.Less(t, tried.Error, 0.06)
		}
	}
}

// A signal that has nothing to do with what is kept isn't used.
func TestNoSignalIsOfUse(t *testing.T) {
	f := foldOfT(t, policyFor(t, talking(sweptOf(t, 8, 2, uneven), func(i int) int { return []int{4, 1, 6, 3, 3, 6, 1, 4}[i] })).Whole)
	require.Len(t, f.Tried, 2, "corrections and length are the same everywhere: %v", f.Tried)
	require.Empty(t, f.Signal)
}

func TestTooFewScenariosForAPolicy(t *testing.T) {
	_, err := policyOf(talking(sweptOf(t, 3, 2, uneven), func(int) int { return 1 }), words, 1)
	var mistake arena.Mistake
	require.ErrorAs(t, err, &mistake)
	require.ErrorContains(t, err, "sweep 1 decides by 3 scenarios: a policy that leaves each of them out once needs 4")

	s := talking(sweptOf(t, 5, 2, uneven), func(int) int { return 1 })
	s.Planned.HeldOut = []string{"s0", "s1"}
	_, err = policyOf(s, words, 1)
	require.ErrorContains(t, err, "decides by 3 scenarios", "held-out ones decide nothing")
}

// A scenario and its variants are left out together, and count once.
func TestVariantsAreOnePiece(t *testing.T) {
	s := talking(sweptOf(t, 7, 1, uneven), func(i int) int { return i })
	s.Scenarios[5].VariantOf, s.Scenarios[6].VariantOf = "s1", "s1"
	p := policyFor(t, s)
	require.Len(t, p.Folds, 5)
	require.Contains(t, p.Folds, "s1")
	require.Equal(t, 5, foldOfT(t, p.Whole).Scenarios)
	require.Equal(t, 4, foldOfT(t, p.Folds["s1"]).Scenarios)
}

// A control that is told the evidence would always win, and no user can have it.
func TestControlsThatAreToldStayOut(t *testing.T) {
	s := talking(sweptOf(t, 6, 1, uneven), func(i int) int { return i })
	oracle, err := strategies.Parse("oracle")
	require.NoError(t, err)
	s.Points[0].Strategy, s.Points[0].Label = oracle, "oracle"
	f := foldOfT(t, policyFor(t, s).Whole)
	require.Equal(t, len(s.Points)-1, f.Family)
	for _, c := range f.Candidates {
		require.NotEqual(t, "oracle", c.Strategy)
	}
}

// The line is that of least squares: no other leaves less.
func TestLineIsLeastSquares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 20).Draw(t, "scenarios")
		signals, values := make([]routed.Signals, n), make([]float64, n)
		for i := range signals {
			signals[i].Length = rapid.Float64Range(10, 1000).Draw(t, "length")
			values[i] = rapid.Float64Range(0, 1).Draw(t, "value")
		}
		l, ok := newLine("length", signals)
		if !ok {
			t.Skip("it doesn't vary")
		}
		mean, slope, squares := l.fit(values)
		left := func(mean, slope float64) float64 {
			sum := 0.
			for i, v := range values {
				d := v - mean - slope*(signals[i].Length-l.mean)
				sum += d * d
			}
			return sum
		}
		require.InDelta(t, left(mean, slope), squares, 1e-9)
		for _, by := range []float64{-0.01, 0.01} {
			require.GreaterOrEqual(t, left(mean+by, slope), squares)
			require.GreaterOrEqual(t, left(mean, slope+by), squares)
		}
	})
}
