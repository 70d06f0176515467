package controls_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies"
)

func TestFullContextWithCorrections(t *testing.T) {
	var listed, asked int
	reply := `{"changes": [{"what": "budget", "value": "$12M", "was": "$10M", "from": []}]}`
	client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		if strings.Contains(req.Messages[len(req.Messages)-1].Text, "Before we go on") {
			asked++
			return llmtest.Say("The budget is $12M."), nil
		}
		listed++
		return llmtest.Say(reply), nil
	})
	play := func(spec string) (*arenatest.Trial, arena.Context) {
		listed, asked = 0, 0
		s, err := strategies.Parse(spec)
		require.NoError(t, err)
		trial := arenatest.Start(t, s, client)
		for i, text := range []string{"The budget is $10M.", "ok", "It is $12M now.", "ok", "Fine.", "ok", "Fine.", "ok", "Fine."} {
			role := llm.User
			if i%2 == 1 {
				role = llm.Assistant
			}
			require.NoError(t, trial.Observe(t.Context(), arena.Message{Message: llm.Message{Role: role, Text: text}, Index: arena.MessageIndex(i + 1), Turn: arena.Turn(i/2 + 1)}))
		}
		c, err := trial.Recall(t.Context(), "What is the budget?")
		require.NoError(t, err)
		require.Len(t, c.Shown, 9)
		require.Empty(t, trial.Cycles, "nothing ever leaves")
		return trial, c
	}

	_, c := play("full_context")
	require.Zero(t, listed)
	require.Equal(t, "You help with a project.", c.System)

	_, c = play("full_context(correction_format=explicit_negation)")
	require.Equal(t, 1, listed)
	require.Contains(t, c.System, "<corrections>\n[CORRECTED] budget: $12M (was: $10M). The previous value of $10M is WRONG.\n</corrections>")
	require.Len(t, c.Messages, 9)

	_, c = play("full_context(correction_format=socratic_elicitation)")
	require.Equal(t, 1, asked)
	require.Len(t, c.Messages, 11, "the exchange stands before the messages")

	reply = ""
	trial, c := play("full_context(correction_format=structured_diff)")
	require.Equal(t, "You help with a project.", c.System)
	require.Len(t, trial.Warnings, 1)
}
