package page

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

func TestNightsOfAFile(t *testing.T) {
	l := labtest.New(t)
	_, _, err := NightsOf(t.Context(), l, "")
	require.ErrorContains(t, err, "the database has no night yet")
	plan := labtest.Plan(t, "window", "rlm")
	_, r := labtest.Run(t, l, plan) // no night
	_, _, err = NightsOf(t.Context(), l, r.Experiment.ID)
	require.Error(t, err)
	l.Given = &store.Given{Command: lab.Nightly, Args: []string{"gate.yaml"}}
	for i, night := range []string{"gate 2026-11-20", "gate 2026-11-21", "other 2026-11-21", "gate 2026-11-22"} {
		plan.Name, plan.Seed = night, int64(i+2)
		labtest.Run(t, l, plan)
	}
	n, simulated, err := NightsOf(t.Context(), l, "")
	require.NoError(t, err)
	require.True(t, simulated)
	require.Equal(t, "gate", n.Name)
	require.Len(t, n.Nights, 3)
	require.Equal(t, "gate 2026-11-20", n.Nights[0].Name)
	require.Equal(t, n.Nights[0].Plan, n.Nights[2].Plan, "another seed is no other question")
	require.Len(t, n.Nights[0].Figures, 2)
	require.Equal(t, "rlm", n.Nights[0].Figures[0].Strategy)
	require.NoError(t, l.DB.SaveJudged(t.Context(), n.Nights[2].ID, store.Judged{
		At: l.Now, Program: "v2 def", Baseline: "2026-11-20", Finding: "1 of 2 gates failed.", Gates: []store.GateSaid{
			{Name: "rlm answer", Bound: "may fall by 6 points", Result: "fail", Says: "FAIL: rlm answer: 60.0 %."},
			{Name: "failure_rate", Bound: "at most 2 %", Result: "pass", Says: "PASS: failure_rate."},
		},
	}))
	n, simulated, err = NightsOf(t.Context(), l, "")
	require.NoError(t, err)
	require.Nil(t, n.Nights[1].Judged)
	require.Equal(t, "fail", n.Nights[2].Judged.Gates[0].Result)
	table := string(reportstest.Written(t, n.Document(simulated), "table", ""))
	require.Contains(t, table, "SIMULATED: No strategy's answers changed in 3 nights.")
	for _, want := range []string{
		"gate 2026-11-22  rlm answer    may fall by 6 points  fail", "The newest, judged on 2026-11-21 by v2 def: 1 of 2 gates failed.", "FAIL: rlm answer: 60.0 %.",
		"2 nights not judged.",
	} {
		require.Contains(t, table, want)
	}
	require.NotContains(t, table, "scored again")
	require.NoError(t, l.DB.SaveScore(t.Context(), first(t, l, n.Nights[2].ID), "of another program", probes.Score{}))
	n, simulated, err = NightsOf(t.Context(), l, "")
	require.NoError(t, err)
	require.Contains(t, string(reportstest.Written(t, n.Document(simulated), "md", "")), "Trials of gate 2026-11-22 were scored again since its gates were judged.")
}

// first is the first trial of an experiment.
func first(t *testing.T, l *lab.Lab, experiment string) arena.TrialKey {
	t.Helper()
	all, err := l.DB.Trials(t.Context(), experiment)
	require.NoError(t, err)
	return all[0].Key
}

// A level that changes is said, at the night from which on it is another.
func TestANightThatChanges(t *testing.T) {
	n := Nights{Name: "gate", Changes: []Changed{}}
	for i, mean := range []float64{0.8, 0.81, 0.79, 0.6, 0.61} {
		f := reports.FigureOf(stats.Estimate{Mean: mean, N: 100, Clusters: 8, Interval: &stats.Interval{Low: mean - 0.03, High: mean + 0.03}}, reports.About{})
		n.Nights = append(n.Nights, Night{Name: string(rune('a' + i)), Figures: []NightFacts{{Strategy: "rlm", Model: "m", Answer: f}}})
	}
	n.changes()
	require.Len(t, n.Changes, 1)
	require.Equal(t, 3, n.Changes[0].Night)
	require.Contains(t, string(reportstest.Written(t, n.Document(false), "table", "")), "rlm changed from d on: 80.0 → 60.5 % of answers kept.")
}
