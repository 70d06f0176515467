package calibrate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/strategies"
)

// publishedAs is the published model of a name.
func publishedAs(name string) (Published, bool) {
	for _, p := range models() {
		if p.Name == name {
			return p, true
		}
	}
	return Published{}, false
}

func TestModels(t *testing.T) {
	tests := []struct {
		name string
		kept int // of 52
	}{
		{"gpt-5-nano", 44},
		{"claude-haiku-4-5", 47},
	}
	require.Len(t, models(), len(tests))
	for _, tt := range tests {
		p, ok := publishedAs(tt.name)
		require.True(t, ok, tt.name)
		kept, n := 0, 0
		for i, s := range p.Survival.Types {
			require.Contains(t, arena.FactTypes, s.Type)
			require.LessOrEqual(t, s.Kept, s.N)
			require.NotContains(t, p.Survival.Types[:i], s)
			kept, n = kept+s.Kept, n+s.N
		}
		require.Len(t, p.Survival.Types, len(arena.FactTypes))
		require.Equal(t, []int{tt.kept, 52}, []int{kept, n}, tt.name)
		for _, r := range p.Leaderboard.Strategies {
			_, err := strategies.Parse(r.Spec)
			require.NoError(t, err)
		}
	}
	asked := 0
	for _, places := range published().Asked {
		asked += len(places)
	}
	require.Equal(t, 36, asked)
}

func TestSurvivedInterval(t *testing.T) {
	i := Survived{Kept: 8, N: 12}.interval()
	require.InDelta(t, 0.391, i.Low, 0.001)
	require.InDelta(t, 0.862, i.High, 0.001)
}

// TestOriginalSettings holds the presets to what the published runs used: a cycle every 8 messages
// with the last 4 kept raw, the last 6 by the summary, and replies capped at 1024 tokens.
func TestOriginalSettings(t *testing.T) {
	want := map[string]map[string]string{
		"rlm":          {"compress_every": "8", "recent_window": "4", "max_tokens": "1024", "depth": "1", "questions": "5"},
		"structured":   {"compress_every": "8", "recent_window": "4", "max_tokens": "1024", "match_prefix": "30"},
		"hybrid":       {"compress_every": "8", "recent_window": "4", "max_tokens": "1024", "match_prefix": "30"},
		"summarize":    {"compress_every": "8", "recent_window": "6", "max_tokens": "1024"},
		"window":       {"size": "0"}, // 10 messages where no budget is to be filled
		"full_context": {},
	}
	for name, settings := range want {
		s, err := strategies.New(name)
		require.NoError(t, err)
		have := map[string]string{}
		for _, f := range strategies.Settings(s) {
			if _, ok := settings[f.Name]; ok {
				have[f.Name] = f.Default
			}
		}
		require.Equal(t, settings, have, name)
	}
}
