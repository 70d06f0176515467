package eviction

import (
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/reports"
)

// budgetChart draws the sweep.
func budgetChart(t simulate.Table) reports.Chart {
	return reports.Chart{
		Name: "budgets", Title: "Hits by budget, % of the exact optimum, SIMULATED",
		Note:  "Sessions of the source's experiment A. Bars: standard deviation over seeds.",
		Width: reports.PanelWidth + reports.LegendWidth, Height: reports.PanelHeight,
		Body: func(c draw.Canvas) error {
			p := reports.Panel("", "budget, % of the tokens of a session", "hits, % of the optimum")
			var names []string
			for i, line := range t.Lines {
				var points plotter.XYs
				var bars reports.Whiskers
				for j, cell := range line.Cells {
					if cell.N == 0 {
						continue
					}
					x := 100 * Budgets[j]
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
