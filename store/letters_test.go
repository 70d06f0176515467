package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/probes"
)

func TestLetters(t *testing.T) {
	var s spelling
	text := s.letters(results.words)
	require.Equal(t, "ksluvx", text)
	require.Equal(t, results.words, s.results(text))
	require.NoError(t, s.err)

	s.letters([]probes.Result{"gone"})
	require.ErrorContains(t, s.err, `"gone"`)
	s = spelling{}
	s.results("kz")
	require.ErrorIs(t, s.err, errPacked)
	d := fresh(t)
	begin(t, d, "e")
	save(t, d, "e", 1)
	bad := probes.Score{Findings: []*probes.Finding{{Probe: "p", History: []probes.Result{"gone"}}}}
	require.ErrorContains(t, d.SaveScore(t.Context(), sampleTrial(1).Key, "s", bad), "probe p")
	scores, err := d.Scores(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, sampleScore(1), scores[sampleTrial(1).Key].Score, "the old score stays")
}
