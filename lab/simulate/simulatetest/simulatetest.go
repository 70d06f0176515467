// Package simulatetest is what tests of simulations share.
package simulatetest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/simulate"
)

// Cell is a figure of a report by the names of its table, line and column.
func Cell(t testing.TB, r simulate.Report, table, line, column string) simulate.Spread {
	t.Helper()
	for _, x := range r.Tables {
		i := slices.IndexFunc(x.Lines, func(l simulate.Line) bool { return l.Name == line })
		k := slices.IndexFunc(x.Columns, func(c simulate.Column) bool { return c.Name == column })
		if x.ID == table && i >= 0 && k >= 0 {
			return x.Lines[i].Cells[k]
		}
	}
	require.Fail(t, "no such figure", "%s: %s: %s", table, line, column)
	return simulate.Spread{}
}
