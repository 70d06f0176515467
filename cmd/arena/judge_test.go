package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab/certify"
	"contextarena.internal/scenarios"
)

// labelled are the replies that come with the program.
var labelled = sync.OnceValues(certify.Load)

// judging is an endpoint that judges labelled replies as people did, calls the answer to one question lost
// whatever it is, and others kept unless they say that something isn't known. Before, if set, sees every call.
func judging(t *testing.T, before func(n int64, r *http.Request) (handled bool)) *endpoint {
	t.Helper()
	set, err := labelled()
	require.NoError(t, err)
	decided := slices.DeleteFunc(slices.Clone(set.Replies), func(r certify.Reply) bool { return r.Label == certify.Unclear })
	labels := map[[3]string]string{} // by question, truth and reply
	for i, c := range set.Cases() {
		labels[[3]string{c.Question, c.Truth, strings.TrimSpace(c.Reply)}] = string(decided[i].Label)
	}
	return serve(t, func(n int64, w http.ResponseWriter, r *http.Request) bool {
		if before != nil && before(n, r) {
			return true
		}
		var q struct{ Messages []struct{ Content string } }
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return true
		}
		prompt := q.Messages[len(q.Messages)-1].Content
		_, question, _ := strings.Cut(prompt, "Question: ")
		question, truth, _ := strings.Cut(question, "\nTrue: ")
		truth, _, _ = strings.Cut(truth, "\n")
		if strings.HasPrefix(truth, "nobody ever said this") {
			truth = ""
		}
		parts := strings.SplitN(prompt, "\n=== REPLY ", 2)
		_, reply, _ := strings.Cut(parts[1], "===\n")
		reply = reply[:strings.LastIndex(reply, "\n=== REPLY ")]
		verdict, ok := labels[[3]string{question, truth, strings.TrimSpace(reply)}]
		switch {
		case ok && verdict == "stale" && !strings.Contains(prompt, "- stale: "):
			verdict = "lost" // the nearest that is offered where no value was replaced
		case ok:
		case strings.Contains(question, "exact budget"):
			verdict = "lost"
		case strings.Contains(reply, "know"):
			verdict = "lost"
		default:
			verdict = "kept"
		}
		content, _ := json.Marshal(fmt.Sprintf(`{"answer":"x","verdict":%q}`, verdict))
		fmt.Fprintf(w, `{"choices":[{"message":{"content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":100,"completion_tokens":10}}`, content)
		return true
	})
}

// played runs a small experiment on the simulated model.
func (e *endpoint) played(t *testing.T, dir, db string) {
	t.Helper()
	out, code := e.arena(t, dir, "run", "--db", db, "--repeats", "1", "--dialogue", "scripted", "--scenario", "early-fact-recall",
		"--scenario", "rapid-fire-corrections", "--scenario", "multi-hop-reasoning", "--strategy", "rlm", "--strategy", "window")
	require.Zero(t, code, out)
}

// A judge is certified, judges an experiment, and people label what it and the matchers differ on. Nothing is
// asked twice.
func TestASecondOpinion(t *testing.T) {
	dir := t.TempDir()
	e := judging(t, nil)
	e.played(t, dir, "a.db")
	judge := []string{"judge", "--db", "a.db", "--judge", "openai:stub"}

	out, code := e.arena(t, dir, "judge", "--db", "a.db", "--judge", "sim:nano")
	require.Equal(t, 2, code)
	require.Contains(t, out, "sim:nano can't judge")
	out, code = e.arena(t, dir, judge...)
	require.Equal(t, 2, code)
	require.Contains(t, out, "openai:stub isn't certified as a judge: it hasn't judged the certification set (arena certify --judge openai:stub)")
	out, code = e.arena(t, dir, "review", "--db", "a.db", "--labels", "l.yaml")
	require.Equal(t, 2, code)
	require.Contains(t, out, "arena judge 1 --judge MODEL")
	for _, command := range [][]string{judge, {"certify", "--db", "a.db", "--judge", "openai:stub"}} {
		out, code = e.arena(t, dir, append(command, "--dry-run")...)
		require.Zero(t, code, out)
		require.Contains(t, out, "Nothing was asked.")
	}
	require.Zero(t, e.calls.Load())

	out, code = e.arena(t, dir, "certify", "--db", "a.db", "--judge", "openai:stub", "--record", "tape.jsonl")
	require.Zero(t, code, out)
	require.Contains(t, out, "openai:stub: certified; unsure of 0.")
	asked := e.calls.Load()
	require.Positive(t, asked)
	if thorough.Slow { // each judges some thousand replies again
		out, code = e.arena(t, dir, "certify", "--db", "a.db", "--judge", "openai:stub")
		require.Zero(t, code, out)
		require.Contains(t, out, "0 judged now")
		require.Equal(t, asked, e.calls.Load(), "what was judged isn't asked again")
		out, code = e.arena(t, dir, "certify", "--db", "b.db", "--judge", "openai:stub", "--replay", "tape.jsonl")
		require.Zero(t, code, out)
		require.Contains(t, out, "openai:stub: certified")
		require.Equal(t, asked, e.calls.Load(), "a replay asks no one")
	}

	out, code = e.arena(t, dir, append(judge, "--out", "1.txt")...)
	require.Zero(t, code, out)
	require.Contains(t, out, "paid an unknown amount")
	require.Greater(t, e.calls.Load(), asked)
	asked = e.calls.Load()
	_, code = e.arena(t, dir, append(judge, "--out", "2.txt")...)
	require.Zero(t, code)
	require.Equal(t, asked, e.calls.Load(), "nor here")
	first, second := read(t, dir, "1.txt"), read(t, dir, "2.txt")
	require.Equal(t, first, second)
	require.Contains(t, first, "SIMULATED")
	require.Contains(t, strings.Join(strings.Fields(first), " "), "Judge openai:stub: agrees with people on kept or not kept for 100.0 [")
	out, code = e.arena(t, dir, "rescore", "--db", "a.db")
	require.Zero(t, code, out)
	require.Contains(t, out, "0 of", "the matchers' verdicts are what they were")

	keyIsNowhere(t, dir, out)
	reviewed(t, e, dir)
	require.Equal(t, asked, e.calls.Load())
}

// reviewed labels some replies, goes back, stops and goes on.
func reviewed(t *testing.T, e *endpoint, dir string) {
	t.Helper()
	say := func(lines string) string {
		cmd, out := e.process(t, dir, "review", "1", "--db", "a.db", "--labels", "l.yaml")
		cmd.Stdin = strings.NewReader(lines)
		require.NoError(t, cmd.Run(), out.String())
		return out.String()
	}
	out := say("x\nk\nb\nl\nq\n")
	require.Contains(t, out, "question: What is the exact budget the board approved?")
	require.Contains(t, out, "true:     the budget is exactly $347,250")
	require.Contains(t, out, "openai:stub: lost")
	require.Contains(t, out, `"x" is none of k, s, l, ?, b and q`)
	require.Contains(t, out, "label:    kept", "the one before is shown with its label")
	require.Contains(t, out, "1 of ")
	saved := read(t, dir, "l.yaml")
	require.Contains(t, saved, "probe: budget")
	require.Contains(t, saved, "label: lost")
	require.NotContains(t, saved, "label: kept")
	require.Contains(t, saved, "from: 'experiment ")

	out = say("?\n")
	require.True(t, strings.HasPrefix(out, "2 of "), "it goes on with the first that has none: %s", out)
	say(strings.Repeat("k\n", 100))
	require.Equal(t, 1, strings.Count(read(t, dir, "l.yaml"), "label: unclear"))
	out = say("")
	require.NotContains(t, out, "question:", "nothing is left")

	out, code := e.arena(t, dir, "certify", "--db", "a.db", "--labels", "l.yaml")
	require.Zero(t, code, out)
	require.Contains(t, out, "1 unclear, left out")
	require.Contains(t, strings.Join(strings.Fields(out), " "), "openai:stub: judged on labels of your own, which certify nothing")
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(b)
}

// A process that is killed in the middle has lost nothing: the next one asks what wasn't answered.
func TestAKilledJudge(t *testing.T) {
	dir := t.TempDir()
	const last = 12
	var hang atomic.Bool
	var answered atomic.Int64
	hang.Store(true)
	reached := make(chan struct{})
	e := judging(t, func(n int64, r *http.Request) bool {
		if hang.Load() && n >= last {
			if n == last {
				close(reached)
			}
			<-r.Context().Done()
			return true
		}
		answered.Add(1)
		return false
	})
	sample, err := filepath.Abs("../../lab/certify/testdata/sample.yaml")
	require.NoError(t, err)
	args := []string{"certify", "--db", "a.db", "--judge", "openai:stub", "--parallel", "1", "--labels", sample}
	cmd, _ := e.process(t, dir, args...)
	require.NoError(t, cmd.Start())
	<-reached
	require.Eventually(t, func() bool { return replies(t, dir, "a.db") == last-1 }, 30*time.Second, 5*time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	hang.Store(false)
	out, code := e.arena(t, dir, args...)
	require.Zero(t, code, out)
	require.Contains(t, out, "5 found judged")

	known, err := scenarios.Builtin()
	require.NoError(t, err)
	set, err := certify.LoadFile(sample, known)
	require.NoError(t, err)
	different := map[[32]byte]bool{}
	for _, c := range set.Cases() {
		different[c.Subject()] = true
	}
	require.EqualValues(t, 2*len(different), answered.Load(), "nothing that was answered is asked again")
}
