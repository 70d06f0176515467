package leaderboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/store"
)

func TestWhatAnsweredIsNamed(t *testing.T) {
	r := result()
	require.Empty(t, New(r, Ask{Views: []string{"leaderboard"}}).Document().Notes, "simulated models answer for themselves")
	nano, local := llm.Model{Provider: "openai", Name: "gpt-5-nano"}, llm.Model{Provider: "ollama", Name: "llama3"}
	r.Served = []store.Served{
		{Model: local, By: "llama3:latest", Calls: 1, Counted: 1},
		{Model: nano, By: "gpt-5-nano-2026-08-07", Calls: 40, Counted: 3},
		{Model: nano, Calls: 2},
	}
	require.Equal(t, []string{
		"ollama:llama3 was served by llama3:latest (1 call).",
		"openai:gpt-5-nano was served by gpt-5-nano-2026-08-07 (40 calls), an unknown model (2 calls).",
	}, New(r, Ask{Views: []string{"leaderboard"}}).Document().Notes)
	require.Contains(t, warned(r), "openai:gpt-5-nano: the provider told no usage that can be true for 3 of 42 calls")
	require.Contains(t, warned(r), "ollama:llama3: the provider told no usage that can be true for 1 of 1 calls")
}
