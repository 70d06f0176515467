//go:build slow

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNightlyStopsAWorseModel: the plan is the same and the model gets worse. Its good nights
// pass, its bad one fails at the gate on answers, and a night on which it is down passes nothing.
func TestNightlyStopsAWorseModel(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(`
strategies: [full_context]
models: ["openai:stub"]
scenarios: [early-fact-recall, rapid-fire-corrections]
dialogue: scripted
repeats: 5
`), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "night.yaml"), []byte(`
plan: plan.yaml
baseline: baseline.json
gates:
  - {strategy: full_context, metric: answer, may_fall_by: 20 points}
  - {metric: failure_rate, at_most: 2%}
`), 0o600))
	var forgetful, down, once atomic.Bool
	e := serve(t, func(_ int64, w http.ResponseWriter, r *http.Request) bool {
		if down.Load() || once.Swap(false) {
			http.Error(w, "no", http.StatusBadRequest) // a fault of the call, not of the account
			return true
		}
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		chance := crc32.ChecksumIEEE(body) % 10
		if chance == 0 || forgetful.Load() && chance < 6 {
			return false // a reply that remembers nothing
		}
		var q struct{ Messages []struct{ Content string } }
		_ = json.Unmarshal(body, &q)
		var all strings.Builder
		for _, m := range q.Messages {
			all.WriteString(m.Content + "\n")
		}
		text, _ := json.Marshal(all.String())
		fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":30}}`, text)
		return true
	})
	night := func(label string, more ...string) (string, int) {
		return e.arena(t, dir, append([]string{"nightly", "night.yaml", "--night", label, "--out", label}, more...)...)
	}
	out, code := night("n1", "--update-baseline")
	require.Zero(t, code, out)
	out, code = night("n2")
	require.Zero(t, code, out)
	require.Contains(t, out, "PASS: full_context answer, openai:stub")
	asked := e.calls.Load()
	out, code = night("n2")
	require.Zero(t, code, out)
	require.Equal(t, asked, e.calls.Load(), "the same night asks nothing again")

	forgetful.Store(true)
	out, code = night("n3", "--update-baseline")
	require.Equal(t, exitGate, code, out)
	require.Contains(t, out, "FAIL: full_context answer, openai:stub")
	require.Contains(t, out, "the baseline stays as it is")

	// one trial fails, and the gate on answers passes without it: the run is incomplete
	forgetful.Store(false)
	once.Store(true)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "one.yaml"), []byte(`
plan: plan.yaml
baseline: baseline.json
gates: [{strategy: full_context, metric: answer, may_fall_by: 30 points}]
`), 0o600))
	out, code = e.arena(t, dir, "nightly", "one.yaml", "--night", "n5")
	require.Equal(t, exitIncomplete, code, out)
	require.Contains(t, strings.ReplaceAll(out, "\n", " "), "9 of 10 trials completed")

	down.Store(true)
	out, code = night("n4")
	require.Equal(t, exitGate, code, out)
	require.Contains(t, out, "INCONCLUSIVE: full_context answer, openai:stub: not decided")
	require.Contains(t, out, "FAIL: failure_rate: 100.0 %")
	xml, err := os.ReadFile(filepath.Join(dir, "n4", "nightly.xml"))
	require.NoError(t, err)
	require.Contains(t, string(xml), `failures="2"`)
}
