package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestImport(t *testing.T) {
	d := fresh(t)
	files := []File{{"a.json", "[1, 2]\n"}, {"b.json", "{\"x\": \"ü\"}\n"}, {"c.json", "[1, 2]\n"}}
	e, there, err := d.Import(t.Context(), sampleExperiment("i"), files)
	require.NoError(t, err)
	require.False(t, there)
	want := sampleExperiment("i")
	want.Number, want.Status, want.Simulated = 1, Complete, false
	require.Equal(t, want, e)
	require.Equal(t, 2, count(t, d, `SELECT count(*) FROM texts`), "equal files are stored once")

	back, err := d.Files(t.Context(), "i")
	require.NoError(t, err)
	require.Equal(t, files, back)

	later := sampleExperiment("i")
	later.Name, later.Created = "other", later.Created.AddDate(1, 0, 0)
	again, there, err := d.Import(t.Context(), later, files[:1])
	require.NoError(t, err)
	require.True(t, there)
	require.Equal(t, want, again, "nothing is changed")
	require.Equal(t, 3, count(t, d, `SELECT count(*) FROM files`))

	begin(t, d, "played")
	none, err := d.Files(t.Context(), "played")
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestImportRefuses(t *testing.T) {
	d := fresh(t)
	_, _, err := d.Import(t.Context(), sampleExperiment("i"), []File{{"good.json", "[]"}, {"bad.json", "\xff"}})
	require.ErrorContains(t, err, "bad.json is not UTF-8")
	_, _, err = d.Import(t.Context(), Experiment{}, []File{{"a.json", "[]"}})
	require.ErrorContains(t, err, "CHECK constraint failed")
	require.Zero(t, count(t, d, `SELECT count(*) FROM experiments`))
}
