package evolution

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/internal/thorough"
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
	require.NotContains(t, reportOf(t, half).finding(), "draws")

	e.Descriptors, e.Bins = []string{emas.Cost, "quantity"}, 40
	_, _, err = Evolve(t.Context(), l, e, nil)
	require.ErrorAs(t, err, new(arena.Mistake))
	require.ErrorContains(t, err, "descriptor quantity: repeats of a pipeline differ by")
	require.ErrorContains(t, err, "more than a cell")
}

// What is said of searches at random counts each that ends as well, within the margin.
func TestRandomIsSaid(t *testing.T) {
	of := func(fitness float64) *Measured {
		return &Measured{Evaluation: emas.Evaluation{Fitness: fitness, SE: 0.01}}
	}
	said := func(own *Measured, drawn ...Draw) []string {
		return Report{Archive: Archive{Settings: Settings{Random: 20, Margin: 1}, Elites: []Elite{{Fresh: own}}, Random: drawn}}.random()
	}
	out := of(0.9)
	out.Infeasible = true
	require.Equal(t, []string{"Search at random: 12 of 20 draws of as many random pipelines found as fit a one (0.735 on average in fresh repeats; evolution 0.800)."},
		said(of(0.8), Draw{Won: 12, Fresh: of(0.79)}, Draw{Won: 5, Fresh: of(0.6)}, Draw{Won: 3, Fresh: of(0.74)}, Draw{Won: 0, Fresh: out})[:1])
	require.Contains(t, said(of(0.8), Draw{Won: 2, Fresh: of(0.79)}, Draw{Won: 10, Fresh: of(0.6)}, Draw{Won: 8, Fresh: out})[0], "Evolution is ahead of chance: only 2 of 20 draws")
	require.Contains(t, said(out, Draw{Won: 20, Fresh: of(0.1)})[0], "Search at random: 20 of 20 draws")
	require.Empty(t, said(of(0.8)))
}

// What can't pass enough tasks any more is given up, and never an elite.
func TestHopelessPipelinesAreGivenUp(t *testing.T) {
	e := small()
	e.Model, e.Suite, e.Scenarios, e.Descriptors, e.HeldOut = "sim:nano", []string{"original", "extended"}[thorough.Times(0, 1)], nil, []string{emas.Cost}, 0
	e.Evaluations, e.Fresh, e.Tasks = 8, 0, 1
	run := evolve(t, open(t), e)
	short := 0
	for _, s := range run.Steps {
		if len(s.Trials) < len(run.Run.Search) {
			short++
			require.True(t, s.Infeasible)
			require.Equal(t, emas.Rejected.String(), s.Status)
		}
	}
	require.Positive(t, short)
	require.Equal(t, run.Total, run.Done)
}
