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
	require.NoError(t, strictyaml.Defaults(strategy))
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
