package layers

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

// talkative is a memory model that answers every layer in the form it asks for, with something new
// each time, so that whatever can grow does.
func talkative() llm.Client {
	n := 0
	items := func(list, format string) string {
		out := make([]string, 20)
		for i := range out {
			out[i] = fmt.Sprintf(format, n*20+i, n*20+i-1)
		}
		return `{"` + list + `": [` + strings.Join(out, ",") + `]}`
	}
	return llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		n++
		text := req.Messages[len(req.Messages)-1].Text
		switch {
		case strings.HasPrefix(text, graphCall):
			return llmtest.Say(items("relations", `{"from": "Person %d", "kind": "comes before", "to": "Person %d"}`)), nil
		case strings.HasPrefix(text, channelsCall):
			return llmtest.Say(items("changing", `{"what": "amount of %[1]d", "value": "item %[1]d", "was": "$7", "from": ["amount of %[2]d"]}`)), nil
		case strings.HasPrefix(text, cascadeCall):
			return llmtest.Say(items("values", `{"what": "item_%[1]d", "value": "$%[1]d", "formula": "item_%[2]d + 1"}`)), nil
		case strings.HasPrefix(text, correctionsCall):
			return llmtest.Say(items("changes", `{"what": "item %[1]d", "value": "$%[1]d", "was": "$7"}`)), nil
		}
		return llmtest.Say(items("facts", `{"fact": "Item %[1]d comes before item %[2]d and costs $%[1]d."}`)), nil
	})
}

// longTalk is 2,000 turns of two messages.
func longTalk() []arena.Message {
	var out []arena.Message
	for turn := 1; turn <= 2000; turn++ {
		for i, text := range []string{
			fmt.Sprintf("Item %d costs $%d now, it was $7 before. Order WX-%05d goes to 07700 9%05d, and please keep in mind that we meet on June %d at the harbour with everybody from the office.", turn, turn*20, turn, turn, turn%30+1),
			"All right, that's noted, and I'll keep it in mind for later.",
		} {
			role := llm.User
			if i == 1 {
				role = llm.Assistant
			}
			out = append(out, arena.Message{
				Message: llm.Message{Role: role, Text: text}, Index: arena.MessageIndex(len(out) + 1), Turn: arena.Turn(turn),
				At: time.Date(2026, 1, 1, 0, turn, 0, 0, time.UTC),
			})
		}
	}
	return out
}

// silentTrace keeps the length of the memory and of the longest one.
type silentTrace struct{ longest, last, warnings int }

func (s *silentTrace) Cycle(c arena.Cycle) {
	s.last = len(c.Text)
	s.longest = max(s.longest, s.last)
}
func (s *silentTrace) Warn(string) { s.warnings++ }

func begin(tb testing.TB, e Entry, tokens func(string) int) (arena.Memory, *silentTrace) {
	tb.Helper()
	s := e.Strategy()
	require.NoError(tb, strictyaml.Defaults(s))
	trace := &silentTrace{}
	model := llm.Model{Provider: "sim", Name: "test"}
	m, err := s.Start(arena.Env{System: "You help.", Model: model, MemoryModel: model, Client: talkative(), Tokens: tokens, Trace: trace})
	require.NoError(tb, err)
	return m, trace
}

// No layer's memory grows with the conversation: the second half of a long one adds nothing to what
// the first half took, give or take the length of one line.
func TestLayersStayBounded(t *testing.T) {
	tokens := func(s string) int { return len(strings.Fields(s)) }
	for _, e := range All() {
		t.Run(e.Name, func(t *testing.T) {
			m, trace := begin(t, e, tokens)
			talk := longTalk()
			half := 0
			for i, message := range talk {
				if i == len(talk)/2 {
					half = trace.longest
				}
				require.NoError(t, m.Observe(t.Context(), message))
			}
			require.Positive(t, half)
			require.Less(t, trace.longest, half+half/10)
		})
	}
}

// BenchmarkObserve is our own time for one message of a conversation of 2,000 turns, cycles included,
// and, as slowest, the longest that one took.
func BenchmarkObserve(b *testing.B) {
	tokens := llm.NewCounter().Count
	tokens("its tables are set up now")
	talk := longTalk()
	for _, e := range All() {
		b.Run(e.Name, func(b *testing.B) {
			slowest := time.Duration(0)
			var m arena.Memory
			for i := 0; b.Loop(); i++ {
				if i%len(talk) == 0 {
					b.StopTimer()
					m, _ = begin(b, e, tokens)
					b.StartTimer()
				}
				before := b.Elapsed()
				if err := m.Observe(b.Context(), talk[i%len(talk)]); err != nil {
					b.Fatal(err)
				}
				slowest = max(slowest, b.Elapsed()-before)
			}
			b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-ms")
		})
	}
}

// BenchmarkModules is our own time for one message and the context after it, of a conversation of 2,000
// turns, and, as slowest, the longest that one took.
func BenchmarkModules(b *testing.B) {
	tokens := llm.NewCounter().Count
	tokens("its tables are set up now")
	talk := longTalk()
	for _, store := range modules.store {
		for _, retrieve := range modules.retrieve {
			b.Run(store+"/"+retrieve, func(b *testing.B) {
				var p Pipeline
				require.NoError(b, strictyaml.Defaults(&p))
				p.Store, p.Retrieve, p.AdaptiveDepth = store, retrieve, true
				slowest := time.Duration(0)
				var m arena.Memory
				for i := 0; b.Loop(); i++ {
					if i%len(talk) == 0 {
						b.StopTimer()
						model := llm.Model{Provider: "sim", Name: "test"}
						var err error
						m, err = p.Start(arena.Env{System: "You help.", Model: model, MemoryModel: model, Client: talkative(), Tokens: tokens, Trace: &silentTrace{}})
						require.NoError(b, err)
						b.StartTimer()
					}
					before := b.Elapsed()
					if err := m.Observe(b.Context(), talk[i%len(talk)]); err != nil {
						b.Fatal(err)
					}
					if _, err := m.Recall(b.Context(), "What does item 4 cost?"); err != nil {
						b.Fatal(err)
					}
					slowest = max(slowest, b.Elapsed()-before)
				}
				b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-ms")
			})
		}
	}
}
