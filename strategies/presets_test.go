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

func TestPresetsTakeSettings(t *testing.T) {
	s, err := strategies.Parse("cascade_hybrid(recent_window=6)")
	require.NoError(t, err)
	require.Equal(t, "pipeline(encode=dual_track,recent_window=6,layers=[cascade])", strategies.Label(s))
	s, err = strategies.Parse("compaction_minimal(summary_max_sentences=2)")
	require.NoError(t, err)
	require.Equal(t, "compaction(min_entries_for_compaction=2,max_entries_before_compaction=4,max_chars_before_compaction=2000,summary_max_sentences=2,preserve_last_n_entries=1,use_llm_for_summary=false)", strategies.Label(s), "what a preset switches off stays off")
	_, err = strategies.Parse("cascade_hybrd")
	require.ErrorContains(t, err, "did you mean cascade_hybrid?")
}
