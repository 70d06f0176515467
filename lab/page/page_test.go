package page

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

func played(t *testing.T) (*lab.Lab, lab.Result) {
	t.Helper()
	l := labtest.New(t)
	_, r := labtest.Run(t, l, labtest.Plan(t, "rlm", "window", "full_context"))
	return l, r
}

// What is packed says of every probe what the report says.
func TestTrialsSayWhatTheReportSays(t *testing.T) {
	_, r := played(t)
	rep := leaderboard.New(r, leaderboard.Ask{})
	p, err := New(r, rep)
	require.NoError(t, err)
	shown := slices.Collect(rep.EachTrial())
	require.Len(t, p.Trials, len(shown))
	words := map[byte]probes.Result{'k': probes.Kept, 's': probes.Stale, 'l': probes.Lost, 'v': probes.Void, 'n': probes.Unexposed, '-': probes.Unscored}
	lost := 0
	for i, want := range shown {
		have := p.Trials[i]
		require.Equal(t, want.Strategy, p.Rows[have.Row].Strategy)
		require.Equal(t, want.Scenario, p.Scenarios[have.Scenario].ID)
		if want.Outcome != arena.Completed {
			continue
		}
		require.Len(t, have.Verdicts, 4*len(want.Probes))
		for k, f := range want.Probes {
			require.Equal(t, f.Probe, p.Scenarios[have.Scenario].Probes[k].ID)
			require.Equal(t, f.LostAt, have.Lost[k])
			for level, v := range f.Verdicts {
				require.Equal(t, v.Verdict, words[have.Verdicts[4*k+level]])
			}
			if f.Place != "" {
				require.Equal(t, string(f.Place), p.Places[have.Where[k]-'a'])
			}
			if f.LostAt > 0 {
				lost++
			}
		}
	}
	require.Positive(t, lost)

	// The cells of a row add up to what its packed trials say.
	for i := range p.Rows {
		kept, asked := 0, 0
		for _, c := range p.Counts {
			if c.Row == i {
				kept, asked = kept+c.Kept, asked+c.Asked
			}
		}
		for _, trial := range p.Trials {
			for k, probe := range p.Scenarios[trial.Scenario].Probes {
				if trial.Row == i && probe.Headline && trial.Verdicts != "" {
					switch trial.Verdicts[4*k+2] {
					case 'k':
						kept--
						asked--
					case 's', 'l':
						asked--
					}
				}
			}
		}
		require.Zero(t, kept)
		require.Zero(t, asked)
	}
}

// Pairs are of every two strategies, and of each the difference lies between the figures.
func TestPairs(t *testing.T) {
	_, r := played(t)
	p, err := New(r, leaderboard.New(r, leaderboard.Ask{}))
	require.NoError(t, err)
	require.Len(t, p.Pairs, 3)
	for _, pair := range p.Pairs {
		i := slices.IndexFunc(pair.Deltas, func(d Delta) bool { return d.Measure == "answer" })
		a, b := p.Rows[pair.A].Answer.Estimate().Mean, p.Rows[pair.B].Answer.Estimate().Mean
		require.InDelta(t, a-b, *pair.Deltas[i].Mean, 1e-9)
	}
}

func TestToldHasEachTextOnce(t *testing.T) {
	l, r := played(t)
	all, err := All(t.Context(), l, r)
	require.NoError(t, err)
	require.Len(t, all.Trials, len(r.Trials))
	sorted := slices.Sorted(slices.Values(all.Texts))
	require.Len(t, slices.Compact(sorted), len(all.Texts))
	rec, err := l.DB.Record(t.Context(), r.Trials[0].Key)
	require.NoError(t, err)
	story := all.Trials[0]
	require.Len(t, story.Messages, len(rec.Messages))
	require.Equal(t, rec.Messages[0].Text, all.Texts[story.Messages[0].Text])
	require.Equal(t, rec.Probes[1].Text, all.Texts[story.Answers[1]])
	require.Equal(t, rec.Cycles[len(rec.Cycles)-1].Text, all.Texts[story.Cycles[len(rec.Cycles)-1].Text])
}

func TestSite(t *testing.T) {
	l, r := played(t)
	site := &Site{Lab: l, Every: 10 * time.Millisecond}
	site.Document = func(ctx context.Context, _ string) (reports.Document, error) { return Document(ctx, l, r, false) }
	h := site.Handler()
	ask := func(method, url, host string) *httptest.ResponseRecorder {
		w, q := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), method, url, nil)
		q.Host = host
		h.ServeHTTP(w, q)
		return w
	}
	const here = "127.0.0.1:8088"
	require.Contains(t, ask(http.MethodGet, "/", here).Body.String(), "connect-src 'self'")
	require.Equal(t, http.StatusMisdirectedRequest, ask(http.MethodGet, "/", "evil.example").Code)
	require.Equal(t, http.StatusOK, ask(http.MethodGet, "/", "[::1]:8088").Code)
	require.Equal(t, http.StatusMethodNotAllowed, ask(http.MethodPost, "/data/document.json", here).Code)
	answered := ask(http.MethodGet, "/data/document.json", here)
	require.Equal(t, http.StatusOK, answered.Code)
	var doc struct{ Page struct{ Kind string } }
	require.NoError(t, json.Unmarshal(answered.Body.Bytes(), &doc))
	require.Equal(t, "run", doc.Page.Kind)
	key := r.Trials[0].Key.Short()
	require.Equal(t, http.StatusOK, ask(http.MethodGet, "/data/trial.json?key="+key, here).Code)
	require.Contains(t, ask(http.MethodGet, "/data/calls.json?key="+key, here).Body.String(), `"purpose"`)
	missing := ask(http.MethodGet, "/data/trial.json?key=000000000000", here)
	require.Equal(t, http.StatusNotFound, missing.Code)
	require.Contains(t, missing.Body.String(), "no trial")
	require.Equal(t, http.StatusNotFound, ask(http.MethodGet, "/data/trial.json?experiment=99&key="+key, here).Code)
}
