package lab_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/labtest"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

// An experiment keeps the scenarios that aren't builtin as their files have them, also where they are stretched; what a
// database says is checked, and no builtin scenario is replaced.
func TestScenariosAreKept(t *testing.T) {
	t.Parallel()
	l := labtest.New(t)
	p := labtest.Plan(t, "window")
	p.ScenariosDir, p.Stretch, p.Repeats = t.TempDir(), 3000, 1
	text, err := os.ReadFile("../cmd/arena/initial/scenarios/office-move.yaml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(p.ScenariosDir, "office-move.yaml"), text, 0o600))
	p.Scenarios = []string{"early-fact-recall", "office-move"}
	_, r := labtest.Run(t, l, p) // read back without the folder
	require.Len(t, r.Scenarios, 2)
	require.Equal(t, 2, r.Stretched)
	require.Zero(t, r.Stale)
	require.Equal(t, r.Trials[1].ScenarioHash, r.Scenarios[1].PlayHash())
	id := r.Experiment.ID
	files, err := l.DB.Files(t.Context(), id)
	require.NoError(t, err)
	require.Len(t, files, 1)
	s, err := l.Scenario(t.Context(), "office-move")
	require.NoError(t, err)
	require.Less(t, scenarios.Tokens(s, l.Tokens), 3000, "not stretched")

	_, _ = labtest.Run(t, l, p)
	files, err = l.DB.Files(t.Context(), id)
	require.NoError(t, err)
	require.Len(t, files, 1, "the same run keeps them once")

	require.NoError(t, l.DB.SaveFile(t.Context(), id, store.File{Name: "scenarios/early-fact-recall.yaml", Body: files[0].Body}))
	again, err := l.Load(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, r.Scenarios[0].Turns, again.Scenarios[0].Turns, "the builtin one goes before")

	for body, want := range map[string]string{
		"id: [":                  "experiment 1 keeps a scenario that can't be read: scenarios/office-move.yaml:2",
		"id: other\nturns: []\n": "the file is named office-move.yaml",
		"name: \x01":             "can't be read",
	} {
		require.NoError(t, l.DB.SaveFile(t.Context(), id, store.File{Name: "scenarios/office-move.yaml", Body: body}))
		_, err = l.Load(t.Context(), id)
		require.ErrorContains(t, err, want)
	}
}
