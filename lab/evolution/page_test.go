package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
)

// The course of a search agrees with its steps: what was seen, how often, and who was the fittest when.
func TestCourse(t *testing.T) {
	r := evolvedRun(t)
	c := r.course()
	measured, elites := 0, 0
	for _, s := range c.Seen {
		measured += s.Measured
		require.Equal(t, r.Space.Name(emas.Genome(s.Genome)), s.Name)
		if s.Elite {
			elites++
		}
	}
	require.Equal(t, len(r.Steps), measured)
	require.Len(t, r.Elites, elites)
	last := c.Batches[len(c.Batches)-1]
	require.Equal(t, len(r.Steps), last.Evaluations)
	require.InDelta(t, r.Steps[len(r.Steps)-1].QDScore, last.QDScore, 1e-12)

	require.NotEmpty(t, c.Bests)
	require.Len(t, c.Bests[0].Changed, len(r.Space.Settings(emas.Genome(c.Seen[c.Bests[0].Seen].Genome))), "the first is said whole")
	for i, b := range c.Bests[1:] {
		before := c.Bests[i]
		require.Greater(t, b.Batch, before.Batch)
		require.NotEqual(t, b.Seen, before.Seen)
		require.NotEmpty(t, b.Changed)
	}
	final := c.Bests[len(c.Bests)-1]
	require.InDelta(t, last.Best, c.Seen[final.Seen].Fitness, 1e-12)
	for _, s := range c.Seen {
		require.True(t, s.Infeasible || s.Fitness <= last.Best)
	}
}

// Where nothing passes enough tasks there is no best.
func TestNoBest(t *testing.T) {
	require.Equal(t, -1, fittest([]Seen{{Fitness: 1, Infeasible: true}}))
	require.Equal(t, 1, fittest([]Seen{{Fitness: 0.4}, {Fitness: 0.5}, {Fitness: 0.5}}), "of equals the one that was seen first")
}
