package store

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// A query of anyone's reads, whatever it is, and leaves the connection as it was.
func TestSelectReadsOnly(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	save(t, d, "e", 1)
	for _, query := range []string{
		"DELETE FROM trials", "SELECT 1; DROP TABLE trials", "INSERT INTO models DEFAULT VALUES", "CREATE TEMP TABLE x (y)", "ATTACH 'other.db' AS other",
		"PRAGMA query_only = 0", "PRAGMA journal_mode = DELETE", "BEGIN", "COMMIT", "ROLLBACK", "SELECT load_extension('x')", "SELECT * FROM pragma_table_list",
		"VACUUM INTO 'copy.db'", "DETACH main", "REINDEX", "SELEC 1", "SELECT nothing FROM trials",
	} {
		_, err := d.Select(t.Context(), nil, query)
		var mistake arena.Mistake
		require.ErrorAs(t, err, &mistake, query)
	}
	for range 2 * readers { // of every connection
		require.Equal(t, 1, count(t, d, "SELECT count(*) FROM trials"))
		require.Equal(t, 0, count(t, d, "SELECT count(*) FROM pragma_database_list WHERE name <> 'main'"))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := d.Select(ended, nil, "SELECT 1")
	require.ErrorIs(t, err, context.Canceled)
}

func TestSelect(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	got, err := d.Select(t.Context(), map[string]any{"a": int64(2), "unused": "x"},
		"SELECT :a + 1 AS n, :b AS absent, 'text' AS t, x'00ff' AS b",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT share('s' || i, i % 2) AS s, paired('s' || i, i, NULL) AS p FROM n")
	require.NoError(t, err)
	require.Equal(t, Rows{Head: []string{"n", "absent", "t", "b"}, Rows: [][]any{{int64(3), nil, "text", []byte{0, 255}}}}, got[0])
	want := stats.ClusterMean([]stats.Cluster{{Sum: 1, N: 1}, {Sum: 0, N: 1}, {Sum: 1, N: 1}}, 0.05)
	require.Equal(t, want, got[1].Rows[0][0])
	require.False(t, got[1].Rows[0][1].(stats.Estimate).Defined())
	none, err := d.Select(t.Context(), nil, "SELECT * FROM export_trials")
	require.NoError(t, err)
	require.Empty(t, none[0].Rows)
	require.Equal(t, "experiment", none[0].Head[0])
}

// A strategy has the name that its plan gives it, with its budget where there are several.
func TestAlias(t *testing.T) {
	d := fresh(t)
	for id, plan := range map[string]string{"e": `{"specs": {"prod": "rlm"}, "budgets": [500, 1000]}`, "f": `{"budgets": [500]}`} {
		e := sampleExperiment(id)
		e.Plan = plan
		_, _, err := d.Begin(t.Context(), e)
		require.NoError(t, err)
		trial := sampleTrial(1)
		trial.Strategy, trial.Budget = "rlm", 500
		require.NoError(t, d.SaveTrial(t.Context(), id, 1, trial, sampleRecord(1), "scorer-1", sampleScore(1)))
	}
	got, err := d.Select(t.Context(), nil, "SELECT DISTINCT alias, strategy, budget FROM export_verdicts ORDER BY 1")
	require.NoError(t, err)
	require.Equal(t, [][]any{{"prod/500", "rlm", int64(500)}, {"rlm", "rlm", int64(500)}}, got[0].Rows)
}
