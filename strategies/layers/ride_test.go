package layers

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies/pipeline"
)

// scripted answers the calls of a trial: those whose prompt begins like a key with its replies in turn,
// the last of them for good; all others with the notes.
type scripted map[string][]string

const notes = "" // the key of what the encoder is answered

// client counts the calls of each key in calls.
func (s scripted) client(calls map[string]int) llm.Client {
	var mu sync.Mutex
	return llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		text, key := req.Messages[len(req.Messages)-1].Text, notes
		for k := range s {
			if k != notes && strings.HasPrefix(text, k) {
				key = k
			}
		}
		replies := s[key]
		if len(replies) == 0 {
			return llmtest.Say(""), nil
		}
		mu.Lock()
		defer mu.Unlock()
		n := calls[key]
		calls[key]++
		return llmtest.Say(replies[min(n, len(replies)-1)]), nil
	})
}

// ride plays user messages through rlm with one layer, a cycle for each message from the second on:
// it takes in the message before.
func ride[L pipeline.Layer](t *testing.T, layer L, s scripted, users ...string) (*arenatest.Trial, map[string]int) {
	t.Helper()
	calls := map[string]int{}
	trial := arenatest.Start(t, pipeline.Alone[L]{
		Base:  pipeline.RLM{Questions: 5, Depth: 1, CompressEvery: 2, RecentWindow: 1, MaxTokens: 100},
		Layer: layer,
	}, s.client(calls))
	index := 0
	say := func(role llm.Role, text string, turn int) {
		index++
		require.NoError(t, trial.Observe(t.Context(), arena.Message{
			Message: llm.Message{Role: role, Text: text}, Index: arena.MessageIndex(index), Turn: arena.Turn(turn),
		}))
	}
	for i, text := range users {
		say(llm.User, text, i+1)
		say(llm.Assistant, "Noted.", i+1)
	}
	return trial, calls
}

// lastText is the memory after the last cycle.
func lastText(t *testing.T, trial *arenatest.Trial) string {
	t.Helper()
	require.NotEmpty(t, trial.Cycles)
	return trial.Cycles[len(trial.Cycles)-1].Text
}
