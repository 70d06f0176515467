package lab_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab"
	"contextarena.internal/llm/serve"
	"contextarena.internal/store"
)

// cutting is a server that reads so many tokens of its own of a prompt, from the end, and says so: ratio of them are one of ours. It
// tells usage by tell, of what it read; by 0 it tells none.
func cutting(t *testing.T, l *lab.Lab, window int, ratio float64, tell func(text string, read int) map[string]any) {
	t.Helper()
	known, err := lab.Scenarios("")
	require.NoError(t, err)
	e, err := lab.NewEndpoint(t.Context(), l, []lab.Served{{ID: "stub", Model: "sim:nano"}}, nil, known, serve.Options{Now: time.Now})
	require.NoError(t, err)
	var mu sync.Mutex
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in map[string]any
		_ = json.NewDecoder(r.Body).Decode(&in)
		messages := in["messages"].([]any)
		text, read := "", 30
		for i, m := range slices.Backward(messages) {
			said := m.(map[string]any)["content"].(string)
			more := int(ratio * float64(l.Tokens(said)))
			if read+more > window {
				messages = messages[i+1:]
				break
			}
			text, read = said+"\n"+text, read+more
		}
		in["messages"] = messages
		body, _ := json.Marshal(in)
		answer := httptest.NewRecorder()
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		e.ServeHTTP(answer, r)
		var out map[string]any
		if answer.Code != http.StatusOK || json.Unmarshal(answer.Body.Bytes(), &out) != nil {
			w.WriteHeader(answer.Code)
			_, _ = io.Copy(w, answer.Body)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		out["usage"] = tell(text, read)
		_ = json.NewEncoder(w).Encode(out)
	}))
	t.Cleanup(s.Close)
	l.Models = lab.Models{Env: env("OPENAI_API_KEY", "none", "OPENAI_BASE_URL", s.URL+"/v1")}
}

// told is usage as Ollama tells it.
func told(_ string, read int) map[string]any {
	return map[string]any{"prompt_tokens": read, "completion_tokens": 20}
}

func longConversation(t *testing.T) lab.Plan {
	t.Helper()
	p := plan(t, "full_context", "window")
	p.Models, p.Stretch, p.Repeats = []string{"openai:stub?serves=sim-nano"}, 3000, 1
	p.Scenarios = p.Scenarios[:1]
	return p
}

// A server that drops the beginning of long prompts without a word has forgotten nothing: the trial has failed, and says what to set.
// That is so whichever trials come first, and where nothing short is asked before.
func TestACutPromptFailsTheTrial(t *testing.T) {
	t.Parallel()
	for _, dialogue := range []arena.Dialogue{arena.Live, arena.Scripted} {
		for _, ratio := range thorough.Some(1, []float64{0.5, 2}) {
			l := open(t)
			l.Parallel = int(4 * ratio)
			cutting(t, l, int(1200*ratio), ratio, told)
			p := longConversation(t)
			p.Dialogue, p.Repeats = dialogue, 2
			_, r := run(t, l, p)
			require.Len(t, r.Trials, 4)
			for _, trial := range r.Trials {
				if trial.Strategy == "window" {
					require.Equal(t, arena.Completed, trial.Outcome, trial.Reason)
					continue
				}
				require.Equal(t, arena.Failed, trial.Outcome)
				require.Regexp(t, `openai:stub.*dropped the beginning of the prompt: it read \d+ tokens of \d+ or more; set .*OLLAMA_CONTEXT_LENGTH=\d+.*num_ctx=\d+`, trial.Reason)
			}
		}
	}
}

// Servers that read all of every prompt, and count it in a way of their own.
func TestAWholePromptFailsNoTrial(t *testing.T) {
	t.Parallel()
	seen := ""
	ways := map[string]func(string, int) map[string]any{
		"as it is":       told,
		"no usage":       func(string, int) map[string]any { return nil },
		"a fixed number": func(string, int) map[string]any { return told("", 100) },
		"cached input beside the whole": func(_ string, read int) map[string]any {
			return map[string]any{"prompt_tokens": read, "completion_tokens": 20, "prompt_tokens_details": map[string]any{"cached_tokens": read * 9 / 10}}
		},
		"cached input apart": func(_ string, read int) map[string]any {
			return map[string]any{"prompt_tokens": read - read*9/10, "completion_tokens": 20, "prompt_tokens_details": map[string]any{"cached_tokens": read * 9 / 10}}
		},
		"without what was cached": func(text string, read int) map[string]any {
			had := 0
			for had < min(len(seen), len(text)) && seen[had] == text[had] {
				had++
			}
			seen = text
			return told("", 1+read*(len(text)-had)/len(text))
		},
	}
	for _, name := range thorough.Some(3, slices.Sorted(maps.Keys(ways))) {
		for _, ratio := range thorough.Some(1, []float64{0.5, 2}) {
			t.Run(name, func(t *testing.T) {
				l := open(t)
				l.Parallel = 1
				cutting(t, l, 1<<20, ratio, ways[name])
				ran, r := run(t, l, longConversation(t))
				require.Equal(t, store.Complete, ran.Experiment.Status)
				for _, trial := range r.Trials {
					require.Equal(t, arena.Completed, trial.Outcome, trial.Reason)
				}
			})
		}
	}
}
