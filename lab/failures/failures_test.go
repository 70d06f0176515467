package failures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally/tallytest"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/store"
)

// counted are the failures of a result.
func failuresOf(r lab.Result, strategy string) Failures {
	f := Failures{Simulated: true, Experiment: 1, Strategy: strategy, Facts: []Fact{}}
	scores := map[arena.TrialKey]store.ScoreRow{}
	var trials []store.Trial
	for _, t := range r.Trials {
		if strategy == "" || t.Strategy == strategy {
			trials = append(trials, t.Trial)
			scores[t.Key] = store.ScoreRow{Score: t.Score}
		}
	}
	f.count(trials, scores, r.Scenarios)
	return f
}

func TestFailures(t *testing.T) {
	r := tallytest.Played(3, map[string][]tallytest.Fate{"good": tallytest.Good, "poor": tallytest.Poor, "none": tallytest.None}, "good", "poor", "none")
	all := failuresOf(r, "")
	doc := all.Document()
	reportstest.Golden(t, doc, "all", "table", "md", "csv")
	reportstest.Schema(t, "schema.json", "The lost facts of an experiment", struct {
		Schema string `json:"schema"`
		Failures
	}{}, nil, doc)
	require.Equal(t, 2, all.Strategies, "none is a control")
	lost := 0
	for _, f := range all.Facts {
		lost += f.Lost
		times := 0
		for _, w := range f.Where() {
			times += w.Times
		}
		require.Equal(t, f.Lost, times)
	}
	good, poor := failuresOf(r, "good"), failuresOf(r, "poor")
	for _, f := range append(good.Facts, poor.Facts...) {
		lost -= f.Lost
		require.Equal(t, 1, f.Strategies)
	}
	require.Zero(t, lost)
	reportstest.Golden(t, good.Document(), "one", "table")
	require.NotEmpty(t, failuresOf(r, "none").Facts, "a control that is named is counted")

	r = tallytest.Played(1, map[string][]tallytest.Fate{"open": tallytest.Open[:1]}, "open")
	require.Contains(t, string(reportstest.Written(t, failuresOf(r, "").Document(), "table", "")), "Nothing was lost.")
}
