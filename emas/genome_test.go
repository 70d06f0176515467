package emas_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/emas"
	"contextarena.internal/space"
)

func TestPipelineSpace(t *testing.T) {
	s := emas.NewPipelineSpace()
	require.Equal(t, 4320, s.Size())
	names := map[string]bool{}
	for g := range emas.Genome(s.Size()) {
		names[s.Name(g)] = true
		require.Equal(t, g, s.Number(s.Levels(g)))
	}
	require.Len(t, names, 4320)
	require.Equal(t, "narrative_summary/replace/system_prefix/every4/recent2/depth1", s.Name(0))
	require.Equal(t, "type_specific/versioned/on_demand/every12/recent6/depth3/adaptive", s.Name(4319))
	var settings []string
	for _, x := range s.Settings(1) {
		settings = append(settings, x.Name+"="+x.Value)
	}
	require.Equal(t, []string{
		"encode=narrative_summary", "store=replace", "retrieve=system_prefix", "compress_every=4", "recent_window=2", "depth=1", "adaptive_depth=true",
	}, settings)
}

// spaces draws a random space.
func spaces(t *rapid.T) *space.Space {
	var dims []space.Dimension
	for i := range rapid.IntRange(1, 6).Draw(t, "dimensions") {
		d := space.Steps(string(rune('a'+i)), "s", []int{1, 2, 3, 4}[:rapid.IntRange(1, 4).Draw(t, "options")]...)
		if !rapid.Bool().Draw(t, "ordinal") {
			d.Ordered = false
		}
		dims = append(dims, d)
	}
	s, err := space.New(dims...)
	require.NoError(t, err)
	return s
}

func TestGenomeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := spaces(t)
		g := emas.Genome(rapid.IntRange(0, s.Size()-1).Draw(t, "g"))
		h := emas.Genome(rapid.IntRange(0, s.Size()-1).Draw(t, "h"))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		m := emas.Mutate(s, g, r)
		require.Equal(t, m, s.Number(s.Levels(m)))
		near := emas.Neighbours(s, g)
		if len(near) > 0 {
			require.NotEqual(t, g, m)
		}
		for _, n := range near {
			require.NotEqual(t, g, n)
			require.Less(t, int(n), s.Size())
		}

		// A child's gene lies within its parents'.
		x, y, c := s.Levels(g), s.Levels(h), s.Levels(emas.Cross(s, g, h, r))
		for d, dim := range s.Dimensions {
			if dim.Ordered {
				require.True(t, min(x[d], y[d]) <= c[d] && c[d] <= max(x[d], y[d]))
			} else {
				require.Contains(t, []int{x[d], y[d]}, c[d])
			}
		}
	})
}

func TestMutationPrefersNeighbouringSteps(t *testing.T) {
	s, err := space.New(space.Steps("depth", "d", 1, 2, 3, 4, 5, 6, 7))
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 0))
	near := 0
	for range 1000 {
		if m := emas.Mutate(s, 3, r); m == 2 || m == 4 {
			near++
		}
	}
	require.InDelta(t, 1000*(0.8+0.2/3), near, 60)
}
