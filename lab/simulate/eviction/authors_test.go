//go:build slow

package eviction

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/lab/simulate/simulatetest"
)

// What the author's own code measured over ten seeds of 500 sessions, of which every fifth is played here: hits, % of
// the exact optimum.
func TestExperimentAIsTheAuthors(t *testing.T) {
	r, err := Study.Run(t.Context(), simulate.Settings{Seed: 42, Seeds: 10, Cases: 100, Parallel: 2})
	require.NoError(t, err)
	cell := func(table, line, column string) float64 { return simulatetest.Cell(t, r, table, line, column).Mean }
	for name, want := range map[string][5]float64{
		"truncate": {74.0, 62.5, 55.3, 74.2, 93.2}, "lru": {74.0, 62.5, 55.3, 74.7, 93.8}, "lfu": {74.9, 63.9, 55.9, 74.1, 93.7},
		"rwoe": {79.6, 69.5, 64.2, 83.4, 98.0}, "rwoe_r": {79.4, 69.4, 64.0, 83.2, 97.7}, "rwoe density": {86.6, 79.5, 75.0, 90.0, 98.8},
		"gdsf": {84.3, 75.2, 69.9, 85.3, 96.6}, "Bélády": {92.3, 91.6, 94.6, 100, 100}, "distance×size": {98.2, 97.9, 98.4, 100, 100},
	} {
		for i, column := range []string{"2.5 %", "5 %", "10 %", "25 %", "50 %"} {
			require.InDelta(t, want[i], cell("sweep", name, column), 2, "%s at %s", name, column)
		}
	}
}
