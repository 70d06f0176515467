package scenarios

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

var update = flag.Bool("update", false, "pack the builtin scenarios anew")

// The packed files are those of the builtin scenarios, and no others, byte for byte.
func TestPacked(t *testing.T) {
	packing, err := cbor.EncOptions{Time: cbor.TimeRFC3339Nano}.EncMode()
	require.NoError(t, err)
	for _, id := range ids {
		name, data, err := BuiltinFile(id)
		require.NoError(t, err)
		s, err := Parse(name, data)
		require.NoError(t, err)
		want, err := packing.Marshal(s)
		require.NoError(t, err)
		packed := "packed/" + id + ".cbor"
		if *update {
			require.NoError(t, os.WriteFile(packed, want, 0o600))
			continue
		}
		got, err := builtinFiles.ReadFile(packed)
		require.NoError(t, err)
		require.True(t, slices.Equal(want, got), "%s isn't what %s says: go test ./scenarios -run Packed -update", packed, name)
		read, err := builtins[id]()
		require.NoError(t, err)
		require.Equal(t, s, read)
	}
	entries, err := os.ReadDir("packed")
	require.NoError(t, err)
	require.Len(t, entries, len(ids))
}

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
