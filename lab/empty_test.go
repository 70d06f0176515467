package lab_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/llm/serve"
	"contextarena.internal/store"
)

// A fifth of the replies without a word changes no figure and no verdict: they are asked for again, and cost only money.
func TestEmptyRepliesAreNoForgetting(t *testing.T) {
	t.Parallel()
	played := func(every int64) (report []byte, empty int64, paid float64) {
		l := open(t)
		p := plan(t, "full_context", "rlm")
		p.Scenarios = thorough.Some(1, []string{"early-fact-recall", "rapid-fire-corrections", "cascading-corrections"})
		p.Models = []string{"openai:gpt-5-nano?serves=sim-nano"}
		known, err := lab.Scenarios("")
		require.NoError(t, err)
		e, err := lab.NewEndpoint(t.Context(), l, []lab.Served{{ID: "gpt-5-nano", Model: "sim:nano"}}, nil, known, serve.Options{Now: time.Now})
		require.NoError(t, err)
		var asked, struck atomic.Int64
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if every == 0 || asked.Add(1)%every != 0 {
				e.ServeHTTP(w, r)
				return
			}
			struck.Add(1)
			_, _ = io.WriteString(w, `{"model": "sim-nano", "choices": [{"message": {"content": null}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 100, "completion_tokens": 20}}`)
		}))
		defer s.Close()
		c := &clock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
		wait := 30 * time.Minute
		l.Models = lab.Models{Env: env("OPENAI_API_KEY", "none", "OPENAI_BASE_URL", s.URL+"/v1"), Now: c.Now, Wait: c.Wait, MaxWait: &wait}
		ran, r := run(t, l, p)
		require.Equal(t, store.Complete, ran.Experiment.Status, ran.Experiment.Note)
		for i := range r.Trials {
			r.Trials[i].Key = arena.TrialKey{} // it has the server's address
		}
		var b bytes.Buffer
		require.NoError(t, leaderboard.New(r, leaderboard.Ask{Views: leaderboard.Views()}).Document().Write(&b, "csv", ""))
		return b.Bytes(), struck.Load(), ran.PaidUSD
	}
	want, none, least := played(0)
	require.Zero(t, none)
	have, empty, paid := played(5)
	require.Greater(t, empty, int64(20))
	require.Equal(t, string(want), string(have))
	require.Greater(t, paid, least, "an empty reply is paid for")
}
