//go:build slow

package pruning

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/reports/reportstest"
)

func TestRun(t *testing.T) {
	settings := simulate.Settings{Seed: 42, Seeds: 1, Cases: 1, Parallel: 2}
	found, err := Study.Run(t.Context(), settings)
	require.NoError(t, err)
	require.Len(t, found.Tables, 5)
	for _, table := range found.Tables {
		require.NotEmpty(t, table.Lines, table.ID)
		for _, line := range table.Lines {
			require.Len(t, line.Cells, len(table.Columns), table.ID)
		}
	}
	reportstest.Golden(t, found.Document(), "pruning", "table", "svg")
}
