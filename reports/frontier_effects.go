package reports

import (
	"fmt"

	"contextarena.internal/lab"
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
	return append(out, r.replays(), r.expectations())
}

// effects has the main effects on retention and on cost side by side: both surfaces have the same levels.
func (r Frontier) effects() sheet {
	s := sheet{
		title: "Effects of the settings, one by one",
		head:  []string{"setting", "points", "retention %", "points of it", "cost, times"},
		notes: []string{"By a Gaussian process over the settings, all combinations that were played to the end counting the same; 95 % intervals in brackets, its parameters taken as known. retention: of a typical point with the level; points of it: less a typical point to which the setting applies; cost: as a ratio to that."},
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
		s.rows = append(s.rows, []string{e.Dimension + " " + e.Level, fmt.Sprint(e.Points), ranged(e.Value, 100, "%.0f"), ranged(e.Change, 100, "%+.1f"), ranged(paid.Main[i].Change, 1, "%.2f")})
	}
	return s
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
	out := fmt.Sprintf(format, times**m.Mean)
	if m.Low != nil {
		out += fmt.Sprintf(" ["+format+", "+format+"]", times**m.Low, times**m.High)
	}
	return out
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
		head:  []string{"racing", "trials %", "hypervolume %", "least %", "front points lost"},
		notes: []string{"Means over orders of the trials, drawn anew each time; both fronts measured by all trials."},
	}
	if len(r.Explained.Replays) == 0 {
		s.notes = []string{"Not known: it takes a sweep that played every point on everything (arena sweep --exhaustive)."}
	}
	for _, p := range r.Explained.Replays {
		s.rows = append(s.rows, []string{fmt.Sprintf("%s, %d times", p.Racing, p.Runs), fmt.Sprintf("%.0f", 100*p.Trials), fmt.Sprintf("%.2f", 100*p.Volume), fmt.Sprintf("%.2f", 100*p.Least), fmt.Sprintf("%.2f", p.Lost)})
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
