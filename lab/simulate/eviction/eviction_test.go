package eviction

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/strategies/eviction"
)

// The workload has the means that were measured on the author's generator.
func TestUniformWorkload(t *testing.T) {
	const n = 400
	chunks, tokens, uses, at := 0, 0, 0, 0
	byClass := [eviction.Classes]float64{}
	for i := range n {
		s := uniform(rand.New(rand.NewPCG(7, uint64(i))))
		chunks, tokens = chunks+len(s.Chunks), tokens+s.Tokens
		for turn, us := range s.Uses {
			for _, u := range us {
				uses++
				byClass[s.Chunks[u.Chunk].Class]++
				if s.Chunks[u.Chunk].Inserted == turn {
					at++
				}
			}
		}
	}
	require.InDelta(t, 7.54, float64(chunks)/n/Turns, 0.08)
	require.InDelta(t, 304.9, float64(tokens)/float64(chunks), 5)
	require.InDelta(t, 1.58, float64(uses)/n/Turns, 0.08)
	require.InDelta(t, 0.20, float64(at)/float64(uses), 0.02)
	for class, want := range []float64{0.230, 0.369, 0.367, 0.034} {
		require.InDelta(t, want, byClass[class]/float64(uses), 0.02)
	}
}

// All of it, on little: every table has its figures.
func TestReport(t *testing.T) {
	r, err := Study.Run(t.Context(), simulate.Settings{Seed: 1, Seeds: 2, Cases: 5, Parallel: 2})
	require.NoError(t, err)
	for _, table := range r.Tables {
		for _, line := range table.Lines {
			require.Len(t, line.Cells, len(table.Columns), "%s: %s", table.ID, line.Name)
			for i, c := range line.Cells {
				require.Positive(t, c.N, "%s: %s: %s", table.ID, line.Name, table.Columns[i].Name)
			}
		}
	}
	reportstest.Golden(t, r.Document(), "eviction", "table", "svg/budgets")
	reportstest.Written(t, r.Document(), "json", "")
}
