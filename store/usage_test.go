package store

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

// The mean is over probe replies with a time, whatever trial they were first asked for.
func TestAnswerLatency(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	var keys []llm.Key
	for i, took := range []time.Duration{2 * time.Second, 4 * time.Second, 0, time.Hour} {
		key, req, resp := sampleReply(i + 1)
		resp.Latency = took
		require.NoError(t, d.Store(t.Context(), key, req, resp))
		keys = append(keys, key)
	}
	rec := arena.Record{
		Outcome: arena.Completed, Final: arena.Reply{Key: keys[3]},
		Probes: []arena.Reply{{Key: keys[0]}, {Key: keys[1]}, {Key: keys[2]}, {}},
	}
	require.NoError(t, d.SaveTrial(t.Context(), "e", 1, sampleTrial(1), rec, "s", probes.Score{}))
	untimed := arena.Record{Outcome: arena.Completed, Probes: []arena.Reply{{Key: keys[2]}}}
	require.NoError(t, d.SaveTrial(t.Context(), "e", 2, sampleTrial(2), untimed, "s", probes.Score{}))
	took, err := d.AnswerLatency(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, map[arena.TrialKey]time.Duration{sampleTrial(1).Key: 3 * time.Second}, took)
}

func TestServed(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	var rec arena.Record
	rec.Outcome = arena.Completed
	m := llm.Model{Provider: "openai", Name: "m"}
	for i, by := range []string{"m-2026-08-07", "m", "m"} {
		key, req, resp := sampleReply(i + 1)
		resp.Model = by
		require.NoError(t, d.Store(t.Context(), key, req, resp))
		rec.Calls = append(rec.Calls, arena.Call{Purpose: arena.Write, Model: m, Key: key, Usage: llm.Usage{Input: 1, Estimated: i == 2}})
	}
	rec.Calls = append(rec.Calls,
		arena.Call{Purpose: arena.Talk, Model: m, Nominal: true, Usage: llm.Usage{Estimated: true}},
		arena.Call{Purpose: arena.Talk, Model: llm.Model{Provider: "sim", Name: "nano"}})
	require.NoError(t, d.SaveTrial(t.Context(), "e", 1, sampleTrial(1), rec, "s", probes.Score{}))
	require.Equal(t, []Served{{m, "m", 2, 1}, {m, "m-2026-08-07", 1, 0}}, summarized(t, d, "e")[sampleTrial(1).Key].Served)
}
