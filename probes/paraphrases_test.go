package probes_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
)

// builtin are the builtin scenarios by their ids.
func builtin(t *testing.T) map[string]*arena.Scenario {
	t.Helper()
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	out := map[string]*arena.Scenario{}
	for _, s := range all {
		out[s.ID] = s
	}
	return out
}

// A value in other words is the value, and a wrong one in the words of a right one isn't.
func TestParaphrases(t *testing.T) {
	byID, scorers := builtin(t), map[string]*probes.Scorer{}
	for id, s := range byID {
		sc, err := probes.NewScorer(s)
		require.NoError(t, err)
		scorers[id] = sc
	}
	data, err := os.ReadFile("testdata/paraphrases.txt")
	require.NoError(t, err)
	n, misjudged := 0, 0
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
		if n++; parts[1] != string(v.Result) {
			misjudged++
		}
	}
	require.Greater(t, n, 300)
	require.Less(t, float64(misjudged), 0.05*float64(n), "%d of %d", misjudged, n)
}
