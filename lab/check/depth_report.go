package check

import (
	"fmt"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Document is the comparison as a report.
func (c DepthComparison) Document() reports.Document {
	s := reports.Section{Layout: reports.List, Align: "l", Head: []string{"depth by", "best chosen, % [95 %]", "gain, points [95 %]", "passes"}, Notes: c.notes()}
	for _, r := range c.Rows {
		s.Rows = append(s.Rows, reports.Row{r.Router, hundredfold(r.Right, "%.1f", "%.0f", "–"), hundredfold(r.Gain, "%+.2f", "%+.1f", ", "), fmt.Sprintf("%.2f", r.Passes)})
	}
	if c.Simulated {
		s.Warnings = []string{"SIMULATED: what a depth keeps is assumed by the simulator, and it follows no guideline: it takes the option that shares most words with what it reads."}
	}
	return reports.Document{Simulated: c.Simulated, Sections: []reports.Section{s}, Records: c.records()}
}

// hundredfold is an estimate of a share in hundredths, with its interval if there is one, the numbers written
// in these forms with sep between the ends.
func hundredfold(e stats.Estimate, form, end, sep string) string {
	if !e.Defined() {
		return "–"
	}
	number := func(form string, x float64) string {
		if s := fmt.Sprintf(form, 100*x); strings.Trim(s, "+-0.") != "" {
			return s
		}
		return "0"
	}
	mean := number(form, e.Mean)
	if e.Interval == nil {
		return mean
	}
	return mean + " [" + number(end, e.Interval.Low) + sep + number(end, e.Interval.High) + "]"
}

// notes are what stands under the table.
func (c DepthComparison) notes() []string {
	out := []string{
		fmt.Sprintf("%d segments (suite %s) that the rules don't keep raw, each read at depth 1, 2 and 3 with all other cycles at 1; replies of %s. Best chosen: no depth keeps more facts. Gain: facts that the notes hold after the cycle beyond those after one pass, per 100 due. Intervals take scenarios for the unit.", c.Segments, strings.Join(c.Suites, ", "), c.Model),
		"What is fitted was fitted without the scenario at hand, if it was in the fit at all. The best in hindsight profits from chance.",
		fmt.Sprintf("On all of these segments together the rules would keep most facts with threshold_high %.3g.", c.Threshold),
	}
	for _, r := range c.Rows {
		if r.Unread > 0 {
			out = append(out, fmt.Sprintf("%s: %d of %d replies named no depth; the rules chose.", r.Router, r.Unread, c.Segments))
		}
	}
	return out
}

// records are one row per way to choose, shares as they are. What can't be estimated is an empty cell.
func (c DepthComparison) records() reports.Records {
	return reports.Records{
		Head: []string{"router", "right", "right_low", "right_high", "gain", "gain_low", "gain_high", "passes", "unread", "segments", "model"},
		Rows: func(yield func([]any) bool) {
			for _, r := range c.Rows {
				right, gain := lab.Figure(r.Right, reports.About{}).Form(), lab.Figure(r.Gain, reports.About{}).Form()
				if !yield([]any{r.Router, right.Mean, right.Low, right.High, gain.Mean, gain.Low, gain.High, r.Passes, r.Unread, c.Segments, c.Model}) {
					return
				}
			}
		},
	}
}
