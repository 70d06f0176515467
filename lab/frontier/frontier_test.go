package frontier

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/space"
)

const toy = `name: toy
dimensions:
  - name: method
    categorical: [window, structured, hybrid]
  - name: trigger
    ordinal: [4, 8]
    when: {method: [structured, hybrid]}
  - name: sub_model
    categorical: [nano, standard]
    when: {method: [structured, hybrid]}
strategies:
  - when: {method: window}
    spec: window(size=4)
  - when: {method: structured}
    spec: structured(compress_every=$trigger)
  - when: {method: hybrid}
    spec: hybrid(compress_every=$trigger)
memory_models:
  dimension: sub_model
  levels:
    nano: {sim: "sim:nano"}
    standard: {sim: "sim:standard"}
`

// sweptOf is a sweep of the toy space that completed everything.
func sweptOf(t require.TestingT, scenarios, repeats int, show shown) Swept {
	return sweptBy(t, toy, scenarios, repeats, show)
}

// first keeps the first so many probes, one less in every other scenario.
func first(n, scenario int) func(int) bool {
	return func(k int) bool { return k < n-scenario%2 }
}

// simple: window is cheap and keeps little, structured(8) with nano is the bargain, structured with
// standard is best, and hybrids are dear and no better than that.
func simple(p space.Point, scenario, _ int) (float64, func(int) bool) {
	usd, n := 0.001, 3
	if p.Levels[0] != "window" {
		usd, n = 0.002, 7
		if p.Levels[1] == "4" {
			usd += 0.001
		}
		if p.Levels[2] == "standard" {
			usd, n = usd+0.002, 10
		}
		if p.Levels[0] == "hybrid" {
			usd, n = usd+0.01, n-2
		}
	}
	return usd, first(n, scenario)
}

func names(f Frontier, points []int) []string {
	var out []string
	for _, i := range points {
		out = append(out, f.Points[i].Settings)
	}
	return out
}

func TestFront(t *testing.T) {
	f, err := analyse(sweptOf(t, 6, 2, simple), retention)
	require.NoError(t, err)
	require.Equal(t, USD, f.Unit)
	require.Equal(t, []string{"method=window", "method=structured trigger=8 sub_model=nano", "method=structured trigger=8 sub_model=standard"}, names(f, f.Front))
	window := f.Points[f.Front[0]]
	require.InDelta(t, 2.5/12, window.kept(), 1e-12)
	require.InDelta(t, 72, window.Retention.Estimate().N, 1e-9, "repeats are averaged")
	require.InDelta(t, 0.001, window.Cost, 1e-12)
	require.InDelta(t, 0.00075, window.USD.Write, 1e-12)
	require.InDelta(t, 0.0001, window.USD.Question, 1e-12)
	require.InDelta(t, 1, *window.OnFront, 0, "nothing else is as cheap")
	require.InDelta(t, 1, *window.LatencySeconds, 1e-12)
	hybrid := slices.IndexFunc(f.Points, func(p Point) bool { return p.Levels[0] == "hybrid" })
	require.InDelta(t, 0, *f.Points[hybrid].OnFront, 0)
	require.Empty(t, f.Maybe)
	require.Equal(t, "method=structured trigger=8 sub_model=nano", f.Points[*f.Knee].Settings)
	require.Greater(t, f.Hypervolume.Value, 0.)

	standard := f.Effects[slices.IndexFunc(f.Effects, func(e Effect) bool { return e.Level == "standard" })]
	require.Equal(t, 4, standard.Points)
	require.InDelta(t, 1.5/12, *standard.Retention.Mean, 1e-12, "three of twelve more than with nano")
	require.Greater(t, *standard.Cost.Mean, 1.)
	for _, e := range f.Effects {
		require.NotEqual(t, "window", e.Dimension)
	}
}

// TestWithoutIntervals is what a sweep has whose scenarios agree, or are too few.
func TestWithoutIntervals(t *testing.T) {
	same := func(p space.Point, _, r int) (float64, func(int) bool) { return simple(p, 0, r) }
	for _, c := range []struct {
		name      string
		scenarios int
		show      shown
		chances   bool
	}{
		{"two scenarios", 2, simple, false},
		{"all scenarios agree", 4, same, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := analyse(sweptOf(t, c.scenarios, 1, c.show))
			require.NoError(t, err)
			for i, p := range f.Points {
				require.Nil(t, p.Retention.Estimate().Interval, f.Points[i].Settings)
				require.NotEmpty(t, p.Retention.Estimate().Note)
				require.Equal(t, c.chances, p.OnFront != nil)
			}
		})
	}
}

func TestFewPoints(t *testing.T) {
	s := sweptOf(t, 3, 2, simple)
	for i := range s.Points[1:] {
		s.put(1+i, 0, 0, lab.Shown{})
	}
	f, err := analyse(s)
	require.NoError(t, err)
	require.Equal(t, []string{"method=window"}, names(f, f.Front), "a race may leave one")
	require.InDelta(t, 1, *f.Points[0].OnFront, 0)
	require.Nil(t, f.Knee)
	s.put(0, 0, 0, lab.Shown{})
	_, err = analyse(s)
	require.ErrorIs(t, err, ErrNothing)
}

func TestLeftOut(t *testing.T) {
	s := sweptOf(t, 3, 2, simple)
	s.put(0, 2, 1, lab.Shown{}) // not played
	s.put(1, 0, 0, lab.Shown{Ended: arena.Refused})
	change(s.Points[2:3], func(t *lab.Shown) {
		for k := range t.Results {
			t.Results[k] = probes.Void
		}
	})
	f, err := analyse(s)
	require.NoError(t, err)
	require.Len(t, f.Points, len(s.Points)-3)
	require.Equal(t, 1, f.Played.Dropped)
	require.Equal(t, 2, f.Played.Failed, "a refused trial, and a point without a verdict")
}

func TestCostsInTokens(t *testing.T) {
	for name, make := range map[string]func(*lab.Cost){
		"no price": func(c *lab.Cost) { c.Priced = false },
		"free":     func(c *lab.Cost) { c.Write.USD, c.Read.USD, c.Probe.USD = 0, 0, 0 },

		"one is free": func(c *lab.Cost) { c.Write.USD, c.Read.USD, c.Probe.USD = 0, 0, 0 },
	} {
		t.Run(name, func(t *testing.T) {
			s := sweptOf(t, 4, 1, simple)
			changed := s.Points
			if name == "one is free" {
				changed = changed[:1]
			}
			change(changed, func(t *lab.Shown) { make(&t.Cost) })
			f, err := analyse(s)
			require.NoError(t, err)
			require.Equal(t, Tokens, f.Unit)
			require.Equal(t, []string{"method=window", "method=structured trigger=8 sub_model=nano", "method=structured trigger=8 sub_model=standard"}, names(f, f.Front))
			require.InDelta(t, 1100, f.Points[f.Front[0]].Cost, 1e-9)
		})
	}
}

// TestPermutedPoints: the order of the points changes no figure.
func TestPermutedPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		noise := rapid.Uint64().Draw(t, "noise")
		s := sweptOf(t, 4, 2, func(p space.Point, sc, r int) (float64, func(int) bool) {
			h := rand.New(rand.NewPCG(noise, uint64(sc*100+r)+uint64(len(p.Label)*7919+len(p.MemoryModel))))
			usd, _ := simple(p, sc, r)
			n := 2 + h.IntN(9)
			return usd * (1 + h.Float64()), func(k int) bool { return (k*5+sc)%probesOf < n }
		})
		order := rand.New(rand.NewPCG(noise, 1)).Perm(len(s.Points))
		turned := s
		turned.Points = nil
		for _, i := range order {
			turned.Points = append(turned.Points, s.Points[i])
		}
		a, err := analyse(s)
		require.NoError(t, err)
		b, err := analyse(turned)
		require.NoError(t, err)
		require.Equal(t, names(a, a.Front), names(b, b.Front))
		require.ElementsMatch(t, names(a, a.Maybe), names(b, b.Maybe))
		require.InDelta(t, a.Hypervolume.Value, b.Hypervolume.Value, 1e-12)
		require.Equal(t, a.Knee == nil, b.Knee == nil)
		if a.Knee != nil {
			require.Equal(t, names(a, []int{*a.Knee}), names(b, []int{*b.Knee}))
		}
		for _, p := range b.Points {
			q := a.Points[slices.IndexFunc(a.Points, func(q Point) bool { return q.Settings == p.Settings })]
			same(t, q.Worst, p.Worst)
			require.Equal(t, q.WorstType, p.WorstType)
			same(t, q.OnFront, p.OnFront)
			require.Equal(t, q.Retention, p.Retention)
			require.Equal(t, q.Cost, p.Cost)
		}
	})
}

// same requires two figures to be equal but for rounding, or both not to be there.
func same(t require.TestingT, a, b *float64) {
	require.Equal(t, a == nil, b == nil)
	if a != nil {
		require.InDelta(t, *a, *b, 1e-9)
	}
}
