package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The queries of whole experiments use the keys, not scans of whole tables.
func TestQueryPlans(t *testing.T) {
	d := fresh(t)
	for _, table := range []string{"scores", "calls", "answers", "cycles"} {
		rows, err := d.reads.Query(`EXPLAIN QUERY PLAN SELECT * FROM `+table+` WHERE trial `+inExperiment+` ORDER BY trial`, "e")
		require.NoError(t, err)
		for rows.Next() {
			var id, parent, unused int
			var detail string
			require.NoError(t, rows.Scan(&id, &parent, &unused, &detail))
			require.NotRegexp(t, `SCAN `+table+`|TEMP B-TREE FOR ORDER`, detail)
		}
		require.NoError(t, rows.Close())
	}
}
