//go:build slow

package evolution

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
)

// Random pipelines cut the axes, and searches at random end with some of them, measured again.
func TestEvolveBesideRandom(t *testing.T) {
	l := open(t)
	e := small()
	e.Descriptors, e.Evaluations, e.Tasks, e.Random, e.Bins = []string{emas.Cost, emas.Upkeep}, 8, 0, 5, 3
	run := evolve(t, l, e)
	won := 0
	for _, d := range run.Random {
		won += d.Won
		require.False(t, d.Fresh.Infeasible)
		require.Empty(t, d.Fresh.Trials)
	}
	require.Equal(t, 5, won)
	require.Less(t, len(run.Random), 5, "of a sample twice as large, so that several end with the same")
	for i, a := range run.Axes {
		require.Positive(t, a.High-a.Low)
		require.Less(t, run.Noise[i], (a.High-a.Low)/3)
		require.NotEqual(t, emas.Axes(e.descriptors())[i], a, "cut where pipelines differ")
	}
	loaded, err := Load(t.Context(), l, "")
	require.NoError(t, err)
	require.Equal(t, run.Archive, loaded.Archive)
	require.Equal(t, run.Descriptors, loaded.Descriptors)

	// One that is stopped while draws are measured says what is known until then.
	other := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	other.OnProgress = func(p lab.Progress) {
		if p.Done > run.Total-4*len(run.Random) {
			cancel()
		}
	}
	_, _, err = Evolve(ctx, other, e, nil)
	require.ErrorIs(t, err, context.Canceled)
	half, err := Load(t.Context(), other, "")
	require.NoError(t, err)
	require.Empty(t, half.Random)
	require.NotContains(t, half.report().finding(), "draws")

	e.Descriptors, e.Bins = []string{emas.Cost, "quantity"}, 40
	_, _, err = Evolve(t.Context(), l, e, nil)
	require.ErrorAs(t, err, new(arena.Mistake))
	require.ErrorContains(t, err, "descriptor quantity: repeats of a pipeline differ by")
	require.ErrorContains(t, err, "more than a cell")
}
