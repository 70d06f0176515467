package scenarios

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

// What is read alone is what is read with all others, in the same order, and a builtin scenario has the name of its file.
func TestBuiltinOf(t *testing.T) {
	all, err := Builtin()
	require.NoError(t, err)
	of := func(keep func(*arena.Scenario) bool) []*arena.Scenario {
		return slices.DeleteFunc(slices.Clone(all), func(s *arena.Scenario) bool { return !keep(s) })
	}
	for _, s := range all {
		one, ok, err := BuiltinOf("", []string{s.ID})
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, []*arena.Scenario{s}, one)
	}
	originals, ok, err := BuiltinOf(suiteOriginal, nil)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, of(func(s *arena.Scenario) bool { return s.Suite == suiteOriginal }), originals)
	require.Len(t, originals, 8)

	more, ok, err := BuiltinOf(suiteOriginal, []string{"travel-desk", "clinic-intake"})
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, of(func(s *arena.Scenario) bool {
		return s.Suite == suiteOriginal || s.ID == "travel-desk" || s.ID == "clinic-intake"
	}), more)

	for suite, id := range map[string]string{"extended": "travel-desk", "": "mine", suiteOriginal: "mine"} {
		_, ok, err := BuiltinOf(suite, []string{id})
		require.NoError(t, err)
		require.False(t, ok, "%s %s", suite, id)
	}
}
