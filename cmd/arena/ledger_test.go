package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/store"
)

// till is an endpoint that keeps its own bill, at the prices of gpt-5-nano.
type till struct {
	*endpoint
	mu     sync.Mutex
	usd    float64
	asked  map[string]int // requests by their body
	stopAt int            // the call from which on none is answered; 0 for never
	calls  int
	stuck  chan struct{} // told once none is answered any more
}

// openTill serves; reply, which may be nil, may answer in the place of the usual reply, with what is billed.
func openTill(t *testing.T, reply func(n int, w http.ResponseWriter, prompt int) (output int, done bool)) *till {
	b := &till{asked: map[string]int{}, stuck: make(chan struct{}, 1)}
	b.endpoint = serve(t, func(_ int64, w http.ResponseWriter, r *http.Request) bool {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		var q struct {
			Messages []struct{ Content string }
			Input    []string // to embed
		}
		_ = json.Unmarshal(body, &q)
		prompt := 1
		for _, m := range q.Messages {
			prompt += 3 + len(m.Content)/4 // about as the model's vocabulary counts
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.calls++
		b.asked[string(body)]++
		output, done := 30, false
		if q.Input != nil {
			b.usd += b.embeds(w, q.Input)
			prompt, output = 0, 0
		} else if b.stopAt == 0 || b.calls < b.stopAt {
			if reply != nil {
				output, done = reply(b.calls, w, prompt)
			}
			if !done {
				text, _ := json.Marshal(fmt.Sprintf("1. Noted, number %d, with what was said before in mind.", prompt))
				fmt.Fprintf(w, `{"model":"gpt-5-nano","choices":[{"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":%d,"completion_tokens":30}}`, text, prompt)
			}
		}
		b.usd += (float64(prompt)*0.05 + float64(output)*0.40) / 1e6
		if b.stopAt > 0 && b.calls >= b.stopAt { // billed, and the process will die waiting
			select {
			case b.stuck <- struct{}{}:
			default:
			}
			b.mu.Unlock()
			<-r.Context().Done()
			b.mu.Lock()
		}
		return true
	})
	return b
}

// embeds answers with a vector for each text, unless none is answered any more, and returns what that costs.
func (b *till) embeds(w http.ResponseWriter, texts []string) (usd float64) {
	tokens, data := 0, make([]string, len(texts))
	for i, text := range texts {
		tokens += max(1, len(text)/6)
		data[i] = fmt.Sprintf(`{"index":%d,"embedding":[%d,%d,1]}`, i, len(text)%7, len(text)%5)
	}
	if b.stopAt == 0 || b.calls < b.stopAt {
		fmt.Fprintf(w, `{"model":"text-embedding-3-small","data":[%s],"usage":{"prompt_tokens":%d,"total_tokens":%d}}`, strings.Join(data, ","), tokens, tokens)
	}
	return float64(tokens) * 0.02 / 1e6
}

// killed runs the program until so many more calls were made, and kills it among them.
func (b *till) killed(t *testing.T, dir string, calls int, args ...string) {
	t.Helper()
	b.mu.Lock()
	b.stopAt = b.calls + calls
	b.mu.Unlock()
	cmd, out := b.process(t, dir, args...)
	require.NoError(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		require.Fail(t, "it ended before it was killed", "%v: %s", err, out)
	case <-b.stuck:
	}
	require.NoError(t, cmd.Process.Kill())
	<-ended
	b.mu.Lock()
	b.stopAt = 0
	b.mu.Unlock()
}

func (b *till) bill() float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.usd
}

// balance is what a database says that its experiment has cost.
func balance(t *testing.T, path string) store.Balance {
	t.Helper()
	db, err := store.Open(t.Context(), path, store.Options{ReadOnly: true})
	require.NoError(t, err)
	defer db.Close()
	all, err := db.Experiments(t.Context())
	require.NoError(t, err)
	b, err := db.Balance(t.Context(), all[0].ID)
	require.NoError(t, err)
	require.Equal(t, all[0].PaidUSD, b.PaidUSD)
	return b
}

var costly = []string{
	"run", "--model", "openai:gpt-5-nano", "--parallel", "4", "--repeats", "3", "--scenario", "early-fact-recall",
	"--strategy", "rlm", "--strategy", "full_context", "--strategy", "structured",
}

// However often the same command is given, and whenever it is killed, it never spends more than one cap: the bill of the
// endpoint is between what the ledger says was paid and that with what is reserved for attempts of unknown fate.
func TestOneCapHoldsOverReruns(t *testing.T) {
	t.Parallel()
	const usd = 0.004
	args := append(costly, "--budget-usd", fmt.Sprint(usd))
	for name, reply := range map[string]func(n int, w http.ResponseWriter, prompt int) (int, bool){
		"honest": nil,
		"with failed tries that are paid": func(n int, w http.ResponseWriter, prompt int) (int, bool) {
			if n%3 > 0 {
				return 30, false
			}
			fmt.Fprintf(w, `{"model":"gpt-5-nano","choices":[],"usage":{"prompt_tokens":%d,"completion_tokens":30}}`, prompt)
			return 30, true
		},
		"with negative usage": func(_ int, w http.ResponseWriter, prompt int) (int, bool) {
			fmt.Fprintf(w, `{"model":"gpt-5-nano","choices":[{"message":{"content":"Noted."},"finish_reason":"stop"}],"usage":{"prompt_tokens":%d,"completion_tokens":-30}}`, -prompt)
			return 1, true
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "arena.db")
			b := openTill(t, reply)
			check := func() store.Balance {
				t.Helper()
				told := balance(t, path)
				require.LessOrEqual(t, b.bill(), usd)
				if name == "honest" {
					require.GreaterOrEqual(t, b.bill(), told.PaidUSD-1e-9)
				}
				require.LessOrEqual(t, b.bill(), told.PaidUSD+told.ReservedUSD())
				return told
			}
			b.killed(t, dir, 9, args...)
			require.NotEmpty(t, check().Unsettled)
			b.killed(t, dir, 5, args...)
			left := check().Unsettled
			require.NotEmpty(t, left)
			out, code := b.arena(t, dir, args...)
			require.Equal(t, 3, code, out)
			require.Contains(t, out, "the budget of 0.0040 USD was used up (")
			require.Contains(t, out, fmt.Sprintf("%d attempts of unknown fate", len(left)))
			require.Contains(t, out, left[len(left)-1].Key.String()[:12])
			spent := b.bill()
			check()
			for range 2 {
				out, code = b.arena(t, dir, args...)
				require.Equal(t, 3, code, out)
				require.NotContains(t, out, "-0.")
			}
			told := check()
			require.LessOrEqual(t, b.bill()-spent, usd/10, "what is left for a smaller request at most")
			require.Positive(t, told.PaidUSD)
			// How much is reserved for attempts of unknown fate depends on where the kills fall.
			require.GreaterOrEqual(t, told.PaidUSD+told.ReservedUSD(), usd/2, "the cap is used, or reserved")
		})
	}
}

// A run that records is killed and goes on with the same tape: nothing whose reply is known is asked again, and the tape
// replays to the same figures, as often as it is used.
func TestARecordingGoesOn(t *testing.T) {
	dir := t.TempDir()
	b := openTill(t, nil)
	args := append(costly, "--record", "tape.jsonl", "--db")
	b.killed(t, dir, 20, append(args, "a.db")...)
	b.killed(t, dir, 30, append(args, "a.db")...)
	tape := filepath.Join(dir, "tape.jsonl")
	torn, err := os.ReadFile(tape)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(tape, torn[:len(torn)-9], 0o600)) // as a full disk leaves it
	out, code := b.arena(t, dir, append(args, "a.db")...)
	require.Zero(t, code, out)
	b.mu.Lock()
	again := 0
	for _, n := range b.asked {
		again += n - 1
	}
	b.mu.Unlock()
	require.LessOrEqual(t, again, 8, "those that were in flight")
	whole, err := os.ReadFile(tape)
	require.NoError(t, err)
	require.Equal(t, strings.Count(string(whole), "\n"), len(b.asked))

	report := func(db string) string {
		out, code := b.arena(t, dir, "report", "--db", db, "--format", "csv", "--out", db+".csv")
		require.Zero(t, code, out)
		csv, err := os.ReadFile(filepath.Join(dir, db+".csv"))
		require.NoError(t, err)
		return string(csv)
	}
	asked := b.bill()
	for range 3 { // an old tape and a new database: all is on the tape
		out, code = b.arena(t, dir, append(args, "b.db")...)
		require.Zero(t, code, out)
		require.NoError(t, os.Remove(filepath.Join(dir, "b.db")))
	}
	out, code = b.arena(t, dir, append(costly, "--replay", "tape.jsonl", "--db", "c.db")...)
	require.Zero(t, code, out)
	require.InDelta(t, asked, b.bill(), 0)
	requireSameButTrials(t, report("a.db"), report("c.db"))
	after, err := os.ReadFile(tape)
	require.NoError(t, err)
	require.Equal(t, string(whole), string(after))
}
