package check

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/reports/reportstest"
	"contextarena.internal/stats"
)

func compared() DepthComparison {
	e := stats.Estimate{Mean: 0.125, N: 8, Interval: &stats.Interval{Low: -0.0049, High: 0.25}}
	return DepthComparison{
		Rows: []DepthRow{
			{Router: "always 1", Right: stats.Estimate{Mean: 0.5, N: 4}, Passes: 1},
			{Router: "=a\x1b[31m/very/long/path/to/a/file/whose/name/never/ends|depth.json", Right: e, Gain: e, Passes: 1.5, Unread: 2},
		},
		Segments: 4, Suites: []string{"extended"}, Threshold: 0.035, Model: "sim:nano", Simulated: true,
	}
}

func TestDepthsTable(t *testing.T) {
	table := string(reportstest.Written(t, compared().Document(), "table", ""))
	require.Regexp(t, `always 1 +50\.0 +– +1\.00\n`, table)
	require.Regexp(t, `12\.5 \[0–25\] +\+12\.50 \[-0\.5, \+25\.0\] +1\.50`, table)
	require.Contains(t, table, "2 of 4 replies\nnamed no depth")
	require.Contains(t, table, "threshold_high 0.035")
	require.Equal(t, 1, strings.Count(table, "SIMULATED"))
	asked := compared()
	asked.Simulated = false
	require.NotContains(t, string(reportstest.Written(t, asked.Document(), "table", "")), "SIMULATED")
	md := string(reportstest.Written(t, compared().Document(), "md", ""))
	require.Contains(t, md, "| always 1 | 50.0 | – | 1.00 |")
	require.Contains(t, md, `ends\|depth.json`)
}

func TestDepthsCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, compared().Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"always 1", "0.5", "", "", "", "", "", "1", "0", "4", "sim:nano"}, rows[1])
	require.Equal(t, []string{"0.125", "-0.0049", "0.25", "1.5", "2"}, []string{rows[2][1], rows[2][2], rows[2][3], rows[2][7], rows[2][8]})
	require.True(t, strings.HasPrefix(rows[2][0], "'="))
}
