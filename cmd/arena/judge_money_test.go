//go:build slow

package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A run has a certified judge judge its answers once the trials are there; what that costs is in the ledger of the experiment, and one that
// isn't certified is refused before anything is played.
func TestARunWithAJudge(t *testing.T) {
	dir := t.TempDir()
	e := judging(t, nil)
	run := []string{"run", "--db", "a.db", "--repeats", "1", "--dialogue", "scripted", "--scenario", "early-fact-recall", "--strategy", "rlm", "--strategy", "window", "--judge"}
	out, code := e.arena(t, dir, append(run, "sim:nano")...)
	require.Equal(t, 2, code, out)
	require.Contains(t, out, "sim:nano can't judge")
	out, code = e.arena(t, dir, append(run, "openai:gpt-5-nano")...)
	require.Equal(t, 2, code, out)
	require.Contains(t, out, "isn't certified as a judge: it hasn't judged the certification set (arena certify --judge openai:gpt-5-nano)")
	require.Zero(t, e.calls.Load())
	out, code = e.arena(t, dir, append(run, "openai:gpt-5-nano", "--dry-run")...)
	require.Zero(t, code, out)
	require.Contains(t, out, "what the judge will be asked isn't in it")
	out, code = e.arena(t, dir, "certify", "--db", "a.db", "--judge", "openai:gpt-5-nano")
	require.Zero(t, code, out)

	out, code = e.arena(t, dir, run[:len(run)-1]...)
	require.Zero(t, code, out)
	const budget = "0.0003" // for what a call may cost at most, and some that cost less
	before := e.calls.Load()
	out, code = e.arena(t, dir, append(run, "openai:gpt-5-nano", "--budget-usd", budget, "--parallel", "1")...)
	require.Equal(t, 3, code, out)
	require.Contains(t, out, "was used up")
	some := e.calls.Load()
	require.Greater(t, some, before, out)
	out, code = e.arena(t, dir, append(run, "openai:gpt-5-nano", "--budget-usd", budget, "--parallel", "1")...)
	require.Equal(t, 3, code, out)
	require.Equal(t, some, e.calls.Load(), "the same command again spends no second budget")

	out, code = e.arena(t, dir, append(run, "openai:gpt-5-nano", "--budget-usd", "1")...)
	require.Zero(t, code, out)
	require.Contains(t, strings.Join(strings.Fields(out), " "), "Judge openai:gpt-5-nano: agrees with people on kept or not kept for 100.0 [")
	all := e.calls.Load()
	require.Greater(t, all, some)
	out, code = e.arena(t, dir, append(run, "openai:gpt-5-nano")...)
	require.Zero(t, code, out)
	require.Contains(t, out, "0 judged now")
	require.Equal(t, all, e.calls.Load(), "what was judged isn't asked again")
	out, code = e.arena(t, dir, "judge", "--db", "a.db", "--judge", "openai:gpt-5-nano")
	require.Zero(t, code, out)
	require.Equal(t, all, e.calls.Load(), "and arena judge has it, too")
}

// A judge that is no better than chance isn't taken, and the budget stops one that costs too much.
func TestAPoorOrExpensiveJudge(t *testing.T) {
	dir := t.TempDir()
	e := serve(t, func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
		fmt.Fprint(w, `{"model":"","choices":[{"message":{"content":"{\"answer\":\"\",\"verdict\":\"kept\"}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":100,"completion_tokens":10}}`)
		return true
	})
	e.played(t, dir, "a.db")
	out, code := e.arena(t, dir, "certify", "--db", "b.db", "--judge", "openai:gpt-5-nano", "--budget-usd", "0.0004", "--parallel", "1")
	require.Equal(t, 3, code, out)
	require.Contains(t, out, "the budget of 0.0004 USD was used up")
	require.Contains(t, strings.Join(strings.Fields(out), " "), "not certified: it hasn't judged")

	out, code = e.arena(t, dir, "certify", "--db", "a.db", "--judge", "openai:stub")
	require.Zero(t, code, out)
	require.Contains(t, out, "openai:stub: not certified")
	before := e.calls.Load()
	out, code = e.arena(t, dir, "judge", "--db", "a.db", "--judge", "openai:stub")
	require.Equal(t, 2, code)
	require.Contains(t, out, "the lower end has to reach 90 %")
	require.Equal(t, before, e.calls.Load())
}
