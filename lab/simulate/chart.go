package simulate

import (
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/reports"
)

// Sweep is what a chart says of a table whose columns are figures at values of one thing.
type Sweep struct {
	Name, Title, Note string
	X, Y              string                         // labels of the axes; y is in percent
	Columns           int                            // drawn, of the first
	At                func(line, column int) float64 // the value of the thing, above 0
}

// Chart draws a line for each of the table's, on a logarithmic axis of the thing that is swept.
func (s Sweep) Chart(t Table) reports.Chart {
	return reports.Chart{
		Name: s.Name, Title: s.Title, Note: s.Note,
		Width: reports.PanelWidth + reports.LegendWidth, Height: reports.PanelHeight,
		Body: func(c draw.Canvas) error {
			p := reports.Panel("", s.X, s.Y)
			var names []string
			for i, line := range t.Lines {
				var points plotter.XYs
				var bars reports.Whiskers
				for j, cell := range line.Cells[:s.Columns] {
					x := s.At(i, j)
					if cell.N == 0 {
						continue
					}
					points = append(points, plotter.XY{X: x, Y: cell.Mean})
					bars.Add(x, cell.Mean, cell.Mean-cell.SD, cell.Mean+cell.SD)
				}
				if len(points) == 0 {
					continue
				}
				curve, err := reports.Curve(p, points, i)
				if err != nil {
					return err
				}
				if err := bars.Draw(p, curve.Color); err != nil {
					return err
				}
				names = append(names, line.Name)
			}
			p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, reports.Ticks(100)
			reports.LogAxis(&p.X)
			p.Draw(draw.Crop(c, 0, -reports.LegendWidth-reports.Margin, 0, 0))
			return reports.LineLegend(draw.Crop(c, reports.PanelWidth+reports.Margin, 0, 0, 0), names)
		},
	}
}
