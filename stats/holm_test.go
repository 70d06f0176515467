package stats_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/stats"
)

func TestGoldenHolm(t *testing.T) {
	type row struct {
		Name     string
		Input    struct{ P []float64 }
		Expected struct{ Holm []float64 }
	}
	tested := 0
	for _, c := range golden.Cases[row](t, "holm.json") {
		if c.Expected.Holm == nil {
			continue
		}
		tested++
		got := stats.Holm(c.Input.P)
		require.NotNil(t, got, c.Name)
		require.Len(t, got, len(c.Expected.Holm), c.Name)
		for i, want := range c.Expected.Holm {
			require.InDelta(t, want, got[i], 1e-12, c.Name)
		}
	}
	require.Positive(t, tested)
}

func TestHolmIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 12).Draw(t, "p")
		got := stats.Holm(p)
		least := 1.0
		for i := range p {
			require.GreaterOrEqual(t, got[i], p[i])
			require.LessOrEqual(t, got[i], 1.0)
			least = min(least, got[i])
			for j := range p {
				if p[i] <= p[j] {
					require.LessOrEqual(t, got[i], got[j])
				}
			}
		}
		// The smallest pays for the whole family.
		smallest := 1.0
		for _, v := range p {
			smallest = min(smallest, v)
		}
		require.InDelta(t, min(1, smallest*float64(len(p))), least, 1e-15)
	})
}
