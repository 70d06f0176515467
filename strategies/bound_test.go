package strategies_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies"
)

// longTurns is how many turns the conversation of these tests has.
const longTurns = 2000

// bounded are the strategies whose memory is within a budget of their own, and the tokens it may
// have with the settings given: that of their stores, and a reply of the memory model where one
// stands beside them.
var bounded = map[string]int{
	"correction_aware(max_tokens=400,keep_tokens=300)":                                         400 + 300 + 20,
	"discovered_rlm(max_tokens=400)":                                                           400,
	"persistent_rlm(keep_tokens=500)":                                                          500,
	"schema_guided(keep_tokens=500)":                                                           500,
	"qpb(max_tokens=400,pin_tokens=300)":                                                       400 + 300 + 20,
	"qpb_frame(max_tokens=400,pin_tokens=300)":                                                 400 + 300 + 20,
	"da_rlm(max_tokens=400,keep_raw_tokens=0)":                                                 400,
	"foresight(max_tokens=400,flagged_tokens=300)":                                             400 + 300 + 20,
	"qtd(keep_tokens=500)":                                                                     500,
	"rllm(keep_tokens=500)":                                                                    500,
	"structured(keep_tokens=500)":                                                              500,
	"hybrid(max_tokens=400,keep_tokens=500)":                                                   400 + 500 + 20,
	"pipeline(keep_tokens=300)":                                                                300,
	"pipeline(store=append_deduplicate,keep_tokens=500)":                                       500,
	"pipeline(store=layered,max_tokens=200,keep_tokens=500)":                                   500,
	"pipeline(store=layered,keep_tokens=300)":                                                  300,
	"pipeline(store=versioned,keep_tokens=500)":                                                500,
	"pipeline(encode=narrative_summary,store=versioned,keep_tokens=500)":                       500,
	"pipeline(encode=dual_track,store=versioned,max_tokens=200,keep_tokens=500)":               200 + 500 + 20,
	"pipeline(encode=type_specific,store=layered,keep_tokens=500)":                             500,
	"compaction(max_entries_before_compaction=6,summary_tokens=300)":                           300,
	"compaction(max_entries_before_compaction=6,summary_tokens=300,use_llm_for_summary=false)": 300,
	"conversation_memory(max_turns=8,summary_tokens=300)":                                      300,
	"pipeline(encode=fact_extraction,store=replace,keep_tokens=64)":                            64,
}

// exchange is turn i of a long conversation: it states something new, and now and then changes
// something old.
func exchange(i int) (user, assistant arena.Message) {
	text := fmt.Sprintf("Order PO-%05d: %d crates for hall %d at $%d each. Call 555-%04d about it.", 10_000+i, i%90+10, i%7, 100+i, i%10_000)
	if i%5 == 4 {
		text = fmt.Sprintf("Correction: order PO-%05d has %d crates now, not %d.", 10_000+i-3, i%80+20, i%90+7)
	}
	user = arena.Message{Message: llm.Message{Role: llm.User, Text: text}, Turn: arena.Turn(i + 1), Index: arena.MessageIndex(2*i + 1)}
	assistant = arena.Message{Message: llm.Message{Role: llm.Assistant, Text: "Noted."}, Turn: arena.Turn(i + 1), Index: arena.MessageIndex(2*i + 2)}
	return user, assistant
}

// lister is a memory model that lists what it is shown of the notes and what the user said, under
// the first heading it is asked for, as far as its cap allows. It costs next to nothing.
func lister() llm.Client {
	return llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		prompt := req.Messages[0].Text
		if req.Schema != nil && req.Schema.Name == "kinds" {
			h := fnv.New32a()
			fmt.Fprint(h, prompt)
			return llmtest.Say(fmt.Sprintf(`{"kinds": [{"name": "kind %d", "about": "more"}]}`, h.Sum32())), nil
		}
		var b strings.Builder
		if _, rest, ok := strings.Cut("\n"+prompt, "\n## "); ok {
			heading, _, _ := strings.Cut(rest, "\n")
			b.WriteString("## " + heading + "\n")
		}
		room := req.MaxTokens - 4
		for line := range strings.Lines(prompt) {
			said, ok := strings.CutPrefix(line, "user: ")
			if !ok && !strings.HasPrefix(line, "- ") {
				continue
			}
			if room -= len(strings.Fields(said)); room < 0 {
				break
			}
			b.WriteString("- " + strings.TrimPrefix(said, "- "))
		}
		if req.Schema == nil {
			return llmtest.Say(b.String()), nil
		}
		items := []map[string]string{}
		for line := range strings.Lines(b.String()) {
			if fact, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
				items = append(items, map[string]string{"heading": "ENTITIES", "fact": fact, "what": fact[:min(len(fact), 20)], "value": fact})
			}
		}
		reply, err := json.Marshal(map[string]any{"facts": items, "details": items})
		return llmtest.Say(string(reply)), err
	})
}

// sizes keeps the size of the last cycle's text.
type sizes struct{ cycles, most, warnings int }

func (s *sizes) Cycle(c arena.Cycle) {
	s.cycles++
	s.most = max(s.most, len(strings.Fields(c.Text)))
}
func (s *sizes) Warn(string) { s.warnings++ }

func longTrial(t testing.TB, spec string, trace arena.Trace, client llm.Client) arena.Memory {
	s, err := strategies.Parse(spec)
	require.NoError(t, err)
	model := llm.Model{Provider: "sim", Name: "test"}
	m, err := s.Start(arena.Env{
		System: "You keep the orders.", Model: model, MemoryModel: model, Client: client, Trace: trace, Sandbox: sandbox.InProcess{},
		Tokens: func(s string) int { return len(strings.Fields(s)) }, Embedder: embed.Local{},
	})
	require.NoError(t, err)
	return m
}

func TestMemoryStaysWithinItsBudget(t *testing.T) {
	turns := thorough.Times(1000, longTurns)
	for spec, most := range bounded {
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			var seen sizes
			m := longTrial(t, spec, &seen, lister())
			for i := range turns {
				user, assistant := exchange(i)
				require.NoError(t, m.Observe(t.Context(), user))
				require.NoError(t, m.Observe(t.Context(), assistant))
			}
			require.Greater(t, seen.cycles, turns/8)
			require.LessOrEqual(t, seen.most, most)
			require.Greater(t, seen.most, most/3, "the budget is used")
		})
	}
}

// BenchmarkObserve is the time of one message of a conversation of 2,000 turns, our own and that
// of a memory model that takes next to none, and the longest any message took.
func BenchmarkObserve(b *testing.B) {
	for _, spec := range strategies.Lineup() {
		b.Run(spec, func(b *testing.B) {
			var m arena.Memory
			var slowest time.Duration
			for i := range b.N {
				if i%(2*longTurns) == 0 {
					m = longTrial(b, spec, &sizes{}, lister())
				}
				user, assistant := exchange(i % (2 * longTurns) / 2)
				if i%2 == 1 {
					user = assistant
				}
				start := time.Now()
				if err := m.Observe(b.Context(), user); err != nil {
					b.Fatal(err)
				}
				slowest = max(slowest, time.Since(start))
			}
			b.ReportMetric(slowest.Seconds()*1000, "slowest-ms")
		})
	}
}

// TestRepliesHaveRoom: a model that reasons before it answers needs more than the answer's own tokens.
func TestRepliesHaveRoom(t *testing.T) {
	const least = 512
	for _, spec := range append(strategies.Lineup(), "full_context(correction_format=socratic_elicitation)") {
		asked := llmtest.Func(func(ctx context.Context, req llm.Request) (llm.Response, error) {
			require.GreaterOrEqual(t, req.MaxTokens, least, "%s: %s", spec, req.Messages[0].Text)
			return lister().Complete(ctx, req)
		})
		m := longTrial(t, spec, &sizes{}, asked)
		for i := range 20 {
			user, assistant := exchange(i)
			require.NoError(t, m.Observe(t.Context(), user))
			require.NoError(t, m.Observe(t.Context(), assistant))
		}
		_, err := m.Recall(t.Context(), "How many crates has order PO-10001?")
		require.NoError(t, err)
	}
}
