package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies/pipeline"
)

// script is a memory model that answers by rules: the first whose words all stand in the prompt
// replies. What no rule fits gets an empty reply.
type script struct {
	rules []rule

	mu      sync.Mutex
	prompts []string
}

type rule struct {
	words []string
	reply string
	stop  llm.StopReason
}

// on is a rule.
func on(reply string, words ...string) rule { return rule{words: words, reply: reply} }

func (s *script) client() llm.Client {
	return llmtest.Func(func(ctx context.Context, req llm.Request) (llm.Response, error) {
		prompt := req.Messages[len(req.Messages)-1].Text
		s.mu.Lock()
		defer s.mu.Unlock()
		s.prompts = append(s.prompts, prompt)
		for _, r := range s.rules {
			fits := true
			for _, w := range r.words {
				fits = fits && strings.Contains(prompt, w)
			}
			if fits {
				resp := llmtest.Say(r.reply)
				if r.stop != "" {
					resp.Stop = r.stop
				}
				return resp, ctx.Err()
			}
		}
		return llmtest.Say(""), ctx.Err()
	})
}

// played is a trial of s, with settings changed by set, in which each text is said by the user and
// answered "Noted.".
func played[S any, P interface {
	*S
	arena.Strategy
}](t *testing.T, s *script, set func(*S), texts ...string) *arenatest.Trial {
	t.Helper()
	strategy := new(S)
	strictyaml.Defaults(strategy)
	if set != nil {
		set(strategy)
	}
	trial := arenatest.Start(t, P(strategy), s.client())
	say(t, trial, 1, texts...)
	return trial
}

// say goes on with the conversation from the given turn.
func say(t *testing.T, trial *arenatest.Trial, turn int, texts ...string) {
	t.Helper()
	for i, text := range texts {
		for j, m := range []llm.Message{{Role: llm.User, Text: text}, {Role: llm.Assistant, Text: "Noted."}} {
			require.NoError(t, trial.Observe(t.Context(), arena.Message{
				Message: m, Turn: arena.Turn(turn + i), Index: arena.MessageIndex(2*(turn+i-1) + j + 1),
			}))
		}
	}
}

// filler is n turns that say nothing.
func filler(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("Fine, go on (%d).", i)
	}
	return out
}

// memory is the memory text of the last cycle.
func memory(t *testing.T, trial *arenatest.Trial) string {
	t.Helper()
	require.NotEmpty(t, trial.Cycles)
	return trial.Cycles[len(trial.Cycles)-1].Text
}

func warned(trial *arenatest.Trial) string { return strings.Join(trial.Warnings, "\n") }

// factsOf is a reply to the form of facts, and headed one to that of facts under headings, of lines
// "HEADING: fact".
func factsOf(facts ...string) string {
	items := []string{}
	for _, f := range facts {
		items = append(items, fmt.Sprintf(`{"fact": %q}`, f))
	}
	return `{"facts": [` + strings.Join(items, ", ") + `]}`
}

func headed(lines ...string) string {
	items := []string{}
	for _, l := range lines {
		heading, fact, _ := strings.Cut(l, ": ")
		items = append(items, fmt.Sprintf(`{"heading": %q, "fact": %q}`, heading, fact))
	}
	return `{"facts": [` + strings.Join(items, ", ") + `]}`
}

// Every cycle says what was asked and what came back, of replies in free text too.
func TestCyclesCountTheirReplies(t *testing.T) {
	s := &script{rules: []rule{
		on(`{"details": [{"what": "tower", "value": "80 m"}, {"what": "gate", "value": "090…"}]}`, asksLog, "turn one"), on("No idea.", asksLog),
		on("Doc.", asksDocument, "turn one"),
	}}
	trial := played[pipeline.CorrectionAware](t, s, nil, append([]string{"turn one"}, filler(8)...)...)
	require.Len(t, trial.Cycles, 2)
	require.Equal(t, arena.Delivery{Asked: 2, Parsed: 2, Dropped: 1}, trial.Cycles[0].Delivery)
	require.Equal(t, arena.Delivery{Asked: 2, Empty: 1}, trial.Cycles[1].Delivery, "an empty document, and a log that can't be read")
}
