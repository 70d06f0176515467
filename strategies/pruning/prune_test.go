package pruning

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/thorough"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

func TestWhatVectorsMayNotBe(t *testing.T) {
	ok, short, none := llm.Vector{1, 0}, llm.Vector{1}, llm.Vector{float32(math.NaN()), 0}
	for _, tc := range []struct {
		list []llm.Vector
		want error
	}{{[]llm.Vector{ok, short}, embed.ErrDimensions}, {[]llm.Vector{ok, none}, embed.ErrNotFinite}} {
		refused := func(who string, err error) {
			t.Helper()
			require.ErrorIs(t, err, tc.want)
			require.ErrorContains(t, err, who)
		}
		_, err := Uniqueness(tc.list, 1)
		refused("memory 2: ", err)
		_, err = Clusters(tc.list, .5)
		refused("memory 2: ", err)
		_, err = GoalRelevance(tc.list, []llm.Vector{ok})
		refused("memory 2: ", err)
		_, err = GoalRelevance([]llm.Vector{ok}, tc.list)
		refused("goal 2: ", err)
	}
	_, err := Uniqueness([]llm.Vector{ok}, 0)
	require.ErrorContains(t, err, "the 0 nearest memories: want 1 or more")
	_, err = Uniqueness(append(slices.Repeat([]llm.Vector{{0, 0}}, Block), short), 1)
	require.ErrorIs(t, err, embed.ErrDimensions, "of another block")
}

func TestSemantics(t *testing.T) {
	list := []llm.Vector{{1, 0}, {1, 0}, {0, 1}, {0, 0}}
	unique := func(list []llm.Vector, k int) []float64 {
		out, err := Uniqueness(list, k)
		require.NoError(t, err)
		return out
	}
	require.Equal(t, []float64{0, 0, 1, 1}, unique(list, 1), "of two that are the same neither is unique")
	require.Equal(t, []float64{.5, .5, 1, 1}, unique(list, 2))
	require.Equal(t, make([]float64, 9), unique(slices.Repeat(list[:1], 9), 3))
	require.Equal(t, []float64{1}, unique(list[:1], 3), "nobody is near")

	goal, err := GoalRelevance(list, []llm.Vector{{-1, 0}, {0, 2}})
	require.NoError(t, err)
	require.Equal(t, []float64{0, 0, 1, 0}, goal)
	goal, err = GoalRelevance(list, nil)
	require.NoError(t, err)
	require.Equal(t, make([]float64, 4), goal)
	require.InDelta(t, .7*.5+.3*.2, Importance(.5, .2), 1e-15)

	require.Equal(t, 1., Stability(nil, nil))
	require.Equal(t, 0., Stability(nil, []string{"a"}))
	require.InDelta(t, 1./3, Stability([]string{"a", "b"}, []string{"b", "c", "c"}), 1e-15)
	require.InDelta(t, .75, Firmness(0, .25), 1e-15)
	require.InDelta(t, 1.25, Firmness(1, .25), 1e-15)
}

func TestConsolidate(t *testing.T) {
	early, late := now.AddDate(0, 0, -9), now.AddDate(0, 0, -2)
	a := Memory{ID: "a", Created: early, Score: -2, Usage: Usage{Count: 2, Relevance: .75, Scored: 2, Best: .5, Last: late}}
	b := Memory{ID: "b", Created: late, Level: Session, Score: -1, Usage: Usage{Count: 1, Relevance: .5, Scored: 1, Best: .25, Last: early}}
	both := Consolidate("c", a, b)
	require.Equal(t, Memory{
		ID: "c", Created: late, Level: Session, Score: -1, From: []string{"a", "b"},
		Usage: Usage{Count: 3, Relevance: 1.25, Scored: 3, Best: .5, Last: late},
	}, both)
	require.Equal(t, []string{"a", "b", "d"}, Consolidate("e", both, Memory{ID: "d"}).From, "down to what was said")
	require.Equal(t, 1, Representative([]Memory{a, b}, []int{0, 1}))
	require.Equal(t, 0, Representative([]Memory{a, a}, []int{0, 1}), "of equals the first")
}

func TestAClockThatGoesBackwards(t *testing.T) {
	var u Usage
	u.Retrieve(now, .5)
	u.Retrieve(now.AddDate(0, 0, -3), .3)
	require.Equal(t, now, u.Last)
	before := now.AddDate(0, 0, -1)
	require.InDelta(t, 1/1.01, u.Utility(before).Recency, 1e-15)
	list := []Memory{{ID: "a", Created: now, Usage: u}, {ID: "b", Created: now}}
	require.Empty(t, Below(list, before, 9, 0), "what is yet to come isn't old enough")
	require.Equal(t, []int{1}, Excess(list, before, 0, Source), "and what is yet to be retrieved is protected")
	require.Empty(t, OlderThan(list, before, 0))
}

func TestCheck(t *testing.T) {
	require.NoError(t, Check(nil))
	err := Check([]Memory{
		{ID: "a", Score: math.NaN()}, {ID: "a", Usage: Usage{Count: -1, Scored: -2}}, {ID: "b", Usage: Usage{Relevance: math.Inf(1)}},
	})
	for _, want := range []string{
		`memory "a": its score is NaN`, `memory "a" occurs twice, at places 0 and 1`, `memory "a": -1 retrievals: want 0 or more`,
		"the relevance of -2 retrievals", `memory "b": a relevance of +Inf`,
	} {
		require.ErrorContains(t, err, want)
	}
}

// A million memories are scored and pruned; what compares them with each other goes by blocks.
func TestAMillion(t *testing.T) {
	n := thorough.Times(100_000, 1_000_000)
	list := make([]Memory, n)
	for i := range list {
		u := Usage{Count: i % 7, Relevance: float64(i%7) / 2, Scored: i % 7}
		list[i] = Memory{Created: now.AddDate(0, 0, -i%40), Usage: u, Score: u.Utility(now).MUS()}
	}
	require.Len(t, Excess(list, now, 1000, Source), n-1000)
	require.NotEmpty(t, Below(list, now, .2, 7))
	vectors := slices.Repeat([]llm.Vector{{1, 2}, {2, 1}, {1, 0}}, Block)
	unique, err := Uniqueness(vectors[:2*Block+1], 1)
	require.NoError(t, err)
	require.InDelta(t, 0, unique[0], 1e-6)
	require.Equal(t, 1., unique[2*Block], "alone in its block")
}

func drawn(t *rapid.T) []Memory {
	var list []Memory
	for i := range rapid.IntRange(0, 30).Draw(t, "memories") {
		m := Memory{ID: fmt.Sprint(i), Score: rapid.SampledFrom([]float64{-1, 0, .1, .2, .2, .5, 2}).Draw(t, "score")}
		if age := rapid.IntRange(-3, 40).Draw(t, "age"); age < 39 {
			m.Created = now.Add(-time.Duration(age) * 20 * time.Hour)
		}
		for range rapid.IntRange(0, 3).Draw(t, "retrievals") {
			m.Usage.Retrieve(now.Add(-time.Duration(rapid.IntRange(-2, 9).Draw(t, "since"))*day), rapid.Float64Range(-1, 1).Draw(t, "relevance"))
		}
		list = append(list, m)
	}
	return list
}

// No rule takes what is protected; what it spares is worth no less than what it takes; a higher threshold, a lower
// age or a smaller target takes all that a gentler one does.
func TestRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawn(t)
		p := Protection{rapid.Float64Range(0, 5).Draw(t, "cooldown"), rapid.Float64Range(0, 1).Draw(t, "protected"), rapid.Float64Range(0, 5).Draw(t, "grace")}
		target := rapid.IntRange(0, 30).Draw(t, "target")
		gone := Excess(list, now, target, p)
		for _, i := range gone {
			require.False(t, p.Holds(list[i], now))
			for k, m := range list {
				require.True(t, slices.Contains(gone, k) || p.Holds(m, now) || m.Score >= list[i].Score)
			}
		}
		require.LessOrEqual(t, len(gone), max(0, len(list)-target))
		contains(t, Excess(list, now, target-1, p), gone)

		threshold, age := rapid.Float64Range(-1, 2).Draw(t, "threshold"), rapid.IntRange(0, 9).Draw(t, "age")
		below := Below(list, now, threshold, age)
		contains(t, Below(list, now, threshold+.1, age), below)
		contains(t, below, Below(list, now, threshold, age+1))
		for _, i := range below {
			require.Less(t, list[i].Score, threshold)
			require.False(t, list[i].Created.IsZero())
		}
	})
}

func contains(t require.TestingT, all, some []int) {
	for _, i := range some {
		require.Contains(t, all, i)
	}
}

// Utility grows with every retrieval as relevant as can be, and falls with time; normalised it lies between 0 and 1.
func TestUtility(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var u Usage
		before := 0.
		for range rapid.IntRange(1, 40).Draw(t, "retrievals") {
			u.Retrieve(now.Add(-time.Duration(rapid.IntRange(0, 90).Draw(t, "since"))*day), 1)
			normalised := u.Utility(now).Normalised()
			require.Greater(t, normalised, before)
			require.LessOrEqual(t, normalised, 1.)
			before = normalised
		}
		require.Greater(t, u.Utility(now).MUS(), .277)
		require.Less(t, u.Utility(now.Add(day)).MUS(), u.Utility(now).MUS())
		require.NoError(t, u.Check())
	})
}

// Every memory is in one cluster, like its first member; first members are unlike each other.
func TestClusters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []llm.Vector
		for range rapid.IntRange(0, 25).Draw(t, "memories") {
			list = append(list, llm.Vector{rapid.Float32Range(-1, 1).Draw(t, "x"), rapid.Float32Range(-1, 1).Draw(t, "y")})
		}
		likeness := rapid.Float64Range(.1, .99).Draw(t, "likeness")
		clusters, err := Clusters(list, likeness)
		require.NoError(t, err)
		cosine := func(i, k int) float64 {
			g, err := GoalRelevance(list[i:i+1], list[k:k+1])
			require.NoError(t, err)
			return g[0]
		}
		var all []int
		for n, c := range clusters {
			for _, i := range c[1:] {
				require.GreaterOrEqual(t, cosine(i, c[0]), likeness)
			}
			for _, other := range clusters[:n] {
				require.Less(t, cosine(c[0], other[0]), likeness)
			}
			all = append(all, c...)
		}
		slices.Sort(all)
		require.Len(t, all, len(list))
		require.Len(t, slices.Compact(all), len(list))
	})
}
