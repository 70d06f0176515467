package leaderboard

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/query"
	"contextarena.internal/lab/tally/tallytest"
	"contextarena.internal/llm"
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
}

func TestFailedTrialsAreInNoLoss(t *testing.T) {
	r := experiment()
	for i := range r.Trials {
		r.Trials[i].Outcome = arena.Failed
	}
	require.Empty(t, read(t, r, Ask{Views: []string{"loss"}}).asked["loss"][0].Rows)
	require.Empty(t, survivals(r))
}

// What answers took stands beside what they cost, of the trials that are shown, and nowhere if none has a time.
func TestLatency(t *testing.T) {
	r := result()
	require.NotContains(t, written(t, read(t, r, Ask{Views: Views()[:2]}), "table"), "p95")
	stored := r
	stored.Trials = nil
	db := tallytest.Stored(t, stored)
	for i, trial := range r.Trials {
		rec := arena.Record{Outcome: trial.Outcome}
		for k := range 2 {
			key := llm.Key{byte(i + 1), byte(k)}
			resp := llm.Response{Text: "x", Stop: llm.StopEnd}
			if trial.Strategy == "rlm" {
				resp.Latency = time.Duration(i+1) * time.Second
			}
			require.NoError(t, db.Store(t.Context(), key, llm.Request{Model: llm.Model{Provider: "openai", Name: "m"}}, resp))
			rec.Probes = append(rec.Probes, arena.Reply{Key: key})
		}
		require.NoError(t, db.SaveTrial(t.Context(), r.Experiment.ID, i, trial.Trial, rec, "test", trial.Score))
	}
	r.Experiment.Number = 1
	rep, err := Read(t.Context(), &lab.Lab{DB: db}, r, Ask{Views: Views()[:2]})
	require.NoError(t, err)
	took := map[string]*Latency{}
	for _, row := range rep.Leaderboard {
		took[row.Strategy] = row.Latency
	}
	// The rlm trials are the 1st, 2nd, 6th, 9th and 10th; the 5th failed.
	require.Equal(t, map[string]*Latency{"rlm": {6., 10., int64(10)}, "none": nil}, took)
	require.Regexp(t, `rlm +1,100.* 6\.00 +10\.00\n`, written(t, rep, "table"))
	require.Contains(t, written(t, rep, "table"), "first recorded, SIMULATED.")
	reportstest.Schema(t, "schema.json", "Context Arena report", &Report{}, nil, rep.Document())
	r.Planned.Scenarios = []string{"a"}
	rep, err = Read(t.Context(), &lab.Lab{DB: db}, r, Ask{Views: Views()[:1]})
	require.NoError(t, err)
	for _, row := range rep.Leaderboard {
		if row.Strategy == "rlm" {
			require.Equal(t, &Latency{1., 2., int64(4)}, row.Latency)
		}
	}
}
