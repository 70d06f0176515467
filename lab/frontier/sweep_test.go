package frontier

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/llm"
	"contextarena.internal/space"
	"contextarena.internal/store"
)

const smallSpace = `name: small
dimensions:
  - name: method
    categorical: [window, structured]
  - name: trigger
    ordinal: [4, 8]
    when: {method: structured}
  - name: recent
    ordinal: [2, 4]
strategies:
  - when: {method: window}
    spec: window(size=$recent)
  - when: {method: structured}
    spec: structured(compress_every=$trigger, recent_window=$recent)
`

// open is a lab with an empty database.
func open(t *testing.T) *lab.Lab {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return &lab.Lab{
		DB: db, Prices: llm.BuiltinPrices(), Tokens: labtest.Tokens, Parallel: 2, Models: lab.Models{Worlds: &labtest.Worlds},
		Program: "test", Sandbox: sandbox.InProcess{}, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
	}
}

// smallSweep has 6 points of its own, and 5 rivals.
func smallSweep(t *testing.T, exhaustive bool) Sweep {
	t.Helper()
	s, err := space.Parse("small.yaml", []byte(smallSpace))
	require.NoError(t, err)
	p := lab.DefaultPlan()
	p.Repeats, p.Dialogue, p.Strategies = 2, arena.Scripted, nil
	p.Scenarios = []string{"early-fact-recall", "rapid-fire-corrections", "implicit-corrections"}
	return Sweep{Plan: p, Space: s, Exhaustive: exhaustive}
}

func TestSweepSize(t *testing.T) {
	l := open(t)
	size, err := smallSweep(t, false).Size(l)
	require.NoError(t, err)
	require.Equal(t, Size{Declared: 8, Points: 11, Repeats: 2, Trials: 11 * 3 * 2}, size)

	for name, c := range map[string]struct {
		change func(*Sweep)
		want   []string
	}{
		"2 models": {func(s *Sweep) { s.Plan.Models = []string{"sim:nano", "sim:mini"} }, []string{"a sweep has one model that answers, have 2"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := smallSweep(t, false)
			c.change(&s)
			_, err := s.Size(l)
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
				require.ErrorContains(t, s.Check(lab.Models{}), want)
			}
			require.ErrorAs(t, err, new(arena.Mistake))
		})
	}
}

// TestSweepDrops: points that were dropped lack trials, and no others do.
func TestSweepDrops(t *testing.T) {
	l := open(t)
	ran, err := smallSweep(t, false).Play(t.Context(), l)
	require.NoError(t, err)
	require.Equal(t, store.Complete, ran.Experiment.Status)
	require.Positive(t, ran.Dropped)
	require.Less(t, ran.Dropped, 6)
	s, err := loadSweep(t.Context(), l, "")
	require.NoError(t, err)
	dropped := 0
	for i := range s.Points {
		if slices.ContainsFunc(s.trials(i, s.Scenarios...), func(t lab.Shown) bool { return t.Ended == "" }) {
			dropped++
		}
	}
	require.Equal(t, ran.Dropped, dropped)
	_, err = l.Load(t.Context(), "")
	require.ErrorContains(t, err, "experiment 1 is a sweep: its figures are printed by arena report frontier 1")
}

// TestSweepResumes: a sweep that was interrupted twice shows what one shows that wasn't.
func TestSweepResumes(t *testing.T) {
	for _, exhaustive := range []bool{false, true} {
		t.Run(fmt.Sprint("exhaustive ", exhaustive), func(t *testing.T) {
			whole := open(t)
			ran, err := smallSweep(t, exhaustive).Play(t.Context(), whole)
			require.NoError(t, err)
			want, err := loadSweep(t.Context(), whole, "")
			require.NoError(t, err)

			l := open(t)
			for _, stop := range []int{3, 11} {
				ctx, cancel := context.WithCancel(t.Context())
				l.OnProgress = func(p lab.Progress) {
					if p.Done >= stop {
						cancel()
					}
				}
				_, err := smallSweep(t, exhaustive).Play(ctx, l)
				cancel()
				require.ErrorIs(t, err, context.Canceled)
			}
			l.OnProgress = nil
			again, err := smallSweep(t, exhaustive).Play(t.Context(), l)
			require.NoError(t, err)
			require.GreaterOrEqual(t, again.Kept, 11)
			require.Equal(t, ran.Dropped, again.Dropped)
			have, err := loadSweep(t.Context(), l, "")
			require.NoError(t, err)
			require.Equal(t, want.Points, have.Points)
			require.Equal(t, want.Experiment.ID, have.Experiment.ID)

			last, err := smallSweep(t, exhaustive).Play(t.Context(), l)
			require.NoError(t, err)
			require.Zero(t, last.Asked)
		})
	}
}

func TestSweepEstimate(t *testing.T) {
	l := open(t)
	s := smallSweep(t, true)
	e, err := s.Estimate(t.Context(), l)
	require.NoError(t, err)
	require.Equal(t, 66, e.Trials)
	s.Plan.Models = []string{"openai:gpt-5-nano"}
	s.Space = space.Builtin()
	l.Models.Dry = true
	e, err = s.Estimate(t.Context(), l)
	require.NoError(t, err)
	require.Equal(t, 444*3*2, e.Trials, "from some of the points")
	require.Positive(t, e.ByModel[0].USD)
	require.Len(t, e.ByModel, 3)
	require.InEpsilon(t, e.ByModel[1].Calls, e.ByModel[2].Calls, 0.01, "both write the memories of as many points")
	require.Less(t, e.ByModel[1].Calls, e.ByModel[0].Calls)
}

// What is estimated is asked, but for a fifth, of a space of two points as of one of more: of those on the front
// none is dropped, so that more than half are left.
func TestSweepAsksWhatWasEstimated(t *testing.T) {
	const two = "name: two\ndimensions:\n  - {name: recent, ordinal: [2, 4]}\nstrategies:\n  - spec: window(size=$recent)\n"
	three := []string{"early-fact-recall", "rapid-fire-corrections", "implicit-corrections"}
	sweeps := map[string]struct {
		space     string
		scenarios []string
	}{
		"two points, one scenario":    {two, []string{"multi-hop-reasoning"}},
		"two points, three scenarios": {two, three},
		"six points, three scenarios": {smallSpace, three},
	}
	for _, name := range thorough.Some(2, slices.Sorted(maps.Keys(sweeps))) {
		of := sweeps[name]
		for _, exhaustive := range []bool{false, true} {
			t.Run(name+", "+fmt.Sprint("exhaustive ", exhaustive), func(t *testing.T) {
				l := open(t)
				s := smallSweep(t, exhaustive)
				var err error
				s.Space, err = space.Parse("space.yaml", []byte(of.space))
				require.NoError(t, err)
				s.Plan.Scenarios = of.scenarios
				e, err := s.Estimate(t.Context(), l)
				require.NoError(t, err)
				ran, err := s.Play(t.Context(), l)
				require.NoError(t, err)
				calls, _, _ := e.Total()
				if exhaustive {
					require.InEpsilon(t, ran.Asked, calls, 0.2)
					require.Equal(t, ran.Played, e.Trials)
					return
				}
				// How many of few points stay is taken to be more than it may turn out.
				require.Greater(t, float64(calls), 0.8*float64(ran.Asked))
				require.Less(t, float64(calls), 2*float64(ran.Asked))
				require.GreaterOrEqual(t, e.Trials, ran.Played)
				require.LessOrEqual(t, e.Trials, 2*ran.Played)
			})
		}
	}
}

func TestTheNewestSweepIsMeant(t *testing.T) {
	l := open(t)
	_, err := loadSweep(t.Context(), l, "")
	require.ErrorContains(t, err, "no sweep yet")
	for i, kind := range []store.Kind{store.KindSweep, store.KindSweep, store.KindRun} {
		_, _, err := l.DB.Begin(t.Context(), store.Experiment{ID: fmt.Sprint("e", i), Kind: kind, Plan: `{"models":["sim:nano"],"space":"none"}`})
		require.NoError(t, err)
	}
	_, err = loadSweep(t.Context(), l, "")
	require.ErrorContains(t, err, "experiment 2: the stored space")
}
