package lab_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// learning is a small learning run.
func learning() lab.LearnPlan {
	p := lab.DefaultLearnPlan()
	p.Train, p.HeldOut = []string{"early-fact-recall", "rapid-fire-corrections"}, []string{"implicit-corrections"}
	p.Sessions, p.Chains = 3, 2
	return p
}

func TestLearn(t *testing.T) {
	l := open(t)
	r, err := l.Learn(t.Context(), learning())
	require.NoError(t, err)
	require.Equal(t, store.Complete, r.Experiment.Status)
	require.Equal(t, 2*(3+3*4), r.Done)
	require.Len(t, r.Chains, 2)
	spent, without := 0, 0
	for _, c := range r.Chains {
		require.Len(t, c.Control, 3)
		require.Equal(t, []string{lab.Paraphrases, lab.Paraphrases, lab.HeldOut}, []string{c.Control[0].Set, c.Control[1].Set, c.Control[2].Set})
		seen := map[string]bool{}
		for k, s := range c.Sessions {
			require.Equal(t, k+1, s.Number)
			require.Equal(t, arena.Completed, s.Outcome)
			require.Positive(t, s.Facts)
			require.LessOrEqual(t, s.Kept, s.Facts)
			require.Equal(t, min(k+1, 2), s.Types)
			require.Len(t, s.Exams, 3)
			seen[s.Trained] = true
			for i, e := range s.Exams {
				require.Equal(t, arena.Completed, e.Outcome)
				require.Equal(t, c.Control[i].Scenario, e.Scenario)
				require.NotEmpty(t, e.Results)
				require.GreaterOrEqual(t, e.Cost.Write.Tokens(), c.Control[i].Cost.Write.Tokens())
				spent, without = spent+e.Cost.Write.Tokens(), without+c.Control[i].Cost.Write.Tokens()
				require.False(t, seen[e.Scenario], "never a text that a session has played")
			}
		}
		require.Len(t, seen, 3, "a session plays something new")
	}
	require.Greater(t, spent, without, "experience costs")

	_, err = l.Load(t.Context(), "")
	require.ErrorContains(t, err, "is a learning run")

	again, err := l.Learn(t.Context(), learning())
	require.NoError(t, err)
	require.True(t, again.Resumed)
	require.Zero(t, again.Asked)
	require.Equal(t, r.Chains, again.Chains)
}

// A run that was stopped anywhere goes on to the same trials, at any parallelism.
func TestLearnGoesOn(t *testing.T) {
	whole := open(t)
	want, err := whole.Learn(t.Context(), learning())
	require.NoError(t, err)

	l := open(t)
	for _, stop := range []int{1, 7, 20} {
		ctx, cancel := context.WithCancel(t.Context())
		l.OnProgress = func(p lab.Progress) {
			if p.Done >= stop {
				cancel()
			}
		}
		l.Parallel = 1 + stop%2
		_, err := l.Learn(ctx, learning())
		require.ErrorIs(t, err, context.Canceled)
		cancel()
	}
	l.OnProgress = nil
	have, err := l.Learn(t.Context(), learning())
	require.NoError(t, err)
	require.Greater(t, have.Kept, 15)
	require.Equal(t, want.Chains, have.Chains)
	require.Equal(t, want.Experiment.ID, have.Experiment.ID)
	a, err := whole.DB.Trials(t.Context(), want.Experiment.ID)
	require.NoError(t, err)
	b, err := l.DB.Trials(t.Context(), have.Experiment.ID)
	require.NoError(t, err)
	require.Equal(t, a, b)
	for i := range a {
		x, err := whole.DB.Record(t.Context(), a[i].Key)
		require.NoError(t, err)
		y, err := l.DB.Record(t.Context(), a[i].Key)
		require.NoError(t, err)
		require.Equal(t, x, y)
	}
}

// A chain stops where its session has no money left; it is told apart from one that forgot.
func TestLearnOutOfMoney(t *testing.T) {
	l := open(t)
	usd := 0.003
	l.BudgetUSD = &usd
	r, err := l.Learn(t.Context(), learning())
	require.NoError(t, err)
	require.Equal(t, store.Partial, r.Experiment.Status)
	require.Contains(t, r.Experiment.Note, "budget")
	last := r.Chains[1].Sessions[2]
	require.Equal(t, arena.NotRun, last.Outcome)
	_, _, n := last.Exams[0].Retention(r.Chains[1].Control[0])
	require.Zero(t, n)
}

// A strategy that doesn't learn gains nothing: with experience and without, it is one trial's record.
func TestLearnNothing(t *testing.T) {
	l := open(t)
	p := learning()
	p.Chains = 1
	var err error
	p.Strategy, err = strategies.Parse("window")
	require.NoError(t, err)
	r, err := l.Learn(t.Context(), p)
	require.NoError(t, err)
	for _, s := range r.Chains[0].Sessions {
		require.Zero(t, s.Facts)
		for i, e := range s.Exams {
			require.Equal(t, r.Chains[0].Control[i].Results, e.Results)
		}
	}
}

func TestLearnRefuses(t *testing.T) {
	l := open(t)
	p := learning()
	p.Train, p.HeldOut, p.Sessions, p.Embedder = []string{"early-fact-recal", "rapid-fire-corrections"}, []string{"rapid-fire-corrections"}, 0, "sim:nano"
	_, err := l.Learn(t.Context(), p)
	var mistake arena.Mistake
	require.ErrorAs(t, err, &mistake)
	for _, want := range []string{"did you mean early-fact-recall", "is trained on and held out", "sessions 0: want 1 to 1000", `unknown embedder "sim:nano"`} {
		require.ErrorContains(t, err, want)
	}
	p = learning()
	p.Train = nil
	_, err = l.Learn(t.Context(), p)
	require.ErrorContains(t, err, "at least one scenario to train on")
	usd := 1.0
	l.BudgetUSD, l.Models.Dry = &usd, true
	p = learning()
	p.Embedder = "openai:text-embedding-3-small"
	_, err = l.Learn(t.Context(), p)
	require.ErrorContains(t, err, "has no price")
}

func TestRetentionOfExams(t *testing.T) {
	k, s, x, v := probes.Kept, probes.Stale, probes.Lost, probes.Void
	a := lab.Exam{Outcome: arena.Completed, Results: []probes.Result{k, k, x, v, k}}
	b := lab.Exam{Outcome: arena.Completed, Results: []probes.Result{k, s, k, k, v}}
	kept, other, n := a.Retention(b)
	require.Equal(t, [3]int{2, 2, 3}, [3]int{kept, other, n}, "what is void on one side counts on neither")
	b.Outcome = arena.Failed
	_, _, n = a.Retention(b)
	require.Zero(t, n)
}
