package generate

import (
	"io"
	"runtime"
	"testing"

	"contextarena.internal/llm/tokens"
)

// BenchmarkGenerateMillion writes a million tokens. MB is all memory that the process ever had
// from the system, the tokenizer's vocabulary included.
func BenchmarkGenerateMillion(b *testing.B) {
	count := tokens.NewCounter().Count
	s := usual()
	s.Tokens = mostTokens
	s.Deletions, s.Historical = 4, 8
	for b.Loop() {
		if err := Write(io.Discard, s, count); err != nil {
			b.Fatal(err)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/1e6, "MB")
}
