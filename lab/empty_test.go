package lab_test

import (
	"bytes"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/llm/serve"
	"contextarena.internal/store"
)

// A fifth of the replies without a word changes no figure and no verdict: they are asked for again, and cost only money.
func TestEmptyRepliesAreNoForgetting(t *testing.T) {
	played := func(faults ...serve.Fault) (report []byte, empty int, paid float64) {
		l := open(t)
		p := plan(t, "full_context", "rlm")
		p.Models = []string{"openai:gpt-5-nano?serves=sim-nano"}
		known, err := lab.Scenarios("")
		require.NoError(t, err)
		e, err := lab.NewEndpoint(l, []lab.Served{{ID: "gpt-5-nano", Model: "sim:nano"}}, nil, known, serve.Options{Now: time.Now, Faults: faults})
		require.NoError(t, err)
		s := httptest.NewServer(e)
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
		return b.Bytes(), e.Counts().Faults[len(serve.FaultKinds)-1], ran.PaidUSD
	}
	want, none, least := played()
	require.Zero(t, none)
	have, empty, paid := played(serve.Fault{Kind: serve.Empty, Rate: 0.2})
	require.Greater(t, empty, 20)
	require.Equal(t, string(want), string(have))
	require.Greater(t, paid, least, "an empty reply is paid for")
}
