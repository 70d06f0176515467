package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

func TestScores(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	begin(t, d, "f")
	save(t, d, "e", 1)
	save(t, d, "e", 2)
	save(t, d, "f", 3)
	one, two := sampleTrial(1).Key, sampleTrial(2).Key

	got, err := d.Scores(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, map[arena.TrialKey]ScoreRow{
		one: {Scorer: "scorer-1", Score: sampleScore(1)},
		two: {Scorer: "scorer-1", Score: sampleScore(2)},
	}, got)

	better := probes.Score{Passed: true, Findings: sampleScore(5).Findings[:3]}
	require.NoError(t, d.SaveScore(t.Context(), two, "scorer-2", better))
	got, err = d.Scores(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, map[arena.TrialKey]ScoreRow{
		one: {Scorer: "scorer-1", Score: sampleScore(1)},
		two: {Scorer: "scorer-2", Score: better},
	}, got)
	require.Equal(t, (18+3+18)*4, count(t, d, `SELECT count(*) FROM export_verdicts`))
	rec, err := d.Record(t.Context(), two)
	require.NoError(t, err)
	require.Equal(t, sampleRecord(2), rec, "evidence stays")

	require.ErrorIs(t, d.SaveScore(t.Context(), arena.TrialKey{}, "s", better), ErrNone)
}

func TestScoresOfATrialLinkedTwice(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	save(t, d, "e", 1)
	require.NoError(t, d.Link(t.Context(), "e", 2, sampleTrial(1).Key))
	got, err := d.Scores(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, map[arena.TrialKey]ScoreRow{sampleTrial(1).Key: {Scorer: "scorer-1", Score: sampleScore(1)}}, got)
}

func TestUsage(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	small := llm.Model{Provider: "ollama", Name: "small"}
	trial := sampleTrial(1)
	rec := arena.Record{Outcome: arena.Completed, Calls: []arena.Call{
		{Purpose: arena.Write, Model: small, Usage: llm.Usage{Input: 5, Output: 1}},
		{Purpose: arena.Write, Model: model, Usage: llm.Usage{Input: 10, CachedInput: 4, Output: 2, Reasoning: 1}},
		{Purpose: arena.Write, Model: model, Usage: llm.Usage{Input: 20, Output: 3, Estimated: true}},
		{Purpose: arena.Talk, Model: model, Nominal: true, Usage: llm.Usage{Input: 7}},
		{Purpose: arena.Probing, Model: model, Usage: llm.Usage{Input: 8}},
	}}
	require.NoError(t, d.SaveTrial(t.Context(), "e", 1, trial, rec, "s", probes.Score{}))
	require.Equal(t, []Charge{
		{Purpose: arena.Write, Model: small, Calls: 1, Usage: llm.Usage{Input: 5, Output: 1}},
		{Purpose: arena.Write, Model: model, Calls: 2, Usage: llm.Usage{Input: 30, CachedInput: 4, Output: 5, Reasoning: 1, Estimated: true}},
		{Purpose: arena.Talk, Model: model, Calls: 1, Nominal: 1, Usage: llm.Usage{Input: 7}},
		{Purpose: arena.Probing, Model: model, Calls: 1, Usage: llm.Usage{Input: 8}},
	}, summarized(t, d, "e")[trial.Key].Charges)
}
