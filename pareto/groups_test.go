package pareto

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/space"
)

func TestAcrossGroups(t *testing.T) {
	at := [][]int{{0}, {1}, {space.Inactive}}
	observe := func(values ...float64) Group {
		var out Group
		for i, v := range values {
			out = append(out, Observation{At: at[i], Value: v, Variance: 0.3})
		}
		return out
	}
	t.Run("complete", func(t *testing.T) {
		points, err := AcrossGroups([]Group{observe(1, 2, 4), observe(3, 4, 6)})
		require.NoError(t, err)
		require.Len(t, points, 3)
		for i, want := range []float64{2, 3, 5} {
			require.InDelta(t, want, points[i].Value, 1e-9)
			require.InDelta(t, 0.15, points[i].Variance, 1e-9)
		}
	})
	t.Run("a missing point is shifted like its group", func(t *testing.T) {
		points, err := AcrossGroups([]Group{observe(1, 2, 4), observe(3, 4)})
		require.NoError(t, err)
		for i, want := range []float64{2, 3, 5} {
			require.InDelta(t, want, points[i].Value, 1e-6)
		}
		require.InDelta(t, 0.3, points[2].Variance, 1e-9)
	})
	t.Run("refused", func(t *testing.T) {
		_, err := AcrossGroups([]Group{observe(1), observe(2)})
		require.ErrorContains(t, err, "it takes 2 scenarios that share points")
	})
}

// What a point varies from group to group beyond the noise that is stated is found and added.
func TestAcrossGroupsFindsWhatVaries(t *testing.T) {
	_, points := small(t)
	const rounds, groups, within, noise = 60, 8, 0.3, 0.4
	variance := 0.0
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 2))
		var all []Group
		for range groups {
			var g Group
			shift := 0.5 * r.NormFloat64()
			for _, x := range points {
				v := truth(x) + shift + within*r.NormFloat64() + noise*r.NormFloat64()
				g = append(g, Observation{At: x, Value: v, Variance: noise * noise})
			}
			all = append(all, g)
		}
		across, err := AcrossGroups(all)
		require.NoError(t, err)
		variance += across[0].Variance / rounds
	}
	require.InDelta(t, (within*within+noise*noise)/groups, variance, 0.003)
}

// small is a space in which depth is a setting of deep strategies alone, with all its points.
func small(t require.TestingT) (*space.Space, [][]int) {
	depth := space.Steps("depth", "", 1, 2, 3)
	depth.When = space.Condition{"strategy": {"deep", "deeper"}}
	over := declared(t, space.Choice("strategy", "flat", "deep", "deeper"), depth, space.Steps("window", "", 2, 4, 8))
	return over, full(over)
}

// truth has main effects of all three dimensions and one interaction, of depth with window.
func truth(x []int) float64 {
	strategy, depth, window := x[0], float64(x[1]-1), float64(x[2]-1)
	v := []float64{-0.5, 0.3, 0.8}[strategy] + 0.4*window
	if x[1] != space.Inactive {
		v += 0.5*depth + 0.25*depth*window
	}
	return v
}
