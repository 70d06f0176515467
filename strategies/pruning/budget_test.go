package pruning_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies"
)

// left notes what left.
type left map[arena.MessageIndex]bool

func (l left) Cycle(c arena.Cycle) {
	for _, m := range c.Left {
		l[m] = true
	}
}
func (left) Warn(string) {}

// Whatever is stored, summed up and pruned, what is shown of earlier turns is within the budget, in order, each message
// once; and what has left is there only where a question brought it back.
func TestBudget(t *testing.T) {
	const system = "You help."
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"mus", "mis", "prune_final", "age_prune"}).Draw(t, "strategy")
		spec := fmt.Sprintf("%s(unit=%s,target=%d,raw=%d,session_messages=%d,chapter_sessions=2,cooldown=%d,min_l1=0,top_k=%d)", name,
			rapid.SampledFrom([]string{"day", "turn"}).Draw(t, "unit"), rapid.IntRange(1, 20).Draw(t, "target"), rapid.IntRange(1, 9).Draw(t, "raw"),
			rapid.IntRange(2, 9).Draw(t, "session"), rapid.IntRange(0, 3).Draw(t, "cooldown"), rapid.IntRange(1, 9).Draw(t, "top_k"))
		budget := rapid.SampledFrom([]int{1, 9, 40, 60, 1000}).Draw(t, "budget")
		summary := rapid.SampledFrom([]string{"", "A kitchen with a budget and blue tiles."}).Draw(t, "summary")
		s, err := strategies.Parse(spec)
		require.NoError(t, err)
		gone := left{}
		m, err := s.Start(arena.Env{
			System: system, Tokens: size, Trace: gone, Budget: budget,
			Client: llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llmtest.Say(summary), nil }),
		})
		require.NoError(t, err)
		said := []string{"The kitchen has a budget of 9000.", "Which kitchen budget, please?", "Blue tiles.", "", "Never mind the tiles.", "Noted."}
		for i := range rapid.IntRange(1, 24).Draw(t, "messages") {
			msg := arena.Message{Index: arena.MessageIndex(i + 1), Turn: arena.Turn(i/2 + 1), At: monday.AddDate(0, 0, rapid.IntRange(0, 30).Draw(t, "day"))}
			msg.Role, msg.Text = []llm.Role{llm.User, llm.Assistant}[i%2], rapid.SampledFrom(said).Draw(t, "text")
			require.NoError(t, m.Observe(t.Context(), msg))
			c, err := m.Recall(t.Context(), rapid.SampledFrom(said).Draw(t, "query"))
			require.NoError(t, err)
			require.True(t, slices.IsSorted(c.Shown))
			require.Len(t, slices.Compact(slices.Clone(c.Shown)), len(c.Shown))
			shown := size(c.System) - size(system)
			for k, message := range c.Messages {
				if open := arena.MessageIndex(i/2*2 + 1); c.Shown[k] < open {
					shown += size(message.Text)
				}
				require.Equal(t, gone[c.Shown[k]], slices.Contains(c.Fetched, c.Shown[k]))
			}
			require.LessOrEqual(t, shown, budget)
		}
	})
}
