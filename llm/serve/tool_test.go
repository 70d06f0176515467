package serve_test

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"testing"

	api "github.com/sashabaranov/go-openai"
	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

var keepTool = api.Tool{Type: api.ToolTypeFunction, Function: &api.FunctionDefinition{
	Name: "keep", Description: "Keep the facts.", Strict: true,
	Parameters: map[string]any{"type": "object", "properties": map[string]any{"facts": map[string]any{"type": "array", "items": map[string]any{"type": "string"}}}},
}}

// A tool that has to be called is asked for as JSON of its parameters, and answered as its call, whole and streamed.
func TestAForcedToolIsCalled(t *testing.T) {
	const schema = `{"description":"Keep the facts.","properties":{"facts":{"items":{"type":"string"},"type":"array"}},"type":"object"}`
	reply := llm.Response{Text: `<think>Well.</think>{"facts":["the code is 4711"]}`, Stop: llm.StopEnd, Usage: llm.Usage{Input: 7, Output: 4}}
	var got llm.Request
	h := httptest.NewServer(newServer(t, llmtest.Func(func(_ context.Context, q llm.Request) (llm.Response, error) {
		got = q
		return reply, nil
	})))
	t.Cleanup(h.Close)
	config := api.DefaultConfig("none")
	config.BaseURL = h.URL + "/v1"
	client := api.NewClientWithConfig(config)
	asking := func(choice any) api.ChatCompletionRequest {
		return api.ChatCompletionRequest{Model: "sim:nano", Tools: []api.Tool{keepTool}, ToolChoice: choice, Messages: []api.ChatCompletionMessage{{Role: "user", Content: "Hi"}}}
	}
	for _, choice := range []any{"required", api.ToolChoice{Type: api.ToolTypeFunction, Function: api.ToolFunction{Name: "keep"}}} {
		resp, err := client.CreateChatCompletion(t.Context(), asking(choice))
		require.NoError(t, err)
		require.Equal(t, &llm.Schema{Name: "keep", JSON: schema, Strict: true}, got.Schema)
		require.Equal(t, api.FinishReasonToolCalls, resp.Choices[0].FinishReason)
		calls := resp.Choices[0].Message.ToolCalls
		require.Len(t, calls, 1)
		require.NotEmpty(t, calls[0].ID)
		require.Equal(t, api.FunctionCall{Name: "keep", Arguments: `{"facts":["the code is 4711"]}`}, calls[0].Function)
		require.Empty(t, resp.Choices[0].Message.Content)

		streamed, err := client.CreateChatCompletionStream(t.Context(), asking(choice))
		require.NoError(t, err)
		var call api.ToolCall
		var end api.FinishReason
		for {
			part, err := streamed.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			require.Empty(t, part.Choices[0].Delta.Content)
			for _, c := range part.Choices[0].Delta.ToolCalls {
				require.Equal(t, 0, *c.Index)
				call = c
			}
			if r := part.Choices[0].FinishReason; r != "" {
				end = r
			}
		}
		require.Equal(t, calls[0].Function, call.Function)
		require.Equal(t, api.FinishReasonToolCalls, end)
	}

	reply = llm.Response{Text: "I can't do that.", Stop: llm.StopRefusal}
	resp, err := client.CreateChatCompletion(t.Context(), asking("required"))
	require.NoError(t, err)
	require.Equal(t, "I can't do that.", resp.Choices[0].Message.Refusal)
	require.Empty(t, resp.Choices[0].Message.ToolCalls)
	reply = llm.Response{Text: `{"fa`, Stop: llm.StopLength}
	resp, err = client.CreateChatCompletion(t.Context(), asking("required"))
	require.NoError(t, err)
	require.Equal(t, api.FinishReasonLength, resp.Choices[0].FinishReason)
}
