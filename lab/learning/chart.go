package learning

import (
	"fmt"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/reports"
)

// chart has retention by session with its band over chains, and that without experience, one panel
// for each set below the other.
func (l Learning) chart() reports.Chart {
	height := vg.Length(len(l.Sets)) * reports.PanelHeight
	c := reports.Chart{
		Title: l.title("answer retention by session"), TitleSize: 14, Width: reports.PanelWidth + reports.LegendWidth, Height: height,
		Note: fmt.Sprintf("Band: 95 %% interval over %s; none where it can't be estimated. Session 0: before the first.", reports.Plural(l.Plan.Chains, "chain")),
	}
	if len(l.Sets) == 0 {
		c.Missing = "nothing was measured: there is no learning curve to draw"
	}
	c.Body = func(all draw.Canvas) error {
		for i, set := range l.Sets {
			below := vg.Length(len(l.Sets)-i-1) * reports.PanelHeight
			part := draw.Crop(all, 0, -reports.LegendWidth-reports.Margin, below+reports.Margin, -vg.Length(i)*reports.PanelHeight)
			if err := l.panel(part, set); err != nil {
				return err
			}
		}
		return reports.LineLegend(draw.Crop(all, reports.PanelWidth+reports.Margin, 0, 0, 0), []string{"with experience", "without"})
	}
	return c
}

// panel draws one set.
func (l Learning) panel(c draw.Canvas, set Set) error {
	p := reports.Panel("", "sessions", set.Set+", %")
	var with, without, upper, lower plotter.XYs
	for _, point := range set.Points {
		x := float64(point.Session)
		at := func(f reports.Figure, to *plotter.XYs) {
			if f.Defined() {
				*to = append(*to, plotter.XY{X: x, Y: 100 * f.Estimate().Mean})
			}
		}
		at(point.Retention, &with)
		at(point.Control, &without)
		if i := point.Retention.Estimate().Interval; i != nil {
			upper = append(upper, plotter.XY{X: x, Y: 100 * i.High})
			lower = append(plotter.XYs{{X: x, Y: 100 * i.Low}}, lower...)
		}
	}
	if len(upper) > 1 {
		shade := reports.Color(0)
		shade.A = 0x33
		if err := reports.Filled(p, shade, append(upper, lower...)); err != nil {
			return err
		}
	}
	for i, points := range []plotter.XYs{with, without} {
		if len(points) == 0 {
			continue
		}
		if _, err := reports.Curve(p, points, i); err != nil {
			return err
		}
	}
	last := float64(max(1, l.Plan.Sessions))
	p.X.Min, p.X.Max, p.X.Tick.Marker = 0, last, reports.Ticks(last)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, reports.Ticks(100)
	p.Draw(c)
	return nil
}
