package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Caption collects what the figures of a table are about, so that the table says it once under its
// rows.
type Caption struct {
	about    []About
	n        map[string]*span // by level
	reasons  []string         // why intervals are missing
	marks    map[string]bool  // that stand in cells
	warnings []string
}

// span is the range of the denominators of a level.
type span struct {
	low, high float64
	clusters  int
}

// Add is the text of a value of a Row, whose figures are remembered.
func (c *Caption) Add(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case Figure:
		return c.Add(v.Cell())
	case Cell:
		for _, n := range v.noted {
			c.note(n)
		}
		return v.text
	}
	return fmt.Sprint(v)
}

// note remembers what a figure is about, and why it has no interval unless its cell is marked
// with the reason.
func (c *Caption) note(cell noted) {
	e, a := cell.figure.estimate, cell.figure.about
	if c.n == nil {
		c.n, c.marks = map[string]*span{}, map[string]bool{}
	}
	for _, w := range a.Warnings {
		c.warnings = addOnce(c.warnings, w)
	}
	a.Warnings = nil
	if !slices.ContainsFunc(c.about, func(b About) bool {
		return a.Level == b.Level && a.Suite == b.Suite && a.Estimand == b.Estimand && a.Repeats == b.Repeats && a.LeftOut == b.LeftOut
	}) {
		c.about = append(c.about, a)
	}
	s := c.n[a.Level]
	if s == nil {
		s = &span{low: e.N, high: e.N}
		c.n[a.Level] = s
	}
	s.low, s.high = min(s.low, e.N), max(s.high, e.N)
	s.clusters = max(s.clusters, e.Clusters)
	if cell.mark != "" {
		c.marks[cell.mark] = true
	} else if e.Interval == nil {
		c.reasons = addOnce(c.reasons, e.Note)
	}
}

// levels are where probes are looked for, in the order in which captions name them.
var levels = []string{"memory", "context", "answer", "final", ""}

// intervalOf says where an estimand's interval comes from.
var intervalOf = map[Estimand]string{
	Sampled: "95 % intervals over scenarios as a sample",
	Fixed:   "95 % intervals over repeats, scenarios fixed",
	OneRun:  "95 % Wilson intervals of one run",
	Chains:  "95 % intervals over chains, scenarios fixed",
}

// legend says what the marks of narrow cells mean.
var legend = []struct{ mark, means string }{
	{"±", "how far the interval reaches, on its longer side"},
	{"†", "not estimable across scenarios, because there are fewer than three"},
	{"=", "all scenarios agree, so there is no spread to estimate from"},
}

// Notes are the lines that belong under the table, without the marks that were explained before.
func (c *Caption) Notes(explained map[string]bool) []string {
	if len(c.about) == 0 {
		return nil
	}
	var parts []string
	for _, level := range levels {
		if s := c.n[level]; s != nil {
			parts = append(parts, fmt.Sprintf("%s n = %s in %d", cmp.Or(level, "tasks"), s, s.clusters))
		}
	}
	left, repeats := 0, 0
	var suites, estimands []string
	for _, a := range c.about {
		left, repeats = max(left, a.LeftOut), max(repeats, a.Repeats)
		suites, estimands = addOnce(suites, a.Suite), addOnce(estimands, intervalOf[a.Estimand])
	}
	line := fmt.Sprintf("%s; %s suite, %s averaged, %s", strings.Join(parts, ", "), strings.Join(suites, "+"), Plural(repeats, "repeat"), strings.Join(estimands, "; "))
	if left > 0 {
		line += fmt.Sprintf("; up to %s of a row left out", Plural(left, "trial"))
	}
	out := []string{line + "."}
	if len(c.reasons) > 0 {
		out = append(out, "No interval: "+strings.Join(slices.Sorted(slices.Values(c.reasons)), "; ")+".")
	}
	var marks []string
	for _, m := range legend {
		if c.marks[m.mark] && !explained[m.mark] {
			explained[m.mark] = true
			marks = append(marks, m.mark+": "+m.means)
		}
	}
	if marks != nil {
		out = append(out, strings.Join(marks, ". ")+".")
	}
	return append(out, c.warnings...)
}

func (s span) String() string {
	if s.low == s.high {
		return fmt.Sprintf("%.4g", s.low)
	}
	return fmt.Sprintf("%.4g–%.4g", s.low, s.high)
}

func addOnce(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
