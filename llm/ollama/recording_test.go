package ollama

import (
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/wire/wiretest"
)

func TestRecordedChat(t *testing.T) {
	contract.Recorded(t, wiretest.Recording{
		Cassette: "chat_recorded_from_loopback_stub", URL: "stub.invalid", Model: "stub:1b",
		Reply: `{"model":"stub:1b","created_at":"2026-03-04T05:06:07Z","message":{"role":"assistant","content":"Paris."},"done":true,"done_reason":"stop",` +
			`"total_duration":53000000,"load_duration":21000000,"prompt_eval_count":24,"prompt_eval_duration":9000000,"eval_count":2,"eval_duration":12000000}`,
		Want: llm.Response{
			Text: "Paris.", Stop: llm.StopEnd, Model: "stub:1b", Usage: llm.Usage{Input: 24, Output: 2},
		},
	})
}

func TestRecordingsHoldNoKey(t *testing.T) { wiretest.RecordingsHoldNoKey(t) }
