package frontier

import (
	"fmt"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// effects are what the settings do, or why that isn't known.
func (f Frontier) effects() []reports.Section {
	if f.Explained.NoSurfaces != "" {
		return []reports.Section{{Title: "Effects of the settings", Notes: []string{"Not estimable: " + f.Explained.NoSurfaces + "."}}}
	}
	return []reports.Section{f.effectsTable(), f.pairsTable()}
}

// effectsTable has the main effects on retention and on cost side by side: both surfaces have the same
// levels.
func (f Frontier) effectsTable() reports.Section {
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
			e.Dimension + " " + e.Level, e.Points, ranged(e.Change, 100, "%.1f"), around(*e.Counted, 100, "%.1f"), around(*paid.Main[i].Counted, 1, "%.2f"),
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

// ranged is a value with its interval.
func ranged(m lab.Measured, times float64, format string) string {
	if m.Mean == nil {
		return "–"
	}
	number := func(x float64) string { return unsigned(fmt.Sprintf(format, times*x)) }
	if m.Low == nil {
		return number(*m.Mean)
	}
	return fmt.Sprintf("%s [%s, %s]", number(*m.Mean), number(*m.Low), number(*m.High))
}

// unsigned takes the sign from a number that was rounded to 0.
func unsigned(number string) string {
	if strings.Trim(number, "-0.") == "" {
		return strings.TrimPrefix(number, "-")
	}
	return number
}

// shownPairs is how many interactions a table has.
const shownPairs = 8

func (f Frontier) pairsTable() reports.Section {
	s := reports.Section{
		Title: "Settings that do more, or less, together than alone", Widths: []int{40, 20},
		Head:  []string{"settings", "points", "on", "times"},
		Notes: []string{fmt.Sprintf("The clearest %d of each: the ratio of the odds of keeping a fact, or of cost, to what both levels do alone, with its 95 %% interval. Of so many pairs some look clear by chance. json has all.", shownPairs)},
	}
	for i, of := range []string{"odds", "cost"} {
		pairs := f.Explained.Surfaces[i].Pairs
		for _, e := range pairs[:min(shownPairs, len(pairs))] {
			s.Rows = append(s.Rows, reports.Row{fmt.Sprintf("%s %s, %s %s", e.Dimension, e.Level, e.Other, e.With), e.Points, of, ranged(e.Change, 1, "%.2f")})
		}
	}
	return s
}
