package store

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExperiments(t *testing.T) {
	d := fresh(t)
	none, err := d.Experiments(t.Context())
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = d.Balance(t.Context(), "a")
	require.ErrorIs(t, err, ErrNone)

	first, resumed, err := d.Begin(t.Context(), sampleExperiment("a"))
	require.NoError(t, err)
	require.False(t, resumed)
	want := sampleExperiment("a")
	want.Number, want.Status = 1, Running
	require.Equal(t, want, first)
	require.EqualValues(t, 2, begin(t, d, "b").Number)
	pay(t, d, "a", 0.25)
	require.NoError(t, d.Finish(t.Context(), "a", Partial, "the money ran out"))

	again := sampleExperiment("a")
	again.Name, again.Program, again.Created = "other", "v2", again.Created.AddDate(1, 0, 0)
	again.Given = &Given{Command: "arena nightly"}
	second, resumed, err := d.Begin(t.Context(), again)
	require.NoError(t, err)
	require.True(t, resumed)
	want.PaidUSD, want.Program, want.Given = 0.25, "v2", again.Given
	require.Equal(t, want, second, "what was first is kept, but for the program and the command")

	pay(t, d, "a", 0.5)
	require.NoError(t, d.Finish(t.Context(), "a", Complete, ""))
	es, err := d.Experiments(t.Context())
	require.NoError(t, err)
	require.Len(t, es, 2)
	want.Status, want.PaidUSD = Complete, 0.75
	require.Equal(t, want, es[0], "begun again, it is the newest")
	require.Equal(t, "b", es[1].ID)

	require.ErrorIs(t, d.Finish(t.Context(), "c", Complete, ""), ErrNone)
	_, _, err = d.Begin(t.Context(), Experiment{})
	require.ErrorContains(t, err, "CHECK constraint failed")
	_, _, err = d.Begin(t.Context(), Experiment{ID: "c"})
	require.ErrorContains(t, err, "CHECK constraint failed")
}

func TestRunningExperimentIsInterruptedOnOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d := open(t, path)
	begin(t, d, "done")
	require.NoError(t, d.Finish(t.Context(), "done", Complete, ""))
	begin(t, d, "killed")
	require.NoError(t, d.Close())

	es, err := open(t, path).Experiments(t.Context())
	require.NoError(t, err)
	require.Equal(t, Interrupted, es[0].Status)
	require.Equal(t, Complete, es[1].Status)
}

// An experiment whose process is gone isn't running: it says what goes on with it.
func TestAKilledExperimentIsInterrupted(t *testing.T) {
	d := fresh(t)
	e := sampleExperiment("a")
	e.Given = &Given{Command: "arena run", Again: "arena run --repeats 2"}
	_, _, err := d.Begin(t.Context(), e)
	require.NoError(t, err)
	status := func() (string, string) {
		reader, err := Open(t.Context(), d.path, Options{ReadOnly: true})
		require.NoError(t, err)
		defer reader.Close()
		es, err := reader.Experiments(t.Context())
		require.NoError(t, err)
		return es[0].Status, es[0].Note
	}
	is, _ := status()
	require.Equal(t, Running, is)
	require.NoError(t, syscall.Flock(int(d.lock.file.Fd()), syscall.LOCK_UN)) // as the end of a process does, whose file stays
	is, note := status()
	require.Equal(t, Interrupted, is)
	require.Equal(t, "its process is gone; to go on: arena run --repeats 2", note)
}
