//go:build clients

package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/serve"
	"github.com/stretchr/testify/require"
)

// These tests run programs that others wrote, so they are apart (make test-clients): they need
// node, npm and curl, and npm its registry or its own cache.

const clientToken = "sk-test-0123456789abcdef"

// needed fails where a program is missing, rather than to pass without having tested anything.
func needed(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		_, err := exec.LookPath(p)
		require.NoError(t, err, "this test needs %s; on Debian and Ubuntu: apt-get install nodejs npm curl", p)
	}
}

// output runs a program to its end.
func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Run(), "%s\n%s%s", strings.Join(cmd.Args, " "), stdout.String(), stderr.String())
	return stdout.String()
}

// half embeds a text as its length and a half, which decimals and base64 both give exactly.
type half struct{}

func (half) Embed(_ context.Context, texts []string) ([]llm.Vector, error) {
	out := make([]llm.Vector, len(texts))
	for i, t := range texts {
		out[i] = llm.Vector{float32(len(t)), 0.5}
	}
	return out, nil
}

// scripted is a server of a client with a fixed reply, or fixed JSON if a schema is asked for.
func scripted(t *testing.T, change ...func(*serve.Options)) *httptest.Server {
	t.Helper()
	const said = "In Paris <é>."
	client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		r := llm.Response{Text: said, Stop: llm.StopEnd, Usage: llm.Usage{Input: 7, Output: 3}}
		if req.Schema != nil {
			r.Text = `{"city":"Paris"}`
		}
		if req.LogProbs > 0 {
			r.LogProbs = []llm.LogProb{
				{Token: "In", LogProb: -0.25, Top: []llm.LogProb{{Token: "In", LogProb: -0.25}, {Token: "At", LogProb: -2}}},
				{Token: said[2:], LogProb: -1},
			}
		}
		return r, nil
	})
	h := httptest.NewServer(newServer(t, client, append(change, func(o *serve.Options) {
		o.Embedders = []serve.Embedder{{ID: "local", Embedder: half{}}}
	})...))
	t.Cleanup(h.Close)
	return h
}

// TestNodeClient installs the client of the lock file and lets it use the endpoint.
func TestNodeClient(t *testing.T) {
	needed(t, "node", "npm")
	dir := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json", "client.mjs"} {
		data, err := os.ReadFile(filepath.Join("testdata", "node", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	install := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
	install.Dir = dir
	output(t, install)

	busy := scripted(t, busyEverySecond(time.Millisecond))
	guarded := scripted(t, func(o *serve.Options) { o.Guests = map[string]llm.Ledger{clientToken: nil} })
	endpoints, err := json.Marshal(map[string]string{"url": guarded.URL + "/v1", "busy": busy.URL + "/v1", "token": clientToken})
	require.NoError(t, err)
	node := exec.CommandContext(t.Context(), "node", "client.mjs")
	node.Dir = dir
	node.Env = append(os.Environ(), "ENDPOINTS="+string(endpoints))
	require.Contains(t, output(t, node), "all well")
}

func TestCurl(t *testing.T) {
	needed(t, "curl")
	h := scripted(t, func(o *serve.Options) { o.Guests = map[string]llm.Ledger{clientToken: nil} })
	curl := func(args ...string) string {
		return output(t, exec.CommandContext(t.Context(), "curl", append([]string{"-sS", "--max-time", "20"}, args...)...))
	}
	key := "Authorization: Bearer " + clientToken
	url := h.URL + "/v1/chat/completions"
	var got struct {
		Choices []struct{ Message struct{ Content string } }
	}
	require.NoError(t, json.Unmarshal([]byte(curl(url, "-H", key, "-d", hi)), &got))
	require.Equal(t, "In Paris <é>.", got.Choices[0].Message.Content)

	stream, done := events(t, strings.NewReader(curl("-N", url, "-H", key, "-d", asking(`"stream":true,`))))
	require.True(t, done)
	require.Equal(t, "In Paris <é>.", text(stream))

	require.Contains(t, curl(h.URL+"/v1/models", "-H", key), `"sim:nano"`)
	require.Equal(t, "401", curl("-o", os.DevNull, "-w", "%{http_code}", url, "-d", hi))

	long := filepath.Join(t.TempDir(), "long.json")
	require.NoError(t, os.WriteFile(long, bytes.Repeat([]byte(" "), serve.MaxBody+1), 0o600))
	require.Equal(t, "413", curl("-o", os.DevNull, "-w", "%{http_code}", url, "-H", key, "--data-binary", "@"+long))

	open := scripted(t)
	require.Equal(t, "403", curl("-o", os.DevNull, "-w", "%{http_code}", open.URL+"/v1/models", "-H", "Host: evil.example"))
	require.Equal(t, "200", curl("-o", os.DevNull, "-w", "%{http_code}", open.URL+"/v1/models"))
}
