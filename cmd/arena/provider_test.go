package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/try"
)

// secret must not be found anywhere but in the environment.
const secret = "sk-test-secret-4711-abcdef"

// endpoint is an OpenAI-compatible server on loopback.
type endpoint struct {
	*httptest.Server
	calls atomic.Int64
	env   []string // of its commands, besides its address and the key
}

// serve answers every chat by handle, which may be nil for a plain reply.
func serve(t testing.TB, handle func(n int64, w http.ResponseWriter, r *http.Request) bool) *endpoint {
	t.Helper()
	e := &endpoint{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := e.calls.Add(1)
		body, _ := io.ReadAll(r.Body) // only a request read whole notices that its client died
		r.Body = io.NopCloser(bytes.NewReader(body))
		if handle != nil && handle(n, w, r) {
			return
		}
		plainReply(w, r)
	}))
	t.Cleanup(e.Close)
	return e
}

// plainReply repeats the beginning of what was asked, so that replies differ.
func plainReply(w http.ResponseWriter, r *http.Request) {
	var q struct{ Messages []struct{ Content string } }
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	last := []rune(q.Messages[len(q.Messages)-1].Content)
	text, _ := json.Marshal("1. You said: " + string(last[:min(len(last), 120)]))
	fmt.Fprintf(w, `{"id":"x","object":"chat.completion","model":"stub","choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":%d,"completion_tokens":30,"total_tokens":40}}`, text, 10*len(q.Messages))
}

// process prepares the program as a process that talks to e.
func (e *endpoint) process(t testing.TB, dir string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ARENA_MAIN=1", "OPENAI_API_KEY="+secret, "OPENAI_BASE_URL="+e.URL+"/v1")
	cmd.Env = append(cmd.Env, e.env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	return cmd, &out
}

// arena plays a command in a worker. It returns what that says on both streams, and its exit code.
func (e *endpoint) arena(t *testing.T, dir string, args ...string) (string, int) {
	t.Helper()
	cmd, _ := e.process(t, dir)
	p, err := inWorker(job{Dir: dir, Env: cmd.Env, Args: args})
	require.NoError(t, err)
	return p.Stdout + p.Stderr, p.Code
}

var small = []string{"--model", "openai:stub", "--repeats", "1", "--parallel", "4", "--scenario", "early-fact-recall", "--scenario", "rapid-fire-corrections", "--strategy", "rlm", "--strategy", "structured", "--strategy", "window"}

func runArgs(db string, more ...string) []string {
	return append(append([]string{"run", "--db", db}, small...), more...)
}

func TestARunAgainstAnEndpoint(t *testing.T) {
	dir := t.TempDir()
	e := serve(t, func(_ int64, _ http.ResponseWriter, r *http.Request) bool {
		require.Equal(t, "Bearer "+secret, r.Header.Get("Authorization"))
		return false
	})
	out, code := e.arena(t, dir, runArgs("a.db")...)
	require.Zero(t, code, out)
	require.NotContains(t, out, "SIMULATED")
	require.Contains(t, out, "openai:stub has no price")
	first := e.calls.Load()
	out, code = e.arena(t, dir, runArgs("a.db")...)
	require.Zero(t, code, out)
	require.Equal(t, first, e.calls.Load(), "a finished run asks nothing again")
	_, code = e.arena(t, dir, "report", "--db", "a.db", "--format", "json", "--out", "a.json")
	require.Zero(t, code)
	keyIsNowhere(t, dir, out)
}

// A model whose tokens go into reasoning is asked once more with room for both. Where that isn't enough the
// trial has failed and nothing was forgotten; asking for the same again asks no one.
func TestRepliesThatAreAllReasoning(t *testing.T) {
	enough := int64(2500)
	e := serve(t, func(_ int64, w http.ResponseWriter, r *http.Request) bool {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		var q struct {
			Most int64 `json:"max_tokens"`
		}
		if json.Unmarshal(body, &q) != nil || q.Most >= enough {
			return false
		}
		fmt.Fprintf(w, `{"model":"stub","choices":[{"message":{"content":""},"finish_reason":"length"}],"usage":{"prompt_tokens":10,"completion_tokens":%d,"completion_tokens_details":{"reasoning_tokens":%d}}}`, q.Most, q.Most)
		return true
	})
	args := []string{"run", "--model", "openai:stub", "--repeats", "1", "--scenario", "early-fact-recall", "--strategy", "rlm"}
	out, code := e.arena(t, t.TempDir(), args...)
	require.Zero(t, code, out)

	enough = 1 << 40
	dir := t.TempDir()
	out, code = e.arena(t, dir, args...)
	require.Equal(t, 3, code, out)
	require.Contains(t, strings.Join(strings.Fields(out), " "), "the model wrote nothing: raise max_tokens (of the strategy) or reply_tokens (of the plan), or let it reason less (?reasoning_effort=low behind its name)")
	asked := e.calls.Load()
	_, code = e.arena(t, dir, args...)
	require.Equal(t, 3, code)
	require.Equal(t, asked, e.calls.Load())
}

// TestATriedModel tries a model that leaves some replies empty, is cut in others, refuses others, and
// answers forms with prose.
func TestATriedModel(t *testing.T) {
	t.Parallel()
	say := func(w http.ResponseWriter, text, reason string) {
		fmt.Fprintf(w, `{"model":"stub","choices":[{"message":{"content":%q},"finish_reason":%q}],"usage":{"prompt_tokens":100,"completion_tokens":10}}`, text, reason)
	}
	e := serve(t, func(_ int64, w http.ResponseWriter, r *http.Request) bool {
		body, _ := io.ReadAll(r.Body)
		switch text := string(body); {
		case strings.Contains(text, "running summary"):
			say(w, "The owner is Irene Valdez, at 555-0143, on Calle", "length")
		case strings.Contains(text, "You sort what is said"):
			say(w, "", "stop")
		case strings.Contains(text, "JavaScript function"):
			say(w, "I'm sorry, but I can't help with that.", "stop")
		case strings.Contains(text, "keep a graph"):
			say(w, " ", "length") // asked again, and no better
		default:
			say(w, "The lease is LX-20774.", "stop")
		}
		return true
	})
	dir := t.TempDir()
	out, code := e.arena(t, dir, "models", "try", "openai:stub", "--format", "json")
	require.Equal(t, 3, code, out)
	var tried try.Tried
	require.NoError(t, json.NewDecoder(strings.NewReader(out)).Decode(&tried))
	prompts := map[string]try.Prompt{}
	for _, p := range tried.Prompts {
		prompts[p.Strategies[0]] = p
	}
	p := prompts["summarize"]
	require.Positive(t, p.Asked)
	require.Equal(t, p.Asked, p.Cut)
	require.Positive(t, prompts["channels"].Asked)
	require.Equal(t, prompts["channels"].Asked, prompts["channels"].Empty)
	require.Positive(t, prompts["rllm"].Asked)
	require.Equal(t, prompts["rllm"].Asked, prompts["rllm"].Refused)
	p = prompts["shadow_graph"]
	require.Equal(t, []int{2, 2, 0}, []int{p.Asked, p.Empty, p.Parsed}, "one in each conversation, which then has failed")
	require.Equal(t, []string{
		"shadow_graph", "shadow_graph", "channels", "channels", "rllm", "rllm",
		"shadow_graph_foresight", "shadow_graph_foresight", "channels_correction_format", "channels_correction_format",
	}, failedOf(tried), "no memory is judged by replies that it didn't get")
	require.Contains(t, tried.Failed[0].Reason, "the model wrote nothing")
	require.Contains(t, tried.Failed[2].Reason, "the reply is empty")
	require.Contains(t, tried.Failed[4].Reason, "the memory's model refused: I'm sorry")
	require.Nil(t, tried.PaidUSD)

	out, code = e.arena(t, dir, "models", "try", "openai:stub")
	require.Equal(t, 3, code)
	require.Regexp(t, `(?m)^summarize.* cut$`, out)
	require.Regexp(t, `(?m)^! shadow_graph on lab-orders, failed: `, out)
	require.Contains(t, out, "paid an unknown amount")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries, "nothing is stored")

	before := e.calls.Load()
	_, code = e.arena(t, dir, "models", "try", "openai:gpt-5-nano", "--budget-usd", "0.0000001")
	require.NotZero(t, code)
	require.Equal(t, before, e.calls.Load(), "money is capped before it is spent")
	out, code = e.arena(t, dir, "models", "try", "openai:stub", "--budget-usd", "1")
	require.Equal(t, 2, code)
	require.Contains(t, out, "no price for openai:stub")
	closed := serve(t, func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
		http.Error(w, `{"error":{"message":"no"}}`, http.StatusForbidden)
		return true
	})
	out, code = closed.arena(t, dir, "models", "try", "openai:stub", "--parallel", "1")
	require.Equal(t, 1, code)
	require.Contains(t, out, "this key may not use the model")
	require.Less(t, closed.calls.Load(), int64(10), "it is given up early")
}

func failedOf(t try.Tried) (names []string) {
	for _, f := range t.Failed {
		names = append(names, f.Strategy)
	}
	return names
}

// keyIsNowhere looks for the key in every file the program wrote.
func keyIsNowhere(t *testing.T, dir string, printed ...string) {
	t.Helper()
	isNowhere(t, secret, dir, printed...)
}

// isNowhere checks that a secret is neither printed nor in any file of dir.
func isNowhere(t *testing.T, secret, dir string, printed ...string) {
	t.Helper()
	for _, text := range printed {
		require.NotContains(t, text, secret)
	}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.False(t, bytes.Contains(b, []byte(secret)), "the key is in %s", path)
		return nil
	}))
}

// TestKillAndResume kills the program three times in the middle and lets it resume: the result
// is that of a run nobody disturbed, and nothing whose reply was committed is asked again.
func TestKillAndResume(t *testing.T) {
	dir := t.TempDir()
	whole := serve(t, nil)
	out, code := whole.arena(t, dir, runArgs("whole.db")...)
	require.Zero(t, code, out)
	all := whole.calls.Load()

	reached := make(chan struct{}, 1)
	var stopAt, answered atomic.Int64
	e := serve(t, func(n int64, _ http.ResponseWriter, r *http.Request) bool {
		stop := stopAt.Load()
		if n == stop {
			reached <- struct{}{}
		}
		if stop > 0 && n >= stop { // the process will die waiting
			<-r.Context().Done()
			return true
		}
		answered.Add(1)
		return false
	})
	var expected int64
	for _, share := range []int64{10, 20, 40} {
		before, more := e.calls.Load(), share*all/100
		stopAt.Store(before + more)
		expected += more - 1 // the last one is kept waiting
		cmd, _ := e.process(t, dir, runArgs("killed.db")...)
		require.NoError(t, cmd.Start())
		<-reached
		require.Eventually(t, func() bool { return answered.Load() == expected && replies(t, dir, "killed.db") == expected }, 30*time.Second, 5*time.Millisecond,
			"replies are committed without anybody asking")
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait()
	}
	stopAt.Store(0)
	out, code = e.arena(t, dir, runArgs("killed.db")...)
	require.Zero(t, code, out)
	require.Equal(t, all, answered.Load(), "nothing answered is asked again")

	for _, db := range []string{"whole", "killed"} {
		out, code := whole.arena(t, dir, "report", "--db", db+".db", "--format", "csv", "--out", db+".csv")
		require.Zero(t, code, out)
	}
	a, err := os.ReadFile(filepath.Join(dir, "whole.csv"))
	require.NoError(t, err)
	b, err := os.ReadFile(filepath.Join(dir, "killed.csv"))
	require.NoError(t, err)
	requireSameButTrials(t, string(a), string(b))
}

// replies counts the committed replies of a database that another process writes.
func replies(t *testing.T, dir, name string) int64 {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, name)+"?mode=ro&_busy_timeout=5000")
	require.NoError(t, err)
	defer db.Close()
	var n int64
	require.NoError(t, db.QueryRow("SELECT count(*) FROM replies").Scan(&n))
	return n
}

// requireSameButTrials compares two CSV reports without the first column, the trial's key, which
// holds the address of the endpoint.
func requireSameButTrials(t *testing.T, a, b string) {
	t.Helper()
	cut := func(s string) string {
		var out strings.Builder
		for line := range strings.Lines(s) {
			_, rest, _ := strings.Cut(line, ",")
			out.WriteString(rest)
		}
		return out.String()
	}
	require.Equal(t, cut(a), cut(b))
}

func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	begun := make(chan struct{}, 1)
	hang := make(chan struct{})
	e := serve(t, func(n int64, _ http.ResponseWriter, r *http.Request) bool {
		if n < 40 {
			return false
		}
		if n == 40 {
			begun <- struct{}{}
		}
		select {
		case <-hang:
		case <-r.Context().Done():
		}
		return false
	})
	cmd, out := e.process(t, dir, runArgs("a.db")...)
	require.NoError(t, cmd.Start())
	<-begun
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	_ = cmd.Wait()
	require.Equal(t, 130, cmd.ProcessState.ExitCode(), out.String())
	require.Contains(t, out.String(), "what is finished is kept")
	close(hang)
	text, code := e.arena(t, dir, runArgs("a.db")...)
	require.Zero(t, code, text)
	text, code = e.arena(t, dir, "experiments", "--db", "a.db")
	require.Zero(t, code)
	require.Contains(t, text, "complete")
	require.NotRegexp(t, `(?m)^2 `, text, "the same experiment was resumed")
	require.Regexp(t, `(?m)^1 `, text)
}

func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	begun := make(chan struct{}, 1)
	hang := make(chan struct{})
	e := serve(t, func(n int64, _ http.ResponseWriter, r *http.Request) bool {
		if n == 1 {
			begun <- struct{}{}
		}
		select {
		case <-hang:
		case <-r.Context().Done():
		}
		return false
	})
	cmd, out := e.process(t, dir, runArgs("a.db")...)
	require.NoError(t, cmd.Start())
	<-begun
	text, code := e.arena(t, dir, runArgs("a.db", "--wait", "0")...)
	require.Equal(t, 1, code)
	require.Contains(t, text, "in use by another arena process")
	require.Contains(t, text, fmt.Sprint(cmd.Process.Pid))
	waiting, _ := e.process(t, dir, runArgs("a.db", "--wait", "1m")...)
	printed, err := os.Create(filepath.Join(dir, "waiting.txt"))
	require.NoError(t, err)
	defer printed.Close()
	waiting.Stdout, waiting.Stderr = printed, printed
	require.NoError(t, waiting.Start())
	require.Eventually(t, func() bool {
		said, err := os.ReadFile(printed.Name())
		return err == nil && bytes.Contains(said, []byte("waiting up to 1m0s"))
	}, 30*time.Second, 10*time.Millisecond)
	close(hang)
	require.NoError(t, cmd.Wait(), out.String())
	require.NoError(t, waiting.Wait(), "the second goes on when the first is done")
}

func TestProviderFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		handle func(n int64, w http.ResponseWriter, r *http.Request) bool
		args   []string
		code   int
		says   string
	}{
		{"401", func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			http.Error(w, `{"error":{"message":"Incorrect API key provided: `+secret+`","code":"invalid_api_key"}}`, http.StatusUnauthorized)
			return true
		}, nil, 3, "check OPENAI_API_KEY"},
		{"404", func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			http.Error(w, `{"error":{"message":"no such model"}}`, http.StatusNotFound)
			return true
		}, nil, 3, "model not found"},
		{"429 with Retry-After, then fine", func(n int64, w http.ResponseWriter, _ *http.Request) bool {
			if n > 3 {
				return false
			}
			w.Header().Set("Retry-After", "0")
			http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
			return true
		}, nil, 0, "complete"},
		{"half a reply, then fine", func(n int64, w http.ResponseWriter, _ *http.Request) bool {
			if n > 1 {
				return false
			}
			w.Header().Set("Content-Length", "5000")
			fmt.Fprint(w, `{"id":"x","choices":[{"index":0,"mess`)
			return true
		}, nil, 0, "complete"},
		{"invalid JSON, then fine", func(n int64, w http.ResponseWriter, _ *http.Request) bool {
			if n > 1 {
				return false
			}
			fmt.Fprint(w, `<html>gateway</html>`)
			return true
		}, nil, 0, "complete"},
		{"refusals", func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":"I'm sorry, but I can't assist with that."},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`)
			return true
		}, nil, 3, "1 refused"},
		{"cut replies", func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":"and so"},"finish_reason":"length"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`)
			return true
		}, nil, 3, "1 cut"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			e := serve(t, c.handle)
			args := append([]string{"run", "--db", "a.db", "--model", "openai:stub", "--repeats", "1", "--parallel", "1", "--scenario", "early-fact-recall", "--strategy", "window"}, c.args...)
			out, code := e.arena(t, dir, args...)
			require.Equal(t, c.code, code, out)
			require.Contains(t, out, c.says)
			keyIsNowhere(t, dir, out)
		})
	}
	t.Run("nobody listens", func(t *testing.T) {
		e := serve(t, nil)
		e.Close()
		out, code := e.arena(t, t.TempDir(), "models", "--check", "openai:stub")
		require.Equal(t, 1, code)
		require.Contains(t, out, "connection refused")
	})
}

func TestInFlight(t *testing.T) {
	require.Equal(t, 3, (&call{shared: shared{Parallel: 3}}).inFlight([]string{"openai:x"}))
	require.Equal(t, 8, (&call{}).inFlight([]string{"sim:nano", "openai:x"}))
	require.Equal(t, runtime.NumCPU(), (&call{}).inFlight([]string{"sim:nano", "ollama:x"}))
	require.Equal(t, 2*runtime.NumCPU(), (&call{}).inFlight([]string{"sim:nano", ""}))
}

func TestAHangingEndpointTimesOut(t *testing.T) {
	dir := t.TempDir()
	hang := make(chan struct{})
	defer close(hang)
	e := serve(t, func(n int64, _ http.ResponseWriter, r *http.Request) bool {
		if n == 1 {
			select {
			case <-hang:
			case <-r.Context().Done():
			}
		}
		return false
	})
	out, code := e.arena(t, dir, "run", "--db", "a.db", "--timeout", "300ms", "--model", "openai:stub", "--repeats", "1", "--scenario", "early-fact-recall", "--strategy", "window")
	require.Zero(t, code, out)
	require.Contains(t, out, "complete")
}

func TestABudgetNeedsAPrice(t *testing.T) {
	dir := t.TempDir()
	e := serve(t, nil)
	out, code := e.arena(t, dir, runArgs("a.db", "--budget-usd", "0.01")...)
	require.Equal(t, 2, code, out)
	require.Contains(t, out, "no price for openai:stub: add one with --prices FILE")
	require.Zero(t, e.calls.Load())
	require.NoError(t, os.WriteFile(filepath.Join(dir, "prices.yaml"), []byte("prices:\n  - {provider: openai, model: stub, from: 2026-01-01, input: 10, output: 10, source: test}\n"), 0o600))
	out, code = e.arena(t, dir, runArgs("a.db", "--budget-usd", "0.10", "--prices", "prices.yaml")...)
	require.Equal(t, 3, code, out)
	require.Contains(t, out, "the budget of 0.1000 USD was used up")
	require.Positive(t, e.calls.Load())
}

// TestRecordAndReplay records a run from a loopback server and plays it again without one.
func TestRecordAndReplay(t *testing.T) {
	dir := t.TempDir()
	e := serve(t, nil)
	out, code := e.arena(t, dir, runArgs("a.db", "--record", "tape.jsonl")...)
	require.Zero(t, code, out)
	asked := e.calls.Load()
	out, code = e.arena(t, dir, runArgs("b.db", "--replay", "tape.jsonl")...)
	require.Zero(t, code, out)
	require.Equal(t, asked, e.calls.Load(), "a replay asks no one")
	for _, db := range []string{"a", "b"} {
		_, code = e.arena(t, dir, "report", "--db", db+".db", "--format", "json", "--out", db+".json")
		require.Zero(t, code)
	}
	a, err := os.ReadFile(filepath.Join(dir, "a.json"))
	require.NoError(t, err)
	b, err := os.ReadFile(filepath.Join(dir, "b.json"))
	require.NoError(t, err)
	require.Equal(t, string(a), string(b))
	keyIsNowhere(t, dir)

	out, code = e.arena(t, dir, runArgs("c.db", "--replay", "tape.jsonl", "--seed", "2")...)
	require.Equal(t, 3, code)
	require.Contains(t, out, "--record", "a missing exchange names the way to record it")
	require.Contains(t, out, "play the plan that was recorded")

	moved := serve(t, nil)
	out, code = moved.arena(t, dir, runArgs("d.db", "--replay", "tape.jsonl")...)
	require.Zero(t, code, "a recording is of no one server: %s", out)
	require.Zero(t, moved.calls.Load())
}

// A run whose provider doesn't answer ends before its plan is burnt, says why and how to go on, and goes on.
func TestARunThatAnOutageInterrupts(t *testing.T) {
	var down atomic.Bool
	e := serve(t, func(n int64, w http.ResponseWriter, _ *http.Request) bool {
		if n > 8 && down.Load() {
			http.Error(w, `{"error":{"message":"closed for \u202e repairs"}}`, http.StatusUnauthorized)
			return true
		}
		return false
	})
	down.Store(true)
	dir := t.TempDir()
	out, code := e.arena(t, dir, runArgs("a b.db", "--max-wait", "1m")...)
	require.Equal(t, 3, code, out)
	require.Contains(t, out, "arena: openai refuses all calls: openai:stub: 401 Unauthorized: closed for  repairs; check OPENAI_API_KEY; ")
	require.Contains(t, out, "of 6 trials not run\n")
	require.Regexp(t, `(?m)^arena: interrupted; to go on: arena run --db 'a b.db' --max-wait 1m0s .*--scenario early-fact-recall --scenario rapid-fire-corrections .*--strategy window$`, out)
	require.NotContains(t, out, "not completed: ")
	require.Less(t, e.calls.Load(), int64(20))

	down.Store(false)
	out, code = e.arena(t, dir, runArgs("a b.db")...)
	require.Zero(t, code, out)

	out, code = e.arena(t, dir, runArgs("c.db", "--max-failures", "-1", "--max-wait", "-1s")...)
	require.Equal(t, 2, code)
	require.Contains(t, out, "--max-failures -1: want 0 or more")
	require.Contains(t, out, "--max-wait -1s: want 0 or more")
}

// What a run wrote into a database that is gone isn't reported as done.
func TestADatabaseThatIsRemovedWhileARunWrites(t *testing.T) {
	dir := t.TempDir()
	e := serve(t, func(n int64, _ http.ResponseWriter, _ *http.Request) bool {
		if n == 20 {
			require.NoError(t, os.Remove(filepath.Join(dir, "a.db")))
		}
		return false
	})
	out, code := e.arena(t, dir, runArgs("a.db")...)
	require.Equal(t, 1, code, out)
	require.Contains(t, out, "database a.db was removed or replaced while it was in use")
}
