package page

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
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
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

func played(t *testing.T) (*lab.Lab, lab.Result) {
	t.Helper()
	l := labtest.New(t)
	_, r := labtest.Run(t, l, labtest.Plan(t, "rlm", "window", "full_context"))
	return l, r
}

// What is packed says of every probe what its trial says.
func TestTrialsSayWhatTheirScoresSay(t *testing.T) {
	_, r := played(t)
	rep := leaderboard.New(r, leaderboard.Ask{})
	p, facts := New(r, rep), FactsOf(r, rep.Leaderboard)
	require.Len(t, facts.Trials, len(r.Scenarios)*len(r.Planned.Strategies)*r.Planned.Repeats)
	require.Equal(t, "the newest messages and nothing else", p.About["window"])
	require.Len(t, p.About, len(p.Rows))
	words := map[byte]probes.Result{'k': probes.Kept, 's': probes.Stale, 'l': probes.Lost, 'v': probes.Void, 'n': probes.Unexposed, '-': probes.Unscored}
	lost := 0
	i := 0
	for s, want := range r.Each(r.Planned.Repeats) {
		have := facts.Trials[i]
		i++
		require.Equal(t, want.Strategy, p.Rows[have.Row].Strategy)
		require.Equal(t, want.Scenario, p.Scenarios[have.Scenario].ID)
		if want.Outcome != arena.Completed {
			continue
		}
		require.Len(t, have.Verdicts, 4*len(s.Probes))
		for k, f := range want.Score.Findings {
			require.Equal(t, f.Probe, p.Scenarios[have.Scenario].Probes[k].ID)
			require.Equal(t, f.LostAt, have.Lost[k])
			for n, level := range arena.Levels {
				require.Equal(t, f.At(level).Result, words[have.Verdicts[4*k+n]])
			}
			if s.Probes[k].Kind != arena.Absent {
				require.Equal(t, string(f.Place), facts.Places[have.Where[k]-'a'])
			}
			if f.LostAt > 0 {
				lost++
			}
		}
	}
	require.Positive(t, lost)
}

// Pairs are of every two strategies, and of each the difference lies between the figures.
func TestPairs(t *testing.T) {
	_, r := played(t)
	rep := leaderboard.New(r, leaderboard.Ask{})
	chapters := pairs(r, rep)
	require.Len(t, chapters, 3)
	for reference, chapter := range chapters {
		read, err := chapter.Read()
		require.NoError(t, err)
		require.Len(t, read, 2)
		for _, pair := range read.([]Pair) {
			a, b := rep.Leaderboard[pair.Row].Answer.Estimate().Mean, rep.Leaderboard[reference].Answer.Estimate().Mean
			require.InDelta(t, a-b, pair.Deltas["answer"].Estimate().Mean, 1e-9)
		}
	}
}

// A page of a very large experiment lists the first repeats, the same of every strategy and scenario.
func TestListed(t *testing.T) {
	r := lab.Result{Scenarios: make([]*arena.Scenario, 8)}
	r.Planned.Strategies, r.Planned.Models, r.Planned.Repeats = make([]string, 25), make([]string, 1), 500
	require.Equal(t, 50, listed(r, mostTrials))
	require.Equal(t, 1, listed(r, 100), "at least one")
	r.Planned.Repeats = 5
	require.Equal(t, 5, listed(r, mostTrials))

	_, r = played(t)
	rows := leaderboard.New(r, leaderboard.Ask{}).Leaderboard
	r.Planned.Strategies = make([]string, mostTrials)
	first := FactsOf(r, rows)
	require.Equal(t, 1, first.Repeats)
	require.NotEmpty(t, first.Trials)
	require.False(t, slices.ContainsFunc(first.Trials, func(t Packed) bool { return t.Repeat != 1 }))
}

// Every stored trial is in the piece of its scenario, and a piece has each text once.
func TestPiecesHaveEachTextOnce(t *testing.T) {
	l, r := played(t)
	chapters := pieces(t.Context(), l, r)
	require.Len(t, chapters, len(r.Scenarios))
	keys := map[string]bool{}
	for i, c := range chapters {
		read, err := c.Read()
		require.NoError(t, err)
		told := read.(*Told)
		require.Len(t, slices.Compact(slices.Sorted(slices.Values(told.Texts))), len(told.Texts))
		for _, s := range told.Trials {
			keys[fmt.Sprintf("%s told-%d", s.Key, i)] = true
		}
	}
	facts := FactsOf(r, leaderboard.New(r, leaderboard.Ask{}).Leaderboard)
	require.Len(t, keys, len(facts.Trials))
	for _, trial := range facts.Trials {
		require.True(t, keys[fmt.Sprintf("%s told-%d", trial.Key, trial.Scenario)])
	}
	var every []*lab.Trial
	for i := range r.Trials {
		every = append(every, &r.Trials[i])
	}
	all, err := tell(t.Context(), l, every)
	require.NoError(t, err)
	rec, err := l.DB.Record(t.Context(), r.Trials[0].Key)
	require.NoError(t, err)
	story := all.Trials[0]
	require.Len(t, story.Messages, len(rec.Messages))
	require.Equal(t, rec.Messages[0].Text, all.Texts[story.Messages[0].Text])
	require.Equal(t, rec.Probes[1].Text, all.Texts[story.Answers[1]])
	require.Equal(t, rec.Cycles[len(rec.Cycles)-1].Text, all.Texts[story.Cycles[len(rec.Cycles)-1].Text])
}

// An experiment is read once for each state of it, and two are remembered.
func TestASiteReadsOnce(t *testing.T) {
	l := labtest.New(t)
	l.Given = &store.Given{Command: "arena run"}
	site := &Site{Lab: l}
	named := func(which string) *shown {
		have, err := site.named(t.Context(), which)
		require.NoError(t, err)
		return have
	}
	labtest.Run(t, l, labtest.Plan(t, "rlm"))
	site.Warm(t.Context())
	require.Len(t, site.reads, 1)
	first := named("")
	require.NotNil(t, first.chapters[""], "warm")
	require.Same(t, first, named("1"))
	labtest.Run(t, l, labtest.Plan(t, "window"))
	second := named("")
	require.NotSame(t, first, second)
	require.Same(t, first, named("1"))
	labtest.Run(t, l, labtest.Plan(t, "none"))
	named("3")
	require.Same(t, first, named("1"))
	require.NotSame(t, second, named("2"), "the one that was looked at longest ago is forgotten")
	_, err := site.named(t.Context(), "9")
	require.ErrorContains(t, err, "no experiment")
}

// What was scored again is shown anew, by the server that is running.
func TestASiteFollowsScores(t *testing.T) {
	l, r := played(t)
	server := httptest.NewServer((&Site{Lab: l, Every: 10 * time.Millisecond}).Handler())
	defer server.Close()
	get := func(path string) string {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/data/"+path, nil)
		require.NoError(t, err)
		answered, err := server.Client().Do(q)
		require.NoError(t, err)
		defer answered.Body.Close()
		body, err := io.ReadAll(answered.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answered.StatusCode)
		return string(body)
	}
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/data/events", nil)
	require.NoError(t, err)
	events, err := server.Client().Do(q)
	require.NoError(t, err)
	defer events.Body.Close()

	before, facts := get("document.json"), get("chapter.json?name=facts")
	require.Equal(t, before, get("document.json"))
	for _, of := range r.Trials {
		for _, f := range of.Score.Findings {
			f.Verdicts[2].Result = probes.Lost
		}
		require.NoError(t, l.DB.SaveScore(t.Context(), of.Key, "of another program", of.Score))
	}
	said, err := bufio.NewReader(events.Body).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "event: changed\n", said)
	require.NotEqual(t, before, get("document.json"))
	require.Contains(t, get("document.json"), "scored by other matchers")
	require.NotEqual(t, facts, get("chapter.json?name=facts"))
	_, err = l.Rescore(t.Context(), "", nil)
	require.NoError(t, err)
	require.Equal(t, before, get("document.json"), "scored as before")
	require.Equal(t, facts, get("chapter.json?name=facts"))
}

func TestSite(t *testing.T) {
	l, r := played(t)
	h := (&Site{Lab: l, Every: 10 * time.Millisecond}).Handler()
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
	for _, chapter := range []string{"tables", "facts", "pairs-0"} {
		require.NotContains(t, answered.Body.String(), `"`+chapter+`"`)
		first := ask(http.MethodGet, "/data/chapter.json?name="+chapter, here)
		require.Equal(t, http.StatusOK, first.Code)
		require.Equal(t, first.Body.String(), ask(http.MethodGet, "/data/chapter.json?experiment=1&name="+chapter, here).Body.String())
	}
	require.Contains(t, ask(http.MethodGet, "/data/chapter.json?name=nothing", here).Body.String(), `there is no chapter "nothing"`)
	key := r.Trials[0].Key.Short()
	require.Equal(t, http.StatusOK, ask(http.MethodGet, "/data/trial.json?key="+key, here).Code)
	var called []struct {
		Model  struct{ Provider, Name string }
		Reply  string
		Prompt []struct{ Text string }
		Usage  llm.Usage
		USD    *float64
	}
	require.NoError(t, json.Unmarshal(ask(http.MethodGet, "/data/calls.json?key="+key, here).Body.Bytes(), &called))
	require.NotEmpty(t, called)
	require.Equal(t, "nano", called[0].Model.Name)
	require.NotEmpty(t, called[0].Prompt[0].Text)
	require.Positive(t, called[0].Usage.Input)
	require.Positive(t, *called[0].USD)

	var found []struct{ Trial, Place string }
	require.NoError(t, json.Unmarshal(ask(http.MethodGet, "/data/search.json?text=BUDGET", here).Body.Bytes(), &found))
	require.NotEmpty(t, found)
	require.Equal(t, key, found[0].Trial)
	require.Equal(t, "[]", ask(http.MethodGet, "/data/search.json?text=", here).Body.String())
	require.Contains(t, ask(http.MethodGet, "/data/experiments.json", here).Body.String(), `"played":"original suite, 2 scenarios, 3 strategies × 2, sim:nano","begun":"2026-11-21"`)

	// What was pruned is shown without its texts, and said.
	_, err := l.DB.Prune(t.Context(), time.Now().Add(time.Hour), false)
	require.NoError(t, err)
	told := ask(http.MethodGet, "/data/trial.json?key="+key, here)
	require.Equal(t, http.StatusOK, told.Code)
	require.Contains(t, told.Body.String(), `"pruned":true`)
	calls := ask(http.MethodGet, "/data/calls.json?key="+key, here)
	require.Equal(t, http.StatusGone, calls.Code)
	require.Contains(t, calls.Body.String(), "its texts were pruned")

	missing := ask(http.MethodGet, "/data/trial.json?key=000000000000", here)
	require.Equal(t, http.StatusNotFound, missing.Code)
	require.Contains(t, missing.Body.String(), "no trial")
	require.Equal(t, http.StatusNotFound, ask(http.MethodGet, "/data/trial.json?experiment=99&key="+key, here).Code)
}

// A database without an experiment, or without the one that is asked for, says so and what to do, at every address.
func TestSiteOfNothing(t *testing.T) {
	l := labtest.New(t)
	h := (&Site{Lab: l}).Handler()
	for path, want := range map[string]string{
		"document.json": "begin one with arena run", "chapter.json?name=facts": "begin one with arena run", "trial.json?key=0123": "begin one with arena run",
		"nights.json": "arena nightly FILE plays one", "document.json?experiment=3": `no experiment "3" (see arena experiments)`,
	} {
		w, q := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/data/"+path, nil)
		q.Host = "localhost:8088"
		h.ServeHTTP(w, q)
		require.Equal(t, http.StatusNotFound, w.Code, path)
		require.Contains(t, w.Body.String(), want, path)
	}
}
