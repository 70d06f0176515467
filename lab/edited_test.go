package lab_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/store"
)

// played says that another code of the same version played the trials of a strategy.
func playedByOther(t *testing.T, l *lab.Lab, r lab.Result, strategy, code string) {
	t.Helper()
	for _, trial := range r.Trials {
		if trial.Strategy != strategy {
			continue
		}
		rec, err := l.DB.Record(t.Context(), trial.Key)
		require.NoError(t, err)
		row := trial.Trial
		row.Anew, row.Code = true, code
		if code != "" {
			version, _, _ := strings.Cut(trial.Code, "-")
			row.Code = version + "-" + code
		}
		scores, err := l.DB.Scores(t.Context(), r.Experiment.ID)
		require.NoError(t, err)
		require.NoError(t, l.DB.SaveTrial(t.Context(), r.Experiment.ID, trial.Ordinal, row, rec, scores[trial.Key].Scorer, trial.Score))
	}
}

// An edited strategy shows its old figures with a warning, until it is played anew.
func TestEditedCodeIsNoticed(t *testing.T) {
	l := open(t)
	p := plan(t, "window", "none")
	_, r := run(t, l, p)
	require.Empty(t, r.Edited())
	for _, trial := range r.Trials {
		require.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{16}$`, trial.Code)
	}

	playedByOther(t, l, r, "window", "0000")
	again, r := run(t, l, p)
	require.Equal(t, again.Total, again.Kept, "what is finished isn't played again")
	require.Len(t, r.Edited(), 1)
	require.Contains(t, r.Edited()[0], "window: ")
	require.Contains(t, r.Edited()[0], "are of other code of the same version")
	require.Contains(t, r.Edited()[0], "--fresh")

	l.Fresh = true
	fresh, r := run(t, l, p)
	windows := 0
	for _, trial := range r.Trials {
		require.Equal(t, arena.Completed, trial.Outcome)
		if trial.Strategy == "window" {
			windows++
		}
	}
	require.Equal(t, fresh.Total-windows, fresh.Kept)
	require.Empty(t, r.Edited())
	_, err := l.DB.Record(t.Context(), r.Trials[0].Key)
	require.NoError(t, err)
	fresh, _ = run(t, l, p)
	require.Equal(t, fresh.Total, fresh.Kept, "once")

	playedByOther(t, l, r, "none", "")
	l.Fresh = false
	_, r = run(t, l, p)
	require.Empty(t, r.Edited(), "code that isn't known is no other")
	l.Fresh = true
	fresh, _ = run(t, l, p)
	require.Equal(t, windows, fresh.Kept, "but is played anew where that is asked for")
}

// What a search measured by other code is noticed, and measured anew where that is asked for.
func TestMeasuredByOtherCode(t *testing.T) {
	l := open(t)
	measure := func() (keys []arena.TrialKey, edited int) {
		r, err := l.NewRun(plan(t, "window"))
		require.NoError(t, err)
		var shown []lab.Shown
		_, err = r.Conduct(t.Context(), func(ctx context.Context) (err error) {
			shown, err = r.Measure(ctx, r.Trials)
			return err
		})
		require.NoError(t, err)
		require.NotEmpty(t, shown)
		for _, s := range shown {
			if s.Edited {
				edited++
			}
		}
		return r.Keys, edited
	}
	keys, edited := measure()
	require.Zero(t, edited)

	stored, err := l.DB.Measurements(t.Context(), keys)
	require.NoError(t, err)
	require.Len(t, stored, len(keys))
	var other []store.Measurement
	for _, m := range stored {
		version, _, known := strings.Cut(m.Code, "-")
		require.True(t, known)
		m.Code = version + "-0000"
		other = append(other, m)
	}
	require.NoError(t, l.DB.SaveMeasurements(t.Context(), other))
	_, edited = measure()
	require.Equal(t, len(keys), edited)

	l.Fresh = true
	_, edited = measure()
	require.Zero(t, edited)
}
