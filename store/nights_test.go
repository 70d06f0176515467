package store

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sampleJudged is a night whose second gate had nothing to compare.
func sampleJudged() Judged {
	return Judged{
		At: time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC), Program: "v2 def", Baseline: "2026-11-20", Passed: true, Finding: "The night passed.",
		Gates: []GateSaid{
			{
				Name: "rlm answer", Bound: "may fall by 6 points", Other: new(0.8), Tonight: new(0.79), Change: new(-0.01), Low: new(-0.03), High: new(0.01),
				Result: "pass", Says: "PASS: rlm answer",
			},
			{Name: "failure_rate", Bound: "at most 2 %", Result: "inconclusive", Says: "INCONCLUSIVE: failure_rate"},
		},
	}
}

// What a night's gates said is there until it is judged again, and it says if scores are others since.
func TestJudged(t *testing.T) {
	d := fresh(t)
	night, other := begin(t, d, "e"), begin(t, d, "other")
	save(t, d, "e", 1)
	require.ErrorIs(t, d.SaveJudged(t.Context(), "none", sampleJudged()), ErrNone)
	none, err := d.Judged(t.Context(), night.Number)
	require.NoError(t, err)
	require.Nil(t, none)

	want := sampleJudged()
	require.NoError(t, d.SaveJudged(t.Context(), "e", want))
	said := func(number int64) *Judged {
		j, err := d.Judged(t.Context(), number)
		require.NoError(t, err)
		return j
	}
	require.Equal(t, &want, said(night.Number))
	require.Nil(t, said(other.Number))

	require.NoError(t, d.SaveScore(t.Context(), sampleTrial(1).Key, "scorer-2", sampleScore(1)))
	require.True(t, said(night.Number).Rescored)
	want.Gates, want.Passed = want.Gates[1:], false
	require.NoError(t, d.SaveJudged(t.Context(), "e", want))
	require.Equal(t, &want, said(night.Number), "of the scores of today")
}

// The state is another after everything that changes a figure, and the same after what doesn't.
func TestState(t *testing.T) {
	d := fresh(t)
	before := ""
	changes := func(yes bool, what string) {
		t.Helper()
		now, err := d.State(t.Context())
		require.NoError(t, err)
		require.Equal(t, yes, now != before, what)
		before = now
	}
	rescored := func() int64 {
		state, err := d.State(t.Context())
		require.NoError(t, err)
		n, err := strconv.ParseInt(strings.Fields(state)[2], 10, 64)
		require.NoError(t, err)
		return n
	}
	changes(true, "nothing yet")
	begin(t, d, "e")
	changes(true, "an experiment")
	save(t, d, "e", 1)
	changes(true, "a trial")
	require.Zero(t, rescored())
	require.NoError(t, d.SaveScore(t.Context(), sampleTrial(1).Key, "scorer-2", sampleScore(1)))
	changes(true, "a score")
	require.NoError(t, d.SaveScore(t.Context(), sampleTrial(1).Key, "scorer-1", sampleScore(1)))
	changes(true, "the score of before")
	require.EqualValues(t, 2, rescored())
	key, req, resp := sampleReply(1)
	require.NoError(t, d.Store(t.Context(), key, req, resp))
	changes(false, "a reply")
	require.NoError(t, d.SaveJudged(t.Context(), "e", sampleJudged()))
	changes(true, "a night")
	require.NoError(t, d.SaveJudged(t.Context(), "e", sampleJudged()))
	changes(true, "the night again")
	require.NoError(t, d.Finish(t.Context(), "e", Complete, ""))
	changes(true, "the end")
	changes(false, "nothing")
}
