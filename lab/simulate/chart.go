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
	Against           string // the table whose means are the thing's values; empty for the numbers that columns begin with
	X, Y              string // labels of the axes; y is in percent
}

// at is the thing's value at a cell.
func (s Sweep) at(f *figures, row, column string) (x float64) {
	if s.Against != "" {
		return spreadOf(f.of[key{s.Against, row, column}].bySeed()).Mean
	}
	_, _ = fmt.Sscanf(column, "%g", &x) // a column that isn't named so is drawn at 0
	return x
}

// chart draws it.
func (s Sweep) chart(f *figures) (reports.Chart, error) {
	t, err := f.table(s.Table)
	if err != nil {
		return reports.Chart{}, err
	}
	p := reports.Panel{X: reports.Axis{Label: s.X, Log: true}, Y: reports.Percent(s.Y)}
	for _, row := range f.rows[t.ID] {
		series := reports.Series{Name: row}
		for _, column := range t.Columns {
			if cell := spreadOf(f.of[key{t.ID, row, column.Name}].bySeed()); cell.N > 0 {
				series.Points = append(series.Points, reports.Point{
					X: s.at(f, row, column.Name), Y: cell.Mean, Up: &stats.Interval{Low: cell.Mean - cell.SD, High: cell.Mean + cell.SD},
				})
			}
		}
		p.Series = append(p.Series, series)
	}
	return reports.Lines(reports.Chart{Name: s.Name, Title: s.Title, Note: s.Note}, p), nil
}
