package emas_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
)

func seeds(n int) []uint64 {
	all := make([]uint64, n)
	for i := range all {
		all[i] = uint64(i)
	}
	return all
}

// TestMethods compares what the emitters do for a search, without noise.
func TestMethods(t *testing.T) {
	l := landscape(t, 0, 0)
	ks := []int{80, 320, 720}
	run := func(e ...emas.Emitter) emas.Curve {
		c, err := l.Curve(emas.Method{Name: e[0].Name(), Emitters: e, Batch: 40}, ks, seeds(30))
		require.NoError(t, err)
		mean := c.Mean()
		low, high := c.Band(0.8)
		t.Logf("%-10s %.3f, 0.8 of seeds at 720 in [%.3f, %.3f], 0.95 after %d", c.Method, mean, low[2], high[2], c.Reaches(0.95))
		for i := range ks {
			require.True(t, low[i] <= mean[i] && mean[i] <= high[i] && high[i] <= 1+1e-12)
		}
		return c
	}
	random, genetic := run(emas.Uniform{}), run(emas.Genetic{Population: 50})
	for _, c := range []emas.Curve{run(emas.Mutation{}, emas.Uniform{}), run(emas.Crossover{}, emas.Uniform{})} {
		for _, other := range []emas.Curve{random, genetic} {
			b, err := c.Ahead(other, 2, 0.05)
			require.NoError(t, err)
			require.Positive(t, b.BCa.Low, "%s against %s", c.Method, other.Method)
		}
	}
	b, err := random.Ahead(random, 2, 0.05)
	require.NoError(t, err)
	require.LessOrEqual(t, b.BCa.Low, 0.0, "random is as good as itself")
	require.Zero(t, random.Reaches(2))
}

// TestGuidedSearch: the forest finds more in few evaluations than random draws do.
func TestGuidedSearch(t *testing.T) {
	l := landscape(t, 0, 0)
	ks := []int{120}
	guided, err := l.Curve(emas.Method{Name: "guided", Emitters: []emas.Emitter{emas.Guided{Forest: emas.Forest{}, Optimism: 1, Pool: 400}}, Batch: 20}, ks, seeds(8))
	require.NoError(t, err)
	random, err := l.Random(ks)
	require.NoError(t, err)
	t.Logf("guided %.3f, random %.3f", guided.Mean()[0], random[0])
	require.Greater(t, guided.Mean()[0], random[0]+0.03)
}

// TestNoise: under noise what a search keeps is worth less than it believes, and measuring elites
// again makes it better.
func TestNoise(t *testing.T) {
	l := landscape(t, 5, 0.08)
	emitters := []emas.Emitter{emas.Mutation{}, emas.Uniform{}}
	run := func(repeats int, margin float64) emas.Curve {
		c, err := l.Curve(emas.Method{Name: "m", Emitters: emitters, Batch: 40, Repeats: repeats, Margin: margin}, []int{720}, seeds(30))
		require.NoError(t, err)
		t.Logf("repeats %d, margin %v: %.3f after %.0f evaluations", repeats, margin, c.Mean()[0], c.Evaluations[0])
		return c
	}
	once, again := run(1, 0), run(5, 0)
	run(1, 1)
	run(5, 1)
	b, err := again.Ahead(once, 0, 0.05)
	require.NoError(t, err)
	require.Positive(t, b.BCa.Low)
	require.Equal(t, 720.0, once.Evaluations[0])
	require.Greater(t, again.Evaluations[0], 720.0)

	// The corrected archive shows the shrinkage.
	s, err := emas.NewSearch(l.Space, archive(t, l, emas.Rules{}), emas.Settings{Emitters: emitters})
	require.NoError(t, err)
	play(t, l, s, 40, 720)
	corrected, shrinkage, err := emas.Corrected(s.Archive(), l.Truth)
	require.NoError(t, err)
	require.Less(t, shrinkage.Heldout, shrinkage.Searched-0.02)
	require.Less(t, shrinkage.Stayed, shrinkage.Elites)
	require.Less(t, corrected.Summary().QDScore, s.Archive().Summary().QDScore)
}

func TestCurveMistakes(t *testing.T) {
	l := landscape(t, 2, 0.1)
	m := emas.Method{Name: "m", Emitters: []emas.Emitter{emas.Uniform{}}, Batch: 10}
	for want, c := range map[string]struct {
		ks   []int
		edit func(*emas.Method)
	}{
		"ascending numbers of evaluations from 1 to 4320": {[]int{20, 10}, func(*emas.Method) {}},
		"batch of 0": {[]int{10}, func(m *emas.Method) { m.Batch = 0 }},
		"measures elites 3 times, there are 2 draws": {[]int{10}, func(m *emas.Method) { m.Repeats = 3 }},
		"no emitters": {[]int{10}, func(m *emas.Method) { m.Emitters = nil }},
	} {
		m := m
		c.edit(&m)
		_, err := l.Curve(m, c.ks, seeds(1))
		require.ErrorContains(t, err, want)
	}
	a, err := l.Curve(m, []int{10}, seeds(2))
	require.NoError(t, err)
	b, err := l.Curve(m, []int{10}, seeds(1))
	require.NoError(t, err)
	_, err = a.Ahead(b, 0, 0.05)
	require.ErrorContains(t, err, "run both alike")
	l.Offset = 5
	_, err = l.Curve(m, []int{10}, seeds(1))
	require.ErrorContains(t, err, "lower the offset")
}

// TestFound: the archive that a method ends with is the one that its curve judges.
func TestFound(t *testing.T) {
	l := landscape(t, 2, 0.08)
	m := emas.Method{Name: "m", Emitters: []emas.Emitter{emas.Uniform{}, emas.Mutation{}}, Batch: 20}
	found, err := l.Found(m, 100, 7)
	require.NoError(t, err)
	var again []emas.Evaluation
	for _, e := range found.Elites() {
		again = append(again, l.Truth[e.Genome])
	}
	corrected, _, err := emas.Corrected(found, again)
	require.NoError(t, err)
	c, err := l.Curve(m, []int{100}, []uint64{7})
	require.NoError(t, err)
	best, err := l.Optimum()
	require.NoError(t, err)
	require.InDelta(t, corrected.Summary().QDScore/best.Summary().QDScore, c.Mean()[0], 1e-12)
	_, err = l.Found(emas.Method{Batch: 1}, 10, 1)
	require.ErrorContains(t, err, "no emitters")
}
