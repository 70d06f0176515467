package lab_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/probes/probestest"
)

// What is stored of a trial says the same as its record, and a record says the same once it has
// been stored.
func TestScoresOfStoredTrials(t *testing.T) {
	l := open(t)
	p := plan(t, "rlm", "window")
	p.Answers, p.LogProbs, p.Primary = 3, 2, "memory"
	_, r := run(t, l, p)
	require.Equal(t, 3, r.Planned.Answers)
	require.Equal(t, 2, r.Planned.LogProbs)
	require.Equal(t, "memory", r.Planned.Primary)
	require.NoError(t, r.ReadRequests(t.Context(), l))
	type draw struct {
		scenario, strategy string
		probe              int
		key                string
	}
	drawn := map[draw]bool{}
	lost, varied := 0, false
	for _, tr := range r.Trials {
		require.Equal(t, arena.Completed, tr.Outcome, tr.Reason)
		i := slices.IndexFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == tr.Scenario })
		scorer, err := probes.NewScorer(r.Scenarios[i])
		require.NoError(t, err)
		rec, err := l.DB.Record(t.Context(), tr.Key)
		require.NoError(t, err)
		judged := scorer.Score(rec)
		require.Equal(t, probestest.Bare(judged), tr.Score)

		require.Len(t, rec.Again, 2)
		require.Len(t, tr.Requests, 3*len(rec.Probes))
		for n, key := range tr.Requests {
			d := draw{tr.Scenario, tr.Strategy, n % len(rec.Probes), key}
			require.False(t, drawn[d], "samples and repeats are other requests")
			drawn[d] = true
		}
		for k, f := range tr.Score.Findings {
			require.Len(t, f.Again, 2)
			require.Nil(t, f.Confidence, "the simulated model gives no log-probabilities")
			varied = varied || slices.ContainsFunc(f.Again, func(again probes.Result) bool { return again != f.At(arena.LevelAnswer).Result })
			if f.LostAt > 0 {
				lost++
				require.NotEmpty(t, judged.Findings[k].Before)
			}
		}
	}
	require.Positive(t, lost)
	require.True(t, varied, "answers to one memory differ")
}

func TestPlansThatAskOnce(t *testing.T) {
	l := open(t)
	_, once := run(t, l, plan(t, "rlm"))
	asked := plan(t, "rlm")
	asked.Answers, asked.LogProbs, asked.Primary = 1, 0, ""
	again, _ := run(t, l, asked)
	require.True(t, again.Resumed, "one answer is the default")
	text, err := json.Marshal(once.Planned)
	require.NoError(t, err)
	require.NotRegexp(t, "answers|logprobs|primary", string(text))

	declared := plan(t, "rlm")
	declared.Primary = "tasks"
	other, r := run(t, l, declared)
	require.False(t, other.Resumed, "what is declared later is another experiment")
	require.Equal(t, 4, other.Kept, "of the same trials")
	require.Equal(t, "tasks", r.Planned.Primary)

	more := plan(t, "rlm")
	more.Answers = 2
	twice, _ := run(t, l, more)
	require.Zero(t, twice.Kept)

	first, err := l.Estimate(t.Context(), plan(t, "rlm"))
	require.NoError(t, err)
	second, err := l.Estimate(t.Context(), more)
	require.NoError(t, err)
	questions := 0
	for _, s := range once.Scenarios {
		questions += 2 * len(s.Probes) // in two repeats
	}
	require.Equal(t, questions, second.ByModel[0].Calls-first.ByModel[0].Calls)
}

func TestPlanFieldsOfAnswers(t *testing.T) {
	load := func(text string) (lab.Plan, error) {
		path := filepath.Join(t.TempDir(), "plan.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return lab.LoadPlan(path, lab.Models{})
	}
	p, err := load("answers: 5\nlogprobs: 20\nprimary: tasks\n")
	require.NoError(t, err)
	require.Equal(t, []any{5, 20, "tasks"}, []any{p.Answers, p.LogProbs, p.Primary})
	p, err = load("repeats: 2\n")
	require.NoError(t, err)
	require.Equal(t, []any{1, 0, ""}, []any{p.Answers, p.LogProbs, p.Primary})
	_, err = load("answers: 101\nlogprobs: 21\nprimary: answers\n")
	require.ErrorContains(t, err, "answers: ")
	require.ErrorContains(t, err, "logprobs: ")
	require.ErrorContains(t, err, "did you mean answer?")
}
