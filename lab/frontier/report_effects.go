package frontier

import (
	"fmt"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// effectsTable has the effects on retention and on cost side by side, as both surfaces have the same levels,
// or says why they aren't known.
func (f Frontier) effectsTable() reports.Section {
	if f.Explained.NoSurfaces != "" {
		return reports.Section{Title: "Effects of the settings", Notes: []string{"Not estimable: " + f.Explained.NoSurfaces + "."}}
	}
	s := reports.Section{
		Title: "Effects of the settings, one by one", Widths: []int{22, 6, 22, 10},
		Head: []string{"setting", "n", "retention, points,\nby a surface", "over\nscenarios", "cost, times,\nover scenarios"},
		Notes: []string{
			"n points have the level. Against a typical point to which the setting applies, all combinations that were played to the end counting the same: by a Gaussian process over the settings, and counted by scenario without one. The intervals (95 %) of the process take its parameters as known and what scenarios do to a method for noise, so they are short; those over scenarios, ±, are the ones to trust. †: no interval. What the process makes of cost: json.",
		},
	}
	if f.Played.Dropped > 0 {
		s.Notes = append(s.Notes, "Points that were dropped aren't in it: what is left of a bad level is its best.")
	}
	kept, paid := f.Explained.Surfaces[0], f.Explained.Surfaces[1]
	for i, e := range kept.Main {
		if i > 0 && e.Dimension != kept.Main[i-1].Dimension {
			s.Rows = append(s.Rows, reports.Row{"", "", "", "", ""})
		}
		s.Rows = append(s.Rows, reports.Row{
			e.Dimension + " " + e.Level, e.Points, ranged(e.Change), around(e.Counted, 100, "%.1f"), around(paid.Main[i].Counted, 1, "%.2f"),
		})
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

// ranged is a change of retention in points, with its interval.
func ranged(m lab.Measured) string {
	points := func(x float64) string { return unsigned(fmt.Sprintf("%.1f", 100*x)) }
	return fmt.Sprintf("%s [%s, %s]", points(*m.Mean), points(*m.Low), points(*m.High))
}

// unsigned takes the sign from a number that was rounded to 0.
func unsigned(number string) string {
	if strings.Trim(number, "-0.") == "" {
		return strings.TrimPrefix(number, "-")
	}
	return number
}
