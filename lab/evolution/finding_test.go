package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
)

func TestFinding(t *testing.T) {
	of := func(fitness float64) *Measured {
		return &Measured{Evaluation: emas.Evaluation{Fitness: fitness, SE: 0.03}}
	}
	found := func(simulated bool, elites int, fresh, unseen *Measured) string {
		return Report{Archive: Archive{
			Simulated: simulated, Searched: emas.Summary{Elites: elites, Cells: 25},
			Elites: []Elite{{Name: "rlm", Measured: *of(0.5)}, {Name: "dual_track", Measured: *of(0.858), Fresh: fresh, Unseen: unseen}},
		}}.finding()
	}
	require.Equal(t, "SIMULATED: Fittest of 19 elites in 25 cells: dual_track, 0.858 ± 0.030 in the search, 0.857 in fresh repeats, 0.800 on held-out scenarios.", found(true, 19, of(0.857), of(0.8)))
	require.Equal(t, "Fittest of 1 elite in 25 cells: dual_track, 0.858 ± 0.030 in the search, 0.857 in fresh repeats.", found(false, 1, of(0.857), nil))
	require.Equal(t, "Fittest of 1 elite in 25 cells: dual_track, 0.858 ± 0.030 in the search, 0.800 on held-out scenarios.", found(false, 1, nil, of(0.8)))
	require.Equal(t, "Fittest of 1 elite in 25 cells: dual_track, 0.858 ± 0.030 in the search. Nothing that didn't choose it has measured it.", found(false, 1, nil, nil))
	require.Equal(t, "No pipeline passed enough tasks, so there is no elite.", Report{}.finding())
}
