package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// Caption collects what the figures of a table are about, so that the table says it once under
// its rows. A figure is written into a cell only together with a Caption.
type Caption struct {
	about    []About
	n        map[arena.Level]*span
	estimate map[string]bool // notes of estimates without an interval
	marks    map[string]bool // that stand in cells
	warnings []string
}

// span is the range of the denominators of a level.
type span struct {
	low, high float64
	clusters  int
}

// Cell writes a share as percent with its interval: "73.2 [60–85]"; "[n/a]" if there is no
// interval, "–" if there was nothing to count.
func (c *Caption) Cell(f Figure) string {
	c.note(f, true)
	e := f.estimate
	switch {
	case !e.Defined():
		return "–"
	case e.Interval == nil:
		return fmt.Sprintf("%.1f [n/a]", 100*e.Mean)
	}
	return fmt.Sprintf("%.1f [%.0f–%.0f]", 100*e.Mean, whole(100*e.Interval.Low), whole(100*e.Interval.High))
}

// Narrow writes a share as percent with how far its interval reaches: "73±12". That is the longer
// side of an interval that is cut at 0 or 100: half its width would put both ends where they aren't.
// Without an interval a share is marked: † fewer than three scenarios, = all of them agree.
func (c *Caption) Narrow(f Figure) string {
	c.note(f, false)
	e := f.estimate
	if !e.Defined() {
		return "–"
	}
	text, mark := "", "†"
	switch {
	case e.Interval != nil:
		text, mark = fmt.Sprintf("±%.0f", 100*e.Reach()), "±"
	case e.Clusters >= stats.MinClusters:
		mark = "="
	}
	if c.marks == nil {
		c.marks = map[string]bool{}
	}
	c.marks[mark] = true
	return fmt.Sprintf("%.0f%s", whole(100*e.Mean), cmp.Or(text, mark))
}

// Count writes a share as a count of its denominator with its interval: "5.4/8 [3–8]".
func (c *Caption) Count(f Figure) string {
	c.note(f, true)
	e := f.estimate
	switch {
	case !e.Defined():
		return "–"
	case e.Interval == nil:
		return fmt.Sprintf("%.1f/%.0f", e.Mean*e.N, e.N)
	}
	return fmt.Sprintf("%.1f/%.0f [%.0f–%.0f]", e.Mean*e.N, e.N, e.Interval.Low*e.N, e.Interval.High*e.N)
}

// whole rounds, without a sign before zero.
func whole(x float64) float64 { return math.Round(x) + 0 }

// note remembers what a figure is about, and why it has no interval unless its cell is marked
// with the reason.
func (c *Caption) note(f Figure, reason bool) {
	if !f.Defined() {
		return
	}
	if c.n == nil {
		c.n, c.estimate = map[arena.Level]*span{}, map[string]bool{}
	}
	a := f.about
	for _, w := range a.Warnings {
		if !slices.Contains(c.warnings, w) {
			c.warnings = append(c.warnings, w)
		}
	}
	a.Warnings = nil
	if !slices.ContainsFunc(c.about, func(b About) bool {
		return a.Level == b.Level && a.Suite == b.Suite && a.Estimand == b.Estimand && a.Repeats == b.Repeats && a.LeftOut == b.LeftOut
	}) {
		c.about = append(c.about, a)
	}
	s := c.n[a.Level]
	if s == nil {
		s = &span{low: f.estimate.N, high: f.estimate.N}
		c.n[a.Level] = s
	}
	s.low, s.high = min(s.low, f.estimate.N), max(s.high, f.estimate.N)
	s.clusters = max(s.clusters, f.estimate.Clusters)
	if reason && f.estimate.Interval == nil && f.estimate.Note != "" {
		c.estimate[f.estimate.Note] = true
	}
}

// Notes are the lines that belong under the table.
func (c *Caption) Notes() []string {
	if len(c.about) == 0 {
		return nil
	}
	var parts []string
	for _, level := range append(slices.Clone(arena.Levels), "") {
		s := c.n[level]
		if s == nil {
			continue
		}
		name := cmp.Or(string(level), "tasks")
		parts = append(parts, fmt.Sprintf("%s n = %s in %d", name, s, s.clusters))
	}
	left := 0
	var suites, estimands []string
	repeats := 0
	for _, a := range c.about {
		left = max(left, a.LeftOut)
		repeats = max(repeats, a.Repeats)
		suites = addOnce(suites, a.Suite)
		estimands = addOnce(estimands, intervalOf[a.Estimand])
	}
	line := fmt.Sprintf("%s; %s suite, %s averaged, %s", strings.Join(parts, ", "), strings.Join(suites, "+"), times(repeats), strings.Join(estimands, "; "))
	if left > 0 {
		line += fmt.Sprintf("; up to %d trials of a row left out", left)
	}
	out := []string{line + "."}
	if len(c.estimate) > 0 {
		var notes []string
		for n := range c.estimate {
			notes = append(notes, n)
		}
		slices.Sort(notes)
		out = append(out, "No interval: "+strings.Join(notes, "; ")+".")
	}
	if len(c.marks) > 0 {
		var legend []string
		for _, m := range []struct{ mark, means string }{
			{"±", "how far the interval reaches, on its longer side"},
			{"†", "not estimable across scenarios, because there are fewer than three"},
			{"=", "all scenarios agree, so there is no spread to estimate from"},
		} {
			if c.marks[m.mark] {
				legend = append(legend, m.mark+": "+m.means)
			}
		}
		out = append(out, strings.Join(legend, ". ")+".")
	}
	return append(out, c.warnings...)
}

// intervalOf says where an estimand's interval comes from.
var intervalOf = map[Estimand]string{
	Sampled: "95 % intervals over scenarios as a sample",
	Fixed:   "95 % intervals over repeats, scenarios fixed",
	OneRun:  "95 % Wilson intervals of one run",
	Chains:  "95 % intervals over chains, scenarios fixed",
}

func (s span) String() string {
	if s.low == s.high {
		return fmt.Sprintf("%.4g", s.low)
	}
	return fmt.Sprintf("%.4g–%.4g", s.low, s.high)
}

func times(n int) string {
	if n == 1 {
		return "1 repeat"
	}
	return fmt.Sprintf("%d repeats", n)
}

func addOnce(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
