package frontier

import (
	"fmt"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// effectsTable has the effects on retention and on cost side by side.
func (f Frontier) effectsTable() reports.Section {
	s := reports.Section{
		Title: "Effects of the settings, one by one", Widths: []int{22, 6, 22, 10},
		Head: []string{"setting", "n", "retention,\npoints", "cost,\ntimes"},
		Notes: []string{
			"n points have the level. Counted by scenario: the mean of these points less that of all to which the setting applies, all combinations that were played to the end counting the same. ±: 95 % over scenarios as a sample. †: no interval.",
		},
	}
	if f.Played.Dropped > 0 {
		s.Notes = append(s.Notes, "Points that were dropped aren't in it: what is left of a bad level is its best.")
	}
	for i, e := range f.Effects {
		if i > 0 && e.Dimension != f.Effects[i-1].Dimension {
			s.Rows = append(s.Rows, reports.Row{"", "", "", ""})
		}
		s.Rows = append(s.Rows, reports.Row{e.Dimension + " " + e.Level, e.Points, around(e.Retention, 100, "%.1f"), around(e.Cost, 1, "%.2f")})
	}
	return s
}

// around is a value with how far its interval reaches.
func around(m lab.Measured, times float64, format string) string {
	text := reports.PlusMinus(m.Mean, m.Low, m.High, times, format)
	if m.Mean == nil {
		return text
	}
	mean := fmt.Sprintf(format, times**m.Mean)
	return unsigned(mean) + strings.TrimPrefix(text, mean)
}

// unsigned takes the sign from a number that was rounded to 0.
func unsigned(number string) string {
	if strings.Trim(number, "-0.") == "" {
		return strings.TrimPrefix(number, "-")
	}
	return number
}
