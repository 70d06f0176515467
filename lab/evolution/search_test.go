package evolution

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// small is a small search: three scenarios, one of them held out.
func small() Settings {
	e := Default()
	e.Model = "sim:standard" // on which pipelines pass enough tasks
	e.Suite, e.Scenarios = "original", []string{"early-fact-recall", "cascading-corrections", "rapid-fire-corrections"}
	e.Descriptors, e.HeldOut, e.Rotate = []string{"correction", "quantity"}, 1, 1
	e.Evaluations, e.Batch, e.Again, e.Fresh, e.Random = 24, 8, 2, 2, 0
	return e
}

// ranRun is an evolution with what was played for it.
type ranRun struct {
	lab.Ran
	Run
}

// open is a lab on a new database.
func open(t *testing.T) *lab.Lab {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return &lab.Lab{DB: db, Prices: llm.BuiltinPrices(), Tokens: labtest.Tokens, Parallel: 2, Models: lab.Models{Worlds: &labtest.Worlds}, Program: "test"}
}

// play plays a scripted plan of a strategy or more on some scenarios once.
func play(t *testing.T, l *lab.Lab, e Settings, specs ...string) lab.Result {
	t.Helper()
	p := lab.DefaultPlan()
	p.Scenarios, p.Repeats, p.Seed, p.Models, p.Dialogue, p.Strategies = []string{"early-fact-recall", "rapid-fire-corrections"}, 1, e.Seed, []string{e.Model}, arena.Scripted, nil
	for _, spec := range specs {
		s, err := strategies.Parse(spec)
		require.NoError(t, err)
		p.Strategies = append(p.Strategies, s)
	}
	_, err := l.Run(t.Context(), p)
	require.NoError(t, err)
	r, err := l.Load(t.Context(), "")
	require.NoError(t, err)
	return r
}

func evolve(t *testing.T, l *lab.Lab, e Settings) ranRun {
	t.Helper()
	ran, run, err := Evolve(t.Context(), l, e, nil)
	require.NoError(t, err)
	require.Equal(t, store.Complete, ran.Experiment.Status, ran.Experiment.Note)
	return ranRun{ran, run}
}

func TestEvolve(t *testing.T) {
	l := open(t)
	e := small()
	e.Tasks = 0
	var phases []string
	played, run, err := Evolve(t.Context(), l, e, func(phase string) { phases = append(phases, phase) })
	require.NoError(t, err)
	ran := ranRun{played, run}
	require.Equal(t, store.Complete, ran.Ran.Experiment.Status)
	require.True(t, ran.Ran.Experiment.Simulated)
	require.True(t, ran.Complete)
	require.Equal(t, []string{"cascading-corrections"}, ran.Held)
	require.Equal(t, []string{"early-fact-recall", "rapid-fire-corrections"}, ran.Run.Search)
	require.Equal(t, ran.Total, ran.Done)

	require.Len(t, ran.Steps, e.Evaluations)
	again := 0
	for i, s := range ran.Steps {
		require.Equal(t, i/e.Batch, s.Batch)
		require.Len(t, s.Trials, 2, "a repeat on two scenarios")
		if s.Repeat > 0 {
			again++
		}
	}
	require.Positive(t, again, "elites are measured again")
	require.NotEmpty(t, ran.Elites)

	require.Equal(t, []string{"baselines", "search", "fresh repeats"}, phases)

	require.Len(t, ran.Elites, ran.Searched.Elites)
	for _, x := range ran.Elites {
		require.Len(t, x.Fresh.Trials, 2*2)
		require.Len(t, x.Unseen.Trials, 1*2)
		require.Equal(t, "cascading-corrections", x.Unseen.Trials[0].Scenario)
	}
	for _, id := range ran.Run.Search {
		fold, _, err := ran.without(id)
		require.NoError(t, err)
		for _, x := range fold.Elites() {
			require.Len(t, ran.fresh(x.Genome), 2*2, "what a fold deploys is measured again, too")
		}
	}

	loaded, err := Load(t.Context(), l, "")
	require.NoError(t, err)
	require.Equal(t, ran.Archive, loaded.Archive)

	_, err = l.Load(t.Context(), "")
	require.ErrorContains(t, err, "experiment 1 is an evolution: arena archive show 1 prints its grid")

	second := evolve(t, l, e)
	require.Zero(t, second.Asked, "nothing is played twice")
	require.True(t, second.Resumed)
	require.Equal(t, ran.Archive, second.Archive)

	// Another search plays only what this one didn't.
	e.Evaluations = 32
	longer := evolve(t, l, e)
	require.NotEqual(t, ran.Ran.Experiment.ID, longer.Ran.Experiment.ID)
	require.Equal(t, ran.Steps, longer.Steps[:24])
}

// A search that is killed again and again finds what one finds that isn't, at any parallelism.
func TestKilledEvolutionFindsTheSame(t *testing.T) {
	e := small()
	whole := evolve(t, open(t), e)
	r := rand.New(rand.NewPCG(7, 7))
	for _, parallel := range thorough.Some(1, []int{3, 1}) {
		l := open(t)
		l.Parallel = parallel
		kills := []int{40 + r.IntN(30), 100 + r.IntN(10)} // among the baselines and early batches
		for _, at := range kills {
			ctx, cancel := context.WithCancel(t.Context())
			l.OnProgress = func(p lab.Progress) {
				if p.Done >= at {
					cancel()
				}
			}
			ran, run, err := Evolve(ctx, l, e, nil)
			cancel()
			require.ErrorIs(t, err, context.Canceled)
			require.Equal(t, store.Interrupted, ran.Experiment.Status)
			require.Less(t, len(run.Steps), e.Evaluations)
		}
		l.OnProgress = nil
		half, err := Load(t.Context(), l, "")
		require.NoError(t, err)
		require.False(t, half.Complete)
		require.NotEmpty(t, half.Steps)
		require.Equal(t, whole.Steps[:len(half.Steps)], half.Steps, "what was told is kept")
		resumed := evolve(t, l, e)
		require.Positive(t, resumed.Kept)
		require.Equal(t, whole.Archive, resumed.Archive)
	}
}

// What a search measures is what arena run shows of the same pipeline.
func TestEvaluationsArePlainTrials(t *testing.T) {
	l := open(t)
	e := small()
	e.Evaluations, e.Batch, e.Fresh = 3, 3, 0
	ran := evolve(t, l, e)
	r := play(t, l, e, ran.Spec(ran.Steps[0].Genome), ran.Spec(ran.Steps[1].Genome), ran.Spec(ran.Steps[2].Genome))
	for _, s := range ran.Steps {
		for _, want := range s.Trials {
			i := slices.IndexFunc(r.Trials, func(tr lab.Trial) bool { return tr.Strategy == ran.Spec(s.Genome) && tr.Scenario == want.Scenario })
			got := r.Trials[i]
			require.Equal(t, want.Passed, got.Score.Passed)
			require.InDelta(t, want.Cost, got.Cost.Write.USD+got.Cost.Read.USD, 1e-12)
			j := slices.IndexFunc(r.Scenarios, func(sc *arena.Scenario) bool { return sc.ID == want.Scenario })
			kept := map[string]float64{}
			for k, probe := range r.Scenarios[j].Probes {
				if probe.Kind.Headline() && got.Score.Findings[k].At(arena.LevelAnswer).Result == probes.Kept {
					kept[string(probe.Type)]++
				}
			}
			for _, tally := range want.Probes {
				require.Equal(t, kept[tally.Type], tally.Kept, "%s of %s", tally.Type, want.Scenario)
				require.Positive(t, tally.Asked)
			}
		}
	}
}

func TestEvolutionStopsWithItsBudget(t *testing.T) {
	l := open(t)
	e := small()
	usd := 0.02
	l.BudgetUSD = &usd
	ran, run, err := Evolve(t.Context(), l, e, nil)
	require.NoError(t, err)
	require.Equal(t, store.Partial, ran.Experiment.Status)
	require.Contains(t, ran.Experiment.Note, "the budget of 0.0200 USD was used up")
	require.LessOrEqual(t, ran.PaidUSD, usd)
	require.False(t, run.Complete)
	l.BudgetUSD = nil
	require.Equal(t, evolve(t, open(t), e).Archive, evolve(t, l, e).Archive, "what the budget cut short is not kept")
}

func TestHeldOutScenariosRotate(t *testing.T) {
	l := open(t)
	e := Default()
	e.Suite, e.HeldOut, e.Descriptors = "original", 2, []string{"correction", "phone/id"}
	asksForIDs := map[string]bool{}
	all, err := lab.Scenarios("")
	require.NoError(t, err)
	for _, s := range all {
		asksForIDs[s.ID] = slices.ContainsFunc(s.Probes, func(p arena.Probe) bool { return p.Type == arena.PhoneID && p.Kind.Headline() })
	}
	held := map[string]int{}
	for e.Rotate = range 4 {
		size, err := newSearch(l, e)
		require.NoError(t, err)
		require.Len(t, size.Held, 2)
		require.Len(t, size.Search, 6)
		require.True(t, slices.ContainsFunc(size.Search, func(id string) bool { return asksForIDs[id] }), "an only source is never held out")
		for _, id := range size.Held {
			require.NotContains(t, size.Search, id)
			held[id]++
		}
	}
	require.GreaterOrEqual(t, len(held), 7, "all but an only source have their turn")

	var only []string
	for _, s := range all {
		if s.Suite == "original" && asksForIDs[s.ID] && only == nil {
			only = []string{s.ID}
		}
	}
	e.Scenarios, e.HeldOut = append(only, "cascading-corrections", "implicit-corrections"), 2
	for e.Rotate = range 5 {
		size, err := newSearch(l, e)
		require.NoError(t, err)
		require.Equal(t, only, size.Search)
	}
	e.Scenarios, e.HeldOut = only, -1
	size, err := newSearch(l, e)
	require.NoError(t, err)
	require.Empty(t, size.Held, "three eighths of one")
	e.HeldOut = 2
	_, err = newSearch(l, e)
	require.ErrorContains(t, err, "of 1 scenarios only 0 can be held out")
}

func TestEvolutionMistakesAreToldAtOnce(t *testing.T) {
	l := open(t)
	_, err := SizeOf(l, Settings{
		Suite: "originals", Model: "sim:nana", Evaluations: -1, Batch: 1, Repeats: 1, Again: 1, Bins: 1,
		Descriptors: []string{"corrections", "date"}, Baseline: "rml", Margin: -1, Tasks: 2, Seed: -1, Stretch: -1,
	})
	require.ErrorAs(t, err, new(arena.Mistake))
	for _, want := range []string{
		"evaluations -1: want 1 to", `unknown suite "originals"`, "nana",
		`unknown descriptor "corrections" (did you mean correction?`, `unknown strategy "rml"`, "margin -1", "tasks 2", "seed -1",
		"stretch -1: want 0 to",
	} {
		require.ErrorContains(t, err, want)
	}
	e := small()
	e.Scenarios, e.HeldOut, e.Descriptors = []string{"rapid-fire-corrections"}, 0, []string{"phone/id"}
	_, err = SizeOf(l, e)
	require.ErrorContains(t, err, "descriptor phone/id: none of the scenarios has a probe of it")

	_, err = Load(t.Context(), l, "")
	require.ErrorContains(t, err, "no archive yet: begin one with arena evolve")
	play(t, l, e, "none")
	_, err = Load(t.Context(), l, "1")
	require.ErrorContains(t, err, "experiment 1 is no evolution")
}

// A reply to a probe that was cut or refused has no verdict. Where a genome has no other it can't be placed, and the
// search goes on without it.
func TestVoidRepliesAreNoMistake(t *testing.T) {
	r := made(t)
	s := &search{Run: r}
	clinic := trial([]int{0, 0, 0, 0}, "clinic-intake", nil)
	judge := func(tr emas.Trial) (emas.Evaluation, error) {
		e, err := s.judge(3, []emas.Trial{tr}, nil, 1)
		return e, err
	}
	e, err := judge(clinic)
	require.NoError(t, err)
	require.False(t, e.Infeasible)
	all := 0.0
	for _, sc := range s.Scenarios {
		for _, p := range sc.Probes {
			if sc.ID == "clinic-intake" && p.Kind.Headline() {
				all++
			}
		}
	}
	clinic.Probes = []emas.Tally{{Type: "date", Kept: 1, Asked: all}}
	_, err = judge(clinic)
	require.ErrorContains(t, err, "no probe of it in any trial", "all were answered")
	clinic.Probes[0].Asked--
	e, err = judge(clinic)
	require.NoError(t, err)
	require.True(t, e.Infeasible)
}
