package frontier

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/llm/serve"
	"contextarena.internal/space"
	"contextarena.internal/store"
)

// An adaptive sweep picks points by what is known. One in which trials failed has picked others; given again it picks those
// that one without failures picks, and shows these alone, however often.
func TestAnAdaptiveSweepForgetsWhatFailuresMadeItPick(t *testing.T) {
	declared, err := space.Parse("wide.yaml", []byte(`name: wide
dimensions:
  - {name: trigger, ordinal: [2, 3, 4, 5, 6, 7, 8]}
  - {name: recent, ordinal: [1, 2, 3, 4, 5, 6]}
strategies:
  - {spec: "structured(compress_every=$trigger, recent_window=$recent)"}
`))
	require.NoError(t, err)
	s := smallSweep(t, Exhaustive)
	s.Plan.Repeats, s.Plan.Scenarios, s.HeldOut = 1, []string{"implicit-corrections"}, nil
	s.Plan.Models = []string{"openai:gpt-5-nano?serves=sim-nano"}
	s.Space, s.Adaptive = declared, AdaptiveStart+2*adaptiveBatch

	known, err := lab.Scenarios("")
	require.NoError(t, err)
	e, err := lab.NewEndpoint(open(t), []lab.Served{{ID: "gpt-5-nano", Model: "sim:nano"}}, nil, known, serve.Options{Now: time.Now})
	require.NoError(t, err)
	var calls, refused atomic.Int64
	var ill atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1)%13 == 0 && ill.Load() {
			refused.Add(1)
			_, _ = io.Copy(io.Discard, r.Body)
			http.Error(w, `{"error":{"message":"bad request"}}`, http.StatusBadRequest)
			return
		}
		e.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	many := 1000
	asking := func() *lab.Lab {
		l := open(t)
		l.MaxFailures = &many
		l.Models.Env = func(name string) string {
			return map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": server.URL + "/v1"}[name]
		}
		return l
	}
	whole := asking()
	ran, err := s.Play(t.Context(), whole)
	require.NoError(t, err)
	require.Equal(t, store.Complete, ran.Experiment.Status, ran.Experiment.Note)
	require.Equal(t, s.Adaptive, ran.Played)
	want, err := loadSweep(t.Context(), whole, "")
	require.NoError(t, err)

	l := asking()
	l.Parallel = 1
	ill.Store(true)
	first, err := s.Play(t.Context(), l)
	require.NoError(t, err)
	require.Positive(t, first.Failed)
	picked, err := loadSweep(t.Context(), l, "")
	require.NoError(t, err)
	require.NotEqual(t, of(want), of(picked), "failures made it pick others")
	ill.Store(false)
	for range 2 {
		again, err := s.Play(t.Context(), l)
		require.NoError(t, err)
		require.Equal(t, store.Complete, again.Experiment.Status, again.Experiment.Note)
		require.Equal(t, []int{ran.Played, ran.Total, ran.Done, ran.Naive}, []int{again.Played, again.Total, again.Done, again.Naive})
		have, err := loadSweep(t.Context(), l, "")
		require.NoError(t, err)
		require.Equal(t, of(want), of(have))
		for i := range want.Points {
			require.Equal(t, want.Points[i], have.Points[i])
		}
	}
}

// of are the points of a sweep that were played.
func of(s Swept) (played []int) {
	for i, p := range s.Points {
		if len(p.Trials) > 0 {
			played = append(played, i)
		}
	}
	return played
}
