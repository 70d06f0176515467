package lab_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
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

// smallSweep has 6 points; rapid-fire-corrections is held out.
func smallSweep(t *testing.T, racing lab.Racing) lab.Sweep {
	t.Helper()
	s, err := space.Parse("small.yaml", []byte(smallSpace))
	require.NoError(t, err)
	p := plan(t)
	p.Scenarios = []string{"early-fact-recall", "rapid-fire-corrections", "implicit-corrections"}
	return lab.Sweep{Plan: p, Space: s, HeldOut: []string{"rapid-fire-corrections"}, Racing: racing}
}

func TestSweepSize(t *testing.T) {
	l := open(t)
	size, err := l.Size(smallSweep(t, lab.Halving))
	require.NoError(t, err)
	require.Equal(t, lab.SweepSize{Declared: 8, Points: 6, Repeats: 2, Units: 4, Trials: 6 * 3 * 2, Racing: lab.Halving}, size)

	for name, c := range map[string]struct {
		change func(*lab.Sweep)
		want   []string
	}{
		"unknown":  {func(s *lab.Sweep) { s.HeldOut = []string{"nope", "nor-this"} }, []string{`"nope" isn't among those of the sweep`, `"nor-this"`}},
		"twice":    {func(s *lab.Sweep) { s.HeldOut = append(s.HeldOut, s.HeldOut...) }, []string{"held out twice"}},
		"all":      {func(s *lab.Sweep) { s.HeldOut = s.Plan.Scenarios }, []string{"every scenario is held out"}},
		"2 models": {func(s *lab.Sweep) { s.Plan.Models = []string{"sim:nano", "sim:mini"} }, []string{"a sweep has one model that answers, have 2"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := smallSweep(t, lab.Halving)
			c.change(&s)
			_, err := l.Size(s)
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
				require.ErrorContains(t, lab.CheckSweep(s, lab.Models{}), want)
			}
			require.ErrorAs(t, err, new(arena.Mistake))
		})
	}
}

// TestSweepHoldsOut: points that were dropped aren't played on the scenario held out, the others are.
func TestSweepHoldsOut(t *testing.T) {
	l := open(t)
	ran, err := l.Sweep(t.Context(), smallSweep(t, lab.Halving))
	require.NoError(t, err)
	require.Equal(t, store.Complete, ran.Experiment.Status)
	require.Positive(t, ran.Dropped)
	require.Less(t, ran.Dropped, 6)
	require.Greater(t, ran.Naive, ran.Own, "a window stands for several combinations")
	require.GreaterOrEqual(t, ran.Own, ran.Asked)
	s, err := l.LoadSweep(t.Context(), "")
	require.NoError(t, err)
	held := slices.IndexFunc(s.Scenarios, func(sc *arena.Scenario) bool { return sc.ID == "rapid-fire-corrections" })
	dropped := 0
	for _, p := range s.Points {
		unplayed := 0
		for sc := range s.Scenarios {
			for _, o := range p.Trials[sc] {
				if o.Ended == "" {
					unplayed++
				}
			}
		}
		if unplayed > 0 {
			dropped++
			for _, o := range p.Trials[held] {
				require.Empty(t, o.Ended, p.Label)
			}
		}
	}
	require.Equal(t, ran.Dropped, dropped)
	_, err = l.Load(t.Context(), "")
	require.ErrorContains(t, err, "experiment 1 is a sweep: its figures are printed by arena report frontier 1")
}

// TestSweepResumes: a sweep that was interrupted twice shows what one shows that wasn't.
func TestSweepResumes(t *testing.T) {
	for _, racing := range []lab.Racing{lab.Halving, lab.EValues, lab.Exhaustive} {
		t.Run(string(racing), func(t *testing.T) {
			whole := open(t)
			ran, err := whole.Sweep(t.Context(), smallSweep(t, racing))
			require.NoError(t, err)
			want, err := whole.LoadSweep(t.Context(), "")
			require.NoError(t, err)

			l := open(t)
			for _, stop := range []int{3, 11} {
				ctx, cancel := context.WithCancel(t.Context())
				l.OnProgress = func(p lab.Progress) {
					if p.Done >= stop {
						cancel()
					}
				}
				_, err := l.Sweep(ctx, smallSweep(t, racing))
				cancel()
				require.ErrorIs(t, err, context.Canceled)
			}
			l.OnProgress = nil
			again, err := l.Sweep(t.Context(), smallSweep(t, racing))
			require.NoError(t, err)
			require.GreaterOrEqual(t, again.Kept, 11)
			require.Equal(t, ran.Dropped, again.Dropped)
			require.Equal(t, ran.Naive, again.Naive)
			have, err := l.LoadSweep(t.Context(), "")
			require.NoError(t, err)
			require.Equal(t, want.Points, have.Points)
			require.Equal(t, want.Experiment.ID, have.Experiment.ID)

			last, err := l.Sweep(t.Context(), smallSweep(t, racing))
			require.NoError(t, err)
			require.Zero(t, last.Asked)
		})
	}
}

func TestSweepEstimate(t *testing.T) {
	l := open(t)
	s := smallSweep(t, lab.Exhaustive)
	e, err := l.EstimateSweep(t.Context(), s)
	require.NoError(t, err)
	require.Equal(t, 36, e.Trials)
	s.Plan.Models = []string{"openai:gpt-5-nano"}
	s.Space = space.Builtin()
	l.Models.Dry = true
	e, err = l.EstimateSweep(t.Context(), s)
	require.NoError(t, err)
	require.Equal(t, 424*3*2, e.Trials, "from 24 of the points")
	require.Positive(t, e.ByModel[0].USD)
}

func TestTheNewestSweepIsMeant(t *testing.T) {
	l := open(t)
	_, err := l.LoadSweep(t.Context(), "")
	require.ErrorContains(t, err, "no sweep yet")
	for i, kind := range []store.Kind{store.KindSweep, store.KindSweep, store.KindRun} {
		_, _, err := l.DB.Begin(t.Context(), store.Experiment{ID: fmt.Sprint("e", i), Kind: kind, Plan: `{"models":["sim:nano"],"space":"none"}`})
		require.NoError(t, err)
	}
	_, err = l.LoadSweep(t.Context(), "")
	require.ErrorContains(t, err, "experiment 2: the stored space")
}
