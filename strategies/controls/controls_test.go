package controls_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/controls"
)

type reply string

func (r reply) Complete(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{Text: string(r), Stop: llm.StopEnd}, nil
}

// The oracle hands over the result that states a fact with the call it answers, and not what the user
// asked; what leaves is told in whole.
func TestOracleShowsToolResultsWithTheirCalls(t *testing.T) {
	look := func(result string) []arena.ToolUse {
		return []arena.ToolUse{{Name: "look", Arguments: "{}", Result: result}}
	}
	s := &arena.Scenario{
		ID: "fleet", System: "You help.",
		Turns: []arena.Exchange{
			{User: "The boss is Tamsin.", Tools: look("fine"), Assistant: "Noted."},
			{User: "How many bikes?", Tools: look("fleet | 2340"), Assistant: "There."},
			{User: "And the weather?", Tools: look("rain"), Assistant: "There."},
		},
		Facts:  []arena.Fact{{ID: "boss", Turn: 1}, {ID: "fleet", Turn: 2, In: llm.Tool}},
		Probes: []arena.Probe{{ID: "boss", Fact: "boss", Question: "Who?"}, {ID: "fleet", Fact: "fleet", Question: "How many?"}},
		Final:  arena.Final{Question: "Sum up."},
	}
	session := &arena.Session{Client: reply("ok"), Tokens: func(s string) int { return len(strings.Fields(s)) }}
	rec, err := session.Play(t.Context(), arena.Trial{Scenario: s, Strategy: controls.Oracle{}, Spec: "oracle", Dialogue: arena.Scripted})
	require.NoError(t, err)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
	saw := rec.Probes[1].Context
	require.Equal(t, []arena.MessageIndex{1, 6, 7}, saw.Shown)
	require.Equal(t, saw.Messages[1].ToolCalls[0].ID, saw.Messages[2].ToolCallID)
	require.Equal(t, "fleet | 2340", saw.Messages[2].Text)
	var left []arena.MessageIndex
	for _, c := range rec.Cycles {
		left = append(left, c.Left...)
	}
	require.Equal(t, []arena.MessageIndex{2, 3, 4, 5, 8, 9, 10, 11, 12}, left)
}

// Within a budget the oracle shows the evidence of what is asked, whole, rather than the newest of it.
func TestOracleWithinABudget(t *testing.T) {
	s := &arena.Scenario{
		ID: "fleet", System: "You help.",
		Turns: []arena.Exchange{
			{User: "The boss of the depot is called Tamsin Oakley.", Assistant: "Noted."},
			{User: "The fleet has 2340 bikes by now.", Assistant: "Noted."},
			{User: "The depot moves in March.", Assistant: "Noted."},
		},
		Facts:  []arena.Fact{{ID: "boss", Turn: 1}, {ID: "fleet", Turn: 2}, {ID: "move", Turn: 3}},
		Probes: []arena.Probe{{ID: "boss", Fact: "boss", Question: "What is the boss called?"}, {ID: "fleet", Fact: "fleet", Question: "How many bikes has the fleet?"}, {ID: "move", Fact: "move", Question: "When does it move?"}},
		Final:  arena.Final{Question: "Sum up."},
	}
	session := &arena.Session{Client: reply("ok"), Tokens: func(s string) int { return len(strings.Fields(s)) }}
	rec, err := session.Play(t.Context(), arena.Trial{Scenario: s, Strategy: controls.Oracle{}, Spec: "oracle", Dialogue: arena.Scripted, Budget: 14})
	require.NoError(t, err)
	require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
	for i, want := range []arena.MessageIndex{1, 3, 5} {
		require.Contains(t, rec.Probes[i].Context.Shown, want, s.Probes[i].Question)
		require.False(t, rec.Probes[i].Cut)
	}
	require.NotContains(t, rec.Probes[0].Context.Shown, arena.MessageIndex(3), "there is no room for all")
}
