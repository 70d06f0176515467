package frontier

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/space"
	"contextarena.internal/stats"
)

// verdict is what became of the expectation at a place.
func verdict(t *testing.T, at, scenarios, repeats int, show shown) predictions.Expectation {
	t.Helper()
	f, err := analyse(sweptOf(t, scenarios, repeats, show))
	require.NoError(t, err)
	require.NoError(t, f.explain())
	require.Len(t, f.Explained.Expected, 5)
	return f.Explained.Expected[at]
}

func TestHybridOnTheFront(t *testing.T) {
	e := verdict(t, 1, 6, 1, func(p space.Point, sc, r int) (float64, func(int) bool) {
		if p.Levels[0] == "hybrid" {
			return 0.0001, first(12, sc)
		}
		return simple(p, sc, r)
	})
	require.Equal(t, stats.NotSupported, e.Verdict, e.Finding)
	require.Contains(t, e.Finding, "4 of 4 hybrids on the front; the likeliest has 100 %, all together at most 100 %")
}

func TestTriggerByScenario(t *testing.T) {
	odd := func(p space.Point, sc, _ int) (float64, func(int) bool) {
		if len(p.Levels[1]) > 0 && (p.Levels[1] == "4") == (sc%2 == 0) {
			return 0.002, first(10+sc%3, 0)
		}
		return 0.001, first(2, 0)
	}
	require.Equal(t, stats.Supported, verdict(t, 2, 12, 2, odd).Verdict, "either is best in half of the scenarios, and always")
	e := verdict(t, 2, 12, 2, func(p space.Point, sc, r int) (float64, func(int) bool) {
		if r == 0 {
			return odd(p, sc, r)
		}
		return odd(p, sc+1, r)
	})
	require.Equal(t, stats.NotSupported, e.Verdict, "what was best in one repeat is worst in the other: %s", e.Finding)
	require.Equal(t, stats.NotEstimable, verdict(t, 2, 6, 1, odd).Verdict, "one repeat can't choose and measure")
}

// TestWorstTypeHides: the dear hybrids are the only ones that keep corrections, the others keep as much
// of everything else.
func TestWorstTypeHides(t *testing.T) {
	e := verdict(t, 3, 8, 1, func(p space.Point, sc, r int) (float64, func(int) bool) {
		usd, _ := simple(p, sc, r)
		if p.Levels[0] == "hybrid" {
			return usd, func(k int) bool { return k%3 == 0 || k < 4 }
		}
		return usd, func(k int) bool { return k%3 != 0 }
	})
	require.Equal(t, stats.Supported, e.Verdict, e.Finding)
}

func TestSubModels(t *testing.T) {
	show := func(p space.Point, sc, _ int) (float64, func(int) bool) {
		if p.Levels[2] == "standard" { // all corrections but now and then one, and a quantity less
			return 0.01, func(k int) bool { return k%3 == 0 && k >= 3*(sc%2) || k%3 != 0 && k < 5-sc%2 }
		}
		return 0.001, func(k int) bool { return k%3 != 0 }
	}
	f, err := analyse(sweptOf(t, 6, 1, show))
	require.NoError(t, err)
	f.Played.Simulated = false
	require.NoError(t, f.explain())
	e := f.Explained.Expected[4]
	require.Equal(t, stats.Supported, e.Verdict, e.Finding)
	require.Contains(t, e.Finding, "at 10.0 times the cost")

	e = verdict(t, 4, 6, 1, show)
	require.Equal(t, stats.Assumed, e.Verdict)
	require.Contains(t, e.Finding, "put into the simulation")

	s := sweptOf(t, 6, 1, show)
	s.Points = s.Points[:1] // and nothing to compare it with
	s.Points = append(s.Points, s.Points[0])
	f, err = analyse(s)
	require.NoError(t, err)
	require.NoError(t, f.explain())
	require.Equal(t, stats.NotEstimable, f.Explained.Expected[4].Verdict)
}

func TestSparsity(t *testing.T) {
	even := [][2]float64{{0, 0}, {0.2, 0.2}, {0.4, 0.4}, {0.6, 0.6}, {0.8, 0.8}, {1, 1}}
	ratio, ok := sparsity(even)
	require.True(t, ok)
	require.InDelta(t, 1, ratio, 1e-12)
	dense := [][2]float64{{0, 0}, {0.35, 0.35}, {0.45, 0.45}, {0.5, 0.5}, {0.55, 0.55}, {0.65, 0.65}, {1, 1}}
	ratio, ok = sparsity(dense)
	require.True(t, ok)
	require.InDelta(t, 0.35/0.075, ratio, 1e-9)
	_, ok = sparsity(even[:5])
	require.False(t, ok, "five points have no middle to speak of")
}

func TestFactTypes(t *testing.T) {
	require.Len(t, arena.FactTypes, types)
}

// TestWeights: the task is passed where corrections are kept, whatever else is.
func TestWeights(t *testing.T) {
	s := sweptOf(t, 5, 2, func(p space.Point, sc, r int) (float64, func(int) bool) {
		n := (len(p.Label)*3 + len(p.MemoryModel) + sc + r) % 4
		m := (len(p.Label) + 2*sc + 3*r) % 9
		return 0.001, func(k int) bool { return k%3 == 0 && k/3 < n || k%3 != 0 && k < m }
	})
	for _, p := range s.Points {
		for sc := range p.Trials {
			for r := range p.Trials[sc] {
				o := &p.Trials[sc][r]
				n, _ := o.Answered(s.Scenarios[sc], func(p arena.Probe) bool { return p.Type == arena.Correction })
				o.Passed = n >= 2
			}
		}
	}
	f, err := analyse(s)
	require.NoError(t, err)
	require.True(t, f.Learned)
	total := 0.0
	for _, w := range f.Weights {
		total += w.Weight
		switch w.Type {
		case arena.Correction:
			require.Greater(t, *w.Slope.Mean, 1.)
			require.Greater(t, w.Weight, 0.6)
			require.NotNil(t, w.Slope.Low)
		case arena.Quantity:
			require.Less(t, *w.Slope.Mean, 0.6)
		default:
			require.Zero(t, w.Scenarios)
			require.Nil(t, w.Slope.Low)
			require.Zero(t, w.Weight)
		}
	}
	require.InDelta(t, 1, total, 1e-12)
}
