package original

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/store"
)

func importer(t *testing.T) *lab.Lab {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "arena.db"), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return &lab.Lab{DB: db, Now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), Program: "v1"}
}

// bring reads and imports files.
func bring(t *testing.T, l *lab.Lab, files ...store.File) (Report, bool) {
	t.Helper()
	read, err := parse(files)
	require.NoError(t, err)
	in, there, err := read.Store(t.Context(), l)
	require.NoError(t, err)
	return in, there
}

func source(t *testing.T, name string) store.File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "contextarena", "testdata", name))
	require.NoError(t, err)
	return store.File{Name: name, Body: string(data)}
}

func TestImport(t *testing.T) {
	l := importer(t)
	loss, benchmark := source(t, "rlm-loss.json"), source(t, "benchmark.json")
	in, there := bring(t, l, loss, benchmark)
	require.False(t, there)
	stored, err := l.Find(t.Context(), "1")
	require.NoError(t, err)
	require.Equal(t, store.Complete, stored.Status)
	require.Equal(t, "2 files of context-arena", in.Experiment.Name)
	require.Contains(t, stored.Plan, `{"imported":{"from":"context-arena","files":[{"name":"rlm-loss.json","format":"rlm-loss","sha256":"`)
	require.Len(t, in.Files, 2)
	require.Equal(t, 8, in.Files[0].Runs)

	again, there := bring(t, l, benchmark, loss)
	require.True(t, there)
	require.Equal(t, in, again, "the same contents in another order change nothing")

	back, err := Load(t.Context(), l, "1")
	require.NoError(t, err)
	require.Equal(t, in, back)

	one, there := bring(t, l, loss)
	require.False(t, there)
	require.EqualValues(t, 2, one.Experiment.Number)
}

// What an import has no trials for says so.
func TestImportedIsNotPlayed(t *testing.T) {
	l := importer(t)
	in, _ := bring(t, l, source(t, "benchmark.json"))
	_, err := l.Load(t.Context(), "")
	require.ErrorContains(t, err, "experiment 1 was imported")
	_, err = l.Rescore(t.Context(), in.Experiment.ID, nil)
	require.ErrorContains(t, err, "arena report 1 shows its figures")

	_, _, err = l.DB.Begin(t.Context(), store.Experiment{ID: "played", Kind: store.KindRun, Plan: `{"suite": "original"}`})
	require.NoError(t, err)
	_, err = Load(t.Context(), l, "2")
	require.ErrorContains(t, err, "wasn't imported: its figures are printed by arena report 2")
	_, err = Load(t.Context(), l, "7")
	require.ErrorContains(t, err, `no experiment "7"`)
}

// One fault of one file, and nothing of any is there to import; the faults of all are told.
func TestReadRefuses(t *testing.T) {
	good, other := source(t, "benchmark.json"), source(t, "qtd-qpb.json")
	twin := store.File{Name: "twin.json", Body: good.Body}
	namesake := store.File{Name: good.Name, Body: other.Body}
	cut := store.File{Name: "cut.json", Body: other.Body[:100]}
	for _, c := range []struct {
		name  string
		files []store.File
		want  []string
	}{
		{"two bad files", []store.File{good, cut, {Name: "list.csv", Body: "a,b"}}, []string{"cut.json: ends in the middle", "list.csv: is not JSON"}},
		{"the same content", []store.File{good, twin}, []string{"twin.json: has the same content as benchmark.json"}},
		{"the same name", []store.File{good, namesake}, []string{"benchmark.json: another file is named so"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			read, err := parse(c.files)
			require.Zero(t, read)
			var faults contextarena.Faults
			require.ErrorAs(t, err, &faults)
			require.Len(t, faults, len(c.want))
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
			}
		})
	}
	_, err := parse(nil)
	require.ErrorContains(t, err, "no files")
}
