package llm_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/tokens"
)

func TestMessages(t *testing.T) {
	n := tokens.NewCounter().Count
	require.Equal(t, 3, llm.ChatTokens(nil, n))
	require.Equal(t, 3+3+n("hello world"), llm.ChatTokens([]llm.Message{{Role: llm.User, Text: "hello world"}}, n))
	require.Equal(t, 3+3+n("look")+n(`{"q":1}`)+n("call_1")+3+n("found it")+n("call_1"), llm.ChatTokens([]llm.Message{
		{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "call_1", Name: "look", Arguments: `{"q":1}`}}},
		{Role: llm.Tool, Text: "found it", ToolCallID: "call_1"},
	}, n))
}
