//go:build browser

package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A model that answers over HTTP, and forgets one night: its replies have times, and what fell leads to a trial that lost it.
func TestAModelsNights(t *testing.T) {
	const takes = 20 * time.Millisecond
	var forgetful atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			Model    string
			Messages []struct{ Content string }
		}
		_ = json.NewDecoder(r.Body).Decode(&q)
		time.Sleep(takes)
		said := "I don't know."
		if !forgetful.Load() {
			for _, m := range q.Messages {
				said += "\n" + m.Content
			}
		}
		_ = json.NewEncoder(w).Encode(map[string]any{
			"model":   q.Model,
			"choices": []any{map[string]any{"message": map[string]string{"role": "assistant", "content": said}, "finish_reason": "stop"}},
		})
	}))
	defer server.Close()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plan.yaml": "scenarios: [early-fact-recall, rapid-fire-corrections]\nstrategies: [full_context]\nmodels: [\"openai:stub\"]\nrepeats: 3\ndialogue: scripted\n",
		"gate.yaml": "plan: plan.yaml\nbaseline: baseline.json\ngates:\n  - {strategy: full_context, metric: answer, may_fall_by: 20 points}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	program, err := arena()
	require.NoError(t, err)
	night := func(code int, args ...string) {
		cmd := exec.Command(program, append([]string{"nightly", "gate.yaml", "--db", "a.db", "--night"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "OPENAI_BASE_URL="+server.URL, "OPENAI_API_KEY=a-key-of-a-test")
		out, _ := cmd.CombinedOutput()
		require.Equal(t, code, cmd.ProcessState.ExitCode(), "%s", out)
	}
	night(0, "n1", "--update-baseline")
	forgetful.Store(true)
	night(4, "n2")
	url, _ := served(t, dir)
	b := open(t, 1280, false, url)
	until(t, b, `document.querySelector("figure.table tbody tr")`)
	heads := value[[]string](t, b, `[...document.querySelector("figure.table thead tr").cells].map(c => c.innerText.trim())`)
	took := map[string]float64{}
	for i, cell := range cells(t, b, 0)[0] {
		if p, _, _ := strings.Cut(heads[i], " "); p == "p50" || p == "p95" {
			took[p], err = strconv.ParseFloat(cell, 64)
			require.NoError(t, err)
		}
	}
	require.GreaterOrEqual(t, took["p50"], takes.Seconds(), "%v: %v", heads, cells(t, b, 0)[0])
	require.GreaterOrEqual(t, took["p95"], took["p50"])

	goTo(t, b, "nights")
	const fell = `[...document.querySelectorAll("main a")].filter(a => /^#trial\?.*gate=/.test(a.getAttribute("href")))`
	until(t, b, fell+`.length > 0`)
	require.Greater(t, value[int](t, b, fell+`.length`), 2)
	probe := value[string](t, b, fell+`[0].innerText`)
	_ = value[bool](t, b, fell+`[0].click(); true`)
	until(t, b, `document.querySelector(".fact.lost")`)
	require.Contains(t, text(t, b), "I don't know.", probe)
	scenario, _, _ := strings.Cut(probe, " ")
	require.Contains(t, strings.ToLower(strings.ReplaceAll(text(t, b), " ", "-")), scenario)
	b.fine(t, "a probe that fell")
}

// The shades of a map go from orange over grey to blue with the share, and each cell has its number besides.
func TestShadesOfAMap(t *testing.T) {
	dir := played(t)
	run(t, dir, "report", "--db", "a.db", "--out", "r.html")
	b := open(t, 1280, false, "file://"+filepath.Join(dir, "r.html"))
	goTo(t, b, "where")
	until(t, b, `document.querySelector(".heat td a")`)
	seen := map[float64]string{}
	for _, cell := range value[[][]string](t, b, `[...document.querySelectorAll(".heat td a, .heat td span")].map(a => [a.innerText, getComputedStyle(a.closest("[style]") ?? a).backgroundColor])`) {
		share, err := strconv.ParseFloat(cell[0], 64)
		if err != nil {
			continue
		}
		seen[share] = cell[1]
	}
	require.Contains(t, seen, 0.0)
	require.Contains(t, seen, 100.0)
	var red, blue int
	for share, colour := range seen {
		var r, g, bl int
		_, err := fmt.Sscanf(colour, "rgb(%d, %d, %d)", &r, &g, &bl)
		require.NoError(t, err, colour)
		switch {
		case share < 40:
			require.Greater(t, r, bl, "%v: %s", share, colour)
			red++
		case share > 60:
			require.Greater(t, bl, r, "%v: %s", share, colour)
			blue++
		}
	}
	require.Positive(t, red)
	require.Positive(t, blue)
}
