package openai

import (
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
)

func TestRecordedChat(t *testing.T) {
	contract.Recorded(t, wiretest.Recording{
		Cassette: "chat_recorded_from_loopback_stub", URL: "http://stub.invalid/v1", Model: "stub",
		Reply: `{"id":"chatcmpl-1","object":"chat.completion","created":1772600767,"model":"stub-2026-03-04",` +
			`"choices":[{"index":0,"message":{"role":"assistant","content":"Paris.","refusal":null},"logprobs":null,"finish_reason":"stop"}],` +
			`"usage":{"prompt_tokens":24,"completion_tokens":2,"total_tokens":26,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}},` +
			`"system_fingerprint":"fp_1"}`,
		Want: llm.Response{
			Text: "Paris.", Stop: llm.StopEnd, Model: "stub-2026-03-04", Usage: llm.Usage{Input: 24, Output: 2},
		},
	})
}

func TestRecordingsHoldNoKey(t *testing.T) { wiretest.RecordingsHoldNoKey(t) }
