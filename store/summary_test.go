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

func TestFindingsAreKept(of *testing.T) {
	result := rapid.SampledFrom([]probes.Result{probes.Kept, probes.Stale, probes.Lost, probes.Unexposed, probes.Void, probes.Unscored})
	legacy := rapid.SampledFrom([]probes.Legacy{probes.LegacyNone, probes.LegacyHit, probes.LegacyMiss})
	place := rapid.SampledFrom(append([]probes.Place{""}, probes.Places...))
	word := rapid.String()
	d := fresh(of)
	begin(of, d, "e")
	save(of, d, "e", 1)
	rapid.Check(of, func(t *rapid.T) {
		var s probes.Score
		for i := range rapid.IntRange(0, 4).Draw(t, "findings") {
			f := &probes.Finding{
				Probe: string(rune('a' + i)), Place: place.Draw(t, "place"), New: rapid.Bool().Draw(t, "new"), Old: rapid.Bool().Draw(t, "old"),
				Exposed: rapid.IntRange(0, 300).Draw(t, "exposed"), LostAt: rapid.IntRange(0, 300).Draw(t, "lost"), Superseded: rapid.IntRange(0, 300).Draw(t, "superseded"),
				History: rapid.SliceOf(result).Draw(t, "history"), Again: rapid.SliceOf(result).Draw(t, "again"), Before: word.Draw(t, "before"), After: word.Draw(t, "after"),
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
				f.Verdicts = append(f.Verdicts, probes.Verdict{Level: level, Result: result.Draw(t, "result"), Legacy: legacy.Draw(t, "legacy"), Why: word.Draw(t, "why")})
			}
			s.Findings = append(s.Findings, f)
		}
		key := sampleTrial(1).Key
		require.NoError(t, d.SaveScore(t.Context(), key, "s", s))
		scores, err := d.Scores(t.Context(), "e")
		require.NoError(t, err)
		require.Equal(t, s, scores[key].Score)
		got := summarized(of, d, "e")[key].Score
		require.Equal(t, probestest.Bare(s), got)
		verdicts := 0
		for _, f := range s.Findings {
			verdicts += len(f.Verdicts)
		}
		require.Equal(t, verdicts, count(of, d, `SELECT count(*) FROM export_verdicts`))
	})
}

// Equal findings are one, and one of whose words another is like is not changed by them.
func TestEqualFindingsAreOne(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	save(t, d, "e", 1)
	save(t, d, "e", 1+18)
	got := summarized(t, d, "e")
	one, two := got[sampleTrial(1).Key].Score.Findings, got[sampleTrial(19).Key].Score.Findings
	for i := range one {
		require.Same(t, one[i], two[i])
	}
}

// What isn't a finding is damage.
func TestFindingsOfAnotherProgram(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	save(t, d, "e", 1)
	for column, value := range map[string]string{"findings": "{\"probe\": 7}\n", "words": `[["before", "after"]]`} {
		require.NoError(t, d.write(t.Context(), "change", func(t *tx) error { t.exec(`UPDATE scores SET `+column+` = ?`, value); return nil }))
		_, err := d.Scores(t.Context(), "e")
		require.ErrorIs(t, err, errPacked, column)
		save(t, d, "e", 1)
	}
}
