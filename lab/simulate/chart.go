package simulate

import "contextarena.internal/reports"

// Sweep is what a chart says of a table whose columns are figures at values of one thing.
type Sweep struct {
	Name, Title, Note string
	X, Y              string                         // labels of the axes; y is in percent
	Columns           int                            // drawn, of the first
	At                func(line, column int) float64 // the value of the thing, above 0
}

// Chart draws a line for each of the table's, on a logarithmic axis of the thing that is swept.
func (s Sweep) Chart(t Table) reports.Chart {
	p := reports.Panel{X: reports.Axis{Label: s.X, Log: true}, Y: reports.Percent(s.Y)}
	for i, line := range t.Lines {
		series := reports.Series{Name: line.Name}
		for j, cell := range line.Cells[:s.Columns] {
			if cell.N > 0 {
				series.Points = append(series.Points, reports.Point{X: s.At(i, j), Y: cell.Mean, Up: &reports.Interval{Low: cell.Mean - cell.SD, High: cell.Mean + cell.SD}})
			}
		}
		p.Series = append(p.Series, series)
	}
	return reports.Lines(reports.Chart{Name: s.Name, Title: s.Title, Note: s.Note}, p)
}
