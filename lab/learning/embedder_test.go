package learning

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/store"
)

// embedding is a small run whose memory embeds by a model that is asked, and its server.
type embedding struct {
	lab  *lab.Lab
	plan Curriculum

	mu     sync.Mutex
	now    time.Time
	calls  int
	usd    float64                                  // as the server bills
	status func(call int, path string) (status int) // what a call is refused with; 0 for none, nil for never
	told   []string                                 // of outages
}

// embeds serves chats and embeddings at the prices of gpt-5-nano and text-embedding-3-small.
func embeds(t *testing.T) *embedding {
	t.Helper()
	e := &embedding{lab: labtest.New(t), plan: small(), now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	s := httptest.NewServer(e)
	t.Cleanup(s.Close)
	wait := 30 * time.Minute
	e.lab.OnOutage = func(text string) { e.told = append(e.told, text) }
	e.lab.Models = lab.Models{
		Env: func(name string) string {
			return map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": s.URL + "/v1"}[name]
		},
		Now: e.time, Wait: e.wait, MaxWait: &wait,
	}
	e.plan.Strategy = "retrieval"
	e.plan.Train, e.plan.Sessions, e.plan.Chains = []string{"early-fact-recall"}, 1, 1
	e.plan.ReplyTokens = 100
	e.plan.Model, e.plan.Embedder = "openai:gpt-5-nano", "openai:text-embedding-3-small"
	return e
}

// ServeHTTP answers as ever the same, and bills it.
func (e *embedding) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Messages []struct{ Content string }
		Input    []string
	}
	_ = json.NewDecoder(r.Body).Decode(&q)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls++
	if e.status != nil {
		if status := e.status(e.calls, r.URL.Path); status != 0 {
			http.Error(w, `{"error":{"message":"no"}}`, status)
			return
		}
	}
	tokens := 1
	for _, m := range q.Messages {
		tokens += len(m.Content) / 5
	}
	if !strings.HasSuffix(r.URL.Path, "/embeddings") {
		e.usd += (float64(tokens)*0.05 + 3*0.40) / 1e6
		fmt.Fprintf(w, `{"model":"gpt-5-nano","choices":[{"message":{"content":"Noted."},"finish_reason":"stop"}],"usage":{"prompt_tokens":%d,"completion_tokens":3}}`, tokens)
		return
	}
	var data []string
	tokens = 0
	for i, text := range q.Input {
		tokens += max(1, len(text)/5)
		data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,%d,1]}`, i, len(text)%7, len(text)%5))
	}
	e.usd += float64(tokens) * 0.02 / 1e6
	fmt.Fprintf(w, `{"model":"text-embedding-3-small","data":[%s],"usage":{"prompt_tokens":%d,"total_tokens":%d}}`, strings.Join(data, ","), tokens, tokens)
}

func (e *embedding) time() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now
}

func (e *embedding) wait(ctx context.Context, d time.Duration) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now = e.now.Add(d)
	return ctx.Err()
}

// run gives the command once.
func (e *embedding) run(t *testing.T) lab.Ran {
	t.Helper()
	_, ran, err := Run(t.Context(), e.lab, e.plan)
	require.NoError(t, err)
	return ran
}

// Embeddings are attempts as replies are: each has a row, and what the ledger says was paid is what the server bills.
func TestEmbeddingsAreInTheLedger(t *testing.T) {
	e := embeds(t)
	ran := e.run(t)
	require.Equal(t, store.Complete, ran.Experiment.Status, ran.Experiment.Note)
	require.Equal(t, e.calls, ran.Balance.Attempts)
	require.Empty(t, ran.Balance.Unsettled)
	require.InDelta(t, e.usd, ran.Balance.PaidUSD, 1e-12)
	asked := e.calls
	require.Zero(t, e.run(t).Asked)
	require.Equal(t, asked, e.calls, "what was embedded is kept")
}

// The budget counts embeddings, those of earlier runs, too.
func TestABudgetCountsEmbeddings(t *testing.T) {
	whole := embeds(t)
	whole.run(t)
	e := embeds(t)
	limit := whole.usd / 2
	for range 4 {
		usd := limit
		e.lab.BudgetUSD = &usd
		ran := e.run(t)
		require.Equal(t, store.Partial, ran.Experiment.Status)
		require.Contains(t, ran.Experiment.Note, "the budget of ")
		require.LessOrEqual(t, e.usd, limit)
		require.InDelta(t, e.usd, ran.Balance.PaidUSD, 1e-12)
	}
	require.Greater(t, e.usd, limit/2)
}

// A provider that embeds no more is waited for like one that doesn't reply, by all its calls together.
func TestAnOutageOfEmbeddingsFailsNoTrial(t *testing.T) {
	e := embeds(t)
	var back time.Time
	e.status = func(call int, path string) int {
		if call < 20 || !strings.HasSuffix(path, "/embeddings") || !back.IsZero() && !e.now.Before(back) {
			return 0
		}
		if back.IsZero() {
			back = e.now.Add(22 * time.Second)
		}
		return http.StatusServiceUnavailable
	}
	ran := e.run(t)
	require.Equal(t, store.Complete, ran.Experiment.Status, ran.Experiment.Note)
	require.Zero(t, ran.Failed)
	require.Contains(t, e.told[0], "openai is not answering (503), waiting 1s, ")
	require.Contains(t, e.told[len(e.told)-1], "openai answers again after ")
	require.InDelta(t, e.usd, ran.Balance.PaidUSD, 1e-12)
}

// A provider that refuses to embed for this key is asked nothing more, and the same command goes on.
func TestRefusedEmbeddingsInterruptARun(t *testing.T) {
	for status, says := range map[int]string{
		http.StatusUnauthorized: "openai refuses all calls: openai:text-embedding-3-small: 401 Unauthorized: no; check OPENAI_API_KEY",
		http.StatusForbidden:    "openai refuses all calls: openai:text-embedding-3-small: 403 Forbidden: no; this key may not use the model",
	} {
		e := embeds(t)
		e.lab.Parallel = 1
		refused := 0
		e.status = func(call int, path string) int {
			if call < 60 || !strings.HasSuffix(path, "/embeddings") {
				return 0
			}
			refused++
			return status
		}
		ran := e.run(t)
		require.Equal(t, store.Interrupted, ran.Experiment.Status)
		require.Contains(t, ran.Experiment.Note, says)
		require.Zero(t, ran.Failed, "no trial is to blame")
		require.Equal(t, 1, refused)
		e.status = nil
		ran = e.run(t)
		require.Equal(t, store.Complete, ran.Experiment.Status, ran.Experiment.Note)
		require.InDelta(t, e.usd, ran.Balance.PaidUSD, 1e-12)
		require.Equal(t, e.calls, ran.Balance.Attempts)
	}
}
