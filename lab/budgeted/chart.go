package budgeted

import (
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/reports"
)

// chart has retention against the tokens that were kept, on a logarithmic scale: a line for each
// strategy, a dot for each budget.
func (b Budgeted) chart(title string) reports.Chart {
	const line = 14 // points of a line of the legend
	c := reports.Chart{
		Title: title, TitleSize: 14, Width: reports.PanelWidth + reports.LegendWidth,
		Height: max(reports.PanelHeight, vg.Length(len(b.Lines))*line+2*reports.Margin),
		Note:   "A dot for each budget, at the tokens that were given for a question; the best area first. Bars: 95 % intervals over scenarios as a sample.",
	}
	if len(b.budgets()) == 0 {
		c.Missing = "no trial of this experiment was completed: there is nothing to draw"
		return c
	}
	c.Body = func(all draw.Canvas) error {
		if err := b.panel(draw.Crop(all, 0, -reports.LegendWidth-reports.Margin, reports.Margin, 0)); err != nil {
			return err
		}
		var names []string
		for _, l := range b.Lines {
			names = append(names, reports.Snip(b.name(l), 24))
		}
		return reports.LineLegend(draw.Crop(all, reports.PanelWidth+reports.Margin, 0, 0, 0), names)
	}
	return c
}

func (b Budgeted) panel(c draw.Canvas) error {
	p := reports.Panel("", "tokens kept", "answer retention, %")
	for i, l := range b.Lines {
		var points plotter.XYs
		var bars reports.Whiskers
		for _, pt := range l.Points {
			if pt.Tokens <= 0 || !pt.Answer.Defined() {
				continue
			}
			e := pt.Answer.Estimate()
			points = append(points, plotter.XY{X: pt.Tokens, Y: 100 * e.Mean})
			if e.Interval != nil {
				bars.Add(pt.Tokens, 100*e.Mean, 100*e.Interval.Low, 100*e.Interval.High)
			}
		}
		if len(points) == 0 {
			continue
		}
		path, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		reports.Styled(path, i)
		dots.Shape, dots.Color, dots.Radius = draw.CircleGlyph{}, path.Color, 2.5
		p.Add(path, dots)
		if err := bars.Draw(p, path.Color); err != nil {
			return err
		}
	}
	reports.LogAxis(&p.X)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, reports.Ticks(100)
	p.Draw(c)
	return nil
}
