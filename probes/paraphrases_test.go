package probes_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
)

// A value in other words is the value, and a wrong one in the words of a right one isn't.
func TestParaphrases(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	byID := map[string]*arena.Scenario{}
	scorers := map[string]*probes.Scorer{}
	for _, s := range all {
		byID[s.ID] = s
		scorers[s.ID], err = probes.NewScorer(s)
		require.NoError(t, err)
	}
	data, err := os.ReadFile("testdata/paraphrases.txt")
	require.NoError(t, err)
	n := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(strings.TrimSpace(line), "|", 3)
		require.Len(t, parts, 3, line)
		scenario, id, _ := strings.Cut(parts[0], "/")
		require.Contains(t, byID, scenario, line)
		at := -1
		for i, p := range byID[scenario].Probes {
			if p.ID == id {
				at = i
			}
		}
		require.NotEqual(t, -1, at, line)
		v := scorers[scenario].AnswerTo(at, strings.ReplaceAll(parts[2], `\n`, "\n"))
		assert.Equal(t, parts[1], string(v.Result), "%s (%s)", line, v.Why)
		n++
	}
	require.Greater(t, n, 300)
}
