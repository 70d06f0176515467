package probes_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

// TestLegacyNever: the original compares the number of messages with the fact's turn, so it
// counts a fact of turn 3, which is message 5, as missed by a memory made after message 3.
func TestLegacyNever(t *testing.T) {
	const with, without = "090-8765-4321", "nothing"
	for _, c := range []struct {
		name   string
		cycles []arena.CycleRecord
		want   probes.Legacy
	}{
		{"always there", []arena.CycleRecord{cycle(5, with, 1), cycle(9, with, 5)}, probes.LegacyHit},
		{"missed by the memory that was not shown it", []arena.CycleRecord{cycle(3, without, 1), cycle(9, with, 5)}, probes.LegacyMiss},
		{"fewer messages than turns", []arena.CycleRecord{cycle(2, without, 1), cycle(9, with, 5)}, probes.LegacyHit},
		{"missed once", []arena.CycleRecord{cycle(5, with, 1), cycle(7, without, 5), cycle(9, with, 7)}, probes.LegacyMiss},
		{"no cycle counts", []arena.CycleRecord{cycle(2, without, 1)}, probes.LegacyHit},
		{"no cycle", nil, probes.LegacyNone},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := score(t, record(c.cycles, "", nil))
			require.Equal(t, c.want, f["phone"].Never)
			require.Equal(t, probes.LegacyNone, f["left"].Never, "an extended probe has no patterns")
		})
	}
}

func TestLegacyWhole(t *testing.T) {
	whole := func(system string, shown []arena.MessageIndex, question string) probes.Legacy {
		rec := record(nil, system, shown)
		rec.Messages[8].Text = question
		return score(t, rec)["phone"].Whole
	}
	require.Equal(t, probes.LegacyHit, whole("Kenji: 090-8765-4321", nil, "Sum up."))
	require.Equal(t, probes.LegacyHit, whole("", []arena.MessageIndex{5}, "Sum up."))
	require.Equal(t, probes.LegacyHit, whole("", nil, "Is it 090-8765-4321?"), "the question counts")
	require.Equal(t, probes.LegacyMiss, whole("", []arena.MessageIndex{1}, "Sum up."))
	rec := record(nil, "090-8765-4321", nil)
	rec.Final.Context = &arena.Context{System: "nothing", Messages: []llm.Message{}}
	f := score(t, rec)
	require.Equal(t, probes.LegacyMiss, f["phone"].Whole, "what the probes saw doesn't")
	require.Equal(t, probes.LegacyNone, f["left"].Whole)
}
