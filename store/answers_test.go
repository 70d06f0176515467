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
