package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
	"contextarena.internal/lab/choice"
	"contextarena.internal/stats"
)

func TestFinding(t *testing.T) {
	of := func(fitness float64, cell ...int) *Measured {
		return &Measured{Evaluation: emas.Evaluation{Fitness: fitness, SE: 0.03}, Cell: cell}
	}
	out := func(m *Measured) *Measured { m.Infeasible = true; return m }
	found := func(simulated bool, elites ...Elite) string {
		return Report{Archive: Archive{Simulated: simulated, Searched: emas.Summary{Elites: len(elites), Cells: 25}, Elites: elites}}.finding()
	}
	lucky := Elite{Name: "lucky", Measured: *of(0.879, 1), Fresh: of(0.792, 1), Unseen: of(0.7, 1)}
	steady := Elite{Name: "steady", Measured: *of(0.872, 2), Fresh: of(0.872, 2), Unseen: of(0.86, 2)}
	require.Equal(t, "SIMULATED: Fittest of 2 elites in 25 cells by fresh repeats: steady, 0.872 (0.872 ± 0.030 in the search), 0.860 on held-out scenarios. 2 of 2 elites stay in their cell on held-out scenarios, 0 pass too few tasks there.", found(true, steady, lucky))
	moved := steady
	moved.Unseen = of(0.86, 3)
	require.Equal(t, "This archive is noise: 1 of 2 elites stay in their cell on held-out scenarios, 0 pass too few tasks there. Fittest of 2 elites in 25 cells by fresh repeats: steady, 0.872 (0.872 ± 0.030 in the search), 0.860 on held-out scenarios.", found(false, moved, lucky))
	require.Equal(t, "None of 1 elite passes enough tasks again in fresh repeats, so none is to be used.", found(false, Elite{Name: "out", Measured: *of(0.8, 1), Fresh: out(of(0.8, 1))}))
	require.Equal(t, "Nothing that didn't choose them has measured the 1 elite (--fresh 5).", found(false, Elite{Name: "steady", Measured: *of(0.872, 2)}))
	require.Equal(t, "No pipeline passed enough tasks, so there is no elite.", Report{}.finding())
}

// What is chosen is chosen by trials that chose no elite, and compared with full_context.
func TestChoiceOfElites(t *testing.T) {
	all := func(sum float64) (out []stats.Cluster) {
		for i := range 6 {
			out = append(out, stats.Cluster{Sum: sum - float64(i%2), N: 10})
		}
		return out
	}
	r := Report{Archive: Archive{Elites: []Elite{{Name: "notes", Fresh: &Measured{}}}}, candidates: []choice.Candidate{
		{Name: "full_context", Kept: all(10), Passed: all(10), Write: 1},
		{Name: "notes", Kept: all(9.9), Passed: all(10), Write: 0.2, Writes: true},
	}}
	r.Choose(choice.Ask{Floor: 0.8, Tasks: 1})
	require.Equal(t, "notes", r.Choice.Name)
	require.Contains(t, r.finding(), "For a floor of 80 % use notes: it keeps 94 %")
	r.Choose(choice.Ask{Floor: 0.93, Tasks: 1})
	require.Contains(t, r.finding(), "use full_context: of 1 configuration at less cost none can be said to keep 93 %")
	r.candidates = nil
	r.Choose(choice.Ask{Floor: 0.8, Tasks: 1})
	require.Nil(t, r.Choice)
}
