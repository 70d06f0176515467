package emas_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/emas"
)

// conditional is a space in which two genes hang on a switch, and one of those on the other.
func conditional(t testing.TB) *emas.Space {
	threshold := emas.Steps("threshold", "at", 1, 2, 3, 4)
	threshold.When = &emas.Condition{Dimension: "cascade", Option: "true"}
	mode := emas.Choice("mode", "a", "b")
	mode.When = &emas.Condition{Dimension: "threshold", Option: "3"}
	s, err := emas.NewSpace(emas.Choice("encode", "p", "q", "r"), emas.Switch("cascade", "cascade"), threshold, emas.Steps("depth", "d", 1, 2), mode)
	require.NoError(t, err)
	return s
}

func TestPipelineSpace(t *testing.T) {
	s, err := emas.NewPipelineSpace()
	require.NoError(t, err)
	require.Equal(t, 4320, s.Size())
	names := map[string]bool{}
	for g := range emas.Genome(s.Size()) {
		names[s.Name(g)] = true
		back, err := s.Genome(s.Genes(g))
		require.NoError(t, err)
		require.Equal(t, g, back)
	}
	require.Len(t, names, 4320)
	require.Equal(t, "narrative_summary/replace/system_prefix/every4/recent2/depth1", s.Name(0))
	require.Equal(t, "type_specific/versioned/on_demand/every12/recent6/depth3/adaptive", s.Name(4319))
	require.Equal(t, []emas.Setting{
		{"encode", "narrative_summary"},
		{"store", "replace"},
		{"retrieve", "system_prefix"},
		{"compress_every", "4"},
		{"recent_window", "2"},
		{"depth", "1"},
		{"adaptive_depth", "true"},
	}, s.Settings(1))

	more, err := emas.NewPipelineSpace(emas.Switch("cascade", "cascade"))
	require.NoError(t, err)
	require.Equal(t, 8640, more.Size())
}

func TestConditions(t *testing.T) {
	s := conditional(t)
	require.Equal(t, 3*(1+3+2)*2, s.Size())
	all := map[string]bool{}
	for g := range emas.Genome(s.Size()) {
		back, err := s.Genome(s.Genes(g))
		require.NoError(t, err)
		require.Equal(t, g, back)
		all[s.Name(g)] = true
	}
	require.Len(t, all, s.Size())
	_, err := s.Genome([]int{0, 0, 2, 0, -1})
	require.ErrorContains(t, err, "threshold doesn't count here and must be -1, not 2")
	_, err = s.Genome([]int{0, 1, 4, 0, -1})
	require.ErrorContains(t, err, "threshold has options 0 to 3, not 4")
}

func TestSpaceMistakes(t *testing.T) {
	late := emas.Choice("a", "x", "x")
	late.When = &emas.Condition{Dimension: "b", Option: "y"}
	_, err := emas.NewSpace(late, emas.Choice("b", "y"), emas.Choice("b"))
	require.EqualError(t, err, "search space: dimension a: option x is there twice\n"+
		"dimension a: depends on b, which must be declared before it\n"+
		"dimension 3: needs a name of its own, not \"b\"\n"+
		"dimension b: needs at least one option")
	var many []emas.Dimension
	for i := range 40 {
		many = append(many, emas.Switch(string(rune('A'+i)), ""))
	}
	_, err = emas.NewSpace(many...)
	require.ErrorContains(t, err, "more than 134217728 genomes")
}

// spaces draws a random space with conditions.
func spaces(t *rapid.T) *emas.Space {
	var dims []emas.Dimension
	for i := range rapid.IntRange(1, 6).Draw(t, "dimensions") {
		d := emas.Steps(string(rune('a'+i)), "s", []int{1, 2, 3, 4}[:rapid.IntRange(1, 4).Draw(t, "options")]...)
		d.Ordinal = rapid.Bool().Draw(t, "ordinal")
		if i > 0 && rapid.Bool().Draw(t, "conditional") {
			p := dims[rapid.IntRange(0, i-1).Draw(t, "parent")]
			d.When = &emas.Condition{Dimension: p.Name, Option: rapid.SampledFrom(p.Options).Draw(t, "option")}
		}
		dims = append(dims, d)
	}
	s, err := emas.NewSpace(dims...)
	require.NoError(t, err)
	return s
}

func TestGenomeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := spaces(t)
		g := emas.Genome(rapid.IntRange(0, s.Size()-1).Draw(t, "g"))
		h := emas.Genome(rapid.IntRange(0, s.Size()-1).Draw(t, "h"))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		back, err := s.Genome(s.Genes(g))
		require.NoError(t, err)
		require.Equal(t, g, back)

		m := s.Mutate(g, r)
		again, err := s.Genome(s.Genes(m))
		require.NoError(t, err)
		require.Equal(t, m, again)
		near := s.Neighbours(g)
		if len(near) > 0 {
			require.NotEqual(t, g, m)
		}
		for _, n := range near {
			require.NotEqual(t, g, n)
			require.Less(t, int(n), s.Size())
		}
		require.Len(t, s.Features(g), len(s.Features(h)))

		// A child's gene lies within its parents' where both have it.
		x, y, c := s.Genes(g), s.Genes(h), s.Genes(s.Cross(g, h, r))
		for d, dim := range s.Dimensions() {
			if x[d] < 0 || y[d] < 0 || c[d] < 0 {
				continue
			}
			if dim.Ordinal {
				require.True(t, min(x[d], y[d]) <= c[d] && c[d] <= max(x[d], y[d]))
			} else {
				require.Contains(t, []int{x[d], y[d]}, c[d])
			}
		}
	})
}

func TestMutationPrefersNeighbouringSteps(t *testing.T) {
	s, err := emas.NewSpace(emas.Steps("depth", "d", 1, 2, 3, 4, 5, 6, 7))
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 0))
	near := 0
	for range 1000 {
		if m := s.Mutate(3, r); m == 2 || m == 4 {
			near++
		}
	}
	require.InDelta(t, 1000*(0.8+0.2/3), near, 60)
}

func TestFeatures(t *testing.T) {
	s := conditional(t)
	g, err := s.Genome([]int{1, 1, 2, 1, 0})
	require.NoError(t, err)
	require.Equal(t, []float64{0, 1, 0, 1, 2. / 3, 1, 1, 0}, s.Features(g))
	g, err = s.Genome([]int{2, 0, -1, 0, -1})
	require.NoError(t, err)
	require.Equal(t, []float64{0, 0, 1, 0, -1, 0, 0, 0}, s.Features(g))
}
