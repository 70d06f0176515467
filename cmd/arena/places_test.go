package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Two servers share a plan with the one of the environment: each is asked for its own models alone and sent its own key alone.
func TestServersSharingAPlan(t *testing.T) {
	dir := t.TempDir()
	checked := func(key string) *endpoint {
		return serve(t, func(_ int64, w http.ResponseWriter, r *http.Request) bool {
			if got := r.Header.Get("Authorization"); got != key {
				http.Error(w, "another's key: "+got, http.StatusForbidden)
				return true
			}
			if strings.HasSuffix(r.URL.Path, "/models") {
				fmt.Fprint(w, `{"data":[{"id":"stub"}]}`)
				return true
			}
			return false
		})
	}
	official, keyed, open := checked("Bearer "+secret), checked("Bearer second-key-of-nobody"), checked("")
	plan := fmt.Sprintf(`name: places
scenarios: [early-fact-recall]
strategies: [window]
models:
  - openai:stub
  - {name: openai:stub, base_url: %s/v1, key_env: VLLM_KEY}
  - {name: openai:stub, base_url: %s/v1}
repeats: 2
`, keyed.URL, open.URL)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(plan), 0o600))
	played := func(key string, args ...string) (string, int) {
		official.env = []string{"VLLM_KEY=" + key, "COLUMNS=200"}
		return official.arena(t, dir, args...)
	}
	out, code := played("", "run", "plan.yaml")
	require.Equal(t, 2, code, out)
	require.Contains(t, out, "set VLLM_KEY")
	require.Zero(t, keyed.calls.Load()+open.calls.Load()+official.calls.Load(), "nothing is asked before all keys are there")

	out, code = played("second-key-of-nobody", "run", "plan.yaml")
	require.Zero(t, code, out)
	require.Contains(t, out, "openai:stub?base_url="+open.URL+"/v1")
	require.NotContains(t, out, "key-of-nobody")
	require.Equal(t, official.calls.Load(), keyed.calls.Load())
	require.Equal(t, official.calls.Load(), open.calls.Load())
	before := open.calls.Load()
	out, code = played("second-key-of-nobody", "run", "--model", "openai:stub?base_url="+open.URL+"/v1", "--scenario", "early-fact-recall", "--strategy", "window", "--repeats", "2")
	require.Zero(t, code, out)
	require.Equal(t, before, open.calls.Load(), "the same model on the command line is the same trial")

	out, code = played("second-key-of-nobody", "models", "--check", "openai:stub?base_url="+keyed.URL+"/v1&key_env=VLLM_KEY")
	require.Zero(t, code, out)
	for args, want := range map[string]string{
		"base_url=http://me:hunter2-hunter2@h/v1":       "may hold a secret",
		"base_url=localhost:8000/v1":                    "begins with http:// or https://",
		"base_url=http://h/v1&key_env=sk-live-12345678": "names an environment variable in capitals",
	} {
		out, code = played("", "run", "--model", "openai:stub?"+args)
		require.Equal(t, 2, code, out)
		require.Contains(t, out, want)
		require.NotContains(t, out, "hunter2")
		require.NotContains(t, out, "12345678")
	}
	out, code = played("", "run", "--model", "ollama:stub?base_url=http://h:11434&key_env=KEY")
	require.Equal(t, 2, code, out)
	require.Contains(t, out, "ollama is sent no key")
	for _, name := range []string{"arena.db"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.NotContains(t, string(data), "second-key-of-nobody")
	}
}
