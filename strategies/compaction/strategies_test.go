package compaction

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

// made is a strategy with its defaults.
func made[S any](require.TestingT) *S {
	s := new(S)
	strictyaml.Defaults(s)
	return s
}

// said is turn i of a conversation.
func spoke(i int) []arena.Message {
	at := func(k int, m llm.Message) arena.Message {
		return arena.Message{Message: m, Index: arena.MessageIndex(4*i + k), Turn: arena.Turn(i + 1)}
	}
	return []arena.Message{
		at(1, llm.Message{Role: llm.User, Text: fmt.Sprintf("Hall %d costs %d dollars, as we said when we met the people who own it and all the others near the harbour, at the end of a long day.", i, 1000+i)}),
		at(2, llm.Message{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "a", Name: "note", Arguments: fmt.Sprintf(`{"hall": %d}`, i)}}}),
		at(3, llm.Message{Role: llm.Tool, Text: fmt.Sprintf("room: %d seats", 50+i), ToolCallID: "a"}),
		at(4, llm.Message{Role: llm.Assistant, Text: "Noted."}),
	}
}

func observe(t *testing.T, s arena.Strategy, turns int, client llm.Client) *arenatest.Trial {
	t.Helper()
	trial := arenatest.Start(t, s, client)
	for i := range turns {
		for _, m := range spoke(i) {
			require.NoError(t, trial.Observe(t.Context(), m))
		}
	}
	return trial
}

func recall(t *testing.T, m arena.Memory) arena.Context {
	t.Helper()
	c, err := m.Recall(t.Context(), "What does it cost?")
	require.NoError(t, err)
	return c
}

func say(reply string, asked *[]string) llm.Client {
	return llmtest.Func(func(_ context.Context, r llm.Request) (llm.Response, error) {
		*asked = append(*asked, r.Messages[0].Text)
		return llmtest.Say(reply), nil
	})
}

func TestExchange(t *testing.T) {
	x := exchange{messages: spoke(7)}
	e := x.entry()
	require.Contains(t, e.Reasoning, "Hall 7 costs 1007 dollars")
	require.Equal(t, `note {"hall": 7}`, e.Code)
	require.Equal(t, "room: 57 seats\nNoted.", e.Output)
}

func TestCompactionAsksTheModel(t *testing.T) {
	var asked []string
	trial := observe(t, made[Compaction](t), 11, say("Halls 0 to 7 were priced.", &asked))
	require.Len(t, asked, 1)
	for i := range 8 {
		require.Contains(t, asked[0], "user: "+spoke(i)[0].Text+"\n", "what the user says is not cut")
	}
	require.Contains(t, asked[0], "in 3 sentences, of 375 words at most")
	require.Len(t, trial.Cycles, 1)
	require.Equal(t, arena.Delivery{Asked: 1, Parsed: 1}, trial.Cycles[0].Delivery)
	require.Len(t, trial.Cycles[0].Left, 32)
	require.Equal(t, "Working on: You help with a project. Completed 8 steps (8 successful). Halls 0 to 7 were priced.", trial.Cycles[0].Text)
	c := recall(t, trial)
	require.Contains(t, c.System, "<knowledge>\n"+trial.Cycles[0].Text+"\n</knowledge>")
	require.Equal(t, arena.MessageIndex(33), c.Shown[0])
	require.Len(t, c.Shown, 12)
}

func TestCompactionFallsBack(t *testing.T) {
	var asked []string
	trial := observe(t, made[Compaction](t), 11, say(" ", &asked))
	require.Equal(t, arena.Delivery{Asked: 1, Empty: 1}, trial.Cycles[0].Delivery)
	require.Equal(t, []string{"cycle 1: the memory model's reply was empty: rules wrote the summary"}, trial.Warnings)
	for i := range 8 {
		require.Contains(t, trial.Cycles[0].Text, spoke(i)[0].Text)
		require.Contains(t, trial.Cycles[0].Text, spoke(i)[2].Text)
	}

	strict := made[Compaction](t)
	strict.FallBackToRules = false
	other := arenatest.Start(t, strict, say("", &asked))
	var err error
	for i := 0; i < 11 && err == nil; i++ {
		for _, m := range spoke(i) {
			if err == nil {
				err = other.Observe(t.Context(), m)
			}
		}
	}
	require.EqualError(t, err, "memory cycle 1: compaction: summarise 8 entries: compaction: the model's summary is empty")
}

// As documented an empty reply claims a compaction that changes nothing, and is asked for again at every turn.
func TestCompactionAsDocumented(t *testing.T) {
	s := made[Compaction](t)
	s.Mode = "as_documented"
	var asked []string
	trial := observe(t, s, 13, say("", &asked))
	require.Len(t, asked, 3)
	require.Contains(t, asked[0], "Summarize this RLM interaction history in 3 sentences.\n\nTask: You help with a project.")
	require.Len(t, trial.Warnings, 3)
	require.Len(t, recall(t, trial).Shown, 52)
	require.Empty(t, trial.Cycles[0].Left)

	s.UseModel = false
	trial = observe(t, s, 19, say("", &asked))
	require.Len(t, trial.Cycles, 2)
	require.Equal(t, "[COMPACTED] Working on: You help with a project. Completed 8 steps (8 successful). Key findings: (Compacted 10 steps); room: 58 seats\nNoted.; room=58 seats\n# Previous steps summarized above\n(Compacted 10 steps)", trial.Cycles[1].Text)
	require.NotContains(t, trial.Cycles[1].Text, "1000", "what the user said isn't looked through")
	require.Len(t, recall(t, trial).Shown, 16)
}

// Whoever writes like the source's wrapper is an exchange all the same.
func TestMessagesLikeASummary(t *testing.T) {
	s := made[Compaction](t)
	s.Mode, s.UseModel = "as_documented", false
	trial := arenatest.Start(t, s, nil)
	for i := range 15 {
		for k, text := range []string{"[COMPACTED] Completed 8 steps.", "(Compacted 10 steps)"} {
			m := arena.Message{Message: llm.Message{Role: []llm.Role{llm.User, llm.Assistant}[k], Text: text}, Index: arena.MessageIndex(2*i + k + 1)}
			require.NoError(t, trial.Observe(t.Context(), m))
		}
	}
	c := recall(t, trial)
	require.Len(t, trial.Cycles, 1)
	require.Len(t, trial.Cycles[0].Left, 16)
	require.Len(t, c.Shown, 14)
}

func TestConversationMemory(t *testing.T) {
	trial := observe(t, made[ConversationMemory](t), 22, llmtest.Func(nil))
	require.Len(t, trial.Cycles, 1)
	require.Zero(t, trial.Cycles[0].Delivery)
	for i := range 11 {
		require.Contains(t, trial.Cycles[0].Text, "Q: "+spoke(i)[0].Text+" A: "+spoke(i)[2].Text+"\nNoted.")
	}
	require.Equal(t, arena.MessageIndex(45), recall(t, trial).Shown[0])

	s := made[ConversationMemory](t)
	s.Mode, s.UserChars = "as_documented", 100
	trial = observe(t, s, 22, llmtest.Func(nil))
	require.Len(t, trial.Cycles, 16, "five turns are shown, so that one leaves at each from the sixth on")
	require.Empty(t, trial.Cycles[14].Text, "and is in no summary while there are no more than twenty")
	require.True(t, strings.HasPrefix(trial.Cycles[15].Text, "[Previous conversation (11 turns): Q: Hall 0 costs 1000 dollars"))
	require.NotContains(t, trial.Cycles[15].Text, "Hall 3")
	require.Len(t, recall(t, trial).Shown, 5*4+4)
}

// Within a budget nothing is cut by the trial, whatever is said, and the newest exchange stays where it fits its half.
func TestBudgets(t *testing.T) {
	tokens := func(s string) int { return len(strings.Fields(s)) }
	rapid.Check(t, func(rt *rapid.T) {
		budget := rapid.IntRange(1, 400).Draw(rt, "budget")
		strategy := rapid.SampledFrom([]arena.Strategy{made[Compaction](rt), made[ConversationMemory](rt)}).Draw(rt, "strategy")
		m, err := strategy.Start(arena.Env{
			System: "You help.", Tokens: tokens, Budget: budget, Trace: quiet{}, Client: llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
				return llmtest.Say(rapid.StringMatching(`([a-z0-9]{1,4}[.,]? ){0,80}`).Draw(rt, "reply")), nil
			}),
		})
		require.NoError(rt, err)
		index := arena.MessageIndex(0)
		for turn := range rapid.IntRange(1, 30).Draw(rt, "turns") {
			for _, role := range []llm.Role{llm.User, llm.Assistant} {
				index++
				text := rapid.StringMatching(`([a-z0-9:]{1,5}[.]? ){0,60}`).Draw(rt, "text")
				require.NoError(rt, m.Observe(rt.Context(), arena.Message{Message: llm.Message{Role: role, Text: text}, Index: index, Turn: arena.Turn(turn + 1)}))
			}
			c, err := m.Recall(rt.Context(), "?")
			require.NoError(rt, err)
			size := tokens(strings.TrimPrefix(c.System, "You help."))
			for _, said := range c.Messages[:len(c.Messages)-2] {
				size += arena.Env{Tokens: tokens, Budget: budget}.SizeOf(said)
			}
			require.LessOrEqual(rt, size, budget)
		}
	})
}

type quiet struct{}

func (quiet) Cycle(arena.Cycle) {}
func (quiet) Warn(string)       {}
