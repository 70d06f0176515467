package lab_test

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/llm"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/probes"
	"contextarena.internal/probes/probestest"
	"contextarena.internal/scenarios"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// open, plan and run are labtest's, for the tests of this package.
var open, plan, run = labtest.New, labtest.Plan, labtest.Run

func TestRunKeepsWhatIsFinished(t *testing.T) {
	l := open(t)
	var seen []lab.Progress
	l.OnProgress = func(p lab.Progress) { seen = append(seen, p) }
	ran, r := run(t, l, plan(t, "rlm", "window"))
	require.Equal(t, store.Complete, ran.Experiment.Status)
	require.Len(t, r.Trials, 8)
	require.True(t, r.Experiment.Simulated)
	require.Equal(t, 8, seen[len(seen)-1].Done)
	require.Zero(t, seen[0].Done)

	again, r2 := run(t, l, plan(t, "rlm", "window"))
	require.True(t, again.Resumed)
	require.Equal(t, 8, again.Kept)
	require.Zero(t, again.Asked)
	require.Equal(t, r.Trials, r2.Trials)

	wider, r3 := run(t, l, plan(t, "rlm", "window", "none"))
	require.False(t, wider.Resumed, "another plan is another experiment")
	require.Equal(t, 8, wider.Kept, "but it shares the trials")
	require.Len(t, r3.Trials, 12)
}

// TestExposureOfTheOriginalProbes: under the original's schedule, the first statements of 52 of
// its 62 facts have been handed over by the last cycle, which the final question may cause; 46
// without it. Two of them are stated again in turns 12 and 13, still in the window: 50 are
// exposed.
func TestExposureOfTheOriginalProbes(t *testing.T) {
	l := open(t)
	p := plan(t, "rlm")
	p.Scenarios, p.Repeats = nil, 1
	_, r := run(t, l, p)
	exposed, first, before := 0, 0, 0
	for _, tr := range r.Trials {
		i := slices.IndexFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == tr.Scenario })
		rec, err := l.DB.Record(t.Context(), tr.Key)
		require.NoError(t, err)
		var at []arena.MessageIndex
		for _, c := range rec.Cycles {
			at = append(at, c.After)
		}
		turns := len(r.Scenarios[i].Turns)
		var want []arena.MessageIndex
		for turn := 5; turn <= turns+1; turn += 4 {
			want = append(want, arena.MessageIndex(2*turn-1))
		}
		require.Equal(t, want, at, "%s: cycles come at user turns 5, 9, 13, 17, 21", tr.Scenario)
		for j, probe := range r.Scenarios[i].Probes {
			if probe.Extended {
				continue
			}
			if tr.Score.Findings[j].Exposed > 0 {
				exposed++
			}
			fact := r.Scenarios[i].Facts[slices.IndexFunc(r.Scenarios[i].Facts, func(f arena.Fact) bool { return f.ID == probe.Fact })]
			for _, c := range rec.Cycles {
				if slices.Contains(c.Left, arena.MessageIndex(2*fact.Turn-1)) {
					first++
					if c.After <= arena.MessageIndex(2*turns) {
						before++
					}
				}
			}
		}
	}
	require.Equal(t, 50, exposed)
	require.Equal(t, 52, first)
	require.Equal(t, 46, before)
}

// TestControlsBracketTheRest: what full_context shows, every fact is in; what none answers was
// known without the conversation.
func TestControlsBracketTheRest(t *testing.T) {
	l := open(t)
	p := plan(t, "full_context", "none", "oracle")
	p.Scenarios, p.Repeats = nil, 1
	_, r := run(t, l, p)
	in := map[string][2]int{}
	for _, tr := range r.Trials {
		i := slices.IndexFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == tr.Scenario })
		for j, f := range tr.Score.Findings {
			if r.Scenarios[i].Probes[j].Kind == arena.Historical {
				continue
			}
			n := in[tr.Strategy]
			n[1]++
			if f.At(arena.LevelContext).Result == probes.Kept {
				n[0]++
			}
			in[tr.Strategy] = n
			if tr.Strategy == "full_context" {
				require.Equal(t, probes.Unexposed, f.At(arena.LevelMemory).Result)
			}
		}
	}
	require.Equal(t, in["full_context"][1], in["full_context"][0], "a scripted transcript holds every fact, none of them stale")
	require.Equal(t, in["oracle"][1], in["oracle"][0], "and so does its evidence")
	require.Zero(t, in["none"][0])
}

func TestRescore(t *testing.T) {
	l := open(t)
	ran, before := run(t, l, plan(t, "rlm"))
	again, err := l.Rescore(t.Context(), ran.Experiment.ID, nil)
	require.NoError(t, err)
	require.Zero(t, again.Again, "scores are up to date")

	old := before.Trials[0]
	require.NoError(t, l.DB.SaveScore(t.Context(), old.Key, "of another program", probes.Score{}))
	stale, err := l.Load(t.Context(), "")
	require.NoError(t, err)
	require.Equal(t, 1, stale.Stale)
	var told []store.ScoreRow
	again, err = l.Rescore(t.Context(), ran.Experiment.ID, func(of store.Trial, before, now store.ScoreRow) {
		require.Equal(t, old.Key, of.Key)
		told = append(told, before, now)
	})
	require.NoError(t, err)
	require.Equal(t, 1, again.Again)
	require.Len(t, before.Trials, again.Trials)
	require.Equal(t, store.ScoreRow{Scorer: "of another program"}, told[0])
	require.Equal(t, old.Score, probestest.Bare(told[1].Score))
	after, err := l.Load(t.Context(), "")
	require.NoError(t, err)
	require.Equal(t, before.Trials, after.Trials)

	require.NoError(t, l.DB.SaveScore(t.Context(), old.Key, "of another program", probes.Score{}))
	ran, r := run(t, l, plan(t, "rlm"))
	require.Zero(t, ran.Asked)
	require.Equal(t, before.Trials, r.Trials, "a run brings old scores up to date too")
}

func TestCancelledRunIsInterrupted(t *testing.T) {
	l := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	l.OnProgress = func(p lab.Progress) {
		if p.Done == 2 {
			cancel()
		}
	}
	ran, err := l.Run(ctx, plan(t, "rlm", "window"))
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, store.Interrupted, ran.Experiment.Status)
	require.GreaterOrEqual(t, ran.Done, 2)
	require.Less(t, ran.Done, 8)
	l.OnProgress = nil
	again, r := run(t, l, plan(t, "rlm", "window"))
	require.True(t, again.Resumed)
	require.GreaterOrEqual(t, again.Kept, 2)
	require.Len(t, r.Trials, 8)
}

func TestBudgetStopsAndResumes(t *testing.T) {
	l := open(t)
	small, large := 0.004, 10.0
	l.BudgetUSD = &small
	ran, r := run(t, l, plan(t, "rlm", "window"))
	require.Equal(t, store.Partial, ran.Experiment.Status)
	require.NotEmpty(t, lab.Incomplete(r))
	var spent float64
	for _, tr := range r.Trials {
		spent += tr.Cost.Write.USD + tr.Cost.Probe.USD
	}
	require.LessOrEqual(t, spent, small)
	require.Less(t, *l.BudgetUSD, small, "what is left is for the lab's next experiment")
	l.BudgetUSD = &large
	again, r := run(t, l, plan(t, "rlm", "window"))
	require.Equal(t, ran.Experiment.ID, again.Experiment.ID)
	require.Equal(t, store.Complete, again.Experiment.Status)
	require.Empty(t, lab.Incomplete(r))
}

// TestAProviderThatIsDownEndsTheRun: several failures before any success are the provider's.
func TestAProviderThatIsDownEndsTheRun(t *testing.T) {
	l := open(t)
	l.Models.Replay = []byte{} // an empty recording answers nothing
	p := plan(t, "rlm", "window", "none", "oracle")
	p.Models, p.Repeats = []string{"openai:down"}, 5
	ran, r := run(t, l, p)
	require.Equal(t, store.Partial, ran.Experiment.Status)
	require.Contains(t, ran.Experiment.Note, "trials all failed")
	require.Contains(t, ran.Reason, "--record")
	require.Less(t, len(r.Trials), 10)
	require.Equal(t, 40, ran.Total)
}

func TestCosts(t *testing.T) {
	l := open(t)
	_, r := run(t, l, plan(t, "rlm", "window"))
	for _, tr := range r.Trials {
		require.True(t, tr.Cost.Priced)
		require.Positive(t, tr.Cost.Read.InputTokens, "a scripted dialogue is charged for what it would have asked")
		require.Positive(t, tr.Cost.ContextTokens)
		require.Positive(t, tr.Cost.Probe.USD)
		if tr.Strategy == "rlm" {
			require.Positive(t, tr.Cost.Write.USD)
		} else {
			require.Zero(t, tr.Cost.Write.USD)
		}
	}
}

func TestEstimate(t *testing.T) {
	l := open(t)
	p := plan(t, "rlm")
	p.Models, p.MemoryModel = []string{"sim:nano"}, "sim:mini"
	e, err := l.Estimate(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, 4, e.Trials)
	require.Equal(t, []string{"sim:nano", "sim:mini"}, []string{e.ByModel[0].Model, e.ByModel[1].Model})
	require.Equal(t, 2*(5+4), e.ByModel[1].Calls, "a call a cycle, in two repeats")
	ran, _ := run(t, l, p)
	require.Equal(t, e.ByModel[0].Calls+e.ByModel[1].Calls, ran.Asked)
}

func TestLoadNamesExperiments(t *testing.T) {
	l := open(t)
	_, err := l.Load(t.Context(), "")
	require.ErrorContains(t, err, "begin one with arena run; if one has run, its log, the file of this name with -wal behind it, is missing")
	p := plan(t, "none")
	p.Name = "nightly"
	ran, _ := run(t, l, p)
	for _, name := range []string{"1", "nightly", ran.Experiment.ID[:8]} {
		r, err := l.Load(t.Context(), name)
		require.NoError(t, err, name)
		require.Equal(t, ran.Experiment.ID, r.Experiment.ID)
	}
	_, err = l.Load(t.Context(), "weekly")
	require.ErrorContains(t, err, `no experiment "weekly"`)
}

func TestSameTrialsAtAnyParallelism(t *testing.T) {
	var results [][]lab.Trial
	for _, parallel := range []int{1, 8} {
		l := open(t)
		l.Parallel = parallel
		p := plan(t, "rlm", "hybrid", "oracle")
		p.Dialogue = arena.Live
		_, r := run(t, l, p)
		results = append(results, r.Trials)
	}
	require.Equal(t, results[0], results[1])
}

func TestScoreText(t *testing.T) {
	s, err := (&lab.Lab{}).ScoreText(t.Context(), "contradiction-resolution", 8, "memory", "Budget: $8,500. Hotel: Park Hyatt Tokyo.")
	require.NoError(t, err)
	byProbe := map[string]lab.TextResult{}
	for _, p := range s.Probes {
		byProbe[p.Probe] = p
	}
	require.Equal(t, "kept", byProbe["budget"].Verdict)
	require.Equal(t, probes.LegacyHit, byProbe["budget"].Legacy)
	require.Equal(t, "stale", byProbe["hotel"].Verdict)
	require.Equal(t, "not_stated", byProbe["flight-cost"].Verdict)
	require.Equal(t, lab.LegacyCount{Hits: 1, Of: 2}, s.Legacy, "only what was stated by turn 8 counts")
	_, err = (&lab.Lab{}).ScoreText(t.Context(), "nope", -1, "brain", "")
	require.ErrorContains(t, err, "nope")
	require.ErrorContains(t, err, "brain")
}

// BenchmarkTrialOverhead plays trials against a model that answers at once, and stores
// everything: our own time per model call.
func BenchmarkTrialOverhead(b *testing.B) {
	all, err := scenarios.Builtin()
	require.NoError(b, err)
	db, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "a.db"), store.Options{})
	require.NoError(b, err)
	defer db.Close()
	e, _, err := db.Begin(b.Context(), store.Experiment{ID: "bench", Kind: store.KindRun, Plan: "{}"})
	require.NoError(b, err)
	s, err := strategies.Parse("rlm")
	require.NoError(b, err)
	scorer, err := probes.NewScorer(all[0])
	require.NoError(b, err)
	instant := &instant{}
	runner := &arena.Session{Client: &llm.Caller{Client: instant, Store: db}, Tokens: tokens.NewCounter().Count}
	repeat := 0
	b.ResetTimer()
	for b.Loop() {
		repeat++
		m := llm.Model{Provider: "openai", Name: "instant"}
		t := arena.Trial{Scenario: all[0], Strategy: s, Spec: "rlm", Model: m, MemoryModel: m, Repeat: repeat, Dialogue: arena.Live, ReplyTokens: 1000}
		rec, err := runner.Play(b.Context(), t)
		require.NoError(b, err)
		row := store.Trial{Key: t.Key(), Scenario: all[0].ID, Strategy: "rlm", Model: m.String(), Repeat: repeat, Dialogue: arena.Live}
		require.NoError(b, db.SaveTrial(b.Context(), e.ID, repeat, row, rec, scorer.Version(), scorer.Score(rec)))
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(instant.calls), "µs/call")
}

// instant is a model that answers everything at once with the same words.
type instant struct {
	mu    sync.Mutex
	calls int
}

func (i *instant) Complete(context.Context, llm.Request) (llm.Response, error) {
	i.mu.Lock()
	i.calls++
	i.mu.Unlock()
	return llm.Response{Text: "1. Noted.\n2. The fact is kept in memory.", Stop: llm.StopEnd, Usage: llm.Usage{Input: 100, Output: 12}}, nil
}
