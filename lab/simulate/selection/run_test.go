//go:build slow

package selection

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/lab/simulate/simulatetest"
)

func TestRun(t *testing.T) {
	const seeds = 2
	settings := simulate.Settings{Seed: 42, Seeds: seeds, Cases: 1, Parallel: 2}
	found, err := Study.Run(t.Context(), settings)
	require.NoError(t, err)
	require.Len(t, found.Tables, 4)
	for _, table := range found.Tables {
		for _, line := range table.Lines {
			require.Len(t, line.Cells, len(table.Columns), table.ID)
		}
	}
	cell := func(table, line, column string) simulate.Spread {
		return simulatetest.Cell(t, found, table, line, column)
	}
	require.Equal(t, seeds, cell("ratio-source", "greedy", "1,000").N)
	require.Equal(t, 1, cell("ratio-source", "greedy", "5,000").N, "of one list")
	require.Less(t, cell("dangling", "greedy, resolved", "source").Mean, cell("dangling", "greedy", "source").Mean-10)
}
