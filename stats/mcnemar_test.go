package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/stats"
)

func TestGoldenMcNemar(t *testing.T) {
	type row struct {
		Name     string
		Input    struct{ B, C *int }
		Expected map[string]*float64 // null: not a number
	}
	for _, c := range golden.Cases[row](t, "mcnemar.json") {
		require.True(t, c.Input.B != nil && c.Input.C != nil, c.Name)
		got := stats.McNemar(*c.Input.B, *c.Input.C)
		for name, v := range map[string]float64{
			"p_exact": got.Exact, "p_mid": got.Mid, "chi2": got.Chi2, "p_chi2": got.PChi2,
			"chi2_corrected": got.Chi2Corrected, "p_chi2_corrected": got.PChi2Corrected,
		} {
			want, given := c.Expected[name]
			switch {
			case !given:
			case want == nil:
				require.True(t, math.IsNaN(v), "%s: %s", c.Name, name)
			default:
				require.InDelta(t, *want, v, 1e-9, "%s: %s", c.Name, name)
				if *want > 0 {
					require.InEpsilon(t, *want, v, 1e-8, "%s: %s", c.Name, name)
				}
			}
		}
	}
}

func TestMcNemarIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, c := rapid.IntRange(0, 200).Draw(t, "b"), rapid.IntRange(1, 200).Draw(t, "c")
		one, other := stats.McNemar(b, c), stats.McNemar(c, b)
		other.B, other.C = other.C, other.B
		require.Equal(t, one, other)
		require.LessOrEqual(t, one.Mid, one.Exact)
		require.LessOrEqual(t, one.PChi2, one.PChi2Corrected)
	})
}
