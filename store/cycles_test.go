package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

func TestCyclesAreCounted(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	begin(t, d, "f")
	rec := arena.Record{Outcome: arena.Completed}
	for i := 1; i <= 4; i++ {
		rec.Messages = append(rec.Messages, arena.Message{Index: arena.MessageIndex(i), Tokens: 10 * i})
	}
	rec.Cycles = []arena.CycleRecord{
		{After: 2, Cycle: arena.Cycle{Stop: llm.StopEnd, Delivery: arena.Delivery{Asked: 3, Parsed: 2, Empty: 1}}},
		{After: 2, Cycle: arena.Cycle{Stop: llm.StopLength, Delivery: arena.Delivery{Asked: 1, Dropped: 4}}},
		{After: 4, Cycle: arena.Cycle{Stop: llm.StopEnd}},
	}
	require.NoError(t, d.SaveTrial(t.Context(), "e", 1, sampleTrial(1), rec, "s", probes.Score{}))
	require.NoError(t, d.SaveTrial(t.Context(), "e", 2, sampleTrial(2), arena.Record{Outcome: arena.Completed}, "s", probes.Score{}))
	save(t, d, "f", 3)

	got := summarized(t, d, "e")[sampleTrial(1).Key]
	require.Equal(t, 100, got.TranscriptTokens)
	require.Equal(t, CycleCount{Cycles: 3, CutCycles: 1, Delivery: arena.Delivery{Asked: 4, Parsed: 2, Empty: 1, Dropped: 4}}, got.CycleCount)
	require.Equal(t, Used{}, summarized(t, d, "e")[sampleTrial(2).Key].Used)
}
