package stats

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestChanges(t *testing.T) {
	require.Empty(t, Changes(nil, 0.05))
	require.Empty(t, Changes([]Reading{{0.8, 0.01}}, 0.05))
	require.Empty(t, Changes([]Reading{{0.8, 0.01}, {0.81, 0.01}, {0.79, 0.01}}, 0.05))
	have := Changes([]Reading{{0.8, 0.01}, {0.8, 0.01}, {0.7, 0.01}, {0.7, 0.02}, {0.9, 0.01}}, 0.05)
	require.Len(t, have, 2)
	require.Equal(t, 2, have[0].At)
	require.InDelta(t, 0.8, have[0].Before, 1e-12)
	require.InDelta(t, 0.7, have[0].After, 1e-12)
	require.Equal(t, 4, have[1].At)
	require.InDelta(t, 0.7, have[1].Before, 1e-12)
}

// A series without a change is found to have one no more often than alpha says, and a clear one is found.
func TestChangesAreSeldomFalse(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	wrong, found := 0, 0
	const times = 2000
	for range times {
		var still, moved []Reading
		for i := range 20 {
			x := r.NormFloat64() * 0.02
			still = append(still, Reading{0.8 + x, 0.02})
			if i >= 10 {
				x -= 0.06
			}
			moved = append(moved, Reading{0.8 + x, 0.02})
		}
		wrong += min(1, len(Changes(still, 0.05)))
		found += min(1, len(Changes(moved, 0.05)))
	}
	require.LessOrEqual(t, wrong, times*6/100)
	require.Positive(t, wrong)
	require.Greater(t, found, times*95/100)
}
