package contextarena

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios"
)

// The original's probes are, in its order, those of ours that aren't extended.
func TestFactsAreTheBuiltinProbes(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	byID := map[string]*arena.Scenario{}
	for _, s := range all {
		byID[s.ID] = s
	}
	n, vacuous, texts := 0, 0, map[string]bool{}
	for _, o := range Originals() {
		s := byID[o.ID]
		require.NotNil(t, s, o.ID)
		require.Equal(t, o.Name, s.Name)
		turns := map[string]arena.Turn{}
		for _, f := range s.Facts {
			turns[f.ID] = f.Turn
		}
		var types, want []arena.FactType
		var stated, at []arena.Turn
		for _, p := range s.Probes {
			if !p.Extended {
				types, stated = append(types, p.Type), append(stated, turns[p.Fact])
			}
		}
		for _, f := range o.Facts {
			want, at = append(want, f.Type), append(at, f.Turn)
			n++
			if f.Vacuous {
				vacuous++
			}
			require.False(t, texts[f.Text], "%s is there twice", f.Text)
			texts[f.Text] = true
		}
		require.Equal(t, want, types, o.Name)
		require.Equal(t, at, stated, o.Name)
	}
	require.Equal(t, 62, n)
	require.Equal(t, 10, vacuous)
}
