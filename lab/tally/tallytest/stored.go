package tallytest

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/store"
)

// Stored is a database with the experiment of a result, without its evidence.
func Stored(t *testing.T, r lab.Result) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	plan, err := json.Marshal(r.Planned)
	require.NoError(t, err)
	e := r.Experiment
	e.Kind, e.Plan = store.KindRun, string(plan)
	_, _, err = db.Begin(t.Context(), e)
	require.NoError(t, err)
	var asked []store.Question
	for _, s := range r.Scenarios {
		for _, p := range s.Probes {
			asked = append(asked, store.Question{Probe: p})
		}
	}
	require.NoError(t, db.SaveQuestions(t.Context(), "test", asked))
	for i, trial := range r.Trials {
		require.NoError(t, db.SaveTrial(t.Context(), e.ID, i, trial.Trial, arena.Record{Outcome: trial.Outcome}, "test", trial.Score))
	}
	return db
}
