package space_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/space"
)

// conditional is a space in which two dimensions hang on a switch, and one of those on the other.
func conditional(t testing.TB) *space.Space {
	threshold := space.Steps("threshold", "at", 1, 2, 3, 4)
	threshold.When = space.Condition{"cascade": {"true"}}
	mode := space.Choice("mode", "a", "b")
	mode.When = space.Condition{"threshold": {"3"}}
	s, err := space.New(space.Choice("encode", "p", "q", "r"), space.Switch("cascade", "cascade"), threshold, space.Steps("depth", "d", 1, 2), mode)
	require.NoError(t, err)
	return s
}

func TestConditions(t *testing.T) {
	s := conditional(t)
	require.Equal(t, 3*(1+3+2)*2, s.Size())
	require.Equal(t, 3*2*4*2*2, s.Combinations())
	all := map[string]bool{}
	for n := range space.Number(s.Size()) {
		require.Equal(t, n, s.Number(s.Levels(n)))
		all[s.Name(n)] = true
	}
	require.Len(t, all, s.Size())
	require.Equal(t, []int{0, 0, space.Inactive, 0, space.Inactive}, s.Levels(0))
	require.Equal(t, []int{0, 1, 2, 1, 1}, s.Levels(9))
	require.Equal(t, "p/cascade/at3/d2/b", s.Name(9))
	require.Equal(t, []space.Setting{{Name: "encode", Value: "p"}, {Name: "cascade", Value: "false"}, {Name: "depth", Value: "1"}}, s.Settings(0))
	for _, levels := range [][]int{{0, 0, 2, 0, -1}, {0, 1, 4, 0, -1}, {0, 1}} {
		require.Panics(t, func() { s.Number(levels) }, levels)
	}
	require.Panics(t, func() { s.Levels(36) })
}

// TestNumbers: numbers go through the configurations in the order of their levels, each once.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var dims []space.Dimension
		for i := range rapid.IntRange(1, 6).Draw(t, "dimensions") {
			d := space.Steps(string(rune('a'+i)), "s", []int{1, 2, 3, 4}[:rapid.IntRange(1, 4).Draw(t, "levels")]...)
			for _, p := range dims {
				if rapid.IntRange(0, 3).Draw(t, "conditional") == 0 {
					if d.When == nil {
						d.When = space.Condition{}
					}
					d.When[p.Name] = p.Levels[:rapid.IntRange(1, len(p.Levels)).Draw(t, "of")]
				}
			}
			dims = append(dims, d)
		}
		s, err := space.New(dims...)
		require.NoError(t, err)
		var before []int
		for n := range space.Number(s.Size()) {
			levels := s.Levels(n)
			require.Equal(t, n, s.Number(levels))
			for d, l := range levels {
				holds := true
				for name, want := range dims[d].When {
					e := slices.IndexFunc(dims, func(o space.Dimension) bool { return o.Name == name })
					holds = holds && levels[e] != space.Inactive && slices.Contains(want, dims[e].Levels[levels[e]])
				}
				require.Equal(t, holds, l != space.Inactive, "a dimension has a level where its condition holds")
			}
			for d, l := range levels {
				if before == nil || l != before[d] {
					require.True(t, before == nil || l > before[d])
					break
				}
			}
			before = levels
		}
	})
}

func TestMistakes(t *testing.T) {
	late := space.Choice("a", "x", "x")
	late.When = space.Condition{"b": {"y"}}
	_, err := space.New(late, space.Choice("b", "y"), space.Choice("b"))
	require.EqualError(t, err, "space: dimension a: level \"x\" is empty or listed twice\n"+
		"no dimension \"b\" is declared before this\n"+
		"dimension b is declared twice\n"+
		"dimension b has no levels")
	_, err = space.New()
	require.ErrorContains(t, err, "needs at least one dimension")
	_, err = space.New(space.Dimension{Levels: []string{"x"}})
	require.ErrorContains(t, err, "a dimension has no name")
	var many []space.Dimension
	for i := range 40 {
		many = append(many, space.Switch(string(rune('A'+i)), ""))
	}
	_, err = space.New(many...)
	require.ErrorContains(t, err, "more than 1000000 combinations")
}
