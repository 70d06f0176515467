package store

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/probes/probestest"
)

// summarized are the summaries of an experiment.
func summarized(t testing.TB, d *DB, experiment string) map[arena.TrialKey]Summary {
	t.Helper()
	out := map[arena.TrialKey]Summary{}
	require.NoError(t, d.EachSummary(t.Context(), experiment, func(s Summary) { out[s.Key] = s }))
	return out
}

func TestSummariesAreOfTheRows(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	for n := 1; n <= 3; n++ {
		save(t, d, "e", n)
	}
	got := summarized(t, d, "e")
	require.Len(t, got, 3)
	for n := 1; n <= 3; n++ {
		s := got[sampleTrial(n).Key]
		require.Equal(t, "scorer-1", s.Scorer)
		require.Equal(t, probestest.Bare(sampleScore(n)), s.Score)
		require.Equal(t, n, s.Ordinal)
	}
	require.NoError(t, d.SaveScore(t.Context(), sampleTrial(2).Key, "scorer-2", sampleScore(7)))
	s := summarized(t, d, "e")[sampleTrial(2).Key]
	require.Equal(t, "scorer-2", s.Scorer)
	require.Equal(t, probestest.Bare(sampleScore(7)), s.Score, "a new score is summarized")
	require.Equal(t, got[sampleTrial(2).Key].Used, s.Used)
}

func TestScoresInLetters(t *testing.T) {
	result := rapid.SampledFrom(results.words)
	rapid.Check(t, func(t *rapid.T) {
		var s probes.Score
		for i := range rapid.IntRange(0, 4).Draw(t, "findings") {
			f := &probes.Finding{
				Probe: string(rune('a' + i)), Place: rapid.SampledFrom(places.words).Draw(t, "place"), New: rapid.Bool().Draw(t, "new"), Old: rapid.Bool().Draw(t, "old"),
				Never: rapid.SampledFrom(legacies.words).Draw(t, "never"), Whole: rapid.SampledFrom(legacies.words).Draw(t, "whole"),
				Exposed: rapid.IntRange(0, 300).Draw(t, "exposed"), LostAt: rapid.IntRange(0, 300).Draw(t, "lost"), Superseded: rapid.IntRange(0, 300).Draw(t, "superseded"),
				History: rapid.SliceOf(result).Draw(t, "history"), Again: rapid.SliceOf(result).Draw(t, "again"),
			}
			if len(f.History) == 0 {
				f.History = nil
			}
			if len(f.Again) == 0 {
				f.Again = nil
			}
			if rapid.Bool().Draw(t, "sure") {
				f.Confidence = new(rapid.Float64().Filter(func(x float64) bool { return !math.IsNaN(x) }).Draw(t, "confidence"))
			}
			for _, level := range arena.Levels[:rapid.IntRange(0, 4).Draw(t, "levels")] {
				f.Verdicts = append(f.Verdicts, probes.Verdict{Level: level, Result: result.Draw(t, "result"), Legacy: rapid.SampledFrom(legacies.words).Draw(t, "legacy")})
			}
			s.Findings = append(s.Findings, f)
		}
		names, l, err := letterScore(s)
		require.NoError(t, err)
		of := newRoster(names)
		got, err := of.findings(l)
		require.NoError(t, err)
		require.Equal(t, s.Findings, got)
		again, err := of.findings(l)
		require.NoError(t, err)
		for i := range s.Findings {
			require.Same(t, got[i], again[i], "equal findings are one")
		}
	})
}

func FuzzLetters(f *testing.F) {
	names, l, err := letterScore(sampleScore(1))
	require.NoError(f, err)
	f.Add(names, l.levels[0], l.levels[1], l.levels[2], l.levels[3], l.details)
	f.Fuzz(func(t *testing.T, names, memory, context, answer, final, details string) {
		got, err := newRoster(names).findings(lettered{[4]string{memory, context, answer, final}, details})
		if err != nil {
			require.ErrorIs(t, err, errPacked)
			return
		}
		again, _, err := letterScore(probes.Score{Findings: got})
		require.NoError(t, err)
		require.Equal(t, names, again)
	})
}
