package learning

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
)

// small is a small learning run.
func small() Curriculum {
	p := DefaultPlan()
	p.Train, p.HeldOut = []string{"early-fact-recall", "rapid-fire-corrections"}, []string{"implicit-corrections"}
	p.Sessions, p.Chains = 3, 2
	return p
}

func TestRun(t *testing.T) {
	l := labtest.New(t)
	r, ran, err := Run(t.Context(), l, small())
	require.NoError(t, err)
	require.Equal(t, store.Complete, ran.Experiment.Status)
	require.Equal(t, 2*(3+3*4), ran.Done)
	require.Len(t, r.chains, 2)
	plan, err := resolve(l, small())
	require.NoError(t, err)
	spent, without := 0, 0
	for n, c := range r.chains {
		require.Len(t, c.control, 3)
		require.Equal(t, []string{paraphrases, paraphrases, heldOut}, []string{c.control[0].set, c.control[1].set, c.control[2].set})
		seen := map[string]bool{}
		for k, s := range c.sessions {
			require.Equal(t, arena.Completed, s.outcome)
			require.Len(t, s.exams, 3)
			seen[plan.lesson(n+1, k+1).ID] = true
			for i, e := range s.exams {
				require.Equal(t, arena.Completed, e.outcome)
				require.Equal(t, c.control[i].scenario.ID, e.scenario.ID)
				require.NotEmpty(t, e.answers)
				require.GreaterOrEqual(t, e.cost.Write.Tokens(), c.control[i].cost.Write.Tokens())
				spent, without = spent+e.cost.Write.Tokens(), without+c.control[i].cost.Write.Tokens()
				require.False(t, seen[e.scenario.ID], "never a text that a session has played")
			}
		}
		require.Len(t, seen, 3, "a session plays something new")
	}
	require.Greater(t, spent, without, "experience costs")

	_, err = l.Load(t.Context(), "")
	require.ErrorContains(t, err, "is a learning run")
	read, err := Load(t.Context(), l, "")
	require.NoError(t, err)
	require.Equal(t, r, read, "what was played is read back")

	again, ran, err := Run(t.Context(), l, small())
	require.NoError(t, err)
	require.True(t, ran.Resumed)
	require.Zero(t, ran.Asked)
	require.Equal(t, r, again)
}

// A run that was stopped anywhere goes on to the same trials, at any parallelism.
func TestRunGoesOn(t *testing.T) {
	whole := labtest.New(t)
	want, _, err := Run(t.Context(), whole, small())
	require.NoError(t, err)

	l := labtest.New(t)
	for _, stop := range thorough.Some(1, []int{7, 1, 20}) {
		ctx, cancel := context.WithCancel(t.Context())
		l.OnProgress = func(p lab.Progress) {
			if p.Done >= stop {
				cancel()
			}
		}
		l.Parallel = 1 + stop%2
		_, _, err := Run(ctx, l, small())
		require.ErrorIs(t, err, context.Canceled)
		cancel()
	}
	l.OnProgress = nil
	have, ran, err := Run(t.Context(), l, small())
	require.NoError(t, err)
	require.Greater(t, ran.Kept, thorough.Times(6, 15))
	require.Equal(t, want, have)
	a, err := whole.DB.Trials(t.Context(), want.ID)
	require.NoError(t, err)
	b, err := l.DB.Trials(t.Context(), have.ID)
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
func TestOutOfMoney(t *testing.T) {
	l := labtest.New(t)
	usd := 0.003
	l.BudgetUSD = &usd
	r, ran, err := Run(t.Context(), l, small())
	require.NoError(t, err)
	require.Equal(t, store.Partial, ran.Experiment.Status)
	require.Contains(t, ran.Experiment.Note, "budget")
	last := r.chains[1].sessions[2]
	require.Equal(t, arena.NotRun, last.outcome)
	_, _, n := last.exams[0].retention(r.chains[1].control[0])
	require.Zero(t, n)
}

// A strategy that doesn't learn gains nothing: with experience and without, it is one trial's record.
func TestNothingLearned(t *testing.T) {
	l := labtest.New(t)
	p := small()
	p.Chains = 1
	p.Strategy = "window"
	r, _, err := Run(t.Context(), l, p)
	require.NoError(t, err)
	for _, s := range r.chains[0].sessions {
		for i, e := range s.exams {
			require.Equal(t, r.chains[0].control[i].answers, e.answers)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	l := labtest.New(t)
	p := small()
	p.Train, p.HeldOut, p.Sessions, p.Embedder = []string{"early-fact-recal", "rapid-fire-corrections"}, []string{"rapid-fire-corrections"}, 0, "sim:nano"
	_, _, err := Run(t.Context(), l, p)
	var mistake arena.Mistake
	require.ErrorAs(t, err, &mistake)
	for _, want := range []string{"did you mean early-fact-recall", "is trained on and held out", "sessions 0: want 1 to 1000", `unknown embedder "sim:nano"`} {
		require.ErrorContains(t, err, want)
	}
	p = small()
	p.Train = nil
	_, _, err = Run(t.Context(), l, p)
	require.ErrorContains(t, err, "at least one scenario to train on")
	usd := 1.0
	l.BudgetUSD, l.Models.Dry = &usd, true
	p = small()
	p.Embedder = "openai:nobody-knows"
	_, _, err = Run(t.Context(), l, p)
	require.ErrorContains(t, err, "no price for openai:nobody-knows")
	p.Embedder = "openai:text-embedding-3-small?dimensions=3"
	_, _, err = Run(t.Context(), l, p)
	require.ErrorContains(t, err, "dimensions")
}

func TestRetentionOfExams(t *testing.T) {
	k, s, x, v := probes.Kept, probes.Stale, probes.Lost, probes.Void
	a := result{outcome: arena.Completed, answers: []probes.Result{k, k, x, v, k}}
	b := result{outcome: arena.Completed, answers: []probes.Result{k, s, k, k, v}}
	kept, other, n := a.retention(b)
	require.Equal(t, [3]int{2, 2, 3}, [3]int{kept, other, n}, "what is void on one side counts on neither")
	b.outcome = arena.Failed
	_, _, n = a.retention(b)
	require.Zero(t, n)
}

// An experiment that is no learning run, or one that another program would play, is a mistake with a next step.
func TestLoadRefuses(t *testing.T) {
	l := labtest.New(t)
	_, err := Load(t.Context(), l, "")
	require.ErrorContains(t, err, "no learning run yet")
	_, r := labtest.Run(t, l, labtest.Plan(t, "window"))
	_, err = Load(t.Context(), l, r.Experiment.ID)
	require.ErrorContains(t, err, "is no learning run")
	e := store.Experiment{
		ID: "other", Kind: store.KindLearning, Name: "learn", Status: store.Complete,
		Plan: `{"learn":{"strategy":"episodic","train":["clinic-intake"],"held_out":[],"model":"sim:nano","embedder":"local","sessions":1,"chains":1,"dialogue":"scripted","seed":1,"reply_tokens":300}}`,
	}
	_, _, err = l.DB.Begin(t.Context(), e)
	require.NoError(t, err)
	_, err = Load(t.Context(), l, "other")
	require.ErrorContains(t, err, "run the same arena lab learn again")
}

// What is measured on is never said in a session, whatever it is called.
func TestATrainedTextIsNotHeldOut(t *testing.T) {
	p := small()
	s, err := lab.Scenario("", p.Train[0])
	require.NoError(t, err)
	double := *s
	double.ID = "double"
	var text bytes.Buffer
	require.NoError(t, scenarios.Write(&text, &double))
	p.ScenariosDir = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(p.ScenariosDir, "double.yaml"), text.Bytes(), 0o644))
	p.HeldOut = []string{"double"}
	require.ErrorContains(t, Check(labtest.New(t), p), "scenario double says what "+p.Train[0]+" does, which is trained on: hold out another")
}
