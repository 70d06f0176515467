package reports_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

func about(level string) reports.About {
	return reports.About{Level: level, Suite: "original", Estimand: reports.Sampled, Repeats: 5, LeftOut: 2, Warnings: []string{"Simulated."}}
}

func TestACellBringsItsCaption(t *testing.T) {
	sure := reports.FigureOf(stats.Estimate{Mean: 0.7312, N: 138, Clusters: 8, Interval: &stats.Interval{Low: 0.6, High: 0.85}}, about("answer"))
	few := reports.FigureOf(stats.Estimate{Mean: 0.5, N: 3, Clusters: 2, Note: "not estimable across fewer than 3 scenarios"}, about("memory"))
	agree := reports.FigureOf(stats.Estimate{Mean: 1, N: 40, Clusters: 8, Note: "all scenarios agree"}, about("answer"))
	nothing := reports.FigureOf(stats.Estimate{Note: "nothing to count"}, about("final"))

	var c reports.Caption
	require.Empty(t, c.Notes(map[string]bool{}))
	require.Equal(t, "–", c.Add(nothing))
	require.Empty(t, c.Notes(map[string]bool{}), "what isn't shown needs no caption")
	require.Equal(t, "73.1 [60–85]", c.Add(sure))
	require.Equal(t, "50.0 [n/a]", c.Add(few.Cell()))
	require.Equal(t, "73±13", c.Add(sure.Narrow()))
	cut := reports.FigureOf(stats.Estimate{Mean: 0.09, N: 11, Clusters: 3, Interval: &stats.Interval{Low: 0, High: 0.42}}, about("answer"))
	require.Equal(t, "9±33", cut.Narrow().String(), "it may be 42")
	require.Equal(t, "50† of 7", c.Add(reports.Say("%s of %d", few.Narrow(), 7)))
	require.Equal(t, "0†", c.Add(reports.FigureOf(stats.Estimate{Mean: -0.001, N: 3, Clusters: 2}, about("memory")).Narrow()), "no sign before zero")
	require.Equal(t, "100=", c.Add(agree.Narrow()))
	require.Equal(t, "100.9/138 [83–117]", c.Add(sure.Count()))

	notes := strings.Join(c.Notes(map[string]bool{}), "\n")
	for _, want := range []string{
		"memory n = 3 in 2", "answer n = 40–138 in 8", "original suite", "5 repeats", "scenarios as a sample", "2 trials of a row left out",
		"No interval: not estimable", "†: not estimable", "=: all scenarios agree", "Simulated.",
	} {
		require.Contains(t, notes, want)
	}
}

func TestJSONHasEverything(t *testing.T) {
	f := reports.FigureOf(stats.Estimate{Mean: 0.5, N: 10, Clusters: 4, Interval: &stats.Interval{Low: 0.25, High: 0.75}}, about("answer"))
	b, err := json.Marshal(f)
	require.NoError(t, err)
	require.JSONEq(t, `{"level":"answer","suite":"original","estimand":"scenarios sampled","mean":0.5,"n":10,"scenarios":4,
		"repeats":5,"low":0.25,"high":0.75,"left_out":2,"warnings":["Simulated."]}`, string(b))
	b, err = json.Marshal(reports.Figure{})
	require.NoError(t, err)
	require.Contains(t, string(b), `"mean":null`, "nothing counted is not 0")
}

func TestNumbers(t *testing.T) {
	half, low, high, tiny := 0.5, 0.3, 0.6, 0.0001
	require.Equal(t, []string{"1,234,567", "−1,235", "0"}, []string{reports.Thousands(1234567), reports.Thousands(-1234.6), reports.Thousands(-0.2)})
	require.Equal(t, []string{"99,999", "100k", "1.00M", "10M"}, []string{reports.Brief(99_999), reports.Brief(100_000), reports.Brief(1_000_000), reports.Brief(10_000_000)})
	require.Equal(t, []string{"–", "<0.001", "0.500"}, []string{reports.P(nil), reports.P(&tiny), reports.P(&half)})
	require.Equal(t, []string{"–", "50†", "50±20"}, []string{reports.PlusMinus(nil, nil, nil, 1, "%.0f"), reports.PlusMinus(&half, nil, nil, 100, "%.0f"), reports.PlusMinus(&half, &low, &high, 100, "%.0f")})
}
