package review

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/certify"
	"contextarena.internal/lab/judge"
	"contextarena.internal/lab/tally/tallytest"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

var by = store.Judge{Model: llm.Model{Provider: "openai", Name: "m"}, Prompt: "1"}

// answersOf are the answers of a result: of each scenario, probe and verdict one reply.
func answersOf(r lab.Result) *Answers {
	out := &Answers{Result: r}
	for i, t := range r.Trials {
		s := r.Scenarios[0]
		for _, of := range r.Scenarios {
			if of.ID == t.Scenario {
				s = of
			}
		}
		for k, p := range s.Probes {
			v := t.Score.Findings[k].At(arena.LevelAnswer)
			if !v.Result.Counts() {
				continue
			}
			v.Why = "words that decided"
			c := judge.CaseOf(s, p, fmt.Sprintf("%s of %s is %s", p.ID, s.ID, v.Result))
			out.all = append(out.all, answer{i, k, s, c, c.Subject(), v})
		}
	}
	return out
}

func played() *Answers {
	r := tallytest.Played(2, map[string][]tallytest.Fate{"rlm": tallytest.Good, "window": tallytest.Poor}, "rlm", "window")
	r.Experiment = store.Experiment{ID: "0123456789abcdef", Number: 3, Simulated: true, Status: store.Complete}
	return answersOf(r)
}

// opinion is a judge that agrees with the matchers but where other says otherwise.
func (a *Answers) opinion(other map[string]probes.Result) judge.Verdicts {
	out := judge.Verdicts{}
	for _, one := range a.all {
		out[one.subject] = one.matcher.Result
		if v, ok := other[one.Reply]; ok {
			out[one.subject] = v
		}
	}
	return out
}

// certified is a judge that people agree with.
func certified(t *testing.T) certify.Scored {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), store.Options{})
	require.NoError(t, err)
	defer db.Close()
	known, err := scenarios.Builtin()
	require.NoError(t, err)
	s, err := certify.LoadFile("../certify/testdata/sample.yaml", known)
	require.NoError(t, err)
	for i, c := range s.Cases() {
		label := s.Replies[i].Label
		require.NoError(t, db.SaveJudgement(t.Context(), by, store.Judgement{Subject: c.Subject(), First: label, Turned: label}))
	}
	r, err := certify.Run(t.Context(), &lab.Lab{DB: db}, s, true, []store.Judge{by})
	require.NoError(t, err)
	require.True(t, r.Scorers[1].Certified)
	return r.Scorers[1]
}

func TestReport(t *testing.T) {
	a := played()
	j := certified(t)
	all := a.NewReport(j, a.opinion(nil))
	require.Equal(t, len(a.all), all.Same)
	require.Zero(t, all.Listed+all.Unsure+all.Unjudged)
	for _, row := range all.Rows {
		require.Equal(t, row.Matcher.Estimate(), row.Judge.Estimate(), "where both agree the figures do")
	}

	other := map[string]probes.Result{"name of a is lost": probes.Kept, "new of b is kept": judge.Unsure, "old of c is kept": probes.Lost}
	said := a.opinion(other)
	r := a.NewReport(j, said)
	require.Equal(t, 3, r.Listed)
	require.Positive(t, r.Unsure)
	require.Less(t, r.Same, r.Answers)
	reportstest.Golden(t, r.Document(), "opinion", "table", "md", "csv")

	for _, one := range a.all[:5] {
		delete(said, one.subject)
	}
	part := a.NewReport(j, said)
	require.Positive(t, part.Unjudged)
	require.Equal(t, len(a.all), part.Answers+part.Unjudged)
	none := a.NewReport(j, judge.Verdicts{})
	require.False(t, none.Rows[0].Judge.Defined())
	reportstest.Schema(t, "schema.json", "Context Arena second opinion", form{}, nil, r.Document(), part.Document(), none.Document())
}

// Equal replies to a probe are one disagreement, and a person's label on it is found again.
func TestLabels(t *testing.T) {
	a := played()
	ds := a.Disagreements(a.opinion(map[string]probes.Result{"name of a is lost": probes.Kept, "new of b is kept": judge.Unsure}))
	require.Len(t, ds, 2)
	require.Greater(t, ds[0].Times+ds[1].Times, 2)

	name := filepath.Join(t.TempDir(), "labels.yaml")
	known, err := scenarios.Builtin()
	require.NoError(t, err)
	l, err := OpenLabels(name, known)
	require.NoError(t, err, "a file that isn't there yet is empty")
	// Of a scenario that exists, since a file is checked when it is read.
	ds[0].Scenario, ds[0].Probe, ds[0].Reply = "early-fact-recall", "budget", "- a\x1b[31m: \"b\"\n# c\n"
	require.Empty(t, l.Of(ds[0]))
	l.Put(a, ds[0], by, probes.Lost)
	l.Put(a, ds[0], by, probes.Kept)
	text, err := l.Encode()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, text, 0o600))

	again, err := OpenLabels(name, known)
	require.NoError(t, err)
	require.Equal(t, probes.Kept, again.Of(ds[0]), "the later label holds")
	require.Len(t, again.all, 1)
	require.Equal(t, l.all, again.all, "nothing of a reply is changed by being written")
	require.Contains(t, again.all[0].From, "experiment 0123456789ab, trial ")
	require.Contains(t, again.all[0].Way, "openai:m says ")
	require.Empty(t, again.Of(ds[1]))

	require.NoError(t, os.WriteFile(name, []byte("labels: none\n"), 0o600))
	_, err = OpenLabels(name, known)
	require.ErrorAs(t, err, &arena.Mistake{})
}
