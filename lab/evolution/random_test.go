package evolution

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
	"contextarena.internal/internal/thorough"
)

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
	e.Model, e.Suite, e.Scenarios, e.Descriptors, e.HeldOut = "sim:nano", []string{"original", "extended"}[thorough.Times(0, 1)], nil, []string{emas.Cost, emas.Upkeep}, 0
	e.Evaluations, e.Fresh, e.Tasks = 8, 0, 1
	run := evolve(t, open(t), e)
	short := 0
	for _, s := range run.Steps {
		if len(s.Trials) < len(run.Run.Search) {
			short++
			require.True(t, s.Infeasible)
			require.False(t, slices.ContainsFunc(run.Elites, func(x Elite) bool { return x.Genome == s.Genome }))
		}
	}
	require.Positive(t, short)
	require.Equal(t, run.Total, run.Done)
}
