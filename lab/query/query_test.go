package query

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/tally/tallytest"
	"contextarena.internal/llm"
	"contextarena.internal/reports"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// played has two candidates and a control.
func played(t *testing.T) *store.DB {
	return tallytest.Stored(t, tallytest.Played(3, map[string][]tallytest.Fate{"good": tallytest.Good, "poor": tallytest.Poor, "none": tallytest.None}, "good", "poor", "none"))
}

func asked(t *testing.T, db *store.DB, q Question, args map[string]any) reports.Document {
	t.Helper()
	if args == nil {
		args = map[string]any{}
	}
	args["experiment"] = int64(1)
	a, err := q.Ask(t.Context(), db, args)
	require.NoError(t, err)
	return a.Document()
}

func TestFailures(t *testing.T) {
	db, failures := played(t), Of("failures")
	all := asked(t, db, failures, nil)
	reportstest.Golden(t, all, "all", "table", "md", "csv")
	reportstest.Schema(t, "schema.json", "What a database says to a question", Answer{}, nil, all)
	reportstest.Golden(t, asked(t, db, failures, map[string]any{"strategy": "good"}), "one", "table")
	text := string(reportstest.Written(t, asked(t, db, failures, map[string]any{"strategy": "none", "scenario": "a", "named": "1"}), "table", ""))
	require.Contains(t, text, "none on a", "a control that is named is counted")
	require.Contains(t, text, "arena show none a 1 new --in 1")

	open := tallytest.Stored(t, tallytest.Played(1, map[string][]tallytest.Fate{"open": tallytest.Open[:1]}, "open"))
	require.Contains(t, string(reportstest.Written(t, asked(t, open, failures, nil), "table", "")), "Nothing was lost.")
}

// A note that is empty in the end isn't written.
func TestNotes(t *testing.T) {
	q, err := Parse("numbers", []byte("-- about:\nSELECT '' AS more, 2 AS most\n-- table:\nSELECT value AS n FROM json_each('[1,null]')\n-- note: {more}\n-- note: n: a number up to {most}"))
	require.NoError(t, err)
	d := asked(t, played(t), q, nil)
	require.Equal(t, "numbers, SIMULATED\nn\n─\n1\n–\nn: a number up to 2\n", string(reportstest.Written(t, d, "table", "")))
}

// Figures have their denominators and intervals in every form, and are those of package stats.
func TestFigures(t *testing.T) {
	db := played(t)
	_, err := Parse("mine.sql", []byte("SELECT share(scenario, 1) FROM export_trials"))
	require.ErrorContains(t, err, "mine.sql has figures that would stand without a caption")
	q, err := Parse("mine.sql", []byte(`-- title: Kept{simulated}
-- level: answer
-- about:
SELECT 2 AS left_out
-- table:
SELECT share(scenario, iif(verdict = 'void', NULL, verdict = 'kept')) AS kept, share(scenario, verdict = 'kept', 0.5) AS half, count(*) AS n,
    paired(scenario, 1, iif(probe = 'old', NULL, 0.5)) AS apart
FROM export_verdicts WHERE level = 'answer' AND alias = 'good'`))
	require.NoError(t, err)
	d := asked(t, db, q, nil)
	reportstest.Golden(t, d, "figures", "table", "csv")
	var said struct {
		Rows []struct {
			Kept, Half, Apart struct{ Mean, N float64 }
			N                 int
		}
	}
	require.NoError(t, json.Unmarshal(reportstest.Written(t, d, "json", ""), &said))
	row := said.Rows[0]
	require.Equal(t, 54, row.N)
	require.InDelta(t, 27, row.Half.N, 1e-9)
	require.InDelta(t, 42, row.Apart.N, 1e-9)
	require.InDelta(t, 0.5, row.Apart.Mean, 1e-9)
	rows, err := db.Select(t.Context(), nil, "SELECT scenario, sum(verdict = 'kept'), count(*) FROM export_verdicts WHERE level = 'answer' AND alias = 'good' AND verdict <> 'void' GROUP BY 1 ORDER BY 1")
	require.NoError(t, err)
	var clusters []stats.Cluster
	for _, r := range rows[0].Rows {
		clusters = append(clusters, stats.Cluster{Sum: float64(r[1].(int64)), N: float64(r[2].(int64))})
	}
	require.InDelta(t, stats.ClusterMean(clusters, 0.05).Mean, row.Kept.Mean, 1e-12)
}

// Every question of the program can be asked of any experiment.
func TestQuestions(t *testing.T) {
	db := played(t)
	for _, name := range Names() {
		d := asked(t, db, Of(name), nil)
		require.NotEmpty(t, d.Sections, name)
		require.NotNil(t, d.Records.Head, name)
	}
	_, err := Parse("empty.sql", []byte("-- title: x\n"))
	require.EqualError(t, err, "empty.sql asks for nothing: want a SELECT, or parts with -- table: above them")
}

// A text is found in what was said, in memories and in replies, in any case, once where trials share it.
func TestSearch(t *testing.T) {
	r := tallytest.Played(2, map[string][]tallytest.Fate{"good": tallytest.Good}, "good")
	stored := r
	stored.Trials = nil
	db := tallytest.Stored(t, stored)
	for i, trial := range r.Trials {
		said := []arena.Message{{Index: 0, Turn: 1, Message: llm.Message{Role: llm.User, Text: "The Deadline is 100% <b>fixed</b>."}}}
		memory := arena.CycleRecord{Cycle: arena.Cycle{Text: fmt.Sprintf("- DEADLINE %d", i)}}
		require.NoError(t, db.SaveTrial(t.Context(), r.Experiment.ID, i, trial.Trial, arena.Record{
			Outcome: trial.Outcome, Messages: said, Cycles: []arena.CycleRecord{memory}, Probes: []arena.Reply{{Text: "no idea"}, {Text: "the deadline"}},
		}, "test", trial.Score))
	}
	search := func(text string) []map[string]any {
		a, err := Of("search").Ask(t.Context(), db, map[string]any{"experiment": int64(1), "text": text})
		require.NoError(t, err)
		return a.Rows
	}
	places := map[any]int{}
	for _, row := range search("deadline") {
		places[row["place"]]++
		if row["place"] == "conversation" {
			require.EqualValues(t, len(r.Trials), row["trials"])
			require.Contains(t, row["excerpt"], "<b>fixed</b>")
		}
		if row["place"] == "reply" {
			require.Equal(t, "name", row["probe"], "of the second probe")
		}
	}
	require.Equal(t, map[any]int{"conversation": 1, "memory": len(r.Trials), "reply": 1}, places)
	require.Len(t, search("100% <B>"), 1, "as it is written, whatever SQL makes of it")
	for _, nothing := range []string{"", "100_", "' OR 1=1 --"} {
		require.Empty(t, search(nothing))
	}
}
