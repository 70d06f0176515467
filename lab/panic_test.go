package lab

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/llm"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/probes"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// brittle is a strategy whose memory panics, if it is a window.
type brittle struct{ arena.Strategy }

func (b brittle) Start(env arena.Env) (arena.Memory, error) {
	m, err := b.Strategy.Start(env)
	return brittleMemory{m, b.Name() == "window"}, err
}

type brittleMemory struct {
	arena.Memory
	breaks bool
}

func (m brittleMemory) Observe(ctx context.Context, msg arena.Message) error {
	if m.breaks && msg.Turn == 3 {
		var none []int
		_ = none[msg.Turn]
	}
	return m.Memory.Observe(ctx, msg)
}

func TestAPanicCostsItsTrial(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), store.Options{})
	require.NoError(t, err)
	defer db.Close()
	l := &Lab{DB: db, Prices: llm.BuiltinPrices(), Tokens: tokens.NewCounter().Count, Parallel: 2, Sandbox: sandbox.InProcess{}}
	p := DefaultPlan()
	p.Scenarios, p.Repeats, p.Dialogue, p.Strategies = []string{"early-fact-recall", "rapid-fire-corrections"}, 2, arena.Scripted, nil
	for _, name := range []string{"full_context", "window"} {
		s, err := strategies.Parse(name)
		require.NoError(t, err)
		p.Strategies = append(p.Strategies, s)
	}
	r, err := l.NewRun(p)
	require.NoError(t, err)
	for i := range r.Trials {
		r.Trials[i].Strategy = brittle{r.Trials[i].Strategy}
	}
	ran, err := r.Conduct(t.Context(), func(ctx context.Context) error {
		return r.PlayThose(ctx, func(int) bool { return true }, nil)
	})
	require.NoError(t, err)
	require.Equal(t, store.Partial, ran.Experiment.Status)
	stored, err := db.Trials(t.Context(), ran.Experiment.ID)
	require.NoError(t, err)
	require.Len(t, stored, 8)
	for _, tr := range stored {
		if tr.Strategy != "window" {
			require.Equal(t, arena.Completed, tr.Outcome)
			continue
		}
		require.Equal(t, arena.Failed, tr.Outcome)
		require.Regexp(t, `^panic: runtime error: index out of range \[3\] with length 0 \(contextarena\.internal/lab\.brittleMemory\.Observe panic_test\.go:\d+\)$`, arena.Brief(tr.Reason))
		require.Contains(t, tr.Reason, "\ncontextarena.internal/arena.(*play).observe play.go:")
	}
	require.Regexp(t, `^panic: [^\n]*$`, ran.Reason, "a line for people")

	// They keep a round open, and are named.
	l.Shard = Shard{N: 1, Of: 1, Round: true}
	round, err := l.NewRun(p)
	require.NoError(t, err)
	for i := range round.Trials {
		round.Trials[i].Strategy = brittle{round.Trials[i].Strategy}
	}
	ran, err = round.Conduct(t.Context(), func(ctx context.Context) error {
		_, err := round.Resume(ctx)
		return errors.Join(err, round.PlayThose(ctx, func(int) bool { return true }, nil))
	})
	require.NoError(t, err)
	require.Equal(t, 4, ran.Open)
	require.Regexp(t, `^the round stays open for 4 trials that failed here \(the same command plays them again\): window on early-fact-recall; .*; the first: panic: runtime error`, ran.Experiment.Note)
	l.Shard = Shard{}

	// What was caught isn't finished: with the fault mended it is played again.
	again, err := l.Run(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, store.Complete, again.Experiment.Status)
	require.Equal(t, 4, again.Kept)
}

// A record that doesn't have what its scenario asks makes the scorer panic.
func TestAPanicOfTheScorerCostsItsTrial(t *testing.T) {
	all, err := Scenarios("")
	require.NoError(t, err)
	s, err := FindScenario(all, "early-fact-recall")
	require.NoError(t, err)
	by, err := probes.NewScorer(s)
	require.NoError(t, err)
	broken := arena.Record{Outcome: arena.Completed, Probes: make([]arena.Reply, 1)}

	rec := broken
	score := scored(by, &rec)
	require.Equal(t, arena.Failed, rec.Outcome)
	require.Regexp(t, `^scoring: panic: `, arena.Brief(rec.Reason))
	require.Contains(t, rec.Reason, "\ncontextarena.internal/probes.")
	require.Len(t, score.Findings, len(s.Probes))
	require.Equal(t, probes.Unscored, score.Findings[0].At(arena.LevelAnswer).Result)

	rec = broken
	results, passed := answered(by, &rec)
	require.Equal(t, arena.Failed, rec.Outcome)
	require.Nil(t, results)
	require.False(t, passed)
}
