package figure_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/views/figure"
	"contextarena.internal/stats"
)

func about(level arena.Level) figure.About {
	return figure.About{Level: level, Suite: "original", Estimand: figure.Sampled, Repeats: 5, LeftOut: 2, Warnings: []string{"Simulated."}}
}

func TestACellBringsItsCaption(t *testing.T) {
	sure := figure.Of(stats.Estimate{Mean: 0.7312, N: 138, Clusters: 8, Interval: &stats.Interval{Low: 0.6, High: 0.85}}, about(arena.LevelAnswer))
	few := figure.Of(stats.Estimate{Mean: 0.5, N: 3, Clusters: 2, Note: "not estimable across fewer than 3 scenarios"}, about(arena.LevelMemory))
	agree := figure.Of(stats.Estimate{Mean: 1, N: 40, Clusters: 8, Note: "all scenarios agree"}, about(arena.LevelAnswer))
	nothing := figure.Of(stats.Estimate{Note: "nothing to count"}, about(arena.LevelFinal))

	var c figure.Caption
	require.Empty(t, c.Notes())
	require.Equal(t, "–", c.Cell(nothing))
	require.Empty(t, c.Notes(), "what isn't shown needs no caption")
	require.Equal(t, "73.1 [60–85]", c.Cell(sure))
	require.Equal(t, "50.0 [n/a]", c.Cell(few))
	require.Equal(t, "73±13", c.Narrow(sure))
	cut := figure.Of(stats.Estimate{Mean: 0.09, N: 11, Clusters: 3, Interval: &stats.Interval{Low: 0, High: 0.42}}, about(arena.LevelAnswer))
	require.Equal(t, "9±33", new(figure.Caption).Narrow(cut), "it may be 42")
	require.Equal(t, "50†", c.Narrow(few))
	require.Equal(t, "0†", c.Narrow(figure.Of(stats.Estimate{Mean: -0.001, N: 3, Clusters: 2}, about(arena.LevelMemory))), "no sign before zero")
	require.Equal(t, "100=", c.Narrow(agree))
	require.Equal(t, "100.9/138 [83–117]", c.Count(sure))

	notes := strings.Join(c.Notes(), "\n")
	for _, want := range []string{
		"memory n = 3 in 2", "answer n = 40–138 in 8", "original suite", "5 repeats", "scenarios as a sample", "2 trials of a row left out",
		"No interval: not estimable", "†: not estimable", "=: all scenarios agree", "Simulated.",
	} {
		require.Contains(t, notes, want)
	}
}

func TestJSONHasEverything(t *testing.T) {
	f := figure.Of(stats.Estimate{Mean: 0.5, N: 10, Clusters: 4, Interval: &stats.Interval{Low: 0.25, High: 0.75}}, about(arena.LevelAnswer))
	b, err := json.Marshal(f)
	require.NoError(t, err)
	require.JSONEq(t, `{"level":"answer","suite":"original","estimand":"scenarios sampled","mean":0.5,"n":10,"scenarios":4,
		"repeats":5,"low":0.25,"high":0.75,"left_out":2,"warnings":["Simulated."]}`, string(b))
	b, err = json.Marshal(figure.Figure{})
	require.NoError(t, err)
	require.Contains(t, string(b), `"mean":null`, "nothing counted is not 0")
}
