package strategies_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena/arenatest"
	"contextarena.internal/strategies"
)

func TestPresets(t *testing.T) {
	for _, p := range strategies.Presets() {
		t.Run(p.Name, func(t *testing.T) {
			s, err := strategies.Parse(p.Name)
			require.NoError(t, err)
			require.Equal(t, p.Spec, strategies.Label(s), "it is labelled by what it stands for")
			for _, e := range strategies.All() {
				require.NotEqual(t, e.Name, p.Name)
			}
			arenatest.Strategy(t, s)
		})
	}
}

func TestPresetsTakeNoSettings(t *testing.T) {
	_, err := strategies.Parse("cascade_hybrid(recent_window=6)")
	require.EqualError(t, err, "strategy cascade_hybrid: a preset takes no settings: begin with what it stands for, pipeline(encode=dual_track,layers=[cascade])")
	_, err = strategies.Parse("cascade_hybrd")
	require.ErrorContains(t, err, "did you mean cascade_hybrid?")
}
