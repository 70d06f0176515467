package emas_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/emas"
	"contextarena.internal/space"
)

var mixed = []emas.Emitter{emas.Uniform, emas.Mutation, emas.Crossover}

func newSearch(l measured, settings emas.Settings) *emas.Search {
	return emas.NewSearch(l.Space, archive(l, 1), settings)
}

// TestRepeatedProposals: an emitter that always says the same gets its neighbours evaluated, each
// genome once, until none is left.
func TestRepeatedProposals(t *testing.T) {
	s, err := space.New(space.Choice("encode", "p", "q", "r"), space.Switch("cascade", "cascade"), space.Steps("depth", "d", 1, 2, 3))
	require.NoError(t, err)
	a := emas.NewArchive([]emas.Axis{{Name: "x", High: 1, Bins: 2}}, 0)
	same := func(int, emas.Known, *rand.Rand) []emas.Genome { return []emas.Genome{7} }
	search := emas.NewSearch(s, a, emas.Settings{Emitters: []emas.Emitter{same}})
	seen := map[emas.Genome]bool{}
	near := emas.Neighbours(s, 7)
	for i := range s.Size() {
		asked := search.Ask(1)
		require.Len(t, asked, 1)
		g := asked[0].Genome
		require.False(t, seen[g])
		seen[g] = true
		if i > 0 && i <= len(near) {
			require.Contains(t, near, g, "the nearest come first")
		}
		search.Tell([]emas.Evaluation{{Genome: g, Descriptors: []float64{0}}})
	}
	require.Empty(t, search.Ask(1))
}

// TestResume kills a search after any batch and builds it anew from the evaluations told. Each batch
// is evaluated in another order both times, as it would be in parallel.
func TestResume(t *testing.T) {
	l := landscape(t, 3, 0.05)
	rapid.Check(t, func(r *rapid.T) {
		settings := emas.Settings{Emitters: mixed, Seed: rapid.Uint64().Draw(r, "seed"), Repeats: rapid.IntRange(0, 3).Draw(r, "repeats")}
		batch := rapid.IntRange(1, 20).Draw(r, "batch")
		batches := rapid.IntRange(1, 8).Draw(r, "batches")
		killed := rapid.IntRange(0, batches).Draw(r, "killed after")
		evaluate := func(asked []emas.Proposal) []emas.Evaluation {
			told := make([]emas.Evaluation, len(asked))
			for _, i := range rapid.Permutation(indices(len(asked))).Draw(r, "completion order") {
				told[i] = measure(l, asked[i])
			}
			return told
		}
		whole := newSearch(l, settings)
		var stored [][]emas.Evaluation
		for range batches {
			stored = append(stored, evaluate(whole.Ask(batch)))
			whole.Tell(stored[len(stored)-1])
		}
		resumed := newSearch(l, settings)
		for i := range batches {
			asked := resumed.Ask(batch)
			told := stored[i]
			if i >= killed {
				told = evaluate(asked)
			}
			resumed.Tell(told)
		}
		require.Equal(t, whole.Archive, resumed.Archive)
		require.Equal(t, whole.Latest(), resumed.Latest())
	})
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// TestRepeats: every elite that stays gets measured so often, at most half of a batch, and their
// fitness is the mean of those measurements.
func TestRepeats(t *testing.T) {
	l := landscape(t, 3, 0.1)
	s := newSearch(l, emas.Settings{Emitters: mixed, Repeats: 3})
	times := map[emas.Genome]int{}
	for {
		asked := s.Ask(16)
		if len(asked) == 0 {
			break
		}
		again := 0
		told := make([]emas.Evaluation, len(asked))
		for i, p := range asked {
			require.Equal(t, times[p.Genome], p.Repeat)
			times[p.Genome]++
			if p.Repeat > 0 {
				again++
			}
			told[i] = measure(l, p)
		}
		if s.Distinct() < 4300 {
			require.LessOrEqual(t, again, 8)
		}
		s.Tell(told)
	}
	require.Equal(t, 4320, s.Distinct())
	require.Greater(t, s.Evaluations(), 4320)
	for _, e := range s.Archive.Elites() {
		require.Equal(t, 3, times[e.Genome])
		require.Equal(t, measure(l, emas.Proposal{Genome: e.Genome, Repeat: 2}).Fitness, e.Fitness)
	}
}

// TestLuckyElite: one measured again and found worse gives way to what it had kept out.
func TestLuckyElite(t *testing.T) {
	s, err := space.New(space.Choice("a", "x", "y", "z"))
	require.NoError(t, err)
	a := emas.NewArchive([]emas.Axis{{Name: "m", High: 1, Bins: 2}}, 0)
	search := emas.NewSearch(s, a, emas.Settings{Emitters: []emas.Emitter{emas.Uniform}, Repeats: 2})
	first := []float64{0.9, 0.6, 0.5}
	again := []float64{0.4, 0.6, 0.5}
	tell := func(n int) []emas.Proposal {
		asked := search.Ask(n)
		var told []emas.Evaluation
		for _, p := range asked {
			f := first
			if p.Repeat > 0 {
				f = again
			}
			told = append(told, emas.Evaluation{Genome: p.Genome, Fitness: f[p.Genome], Descriptors: []float64{0}})
		}
		search.Tell(told)
		return asked
	}
	tell(3)
	require.Equal(t, emas.Genome(0), a.Elites()[0].Genome)
	require.Equal(t, []emas.Proposal{{Genome: 0, Repeat: 1}}, tell(3))
	require.Equal(t, emas.Genome(1), a.Elites()[0].Genome)
	require.Equal(t, emas.Genome(1), tell(3)[0].Genome)
	require.Equal(t, emas.Genome(1), a.Elites()[0].Genome)
	require.Empty(t, search.Ask(3))
}

// TestQDScoreRises: without noise nothing is ever lost.
func TestQDScoreRises(t *testing.T) {
	l := landscape(t, 0, 0)
	s := newSearch(l, emas.Settings{Emitters: mixed, Repeats: 2})
	last := 0.0
	for s.Distinct() < 600 {
		play(l, s, 10, s.Distinct()+1)
		now := s.Archive.Summary().QDScore
		require.GreaterOrEqual(t, now, last)
		last = now
	}
	require.Positive(t, last)
}

// BenchmarkSearch is the overhead of one genome without its evaluation.
func BenchmarkSearch(b *testing.B) {
	l := landscape(b, 3, 0.05)
	genomes := 0
	for b.Loop() {
		s := newSearch(l, emas.Settings{Emitters: mixed, Repeats: 3})
		play(l, s, 32, 4320)
		genomes += s.Evaluations()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(genomes), "ns/genome")
}
