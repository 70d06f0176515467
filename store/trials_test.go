package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

func TestTrials(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	begin(t, d, "f")
	save(t, d, "e", 2)
	save(t, d, "e", 1)
	require.NoError(t, d.Link(t.Context(), "f", 5, sampleTrial(2).Key))

	want := func(n, ordinal int) Trial {
		trial := sampleTrial(n)
		trial.Outcome, trial.Warnings, trial.Ordinal, trial.Scorer = arena.Completed, sampleRecord(n).Warnings, ordinal, "scorer-1"
		return trial
	}
	ts, err := d.Trials(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, []Trial{want(1, 1), want(2, 2)}, ts)
	ts, err = d.Trials(t.Context(), "f")
	require.NoError(t, err)
	require.Equal(t, []Trial{want(2, 5)}, ts)
	ts, err = d.Trials(t.Context(), "unknown")
	require.NoError(t, err)
	require.Empty(t, ts)

	require.NoError(t, d.Unlink(t.Context(), "e", []int{1, 7}))
	ts, err = d.Trials(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, []Trial{want(2, 2)}, ts, "trial 1 is stored still, and no part of it")
	require.Equal(t, 2, count(t, d, `SELECT count(*) FROM trials`))

	require.ErrorIs(t, d.Link(t.Context(), "f", 1, arena.TrialKey{}), ErrNone)
	require.ErrorIs(t, d.Link(t.Context(), "unknown", 1, sampleTrial(2).Key), ErrNone)
	require.ErrorIs(t, d.SaveTrial(t.Context(), "unknown", 1, sampleTrial(9), sampleRecord(9), "s", sampleScore(9)), ErrNone)
	require.Equal(t, 2, count(t, d, `SELECT count(*) FROM trials`), "all or nothing")
}

func TestUnfinishedTrialIsReplaced(t *testing.T) {
	for _, tc := range []struct {
		outcome  arena.Outcome
		finished bool
	}{
		{arena.Completed, true},
		{arena.Truncated, true},
		{arena.Refused, true},
		{arena.Failed, false},
		{arena.Unfunded, false},
		{arena.NotRun, false},
	} {
		t.Run(string(tc.outcome), func(t *testing.T) {
			d := fresh(t)
			begin(t, d, "e")
			begin(t, d, "f")
			trial := sampleTrial(1)
			old := sampleRecord(1)
			old.Outcome, old.Reason, old.Final.Cut, old.Probes[0].Cut = tc.outcome, "because", true, true
			require.NoError(t, d.SaveTrial(t.Context(), "e", 1, trial, old, "s", probes.Score{}))

			found, err := d.Finished(t.Context(), []arena.TrialKey{trial.Key, {9}})
			require.NoError(t, err)
			if tc.finished {
				require.Equal(t, map[arena.TrialKey]arena.Outcome{trial.Key: tc.outcome}, found)
			} else {
				require.Empty(t, found)
			}
			ts, err := d.Trials(t.Context(), "e")
			require.NoError(t, err)
			require.Equal(t, 2, ts[0].Cut)
			require.Equal(t, "because", ts[0].Reason)

			replayed := sampleRecord(2)
			require.NoError(t, d.SaveTrial(t.Context(), "f", 1, trial, replayed, "s", sampleScore(1)))
			got, err := d.Record(t.Context(), trial.Key)
			require.NoError(t, err)
			if tc.finished {
				require.Equal(t, old, got)
			} else {
				require.Equal(t, replayed, got)
			}
			for _, e := range []string{"e", "f"} {
				ts, err := d.Trials(t.Context(), e)
				require.NoError(t, err)
				require.Len(t, ts, 1)
				require.Equal(t, got.Outcome, ts[0].Outcome)
			}
		})
	}
}

func TestFindTrial(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	for i, key := range []arena.TrialKey{{0xab, 0xc1}, {0xab, 0xc2}, {0xff, 0xff}} {
		trial := sampleTrial(i)
		trial.Key = key
		require.NoError(t, d.SaveTrial(t.Context(), "e", i, trial, arena.Record{Outcome: arena.Completed}, "s", probes.Score{}))
	}
	for _, tc := range []struct {
		prefix, want, err string
	}{
		{prefix: "abc1", want: "abc100000000"},
		{prefix: "ABC2", want: "abc200000000"},
		{prefix: "f", want: "ffff00000000"},
		{prefix: arena.TrialKey{0xab, 0xc1}.String(), want: "abc100000000"},
		{prefix: "abc", err: `trial "abc" is ambiguous: abc100000000 and abc200000000 begin so; give more digits`},
		{prefix: "0", err: `no trial begins with "0"`},
		{prefix: "xyz", err: `"xyz" names no trial: a key has hexadecimal digits only`},
		{prefix: "", err: `"" names no trial: give 1 to 64`},
		{prefix: arena.TrialKey{}.String() + "0", err: `names no trial: give 1 to 64`},
	} {
		t.Run(tc.prefix, func(t *testing.T) {
			got, err := d.FindTrial(t.Context(), tc.prefix)
			if tc.err != "" {
				require.ErrorContains(t, err, tc.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tc.want, got.Key.Short())
		})
	}
}
