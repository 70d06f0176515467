package certify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/judge"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

func sample(t *testing.T) Set {
	t.Helper()
	known, err := scenarios.Builtin()
	require.NoError(t, err)
	data, err := os.ReadFile("testdata/sample.yaml")
	require.NoError(t, err)
	s, err := Parse("sample", data, known)
	require.NoError(t, err)
	return s
}

// practice are sets that rules were made by.
func practice(t *testing.T) []Set {
	t.Helper()
	known, err := scenarios.Builtin()
	require.NoError(t, err)
	var out []Set
	for _, name := range []string{"practice-r", "practice-s"} {
		s, err := LoadFile("testdata/"+name+".yaml", known)
		require.NoError(t, err)
		s.Name = name
		out = append(out, s)
	}
	return out
}

func TestParseReportsEveryMistake(t *testing.T) {
	known, err := scenarios.Builtin()
	require.NoError(t, err)
	_, err = Parse("a.yaml", []byte(`
- {scenario: nowhere, probe: x, label: kept, kind: natural, reply: x}
- {scenario: early-fact-recall, probe: nothing, label: right, kind: odd, reply: x}
`), known)
	for _, want := range []string{
		`a.yaml: reply 1: unknown scenario "nowhere"`, `a.yaml: reply 2: scenario early-fact-recall has no probe "nothing"`,
		`a.yaml: reply 2: label "right": want kept, stale, lost or unclear`, `a.yaml: reply 2: kind "odd": want natural or awkward`,
	} {
		require.ErrorContains(t, err, want)
	}
	_, err = Parse("a.yaml", []byte("- {scenario: early-fact-recall, answer: x}"), known)
	require.ErrorContains(t, err, "a.yaml")
	none, err := Parse("a.yaml", nil, known)
	require.NoError(t, err)
	require.Empty(t, none.Replies)
	_, err = LoadFile(filepath.Join(t.TempDir(), "none.yaml"), known)
	require.ErrorAs(t, err, &arena.Mistake{})
}

// said has a judge that gives the label except where wrong says otherwise.
func said(t *testing.T, db *store.DB, by store.Judge, s Set, wrong func(i int, r Reply) (first, turned probes.Result)) {
	t.Helper()
	for i, r := range s.Replies {
		first, turned := wrong(i, r)
		require.NoError(t, db.SaveJudgement(t.Context(), by, store.Judgement{Subject: s.judgeCase(i).Subject(), First: first, Turned: turned}))
	}
}

func database(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

func judgeCalled(t *testing.T, name string) store.Judge {
	t.Helper()
	by, err := judge.Of(lab.Models{Env: func(string) string { return "" }, Dry: true}, name)
	require.NoError(t, err)
	return by
}

func right(_ int, r Reply) (_, _ probes.Result) { return r.Label, r.Label }

func TestReport(t *testing.T) {
	db, s := database(t), sample(t)
	good, poor := judgeCalled(t, "openai:a-good-long-name"), judgeCalled(t, "openai:poor")
	said(t, db, good, s, right)
	said(t, db, poor, s, func(i int, r Reply) (_, _ probes.Result) {
		switch {
		case i%5 == 0:
			return probes.Kept, probes.Lost
		case r.Label == probes.Stale:
			return probes.Kept, probes.Kept
		}
		return r.Label, r.Label
	})
	r, err := Run(t.Context(), &lab.Lab{DB: db}, s, true, []store.Judge{good, poor, judgeCalled(t, "openai:mute")})
	require.NoError(t, err)
	require.Len(t, r.Scorers, 3, "one that said nothing isn't there")
	require.True(t, r.Scorers[1].Certified)
	require.False(t, r.Scorers[2].Certified)
	require.Positive(t, r.Scorers[2].Unsure)
	reportstest.Golden(t, r.Document(), "certification", "table", "md", "csv")

	own, err := Run(t.Context(), &lab.Lab{DB: db}, s, false, []store.Judge{good})
	require.NoError(t, err)
	require.False(t, own.Scorers[1].Certified, "labels of one's own certify nothing")
	bare, err := Run(t.Context(), &lab.Lab{}, s, true, nil)
	require.NoError(t, err)
	reportstest.Schema(t, "schema.json", "Context Arena certification", form{}, nil, r.Document(), own.Document(), bare.Document())
}

// Shares count what they say they count.
func TestShares(t *testing.T) {
	var all []judged
	add := func(scenario string, label, verdict probes.Result) {
		all = append(all, judged{Reply: Reply{Scenario: scenario, Label: label}, verdict: verdict})
	}
	for _, s := range []string{"a", "b", "c"} {
		add(s, probes.Kept, probes.Kept)
		add(s, probes.Kept, judge.Unsure)
		add(s, probes.Stale, probes.Lost)
		add(s, probes.Lost, probes.Lost)
		add(s, probes.Lost, judge.Unsure)
	}
	add("c", probes.Stale, probes.Stale)
	g := groupOf("all", "", all)
	require.Equal(t, 16, g.N)
	require.InDelta(t, 10./16, *g.Agreement.Mean, 1e-12, "stale judged lost is right about not kept")
	require.InDelta(t, 0.5, *g.Kept.Mean, 1e-12)
	require.InDelta(t, 7./10, *g.Specificity.Mean, 1e-12)
	require.InDelta(t, 1./4, *g.Stale.Mean, 1e-12)
	require.InDelta(t, 0.5, *g.Lost.Mean, 1e-12)
	require.Contains(t, g.Kept.Note, "Wilson")
	require.Empty(t, g.Stale.Note)
	require.Nil(t, groupOf("all", "", all[:5]).Agreement.Low, "one scenario has no interval")
}

func TestCertified(t *testing.T) {
	db := database(t)
	set, err := Load()
	require.NoError(t, err)
	by := judgeCalled(t, "openai:good")
	_, err = Certified(t.Context(), db, by)
	require.ErrorAs(t, err, &arena.Mistake{})
	require.ErrorContains(t, err, "openai:good isn't certified as a judge: it hasn't judged the certification set (arena certify --judge openai:good)")
	said(t, db, by, set, right)
	s, err := Certified(t.Context(), db, by)
	require.NoError(t, err)
	require.Contains(t, s.Caption(), "Judge openai:good: agrees with people on kept or not kept for 100.0 [")

	said(t, db, by, set, func(i int, r Reply) (_, _ probes.Result) {
		if i%3 == 0 {
			return probes.Kept, probes.Lost
		}
		return r.Label, r.Label
	})
	_, err = Certified(t.Context(), db, by)
	require.ErrorContains(t, err, "the lower end has to reach 90 %")

	other := store.Judge{Model: llm.Model{Provider: "openai", Name: "good"}, Prompt: "earlier"}
	_, err = Certified(t.Context(), db, other)
	require.ErrorContains(t, err, "hasn't judged", "what it said when it was asked otherwise counts for nothing")
}

// The sample has nothing that the matchers get wrong.
func TestMatchers(t *testing.T) {
	s := sample(t)
	have, err := Matchers(s)
	require.NoError(t, err)
	var wrong []string
	for i, r := range s.Replies {
		if have[i] != r.Label {
			wrong = append(wrong, r.Probe+": "+string(have[i])+", not "+string(r.Label)+": "+strings.ReplaceAll(r.Reply, "\n", " "))
		}
	}
	require.Empty(t, wrong)
}
