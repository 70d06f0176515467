package simulate

import (
	"fmt"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Sweep is a chart of a table whose columns are figures at values of one thing: a line for each of the table's, on
// a logarithmic axis of that thing.
type Sweep struct {
	Name, Title, Note string
	Table             string // whose cells are drawn
	Against           string // a table with the same lines and columns whose means are the thing's values; empty for the numbers that columns begin with
	X, Y              string // labels of the axes; y is in percent
}

// chart draws it.
func (s Sweep) chart(r Report) reports.Chart {
	p := reports.Panel{X: reports.Axis{Label: s.X, Log: true}, Y: reports.Percent(s.Y)}
	t := r.table(s.Table)
	for i, line := range t.Lines {
		series := reports.Series{Name: line.Name}
		for k, y := range line.Cells {
			if y.N == 0 {
				continue
			}
			var x float64
			if against := r.table(s.Against); against != nil {
				x = against.Lines[i].Cells[k].Mean
			} else {
				_, _ = fmt.Sscanf(t.Columns[k].Name, "%g", &x) // a column that isn't named so is drawn at 0
			}
			series.Points = append(series.Points, reports.Point{X: x, Y: y.Mean, Up: &stats.Interval{Low: y.Mean - y.SD, High: y.Mean + y.SD}})
		}
		p.Series = append(p.Series, series)
	}
	return reports.Lines(reports.Chart{Name: s.Name, Title: s.Title, Note: s.Note}, p)
}
