package reports_test

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/require"

	"contextarena.internal/reports"
	"contextarena.internal/reports/reportstest"
)

// A list that doesn't fit is narrowed: behind hyphens where it must be, and no word is cut.
func TestListsFit(t *testing.T) {
	row := reports.Row{"contradiction-resolution", "widget-b-written-off", "38 of 44", "old value used", 12}
	d := reports.Document{Sections: []reports.Section{{
		Layout: reports.List, Head: []string{"scenario", "probe", "lost", "where", "cycle"}, Rows: []reports.Row{row},
	}}}
	for width := 60; width <= 200; width++ {
		d.Screen.Width = width
		have := string(reportstest.Written(t, d, "table", ""))
		var rows strings.Builder
		for line := range strings.Lines(have) {
			require.LessOrEqual(t, runewidth.StringWidth(strings.TrimSuffix(line, "\n")), width, have)
			rows.WriteString(line)
		}
		for _, word := range strings.FieldsFunc("contradiction-resolution widget-b-written-off 38 of 44 old value used 12", func(r rune) bool { return r == ' ' || r == '-' }) {
			require.Regexp(t, `\b`+word+`\b`, rows.String())
		}
		if width >= 80 {
			require.Contains(t, have, "contradiction-resolution  widget-b-written-off  38 of 44  old value used  12\n")
		}
	}
}
