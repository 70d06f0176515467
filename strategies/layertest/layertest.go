// Package layertest plays layers over rlm in tests.
package layertest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies/pipeline"
)

// Replies answers the calls of a trial: those whose prompt begins like a key with its replies in turn,
// the last of them for good; all others with the notes.
type Replies map[string][]string

// Notes is the key of what the encoder is answered.
const Notes = ""

// Client counts the calls of each key in calls.
func (s Replies) Client(calls map[string]int) llm.Client {
	var mu sync.Mutex
	return llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		text, key := req.Messages[len(req.Messages)-1].Text, Notes
		for k := range s {
			if k != Notes && strings.HasPrefix(text, k) {
				key = k
			}
		}
		replies := s[key]
		if len(replies) == 0 {
			return llmtest.Say(""), nil
		}
		mu.Lock()
		defer mu.Unlock()
		n := calls[key]
		calls[key]++
		return llmtest.Say(replies[min(n, len(replies)-1)]), nil
	})
}

// Base is rlm with a cycle for each user message from the second on: it takes in the message before.
var Base = pipeline.RLM{Questions: 5, Depth: 1, Cadence: pipeline.Cadence{CompressEvery: 2, RecentWindow: 1}, MaxTokens: 100}

// Play plays user messages through Base with one layer.
func Play[L pipeline.Layer](t *testing.T, layer L, s Replies, users ...string) (*arenatest.Trial, map[string]int) {
	t.Helper()
	calls := map[string]int{}
	trial := arenatest.Start(t, pipeline.Alone[L]{Base: Base, Layer: layer}, s.Client(calls))
	Say(t, trial, users...)
	return trial, calls
}

// Say plays user messages, each answered with "Noted.".
func Say(t *testing.T, m arena.Memory, users ...string) {
	t.Helper()
	for i, text := range users {
		for j, said := range []llm.Message{{Role: llm.User, Text: text}, {Role: llm.Assistant, Text: "Noted."}} {
			require.NoError(t, m.Observe(t.Context(), arena.Message{Message: said, Index: arena.MessageIndex(2*i + j + 1), Turn: arena.Turn(i + 1)}))
		}
	}
}

// Alone is a layer over rlm with the defaults of both, but for settings in YAML: "depth: 2, pin_tokens: 64".
func Alone[L pipeline.Layer](t testing.TB, settings string) pipeline.Alone[L] {
	t.Helper()
	var s pipeline.Alone[L]
	var n yaml.Node
	strictyaml.Defaults(&s)
	require.NoError(t, yaml.Unmarshal([]byte("{"+settings+"}"), &n))
	require.Empty(t, strictyaml.DecodeNode("", n.Content[0], &s))
	return s
}

// LastText is the memory after the last cycle.
func LastText(t *testing.T, trial *arenatest.Trial) string {
	t.Helper()
	require.NotEmpty(t, trial.Cycles)
	return trial.Cycles[len(trial.Cycles)-1].Text
}

// CorrectionsCall begins the prompt that asks for corrections.
const CorrectionsCall = "List the corrections"

// Changed is a reply to it with one change.
func Changed(what, value, was string) string {
	return fmt.Sprintf(`{"changes": [{"what": %q, "value": %q, "was": %q, "from": []}]}`, what, value, was)
}

// LongTalk is 2,000 turns of two messages.
func LongTalk() []arena.Message {
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

// Trace counts warnings and keeps the length of the memory and of the longest one.
type Trace struct{ Longest, Last, Warnings int }

// Cycle implements arena.Trace.
func (s *Trace) Cycle(c arena.Cycle) {
	s.Last = len(c.Text)
	s.Longest = max(s.Longest, s.Last)
}

// Warn implements arena.Trace.
func (s *Trace) Warn(string) { s.Warnings++ }
