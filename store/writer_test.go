package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"

	"contextarena.internal/probes"
)

// fill lets the database grow by no more than a few pages; free takes the limit away.
func fill(t *testing.T, d *DB) {
	t.Helper()
	require.NoError(t, d.write(context.Background(), "test", func(t *tx) error {
		pages := t.find(`PRAGMA page_count`)
		t.exec(fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+3))
		return nil
	}))
}

func free(t *testing.T, d *DB) {
	t.Helper()
	require.NoError(t, d.write(context.Background(), "free", func(t *tx) error { t.exec(`PRAGMA max_page_count = 1073741823`); return nil }))
}

func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d := open(t, path)
	begin(t, d, "e")
	save(t, d, "e", 1)
	fill(t, d)

	err := d.SaveTrial(t.Context(), "e", 2, sampleTrial(2), sampleRecord(2), "s", sampleScore(2))
	require.ErrorContains(t, err, "save trial "+sampleTrial(2).Key.Short()+": no space left for database "+path)
	var full sqlite3.Error
	require.ErrorAs(t, err, &full)
	require.Equal(t, sqlite3.ErrFull, full.Code)

	stored := 0
	for ; err != nil && stored < 5000; stored++ { // until an earlier one is reported
		key, req, resp := sampleReply(stored)
		if d.Store(t.Context(), key, req, resp) != nil {
			break
		}
	}
	require.Less(t, stored, 5000)
	for n := range stored + 1 {
		key, _, want := sampleReply(n)
		got, ok, err := d.Lookup(t.Context(), key)
		require.NoError(t, err)
		require.True(t, ok, "reply %d is kept", n)
		require.Equal(t, want, got)
	}
	rec, err := d.Record(t.Context(), sampleTrial(1).Key)
	require.NoError(t, err)
	require.Equal(t, sampleRecord(1), rec)

	free(t, d)
	save(t, d, "e", 2) // before which the replies are written
	key, req, resp := sampleReply(0)
	require.NoError(t, d.Store(t.Context(), key, req, resp), "all is well again")
	require.NoError(t, d.Close())
	d = open(t, path)
	require.Equal(t, stored+1, count(t, d, `SELECT count(*) FROM replies`))
	require.Equal(t, 2, count(t, d, `SELECT count(*) FROM trials`))
}

func TestDiskStillFullOnClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	fill(t, d)
	for n := range 3000 {
		key, req, resp := sampleReply(n)
		_ = d.Store(t.Context(), key, req, resp)
	}
	require.ErrorContains(t, d.Close(), "no space left for database "+path)
	open(t, path)
}

// A failing write takes none of those down that share its transaction.
func TestGroupWithAFailure(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	hold, started := make(chan struct{}), make(chan struct{})
	var first bool
	go func() {
		_ = d.write(context.Background(), "test", func(*tx) error { // keeps the writer busy, so that what follows is one group
			if !first {
				first = true
				close(started)
				<-hold
			}
			return nil
		})
	}()
	<-started
	results := make(chan error, 3)
	enqueue := func(apply func(*tx) error) {
		require.NoError(t, d.send(write{apply: apply, settle: func(err error) { results <- err }}))
	}
	enqueue(func(t *tx) error { t.text("before"); return nil })
	enqueue(func(t *tx) error { t.text("half done"); return errors.New("no") })
	enqueue(func(t *tx) error {
		t.exec(`INSERT INTO experiment_trials VALUES (1, 1, ?)`, t.text("before")+100)
		return nil
	})
	close(hold)
	require.NoError(t, <-results)
	require.EqualError(t, <-results, "no")
	require.ErrorContains(t, <-results, "FOREIGN KEY")
	require.NoError(t, d.SaveTrial(t.Context(), "e", 1, sampleTrial(1), sampleRecord(1), "s", probes.Score{}))
	require.Equal(t, 1, count(t, d, `SELECT count(*) FROM texts WHERE body = 'before'`))
	require.Equal(t, 0, count(t, d, `SELECT count(*) FROM texts WHERE body = 'half done'`))
	rec, err := d.Record(t.Context(), sampleTrial(1).Key)
	require.NoError(t, err)
	require.Equal(t, sampleRecord(1), rec, "no id of an undone row is remembered")
}

// The writer remembers ids of texts; an undone insert must not be among them.
func TestRollbackForgetsIDs(t *testing.T) {
	d := fresh(t)
	var undone int64
	require.Error(t, d.write(context.Background(), "test", func(t *tx) error {
		undone = t.text("lost")
		t.model(model)
		return errors.New("no")
	}))
	require.NotZero(t, undone)
	require.NoError(t, d.write(context.Background(), "test", func(t *tx) error {
		t.text("another")
		t.text("lost")
		t.model(model)
		return nil
	}))
	require.Equal(t, 2, count(t, d, `SELECT count(*) FROM texts`))
	require.Equal(t, 1, count(t, d, `SELECT count(*) FROM models`))
}
