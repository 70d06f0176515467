package store

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// shard is a database that played one trial of an experiment, and paid for it twice: once without an answer.
func shard(t *testing.T, name string, trial int) *DB {
	t.Helper()
	d := open(t, filepath.Join(t.TempDir(), name))
	e := sampleExperiment("e")
	e.Given = &Given{Command: "arena run", Flags: map[string]string{"shard": name}}
	_, _, err := d.Begin(t.Context(), e)
	require.NoError(t, err)
	l := ledger(t, d, "e")
	for i, end := range []llm.AttemptEnd{{Fate: llm.Answered, PaidUSD: 0.25, Served: "reader-2"}, {Fate: llm.Unknown}} {
		n, err := l.Begin(llm.Attempt{Key: llm.Key{byte(i)}, Model: model, ReservedUSD: 1})
		require.NoError(t, err)
		require.NoError(t, l.End(n, end))
	}
	key, req, resp := sampleReply(trial)
	require.NoError(t, d.Store(t.Context(), key, req, resp))
	save(t, d, "e", trial)
	require.NoError(t, d.SaveFile(t.Context(), "e", File{"s.yaml", "a scenario"}))
	require.NoError(t, d.Finish(t.Context(), "e", Partial, ""))
	return d
}

func TestMerge(t *testing.T) {
	one, two := shard(t, "1.db", 1), shard(t, "2.db", 2)
	out := fresh(t)
	merge := func(from *DB) (int, error) {
		e, err := from.experiment(t.Context(), "e")
		require.NoError(t, err)
		return out.Merge(t.Context(), from, e)
	}
	for i, from := range []*DB{two, one, two, one} { // in any order, and again
		taken, err := merge(from)
		require.NoError(t, err)
		require.Equal(t, map[bool]int{true: 1}[i < 2], taken)
	}
	trials, err := out.Trials(t.Context(), "e")
	require.NoError(t, err)
	require.Len(t, trials, 2)
	for n, from := range map[int]*DB{1: one, 2: two} {
		key := sampleTrial(n).Key
		theirs, err := from.Record(t.Context(), key)
		require.NoError(t, err)
		ours, err := out.Record(t.Context(), key)
		require.NoError(t, err)
		require.Equal(t, theirs, ours)
		judged, err := from.Scores(t.Context(), "e")
		require.NoError(t, err)
		merged, err := out.Scores(t.Context(), "e")
		require.NoError(t, err)
		require.Equal(t, judged[key], merged[key])
		reply, _, resp := sampleReply(n)
		got, there, err := out.Lookup(t.Context(), reply)
		require.NoError(t, err)
		require.True(t, there)
		require.Equal(t, resp.Text, got.Text)
	}
	files, err := out.Files(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, []File{{"s.yaml", "a scenario"}}, files)

	// Both paid for the same requests, and that is what both paid; what was learned since is taken in.
	balance, err := out.Balance(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, 4, balance.Attempts)
	require.InDelta(t, 0.5, balance.PaidUSD, 0)
	require.InDelta(t, 2, balance.ReservedUSD(), 0)
	require.NoError(t, ledger(t, one, "e").End(2, llm.AttemptEnd{Fate: llm.Failed, PaidUSD: 0.125}))
	require.NoError(t, one.write(t.Context(), "wait for it", func(*tx) error { return nil }))
	_, err = merge(one)
	require.NoError(t, err)
	balance, err = out.Balance(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, 4, balance.Attempts)
	require.InDelta(t, 0.625, balance.PaidUSD, 0)
	require.InDelta(t, 1, balance.ReservedUSD(), 0)

	// A merged database is merged as one that played.
	again := fresh(t)
	e, err := out.experiment(t.Context(), "e")
	require.NoError(t, err)
	_, err = again.Merge(t.Context(), out, e)
	require.NoError(t, err)
	twice, err := again.Balance(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, balance, twice)

	// Copies of it that go on as the same shard have paid for what each asked.
	copies := make([]*DB, 2)
	for i := range copies {
		file := filepath.Join(t.TempDir(), "copy.db")
		_, err := out.Backup(t.Context(), file)
		require.NoError(t, err)
		copies[i] = open(t, file)
		at := sampleExperiment("e")
		at.Created = at.Created.Add(time.Duration(i+1) * time.Second)
		for range 2 { // it was killed, and goes on
			_, _, err = copies[i].Begin(t.Context(), at)
			require.NoError(t, err)
			pay(t, copies[i], "e", 1)
			at.Created = at.Created.Add(time.Minute)
		}
		require.NoError(t, copies[i].Finish(t.Context(), "e", Partial, ""))
	}
	for _, from := range append(copies, copies[0]) {
		_, err := merge(from)
		require.NoError(t, err)
	}
	balance, err = out.Balance(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, 8, balance.Attempts)
	require.InDelta(t, 4.625, balance.PaidUSD, 0)
}

func TestMergeMeasurements(t *testing.T) {
	one, two, out := shard(t, "1.db", 1), shard(t, "2.db", 2), fresh(t)
	require.NoError(t, one.SaveMeasurements(t.Context(), []Measurement{sampleMeasurement(1)}))
	require.NoError(t, two.SaveMeasurements(t.Context(), []Measurement{sampleMeasurement(1), sampleMeasurement(2)}))
	taken := 0
	for _, from := range []*DB{one, two, one} {
		e, err := from.experiment(t.Context(), "e")
		require.NoError(t, err)
		more, err := out.Merge(t.Context(), from, e)
		require.NoError(t, err)
		taken += more
	}
	require.Equal(t, 4, taken) // 2 trials besides
	got, err := out.Measurements(t.Context(), []arena.TrialKey{sampleMeasurement(1).Key, sampleMeasurement(2).Key})
	require.NoError(t, err)
	require.Equal(t, map[arena.TrialKey]Measurement{sampleMeasurement(1).Key: sampleMeasurement(1), sampleMeasurement(2).Key: sampleMeasurement(2)}, got)

	m := sampleMeasurement(2)
	m.Passed = !m.Passed
	require.NoError(t, two.SaveMeasurements(t.Context(), []Measurement{m}))
	e, err := two.experiment(t.Context(), "e")
	require.NoError(t, err)
	_, err = out.Merge(t.Context(), two, e)
	require.ErrorContains(t, err, "was measured in "+out.path+" and otherwise in "+two.path+": leave one of them out")
}

// What can't be merged is refused with both names, and nothing of it is.
func TestMergeRefuses(t *testing.T) {
	one := shard(t, "1.db", 1)
	e, err := one.experiment(t.Context(), "e")
	require.NoError(t, err)

	other := fresh(t)
	begin(t, other, "e")
	rec := sampleRecord(1)
	rec.Final.Text = "Something else."
	s := sampleScore(1)
	require.NoError(t, other.SaveTrial(t.Context(), "e", 1, sampleTrial(1), rec, "scorer", s))
	save(t, other, "e", 2)
	before := count(t, other, `SELECT count(*) FROM attempts`)
	_, err = other.Merge(t.Context(), one, e)
	require.ErrorContains(t, err, "was played in "+other.path+" and otherwise in "+one.path+": leave one of them out")
	require.Equal(t, before, count(t, other, `SELECT count(*) FROM attempts`))

	e.Program = "another"
	_, err = other.Merge(t.Context(), one, e)
	require.ErrorContains(t, err, "and by another in "+one.path+": play both with one program")

	e, err = one.experiment(t.Context(), "e")
	require.NoError(t, err)
	_, err = shard(t, "3.db", 3).Merge(t.Context(), one, e)
	require.ErrorContains(t, err, "itself: merge it into a new file")

	numbered := shard(t, "4.db", 4)
	require.NoError(t, numbered.write(t.Context(), "spoil", func(tx *tx) error {
		tx.exec(`PRAGMA defer_foreign_keys = ON`)
		tx.exec(`INSERT INTO texts (id, hash, body) VALUES (?, x'00112233445566778899aabbccddeeff', 'Nobody wrote this.')`, int64(1)<<60)
		tx.exec(`UPDATE messages SET text = ?`, int64(1)<<60)
		return tx.err
	}))
	spoilt, err := numbered.experiment(t.Context(), "e")
	require.NoError(t, err)
	_, err = fresh(t).Merge(t.Context(), numbered, spoilt)
	require.Error(t, err, "a number of a text that takes more memory than there is")

	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	out := fresh(t)
	_, err = out.Merge(stopped, one, e)
	require.ErrorIs(t, err, context.Canceled)
	taken, err := out.Merge(t.Context(), one, e)
	require.NoError(t, err)
	require.Equal(t, 1, taken)
}
