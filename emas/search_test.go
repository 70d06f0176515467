package emas_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/emas"
	"contextarena.internal/space"
)

var mixed = []emas.Emitter{emas.Uniform{}, emas.Mutation{}, emas.Crossover{}}

func newSearch(t testing.TB, l measured, settings emas.Settings) *emas.Search {
	s, err := emas.NewSearch(l.Space, archive(t, l, emas.Rules{Margin: 1}), settings)
	require.NoError(t, err)
	return s
}

func TestSearchMisuse(t *testing.T) {
	l := landscape(t, 0, 0)
	s := newSearch(t, l, emas.Settings{Emitters: mixed})
	_, err := s.Tell(nil)
	require.EqualError(t, err, "search: told without having asked; ask first, and tell each batch once")
	_, err = s.Ask(0)
	require.EqualError(t, err, "search: asked for 0 genomes; ask for at least 1")
	asked, err := s.Ask(3)
	require.NoError(t, err)
	_, err = s.Ask(3)
	require.EqualError(t, err, "search: asked again before telling; tell the 3 evaluations of the last batch first")
	told := []emas.Evaluation{l.Truth[asked[0].Genome], l.Truth[asked[1].Genome], l.Truth[asked[2].Genome]}
	_, err = s.Tell(told[:2])
	require.EqualError(t, err, "search: told 2 evaluations, 3 were asked for; tell the whole batch at once")
	_, err = s.Tell([]emas.Evaluation{told[1], told[0], told[2]})
	require.ErrorContains(t, err, "tell them in the order asked")
	broken := append([]emas.Evaluation(nil), told...)
	broken[1].Fitness = math.NaN()
	broken[2].Descriptors = nil
	_, err = s.Tell(broken)
	require.ErrorContains(t, err, "evaluation 2: genome")
	require.ErrorContains(t, err, "has fitness NaN; leave out")
	require.ErrorContains(t, err, "evaluation 3: genome")
	require.Zero(t, s.Archive().Summary().Elites, "nothing was told yet")
	_, err = s.Tell(told)
	require.NoError(t, err, "the batch can still be told rightly")
	_, err = s.Tell(told)
	require.ErrorContains(t, err, "tell each batch once")
	require.Equal(t, 3, s.Distinct())

	_, err = emas.NewSearch(l.Space, s.Archive(), emas.Settings{Repeats: -1})
	require.EqualError(t, err, "search: no emitters; Uniform alone is random search\n"+
		"the archive isn't empty; tell its evaluations to the search instead")
}

type fixed struct{ genomes []emas.Genome }

func (fixed) Name() string { return "fixed" }

func (f fixed) Emit(int, emas.Known, *rand.Rand) []emas.Genome { return f.genomes }

// TestRepeatedProposals: an emitter that always says the same gets its neighbours evaluated, each
// genome once, until none is left.
func TestRepeatedProposals(t *testing.T) {
	s, err := space.New(space.Choice("encode", "p", "q", "r"), space.Switch("cascade", "cascade"), space.Steps("depth", "d", 1, 2, 3))
	require.NoError(t, err)
	a, err := emas.NewArchive([]emas.Axis{{Name: "x", High: 1, Bins: 2}}, emas.Rules{})
	require.NoError(t, err)
	search, err := emas.NewSearch(s, a, emas.Settings{Emitters: []emas.Emitter{fixed{genomes: []emas.Genome{7}}}})
	require.NoError(t, err)
	seen := map[emas.Genome]bool{}
	near := emas.Neighbours(s, 7)
	for i := range s.Size() {
		asked, err := search.Ask(1)
		require.NoError(t, err)
		require.Len(t, asked, 1)
		g := asked[0].Genome
		require.False(t, seen[g])
		seen[g] = true
		if i > 0 && i <= len(near) {
			require.Contains(t, near, g, "the nearest come first")
		}
		_, err = search.Tell([]emas.Evaluation{{Genome: g, Descriptors: []float64{0}}})
		require.NoError(t, err)
	}
	asked, err := search.Ask(1)
	require.NoError(t, err)
	require.Empty(t, asked)
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
		whole := newSearch(t, l, settings)
		var stored [][]emas.Evaluation
		for range batches {
			asked, err := whole.Ask(batch)
			require.NoError(t, err)
			stored = append(stored, evaluate(asked))
			_, err = whole.Tell(stored[len(stored)-1])
			require.NoError(t, err)
		}
		resumed := newSearch(t, l, settings)
		for i := range batches {
			asked, err := resumed.Ask(batch)
			require.NoError(t, err)
			told := stored[i]
			if i >= killed {
				told = evaluate(asked)
			}
			_, err = resumed.Tell(told)
			require.NoError(t, err)
		}
		require.Equal(t, whole.Archive(), resumed.Archive())
		require.Equal(t, whole.Evaluations(), resumed.Evaluations())
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
	s := newSearch(t, l, emas.Settings{Emitters: mixed, Repeats: 3})
	times := map[emas.Genome]int{}
	for {
		asked, err := s.Ask(16)
		require.NoError(t, err)
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
				require.Equal(t, "elite again", p.Emitter)
			}
			told[i] = measure(l, p)
		}
		if s.Distinct() < 4300 {
			require.LessOrEqual(t, again, 8)
		}
		_, err = s.Tell(told)
		require.NoError(t, err)
	}
	require.Equal(t, 4320, s.Distinct())
	require.Greater(t, s.Evaluations(), 4320)
	for _, e := range s.Archive().Elites() {
		require.Equal(t, 3, times[e.Genome])
		require.Equal(t, measure(l, emas.Proposal{Genome: e.Genome, Repeat: 2}).Fitness, e.Fitness)
	}
}

// TestLuckyElite: one measured again and found worse gives way to what it had kept out.
func TestLuckyElite(t *testing.T) {
	s, err := space.New(space.Choice("a", "x", "y", "z"))
	require.NoError(t, err)
	a, err := emas.NewArchive([]emas.Axis{{Name: "m", High: 1, Bins: 2}}, emas.Rules{})
	require.NoError(t, err)
	search, err := emas.NewSearch(s, a, emas.Settings{Emitters: []emas.Emitter{emas.Uniform{}}, Repeats: 2})
	require.NoError(t, err)
	first := []float64{0.9, 0.6, 0.5}
	again := []float64{0.4, 0.6, 0.5}
	tell := func(n int) (asked []emas.Proposal, statuses []emas.Status) {
		asked, err := search.Ask(n)
		require.NoError(t, err)
		var told []emas.Evaluation
		for _, p := range asked {
			f := first
			if p.Repeat > 0 {
				f = again
			}
			told = append(told, emas.Evaluation{Genome: p.Genome, Fitness: f[p.Genome], Descriptors: []float64{0}})
		}
		statuses, err = search.Tell(told)
		require.NoError(t, err)
		return asked, statuses
	}
	tell(3)
	require.Equal(t, emas.Genome(0), a.Elites()[0].Genome)
	asked, statuses := tell(3)
	require.Equal(t, []emas.Proposal{{Genome: 0, Repeat: 1, Emitter: "elite again"}}, asked)
	require.Equal(t, []emas.Status{emas.Rejected}, statuses)
	require.Equal(t, emas.Genome(1), a.Elites()[0].Genome)
	asked, statuses = tell(3)
	require.Equal(t, emas.Genome(1), asked[0].Genome)
	require.Equal(t, []emas.Status{emas.Improved}, statuses)
	asked, _ = search.Ask(3)
	require.Empty(t, asked)
}

// TestQDScoreRises: without noise nothing is ever lost.
func TestQDScoreRises(t *testing.T) {
	l := landscape(t, 0, 0)
	s := newSearch(t, l, emas.Settings{Emitters: mixed, Repeats: 2})
	last := 0.0
	for s.Distinct() < 600 {
		play(t, l, s, 10, s.Distinct()+1)
		now := s.Archive().Summary().QDScore
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
		s := newSearch(b, l, emas.Settings{Emitters: mixed, Repeats: 3})
		play(b, l, s, 32, 4320)
		genomes += s.Evaluations()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(genomes), "ns/genome")
}
