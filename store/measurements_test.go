package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

func sampleMeasurement(n int) Measurement {
	return Measurement{
		Key: sampleTrial(n).Key, Scorer: "scorer-1", Outcome: arena.Completed, Passed: n%2 == 0,
		Results: []probes.Result{probes.Kept, probes.Stale, probes.Lost, probes.Void},
		Usage: []Charge{
			{Purpose: arena.Write, Model: model, Calls: n, Usage: llm.Usage{Input: 1000, CachedInput: 10, Output: 20, Reasoning: 5}},
			{Purpose: arena.Talk, Model: model, Calls: 3, Nominal: 3, Usage: llm.Usage{Input: 70000, Estimated: true}},
		},
	}
}

func TestMeasurementsComeBack(t *testing.T) {
	d := fresh(t)
	one, two := sampleMeasurement(1), sampleMeasurement(2)
	one.Code = "version-code"
	two.Outcome, two.Reason, two.Results, two.Usage = arena.Truncated, "the reply was cut", nil, nil
	require.NoError(t, d.SaveMeasurements(t.Context(), []Measurement{one, two}))
	keys := []arena.TrialKey{one.Key, two.Key, sampleTrial(3).Key}
	got, err := d.Measurements(t.Context(), keys)
	require.NoError(t, err)
	require.Equal(t, map[arena.TrialKey]Measurement{one.Key: one, two.Key: two}, got)

	one.Scorer, one.Results = "scorer-2", []probes.Result{probes.Lost}
	require.NoError(t, d.SaveMeasurements(t.Context(), []Measurement{one}))
	got, err = d.Measurements(t.Context(), keys)
	require.NoError(t, err)
	require.Equal(t, one, got[one.Key], "the newer judgement stands")

	unfinished := sampleMeasurement(4)
	unfinished.Outcome = arena.Failed
	require.ErrorContains(t, d.SaveMeasurements(t.Context(), []Measurement{sampleMeasurement(3), unfinished}), "CHECK constraint failed")
	got, err = d.Measurements(t.Context(), keys)
	require.NoError(t, err)
	require.Len(t, got, 2, "all or nothing")
}
