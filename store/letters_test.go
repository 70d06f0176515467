package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/probes"
)

func TestLetters(t *testing.T) {
	text, err := letters(results.words)
	require.NoError(t, err)
	require.Equal(t, "ksluvx", text)
	back, err := resultsOf(text)
	require.NoError(t, err)
	require.Equal(t, results.words, back)

	_, err = letters([]probes.Result{"gone"})
	require.ErrorContains(t, err, `"gone"`)
	_, err = resultsOf("kz")
	require.ErrorIs(t, err, errPacked)
	d := fresh(t)
	begin(t, d, "e")
	save(t, d, "e", 1)
	bad := probes.Score{Findings: []*probes.Finding{{Probe: "p", History: []probes.Result{"gone"}}}}
	require.ErrorContains(t, d.SaveScore(t.Context(), sampleTrial(1).Key, "s", bad), "probe p")
	scores, err := d.Scores(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, sampleScore(1), scores[sampleTrial(1).Key].Score, "the old score stays")
}
