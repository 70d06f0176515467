package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFinding(t *testing.T) {
	fresh, unseen := new(0.857), new(0.8)
	require.Equal(t, "SIMULATED: Fittest of 19 elites in 25 cells: dual_track, 0.858 ± 0.030 in the search, 0.857 in fresh repeats, 0.800 on held-out scenarios.", finding(true, "dual_track", 0.858, 0.03, fresh, unseen, 19, 25))
	require.Equal(t, "Fittest of 1 elite in 4 cells: x, 0.500 ± 0.100 in the search, 0.857 in fresh repeats.", finding(false, "x", 0.5, 0.1, fresh, nil, 1, 4))
	require.Equal(t, "Fittest of 1 elite in 4 cells: x, 0.500 ± 0.100 in the search, 0.800 on held-out scenarios.", finding(false, "x", 0.5, 0.1, nil, unseen, 1, 4))
	require.Equal(t, "Fittest of 1 elite in 4 cells: x, 0.500 ± 0.100 in the search. Nothing that didn't choose it has measured it.", finding(false, "x", 0.5, 0.1, nil, nil, 1, 4))
	require.Equal(t, "No pipeline passed enough tasks, so there is no elite.", Archive{}.finding())
}
