package views

import (
	"fmt"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// explained are the sheets of what takes longer to say.
func (r Frontier) explained() []sheet {
	e := r.Explained
	if e == nil {
		return nil
	}
	out := []sheet{}
	if e.NoSurfaces != "" {
		out = append(out, sheet{title: "Effects of the settings", head: []string{"none"}, notes: []string{"Not estimable: " + e.NoSurfaces + "."}})
	} else {
		out = append(out, r.effects(), r.pairs(), r.foresight())
	}
	out = append(out, r.replays())
	if len(e.Studies) > 0 {
		out = append(out, r.studies())
	}
	return append(out, r.expectations())
}

func (r Frontier) studies() sheet {
	s := sheet{
		title: "What playing some of the points would have found",
		head:  []string{"points", "adaptive %", "least %", "at random %", "SD"},
		notes: []string{"Share of the hypervolume. adaptive: begun at random and gone on by the hypervolume a surface expects of a point (arena sweep --adaptive), the mean over seeds; at random: the mean over 200 draws."},
	}
	for _, t := range r.Explained.Studies {
		s.rows = append(s.rows, []string{fmt.Sprintf("%d of %d, %s", t.Points, len(r.Points), reports.Plural(t.Seeds, "seed")), fmt.Sprintf("%.2f", 100*t.Adaptive), fmt.Sprintf("%.2f", 100*t.Least), fmt.Sprintf("%.2f", 100*t.Random), fmt.Sprintf("%.2f", 100*t.RandomSD)})
	}
	return s
}

// effects has the main effects on retention and on cost side by side: both surfaces have the same levels.
func (r Frontier) effects() sheet {
	s := sheet{
		title: "Effects of the settings, one by one",
		head:  []string{"setting", "n", "retention, points,\nby a surface", "over\nscenarios", "cost, times,\nover scenarios"},
		notes: []string{
			"n points have the level. Against a typical point to which the setting applies, all combinations that were played to the end counting the same: by a Gaussian process over the settings, and counted by scenario without one. The intervals (95 %) of the process take its parameters as known and what scenarios do to a method for noise, so they are short; those over scenarios, ±, are the ones to trust. †: no interval. What the process makes of cost: json.",
		},
	}
	if r.Swept.Dropped > 0 {
		s.notes = append(s.notes, "Points that were dropped aren't in it: what is left of a bad level is its best.")
	}
	kept, paid := r.Explained.Surfaces[0], r.Explained.Surfaces[1]
	last := ""
	for i, e := range kept.Main {
		if e.Dimension != last && last != "" {
			s.rows = append(s.rows, make([]string, len(s.head)))
		}
		last = e.Dimension
		s.rows = append(s.rows, []string{
			e.Dimension + " " + e.Level, fmt.Sprint(e.Points), ranged(e.Change, 100, "%.1f"), around(*e.Counted, 100, "%.1f"),
			around(*paid.Main[i].Counted, 1, "%.2f"),
		})
	}
	return s
}

// around is a value with how far its interval reaches.
func around(m lab.Measured, times float64, format string) string {
	if m.Mean == nil {
		return "–"
	}
	return unsigned(fmt.Sprintf(format, times**m.Mean)) + reach(m, times, format)
}

// shownPairs is how many interactions a table has.
const shownPairs = 8

func (r Frontier) pairs() sheet {
	s := sheet{
		title: "Settings that do more, or less, together than alone",
		head:  []string{"settings", "points", "on", "times"},
		notes: []string{fmt.Sprintf("The clearest %d of each: the ratio of the odds of keeping a fact, or of cost, to what both levels do alone, with its 95 %% interval. Of so many pairs some look clear by chance. json has all.", shownPairs)},
	}
	for _, surface := range r.Explained.Surfaces {
		of := surface.Objective
		if of == "retention" {
			of = "odds"
		}
		for _, e := range surface.Pairs[:min(shownPairs, len(surface.Pairs))] {
			s.rows = append(s.rows, []string{fmt.Sprintf("%s %s, %s %s", e.Dimension, e.Level, e.Other, e.With), fmt.Sprint(e.Points), of, ranged(e.Change, 1, "%.2f")})
		}
	}
	return s
}

// ranged is a value with its interval.
func ranged(m lab.Measured, times float64, format string) string {
	if m.Mean == nil {
		return "–"
	}
	out := unsigned(fmt.Sprintf(format, times**m.Mean))
	if m.Low != nil {
		out += " [" + unsigned(fmt.Sprintf(format, times**m.Low)) + ", " + unsigned(fmt.Sprintf(format, times**m.High)) + "]"
	}
	return out
}

// unsigned takes the sign from a number that was rounded to 0.
func unsigned(number string) string {
	if strings.Trim(number, "-0.") == "" {
		return strings.TrimPrefix(number, "-")
	}
	return number
}

func (r Frontier) foresight() sheet {
	s := sheet{
		title: "Do the effects hold for a scenario that wasn't seen?",
		head:  []string{"left out, foretold by", "within 90 %", "RMSE", "of shape", "density"},
		notes: []string{"Each scenario is left out in turn and foretold by the others, by a surface and by one value for all points, on the log odds of retention and the logarithm of cost. of shape: once the scenario's mean error is taken off, which is what counts for choosing. density: mean log density of what came, more is better."},
	}
	for _, surface := range r.Explained.Surfaces {
		for _, by := range []struct {
			name string
			FrontierForesight
		}{{"the surface", surface.Surface}, {"one value", surface.Constant}} {
			s.rows = append(s.rows, []string{surface.Objective + ", " + by.name, fmt.Sprintf("%.0f %%", 100*by.Coverage), fmt.Sprintf("%.2f", by.RMSE), fmt.Sprintf("%.2f", by.ShapeRMSE), fmt.Sprintf("%.2f", by.LogDensity)})
		}
		s.notes = append(s.notes, fmt.Sprintf("Surface of %s: %s (%s).", surface.Objective, surface.Form, surface.Why))
	}
	return s
}

func (r Frontier) replays() sheet {
	s := sheet{
		title: "What racing would have found",
		head:  []string{"racing", "repeats", "trials %", "hypervolume %", "least %", "front points lost"},
		notes: []string{"Means over orders of the trials, drawn anew each time, on so many repeats of every scenario; both fronts measured by all trials. trials: of those repeats'."},
	}
	if len(r.Explained.Replays) == 0 {
		s.notes = []string{"Not known: it takes a sweep that played every point on everything (arena sweep --exhaustive)."}
	}
	for _, p := range r.Explained.Replays {
		s.rows = append(s.rows, []string{fmt.Sprintf("%s, %d times", p.Racing, p.Runs), fmt.Sprint(p.Repeats), fmt.Sprintf("%.0f", 100*p.Trials), fmt.Sprintf("%.2f", 100*p.Volume), fmt.Sprintf("%.2f", 100*p.Least), fmt.Sprintf("%.2f", p.Lost)})
	}
	return s
}

func (r Frontier) expectations() sheet {
	s := sheet{title: "What was expected of this space", head: []string{"expectation", "finding", "verdict"}}
	for _, e := range r.Explained.Expected {
		s.rows = append(s.rows, []string{e.Claim, e.Finding, string(e.Verdict)})
	}
	for i, e := range r.Explained.Expected {
		s.notes = append(s.notes, fmt.Sprintf("Rule %d: %s.", i+1, e.Rule))
	}
	return s
}

// reach is how far an interval reaches, on its longer side; † stands for none.
func reach(m lab.Measured, times float64, format string) string {
	if m.Low == nil {
		return "†"
	}
	return "±" + fmt.Sprintf(format, times*max(*m.High-*m.Mean, *m.Mean-*m.Low))
}
