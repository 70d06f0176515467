package pruning

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func drawnWorld() *world { return newWorld(rand.New(rand.NewPCG(7, 1))) }

func named(t *testing.T, name string) policy {
	i := slices.IndexFunc(policies, func(p policy) bool { return p.name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return policies[i]
}

// What is needed was said before, and says of repeats leads to what isn't one.
func TestWorld(t *testing.T) {
	w := drawnWorld()
	require.InDelta(t, 576, len(w.memories), 100)
	of := map[string]int{}
	for i, m := range w.memories {
		of[m.kind]++
		require.True(t, slices.IsSorted(m.needs))
		require.Equal(t, m.says, w.memories[m.says].says)
		require.Equal(t, m.kind != repeat, m.says == i)
		for _, day := range m.needs {
			require.Greater(t, day, m.day)
			require.True(t, slices.ContainsFunc(w.questions[day], func(q question) bool { return q.needs == i }))
		}
		if m.kind == rare && len(m.needs) > 0 {
			require.GreaterOrEqual(t, m.needs[0], m.day+14)
		}
	}
	for _, kind := range []string{work, fact, rare, repeat, chat} {
		require.Positive(t, of[kind], kind)
	}
}

// share is a count in percent.
func share(o outcome, count string) float64 { return 100 * o.counts[count].were / o.counts[count].of }

// Where there is room nothing is lost; a capacity holds where nothing is protected; the future knows best.
func TestPlay(t *testing.T) {
	w := drawnWorld()
	best, err := w.play(named(t, "knows the future"), rule{capacity: 60})
	require.NoError(t, err)
	for _, p := range policies {
		all, err := w.play(p, rule{capacity: len(w.memories)})
		require.NoError(t, err)
		require.InDelta(t, 100, share(all, allKept), 1e-12, p.name)
		require.InDelta(t, 1, all.size, 1e-12, p.name)
		require.Zero(t, all.counts[neverUsed].of, p.name)
		some, err := w.play(p, rule{capacity: 60})
		require.NoError(t, err)
		if p.protection == unprotected {
			require.InDelta(t, 60./float64(len(w.memories)), some.end, 1e-12, p.name)
			require.LessOrEqual(t, share(some, allKept), share(best, allKept), p.name)
		}
		require.Less(t, share(some, allKept), 100., p.name)
		needs := 0.
		for _, use := range earlierUse {
			needs += some.counts[use].of
		}
		require.InDelta(t, some.counts[allKept].of, needs, 1e-12, "earlier uses are all needs")
	}
	none, err := w.play(named(t, "mus"), rule{threshold: 0})
	require.NoError(t, err)
	require.Zero(t, none.counts[neverUsed].of)
	low, err := w.play(named(t, "mus"), rule{threshold: .2})
	require.NoError(t, err)
	require.InDelta(t, 100, share(low, neverUsed), 1e-12, "below 0.2 is what was never retrieved")
}

func TestUsed(t *testing.T) {
	for n, want := range []int{0, 1, 2, 2, 3, 3} {
		require.Equal(t, earlierUse[want], used(n), n)
	}
}
