package strategies

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/strategies/layertest"
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
		case strings.HasPrefix(text, "You keep a graph"):
			return llmtest.Say(items("relations", `{"from": "Person %d", "kind": "comes before", "to": "Person %d"}`)), nil
		case strings.HasPrefix(text, "You sort what is said"):
			return llmtest.Say(items("changing", `{"what": "amount of %[1]d", "value": "item %[1]d", "was": "$7", "from": ["amount of %[2]d"]}`)), nil
		case strings.HasPrefix(text, "You keep track of which values"):
			return llmtest.Say(items("values", `{"what": "item_%[1]d", "value": "$%[1]d", "formula": "item_%[2]d + 1"}`)), nil
		case strings.HasPrefix(text, layertest.CorrectionsCall):
			return llmtest.Say(items("changes", `{"what": "item %[1]d", "value": "$%[1]d", "was": "$7"}`)), nil
		}
		return llmtest.Say(items("facts", `{"fact": "Item %[1]d comes before item %[2]d and costs $%[1]d."}`)), nil
	})
}

// layerEntries are those of the list that are layers.
func layerEntries() []Entry {
	return slices.DeleteFunc(slices.Clone(list), func(e Entry) bool { return e.layer == nil })
}

func begin(tb testing.TB, e Entry, tokens func(string) int) (arena.Memory, *layertest.Trace) {
	tb.Helper()
	s := e.blank()
	strictyaml.Defaults(s)
	trace := &layertest.Trace{}
	model := llm.Model{Provider: "sim", Name: "test"}
	m, err := s.Start(arena.Env{System: "You help.", Model: model, MemoryModel: model, Client: talkative(), Tokens: tokens, Trace: trace})
	require.NoError(tb, err)
	return m, trace
}

// No layer's memory grows with the conversation: the second half of a long one adds nothing to what
// the first half took, give or take the length of one line.
func TestLayersStayBounded(t *testing.T) {
	tokens := func(s string) int { return len(strings.Fields(s)) }
	for _, e := range thorough.Some(4, layerEntries()) {
		t.Run(e.Name, func(t *testing.T) {
			m, trace := begin(t, e, tokens)
			talk := layertest.LongTalk()
			half := 0
			for i, message := range talk {
				if i == len(talk)/2 {
					half = trace.Longest
				}
				require.NoError(t, m.Observe(t.Context(), message))
			}
			require.Positive(t, half)
			require.Less(t, trace.Longest, half+half/10)
		})
	}
}

// BenchmarkLayers is our own time for one message of a conversation of 2,000 turns, cycles included,
// and, as slowest, the longest that one took.
func BenchmarkLayers(b *testing.B) {
	tokens := tokens.NewCounter().Count
	tokens("its tables are set up now")
	talk := layertest.LongTalk()
	for _, e := range layerEntries() {
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
	tokens := tokens.NewCounter().Count
	tokens("its tables are set up now")
	talk := layertest.LongTalk()
	for _, store := range modules.store {
		for _, retrieve := range modules.retrieve {
			b.Run(store+"/"+retrieve, func(b *testing.B) {
				var p Pipeline
				strictyaml.Defaults(&p)
				p.Store, p.Retrieve, p.AdaptiveDepth = store, retrieve, true
				slowest := time.Duration(0)
				var m arena.Memory
				for i := 0; b.Loop(); i++ {
					if i%len(talk) == 0 {
						b.StopTimer()
						model := llm.Model{Provider: "sim", Name: "test"}
						var err error
						m, err = p.Start(arena.Env{System: "You help.", Model: model, MemoryModel: model, Client: talkative(), Tokens: tokens, Trace: &layertest.Trace{}})
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
