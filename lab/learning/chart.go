package learning

import (
	"fmt"

	"contextarena.internal/reports"
)

// chart has retention by session with its interval over chains, and that without experience, one panel
// for each set below the other.
func (l Learning) chart() reports.Chart {
	c := reports.Chart{
		Title: l.title("answer retention by session"),
		Note:  fmt.Sprintf("Bars: 95 %% intervals over %s; none where it can't be estimated. Session 0: before the first.", reports.Plural(l.Plan.Chains, "chain")),
	}
	if len(l.Sets) == 0 {
		c.Missing = "nothing was measured: there is no learning curve to draw"
	}
	var panels []reports.Panel
	for _, set := range l.Sets {
		with, without := reports.Series{Name: "with experience"}, reports.Series{Name: "without"}
		for _, point := range set.Points {
			x := float64(point.Session)
			if point.Retention.Defined() {
				with.Points = append(with.Points, reports.PercentAt(x, point.Retention))
			}
			if point.Control.Defined() {
				without.Points = append(without.Points, reports.Point{X: x, Y: 100 * point.Control.Estimate().Mean})
			}
		}
		panels = append(panels, reports.Panel{
			X: reports.Axis{Label: "sessions", High: float64(max(1, l.Plan.Sessions))}, Y: reports.Percent(set.Set + ", %"),
			Series: []reports.Series{with, without},
		})
	}
	return reports.Lines(c, panels...)
}
