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
	return []reports.Section{f.effectsTable(), f.pairsTable(), f.foresightTable()}
}

// racing says what playing less would have found.
func (f Frontier) racing() []reports.Section {
	out := []reports.Section{f.replaysTable()}
	if len(f.Explained.Studies) > 0 {
		out = append(out, f.studiesTable())
	}
	return out
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

func (f Frontier) foresightTable() reports.Section {
	s := reports.Section{
		Title: "Do the effects hold for a scenario that wasn't seen?", Widths: []int{36, 14},
		Head:  []string{"left out, foretold by", "within 90 %", "RMSE", "of shape", "density"},
		Notes: []string{"Each scenario is left out in turn and foretold by the others, by a surface and by one value for all points, on the log odds of retention and the logarithm of cost. of shape: once the scenario's mean error is taken off, which is what counts for choosing. density: mean log density of what came, more is better."},
	}
	for _, surface := range f.Explained.Surfaces {
		for _, by := range []struct {
			name string
			Foresight
		}{{"the surface", surface.Surface}, {"one value", surface.Constant}} {
			s.Rows = append(s.Rows, reports.Row{surface.Objective + ", " + by.name, fmt.Sprintf("%.0f %%", 100*by.Coverage), fmt.Sprintf("%.2f", by.RMSE), fmt.Sprintf("%.2f", by.ShapeRMSE), fmt.Sprintf("%.2f", by.LogDensity)})
		}
		s.Notes = append(s.Notes, fmt.Sprintf("Surface of %s: %s (%s).", surface.Objective, surface.Form, surface.Why))
	}
	return s
}

func (f Frontier) replaysTable() reports.Section {
	s := reports.Section{
		Title: "What racing would have found", Widths: []int{36, 14},
		Head:  []string{"racing", "repeats", "trials %", "hypervolume %", "least %", "front points lost"},
		Notes: []string{"Means over orders of the trials, drawn anew each time, on so many repeats of every scenario; both fronts measured by all trials. trials: of those repeats'."},
	}
	if len(f.Explained.Replays) == 0 {
		s.Notes = []string{"Not known: it takes a sweep that played every point on everything (arena sweep --exhaustive)."}
	}
	for _, r := range f.Explained.Replays {
		s.Rows = append(s.Rows, reports.Row{fmt.Sprintf("%s, %d times", r.Racing, r.Runs), r.Repeats, fmt.Sprintf("%.0f", 100*r.Trials), fmt.Sprintf("%.2f", 100*r.Volume), fmt.Sprintf("%.2f", 100*r.Least), fmt.Sprintf("%.2f", r.Lost)})
	}
	return s
}

func (f Frontier) studiesTable() reports.Section {
	s := reports.Section{
		Title: "What playing some of the points would have found", Widths: []int{36, 14},
		Head:  []string{"points", "adaptive %", "least %", "at random %", "SD"},
		Notes: []string{"Share of the hypervolume. adaptive: begun at random and gone on by the hypervolume a surface expects of a point (arena sweep --adaptive), the mean over seeds; at random: the mean over 200 draws."},
	}
	for _, t := range f.Explained.Studies {
		row := reports.Row{fmt.Sprintf("%d of %d, %s", t.Points, len(f.Points), reports.Plural(t.Seeds, "seed"))}
		for _, share := range []float64{t.Adaptive, t.Least, t.Random, t.RandomSD} {
			row = append(row, fmt.Sprintf("%.2f", 100*share))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

func (f Frontier) expectationsTable() reports.Section {
	s := reports.Section{Title: "What was expected of this space", Head: []string{"expectation", "finding", "verdict"}, Widths: []int{26, 38, 12}, Align: "l"}
	for i, e := range f.Explained.Expected {
		s.Rows = append(s.Rows, reports.Row{e.Claim, e.Finding, e.Verdict})
		s.Notes = append(s.Notes, fmt.Sprintf("Rule %d: %s.", i+1, e.Rule))
	}
	return s
}
