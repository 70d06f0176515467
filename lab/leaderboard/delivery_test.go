package leaderboard

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/views"
)

func TestIncompleteDeliveryIsAWarning(t *testing.T) {
	r := result()
	require.NotContains(t, warned(r), "it is credited with")
	for i := range r.Trials {
		if r.Trials[i].Strategy == "rlm" {
			r.Trials[i].Delivery = arena.Delivery{Asked: 4, Parsed: 4}
		}
	}
	require.NotContains(t, warned(r), "it is credited with", "all that was asked for arrived")
	one := arena.Delivery{Asked: 4, Parsed: 2, Empty: 1, Dropped: 3}
	at := slices.IndexFunc(r.Trials, func(t lab.Trial) bool { return t.Strategy == "rlm" })
	r.Trials[at].Delivery = one
	require.Contains(t, warned(r), "rlm on sim:nano: of 24 replies asked for, 1 couldn't be read and 1 held nothing, and 3 items were dropped: what it is credited with rests on the rest.")
	r.Trials[at].Delivery = arena.Delivery{Asked: 4, Parsed: 2, Empty: 2, Dropped: 1}
	require.NotContains(t, warned(r), "it is credited with", "there may be nothing to list")
	r.Trials[at].Delivery = arena.Delivery{Asked: 400, Parsed: 2, Empty: 398}
	require.Contains(t, warned(r), "398 held nothing")
	r.Trials[at].Delivery = one
	rep := views.New(r)
	require.Equal(t, arena.Delivery{Asked: 24, Parsed: 22, Empty: 1, Dropped: 3}, rep.Leaderboard[0].Delivery)
	require.True(t, slices.ContainsFunc(rep.Trials, func(t views.Trial) bool { return t.Trial == r.Trials[at].Key.Short() && t.Delivery == one }))
}

func TestStoryTellsTheDeliveryOfACycle(t *testing.T) {
	s := lab.Story{Scenario: &arena.Scenario{}, Record: arena.Record{
		Messages: []arena.Message{{Index: 1}, {Index: 2}},
		Cycles: []arena.CycleRecord{
			{After: 1, Cycle: arena.Cycle{Delivery: arena.Delivery{Asked: 5, Parsed: 2, Empty: 1, Dropped: 3}}},
			{After: 2, Cycle: arena.Cycle{Delivery: arena.Delivery{Asked: 1, Parsed: 1}}},
			{After: 2},
		},
	}}
	var b strings.Builder
	require.NoError(t, views.Story(&b, s))
	require.Contains(t, b.String(), "---\nasked 5 replies, 2 parsed, 1 empty, 2 unreadable, 3 items dropped\n")
	require.Contains(t, b.String(), "---\nasked 1 reply, 1 parsed\n")
	require.Equal(t, 2, strings.Count(b.String(), "asked"))
}
