package stats_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/stats"
)

func TestNonInferior(t *testing.T) {
	for _, c := range []struct {
		name            string
		low, mean, high float64
		want            stats.GateResult
	}{
		{"no change, well measured", -0.04, 0, 0.04, stats.Pass},
		{"a proven loss within the margin", -0.05, -0.03, -0.01, stats.Pass},
		{"better", 0.01, 0.05, 0.09, stats.Pass},
		{"no change, too few trials", -0.10, 0, 0.10, stats.Inconclusive},
		{"the lower end on the margin", -0.06, 0, 0.06, stats.Inconclusive},
		{"all of it beyond the margin", -0.20, -0.15, -0.10, stats.Fail},
		{"a proven loss, beyond the margin at best guess", -0.15, -0.08, -0.01, stats.Fail},
		{"a proven loss, within the margin at best guess", -0.09, -0.05, -0.01, stats.Inconclusive},
		{"a large loss that may be chance", -0.25, -0.12, 0.01, stats.Inconclusive},
		{"too few trials and better", -0.10, 0.05, 0.20, stats.Inconclusive},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := stats.Estimate{Mean: c.mean, N: 62, Interval: &stats.Interval{Low: c.low, High: c.high}}
			require.Equal(t, c.want, stats.NonInferior(e, 0.06))
		})
	}
	require.Equal(t, stats.Inconclusive, stats.NonInferior(stats.Estimate{Mean: 0.5, N: 10}, 0.06), "no interval")
	require.Equal(t, stats.Inconclusive, stats.NonInferior(stats.Estimate{}, 0.06), "nothing ran")
}
