package store

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

func TestRequests(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	begin(t, d, "f")
	a, b, c := llm.Key{1}, llm.Key{2}, llm.Key{3}
	rec := arena.Record{
		Outcome: arena.Completed, Final: arena.Reply{Key: llm.Key{9}},
		Probes: []arena.Reply{{Key: a}, {Key: b}},
		Again:  [][]arena.Reply{{{Key: c}, {}}, {{Key: b}, {Key: a}}},
	}
	require.NoError(t, d.SaveTrial(t.Context(), "e", 1, sampleTrial(1), rec, "s", probes.Score{}))
	require.NoError(t, d.SaveTrial(t.Context(), "e", 2, sampleTrial(2), arena.Record{Outcome: arena.Failed}, "s", probes.Score{}))
	save(t, d, "f", 3)
	got, err := d.Requests(t.Context(), "e")
	require.NoError(t, err)
	key := func(first string) string { return first + strings.Repeat("00", 7) }
	require.Equal(t, map[arena.TrialKey][]string{sampleTrial(1).Key: {key("01"), key("02"), key("03"), "", key("02"), key("01")}}, got)
}

func TestEachFinalText(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	rec := arena.Record{
		Outcome: arena.Completed, Final: arena.Reply{Text: "the task"},
		Probes: []arena.Reply{{Text: "a probe"}}, Again: [][]arena.Reply{{{Text: "again"}}},
	}
	require.NoError(t, d.SaveTrial(t.Context(), "e", 1, sampleTrial(1), rec, "s", probes.Score{}))
	var found []string
	require.NoError(t, d.EachFinalText(t.Context(), "e", []string{"elsewhere", sampleTrial(1).Scenario}, func(key arena.TrialKey, scenario, text string) {
		require.Equal(t, sampleTrial(1).Key, key)
		found = append(found, scenario, text)
	}))
	require.Equal(t, []string{sampleTrial(1).Scenario, "the task"}, found)
	require.NoError(t, d.EachFinalText(t.Context(), "e", []string{"elsewhere"}, func(arena.TrialKey, string, string) { t.Fatal("of another scenario") }))
}
