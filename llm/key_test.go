package llm_test

import (
	"strings"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

// chat is a request of n messages of size bytes.
func chat(n, size int) llm.Request {
	req := llmtest.Ask("first")
	for i := 1; i < n; i++ {
		role := llm.User
		if i%2 == 1 {
			role = llm.Assistant
		}
		req.Messages = append(req.Messages, llm.Message{Role: role, Text: strings.Repeat("lorem ip ", size/9+1)[:size-2] + string(rune('a'+i))})
	}
	return req
}

func BenchmarkKey(b *testing.B) {
	req := chat(20, 300)
	b.ReportAllocs()
	for b.Loop() {
		req.Key()
	}
}
