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

// A line of notes gives what it names, and nothing else that its scenario asks for: a label that is wide
// enough for one fact takes in no neighbour's value.
func TestNotes(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	byID := map[string]*arena.Scenario{}
	for _, s := range all {
		byID[s.ID] = s
	}
	data, err := os.ReadFile("testdata/notes.txt")
	require.NoError(t, err)
	var s *arena.Scenario
	var scorer *probes.Scorer
	n := 0
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if id, ok := strings.CutPrefix(line, "== "); ok {
			s = byID[id]
			require.NotNil(t, s, line)
			scorer, err = probes.NewScorer(s)
			require.NoError(t, err)
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		names, note, ok := strings.Cut(line, " | ")
		require.True(t, ok, line)
		want := map[string]probes.Result{}
		for _, name := range strings.Fields(names) {
			if name == "-" {
				continue
			}
			id, stale := strings.CutSuffix(name, "=stale")
			want[id] = probes.Kept
			if stale {
				want[id] = probes.Stale
			}
		}
		for i, v := range scorer.ScoreText(arena.LevelMemory, strings.ReplaceAll(note, `\n`, "\n")) {
			p := s.Probes[i]
			if p.Kind == arena.Absent {
				continue
			}
			expected, ok := want[p.ID]
			if !ok {
				expected = probes.Lost
			}
			delete(want, p.ID)
			assert.Equal(t, expected, v.Result, "%s: %s: %s (%s)", s.ID, p.ID, line, v.Why)
		}
		require.Empty(t, want, "%s: no such probe: %s", s.ID, line)
		n++
	}
	require.Greater(t, n, 3400)
}
