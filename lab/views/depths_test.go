package views

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/check"
	"contextarena.internal/stats"
)

func depths() Depths {
	e := stats.Estimate{Mean: 0.125, N: 8, Interval: &stats.Interval{Low: -0.0049, High: 0.25}}
	return Depths{
		Rows: []check.DepthRow{
			{Router: "always 1", Right: stats.Estimate{Mean: 0.5, N: 4}, Passes: 1},
			{Router: "=a\x1b[31m/very/long/path/to/a/file/whose/name/never/ends|depth.json", Right: e, Gain: e, Passes: 1.5, Unread: 2},
		},
		Segments: 4, Suites: []string{"extended"}, Threshold: 0.035, Model: "sim:nano", Simulated: true,
	}
}

func TestDepthsTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, depths().Table(&b))
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), width, line)
	}
	require.Regexp(t, `always 1 +50\.0 +– +1\.00\n`, b.String())
	require.Regexp(t, `12\.5 \[0–25\] +\+12\.50 \[-0\.5, \+25\.0\] +1\.50`, b.String())
	require.NotContains(t, b.String(), "\x1b")
	require.Contains(t, b.String(), "2 of 4 replies\nnamed no depth")
	require.Contains(t, b.String(), "threshold_high 0.035")
	require.Contains(t, b.String(), "SIMULATED")
	asked := depths()
	asked.Simulated = false
	b.Reset()
	require.NoError(t, asked.Table(&b))
	require.NotContains(t, b.String(), "SIMULATED")
}

func TestDepthsMarkdown(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, depths().Markdown(&b))
	require.Contains(t, b.String(), "| always 1 | 50.0 | – | 1.00 |")
	require.Contains(t, b.String(), `ends\|depth.json`)
}

func TestDepthsCSV(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, depths().CSV(&b))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"always 1", "0.5", "", "", "", "", "", "1", "0", "4", "sim:nano"}, rows[1])
	require.Equal(t, []string{"0.125", "-0.0049", "0.25", "1.5", "2"}, []string{rows[2][1], rows[2][2], rows[2][3], rows[2][7], rows[2][8]})
	require.True(t, strings.HasPrefix(rows[2][0], "'="))
}
