package world_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/llm/tokens"
)

// about1100 are the first messages of a conversation that come to about 1,100 tokens.
func about1100(b *testing.B, count func(string) int) ([]llm.Message, *sim.World, string) {
	b.Helper()
	var t testing.T
	s := builtin(&t)[8]
	n := 0
	ms := conversation(s)
	for i, m := range ms {
		if n += count(m.Text); n >= 1100 {
			return ms[:i+1], world.Of(s), s.Facts[0].Question
		}
	}
	b.Fatal("too short")
	return nil, nil, ""
}

func benchmark(b *testing.B, fresh bool, request func(ms []llm.Message, question string) []llm.Message) {
	b.Helper()
	count := tokens.NewCounter().Count
	ms, w, question := about1100(b, count)
	model, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	require.NoError(b, err)
	req := llm.Request{Model: model.In(w.Hash()), Messages: request(ms, question)}
	c := sim.New(count, w)
	for b.Loop() {
		if fresh {
			c = sim.New(count, w)
		}
		if _, err := c.Complete(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}

func answering(ms []llm.Message, question string) []llm.Message {
	return append(ms[:len(ms):len(ms)], llm.Message{Role: llm.User, Text: question})
}

func noting(ms []llm.Message, _ string) []llm.Message {
	text := "Write notes under headings.\n\n<transcript>\n"
	for _, m := range ms[1:] {
		text += string(m.Role) + ": " + m.Text + "\n"
	}
	return []llm.Message{{Role: llm.User, Text: text + "</transcript>"}}
}

// 1,100 tokens: a question whose messages came before, notes of messages that came before, and a first
// reading of all.
func BenchmarkAnswer(b *testing.B)    { benchmark(b, false, answering) }
func BenchmarkNotes(b *testing.B)     { benchmark(b, false, noting) }
func BenchmarkFirstRead(b *testing.B) { benchmark(b, true, noting) }
