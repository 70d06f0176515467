package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestConfidenceFromAnEndpoint: a plan that asks for log-probabilities gets them with the probes'
// answers alone, keeps them, and tells how sure the model was of the new value.
func TestConfidenceFromAnEndpoint(t *testing.T) {
	dir := t.TempDir()
	var asked atomic.Int64
	e := serve(t, func(_ int64, w http.ResponseWriter, r *http.Request) bool {
		body, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if !bytes.Contains(body, []byte(`"logprobs":true`)) {
			return false
		}
		asked.Add(1)
		require.Contains(t, string(body), `"top_logprobs":3`)
		fmt.Fprint(w, `{"id":"x","object":"chat.completion","model":"stub","choices":[{"index":0,"message":{"role":"assistant","content":"The Aman."},"finish_reason":"stop",
			"logprobs":{"content":[
				{"token":"The","logprob":-0.1,"top_logprobs":[{"token":"The","logprob":-0.1}]},
				{"token":" Aman","logprob":-0.25,"top_logprobs":[{"token":" Aman","logprob":-0.25},{"token":" Imperial","logprob":-1},{"token":" Park","logprob":-2.5}]},
				{"token":".","logprob":-0.1,"top_logprobs":[{"token":".","logprob":-0.1}]}]}}],
			"usage":{"prompt_tokens":100,"completion_tokens":3,"total_tokens":103}}`)
		return true
	})
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(
		"models: ['openai:stub']\nstrategies: [window]\nscenarios: [contradiction-resolution]\nrepeats: 1\ndialogue: scripted\nanswers: 2\nlogprobs: 3\n"), 0o600))
	out, code := e.arena(t, dir, "run", "plan.yaml", "--parallel", "2")
	require.Zero(t, code, out)
	require.Equal(t, int64(1), e.calls.Load()-asked.Load(), "the final task has none")
	out, code = e.arena(t, dir, "report", "--format", "csv")
	require.Zero(t, code, out)
	trial := regexp.MustCompile(`(?m)^[0-9a-f]{12,}`).FindString(out)
	require.NotEmpty(t, trial, out)
	out, code = e.arena(t, dir, "show", trial)
	require.Zero(t, code, out)
	require.Equal(t, 1, strings.Count(out, "nats"), "of the hotel alone")
	require.Contains(t, out, "log-probability of the new value less that of the old: +2.25 nats")
}
