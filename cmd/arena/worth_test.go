package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// answered is a chat's reply with these fields.
func answered(w http.ResponseWriter, model, message, usage string) bool {
	fmt.Fprintf(w, `{"id":"x","object":"chat.completion","model":%q,"choices":[{"index":0,"message":%s,"finish_reason":"stop"}],"usage":%s}`, model, message, usage)
	return true
}

// Replies that are none fail their trial, and nothing counts as forgotten.
func TestRepliesThatAreWorthNothing(t *testing.T) {
	const fine, used = `{"role":"assistant","content":"I noted it."}`, `{"prompt_tokens":500,"completion_tokens":4}`
	for _, c := range []struct {
		name   string
		handle func(n int64, w http.ResponseWriter, r *http.Request) bool
		model  string
		code   int
		says   string
	}{
		{"another model", func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			return answered(w, "another-model", fine, used)
		}, "openai:stub", 3, `another model answered, "another-model"`},
		{"another model that may", func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			return answered(w, "another-model", fine, used)
		}, "openai:stub?serves=another-model", 0, "was served by another-model ("},
		{"a dated snapshot", func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			return answered(w, "stub-2026-08-07", fine, used)
		}, "openai:stub", 0, "openai:stub was served by stub-2026-08-07 ("},
		{"content null, then fine", func(n int64, w http.ResponseWriter, _ *http.Request) bool {
			return n <= 2 && answered(w, "stub", `{"role":"assistant","content":null}`, used)
		}, "openai:stub", 0, "complete"},
		{"no message, then fine", func(n int64, w http.ResponseWriter, _ *http.Request) bool {
			return n <= 2 && answered(w, "stub", `null`, used)
		}, "openai:stub", 0, "complete"},
		{"usage beyond all numbers", func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			return answered(w, "stub", fine, `{"prompt_tokens":9223372036854775807,"completion_tokens":1}`)
		}, "openai:stub", 0, "told no usage that can be true"},
		{"negative usage", func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			return answered(w, "stub", fine, `{"prompt_tokens":-900,"completion_tokens":-4}`)
		}, "openai:stub", 0, "told no usage that can be true"},
		{"a redirect", func(_ int64, w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "http://elsewhere.example/v1", http.StatusTemporaryRedirect)
			return true
		}, "openai:stub", 3, "sends the request on to elsewhere.example"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			e := serve(t, c.handle)
			out, code := e.arena(t, dir, "run", "--db", "a.db", "--model", c.model, "--repeats", "1", "--parallel", "1", "--scenario", "early-fact-recall", "--strategy", "window")
			require.Equal(t, c.code, code, out)
			require.Contains(t, strings.Join(strings.Fields(out), " "), c.says)
			report, code := e.arena(t, dir, "report", "--db", "a.db", "--format", "csv")
			require.Zero(t, code, report)
			if c.code != 0 {
				require.NotContains(t, report, ",completed,")
			}
			keyIsNowhere(t, dir, out, report)
		})
	}
}

// The program's secrets, put into its environment and echoed by a server wherever it can, are in nothing
// that is written: no database, recording or output.
func TestSecretsAreWrittenNowhere(t *testing.T) {
	const password, token, query = "canary'of-a-password", "q7Zp92canaryLmX4vB", "canary-of-a-query"
	secrets := []string{secret, password, "canary%27of-a-password", token, query}
	for name, handle := range map[string]func(w http.ResponseWriter, r *http.Request, echo string) bool{
		"text": func(w http.ResponseWriter, _ *http.Request, echo string) bool {
			said, _ := json.Marshal(map[string]string{"role": "assistant", "content": "I was told " + echo})
			return answered(w, "stub", string(said), `{}`)
		},
		"escaped text": func(w http.ResponseWriter, _ *http.Request, _ string) bool {
			return answered(w, "stub", `{"role":"assistant","content":"\u0073`+secret[1:]+`"}`, `{}`)
		},
		"served model": func(w http.ResponseWriter, _ *http.Request, echo string) bool {
			return answered(w, echo, `{"role":"assistant","content":"I noted it."}`, `{}`)
		},
		"refusal": func(w http.ResponseWriter, _ *http.Request, echo string) bool {
			return answered(w, "stub", `{"role":"assistant","refusal":"not with `+echo+`"}`, `{}`)
		},
		"finish reason": func(w http.ResponseWriter, _ *http.Request, echo string) bool {
			fmt.Fprintf(w, `{"model":"stub","choices":[{"message":{"content":"x"},"finish_reason":%q}]}`, echo)
			return true
		},
		"error": func(w http.ResponseWriter, _ *http.Request, echo string) bool {
			http.Error(w, fmt.Sprintf(`{"error":{"message":%q,"type":%q,"code":%q}}`, echo, echo, echo), http.StatusForbidden)
			return true
		},
		"filter": func(w http.ResponseWriter, _ *http.Request, echo string) bool {
			http.Error(w, fmt.Sprintf(`{"error":{"message":%q,"code":"content_filter"}}`, echo), http.StatusBadRequest)
			return true
		},
		"page": func(w http.ResponseWriter, _ *http.Request, echo string) bool {
			http.Error(w, "<html>"+echo, http.StatusNotFound)
			return true
		},
		"no JSON": func(w http.ResponseWriter, _ *http.Request, echo string) bool {
			fmt.Fprint(w, echo)
			return true
		},
		"redirect": func(w http.ResponseWriter, r *http.Request, _ string) bool {
			http.Redirect(w, r, "/elsewhere/"+token+"?k="+query, http.StatusPermanentRedirect)
			return true
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			e := serve(t, func(_ int64, w http.ResponseWriter, r *http.Request) bool {
				require.Equal(t, query, r.URL.Query().Get("k"))
				require.Contains(t, r.URL.Path, token)
				return handle(w, r, strings.Join(secrets, " ")+" "+r.Header.Get("Authorization")+" "+r.URL.String())
			})
			e.env = []string{"OPENAI_BASE_URL=" + strings.Replace(e.URL, "http://", "http://me:"+password+"@", 1) + "/t/" + token + "/v1?k=" + query}
			all := ""
			for _, args := range [][]string{
				{"models", "--check", "openai:stub"},
				{"run", "--db", "a.db", "--record", "tape.jsonl", "--model", "openai:stub", "--repeats", "1", "--parallel", "1", "--timeout", "5s", "--scenario", "early-fact-recall", "--strategy", "window"},
				{"report", "--db", "a.db", "--format", "json"},
			} {
				out, _ := e.arena(t, dir, args...) // what it ends with is another test's
				all += out
			}
			require.Positive(t, e.calls.Load())
			for _, s := range secrets {
				isNowhere(t, s, dir, all)
			}
		})
	}
	for _, broken := range []string{"http://me:canary/of-a-password@127.0.0.1:1/v1", "http://me:1/canary@127.0.0.1:1/v1", "http://127.0.0.1:canary/v1"} {
		e := serve(t, nil)
		e.env = []string{"OPENAI_BASE_URL=" + broken}
		out, code := e.arena(t, t.TempDir(), "models", "--check", "openai:stub")
		require.NotZero(t, code)
		require.Contains(t, out, "malformed base URL")
		require.NotContains(t, out, "canary")
	}
}
