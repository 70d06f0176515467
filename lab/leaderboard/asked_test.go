package leaderboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/query"
	"contextarena.internal/lab/tally/tallytest"
	"contextarena.internal/reports/reportstest"
)

// read is the report of a result that a database has.
func read(t *testing.T, r lab.Result, ask Ask) Report {
	t.Helper()
	rep, err := Read(t.Context(), &lab.Lab{DB: tallytest.Stored(t, r)}, r, ask)
	require.NoError(t, err)
	return rep
}

func TestAskedSections(t *testing.T) {
	reportstest.Golden(t, read(t, experiment(), Ask{Views: []string{"loss"}}).Document(), "loss", "table")
	reportstest.Golden(t, read(t, experiment(), Ask{Views: []string{"probes"}, Type: arena.Correction}).Document(), "probes", "table", "md")
}

// Every probe of a completed trial has one place, whether its fact was exposed or not.
func TestEveryProbeHasOnePlace(t *testing.T) {
	a, err := query.Of("loss").Ask(t.Context(), tallytest.Stored(t, experiment()), map[string]any{"experiment": int64(1)})
	require.NoError(t, err)
	n := map[any]int64{}
	for _, row := range a.Rows {
		n[row["strategy"]] += row["times"].(int64)
	}
	const headlines = 14 // probes of the four scenarios, historical ones left out
	for strategy, have := range n {
		want := int64(2 * headlines)
		if strategy == "rlm" {
			want -= 4 // b has four and failed once
		}
		require.Equal(t, want, have, strategy)
	}
	require.Len(t, n, 4)
}

// TestViewsHaveOneOrder: that of the answer screen, however it is sorted.
func TestViewsHaveOneOrder(t *testing.T) {
	r := full(map[string][4]int{"b": {2, 3, 2, 1}, "a": {9, 8, 9, 8}, "c": {5, 5, 4, 5}}, "b", "a", "c")
	names := func(ask Ask) (out []string) {
		rep := read(t, r, ask)
		for _, row := range rep.asked["loss"][0].Rows {
			out = append(out, row[0].(string))
		}
		for i, row := range rep.Leaderboard {
			require.Equal(t, row.Strategy, out[i])
		}
		return out
	}
	require.Equal(t, []string{"a", "c", "b"}, names(Ask{Views: []string{"loss"}}))
	require.Equal(t, []string{"a", "b", "c"}, names(Ask{Views: []string{"loss"}, Sort: "strategy"}))
}

func TestFailedTrialsAreInNoLoss(t *testing.T) {
	r := experiment()
	for i := range r.Trials {
		r.Trials[i].Outcome = arena.Failed
	}
	require.Empty(t, read(t, r, Ask{Views: []string{"loss"}}).asked["loss"][0].Rows)
	require.Empty(t, survivals(r))
}
