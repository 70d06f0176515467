package leaderboard

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/reports"
)

// together is the most curves whose bands can be told apart in one panel. More are drawn as rows.
const together = 4

// curve is a survival curve of the strategies that all have it.
type curve struct {
	names []string
	facts float64
	steps []SurvivalStep
}

// survivalChart has the survival of all exposed facts by cycles since exposure: as curves with their bands, or, of
// more than can be told apart, as a row each with what survives beyond a few cycles.
func (r Report) survivalChart() reports.Chart {
	c := reports.Chart{
		Name: ChartSurvival, Title: "Survival of exposed facts, memory level" + r.Experiment.Title(),
		Width: reports.PanelWidth + reports.LegendWidth, Height: reports.PanelHeight,
	}
	curves := r.curves()
	if len(curves) == 0 {
		c.Missing = "no strategy of this experiment took a stated fact out of the raw window: there is no survival curve to draw"
		return c
	}
	c.Note, c.Body = footnote(curves, "Shaded"), func(all draw.Canvas) error { return inOne(all, curves) }
	if len(curves) > together {
		rows, times := lined(curves)
		c.Note = footnote(rows, "Bars, of the last") + " In one row: strategies with the same curve. No symbol: nobody was watched so long."
		c.Height = vg.Length(len(rows))*survivalRow + 80
		c.Body = func(all draw.Canvas) error { return inRows(all, rows, times) }
	}
	return c
}

// curves are those of the strategies that exposed facts.
func (r Report) curves() []curve {
	var out []curve
	if r.Survival == nil {
		return nil
	}
	for _, row := range r.Survival.Strategies {
		if all := row.group(groupAll); all != nil {
			out = append(out, curve{[]string{r.label(row.Strategy, row.Model)}, all.Facts, all.Steps})
		}
	}
	return out
}

// footnote says what the bands are.
func footnote(curves []curve, bands string) string {
	note := ""
	for _, c := range curves {
		for _, s := range c.steps {
			if n := s.Survival.Estimate().Note; n != "" && s.Survival.Estimate().Interval != nil {
				note = ": " + n
			}
		}
	}
	return "Kaplan-Meier, current and derived probes whose fact had left the window (facts: a repeat). " + bands + ": 95 % bootstrap band over scenarios as a sample, and their trials" + note + "; none where it can't be estimated."
}

// inOne draws all curves in one panel with a legend beside it.
func inOne(c draw.Canvas, curves []curve) error {
	names := make([]string, len(curves))
	for i, k := range curves {
		names[i] = fmt.Sprintf("%s, %s facts", reports.Snip(k.names[0], 24), cases(k.facts))
	}
	if err := panel(draw.Crop(c, 0, -reports.LegendWidth, 0, 0), curves); err != nil {
		return err
	}
	return reports.LineLegend(draw.Crop(c, reports.PanelWidth+reports.Margin, 0, 0, 0), names)
}

// panel draws curves with their bands.
func panel(c draw.Canvas, curves []curve) error {
	p := reports.Panel("", "cycles since exposure (the exposing one is 1)", "surviving, %")
	last := 1.0
	for _, k := range curves {
		last = max(last, k.steps[len(k.steps)-1].Time)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, last+stub, 0, 100
	p.X.Tick.Marker, p.Y.Tick.Marker = reports.Ticks(last), reports.Ticks(100)
	p.X.Padding, p.Y.Padding = 0, 0
	for i, k := range curves {
		if err := k.shade(p, reports.Color(i)); err != nil {
			return err
		}
	}
	for i, k := range curves {
		if _, err := reports.Curve(p, k.line(), i); err != nil {
			return err
		}
	}
	p.Draw(c)
	return nil
}

// line is the curve as steps from 100 % at time 0.
func (k curve) line() plotter.XYs {
	return k.stairs(func(e reports.Estimate) float64 { return e.Mean })
}

// shade adds the curve's band where there is one, in a faint shade of a colour.
func (k curve) shade(p *plot.Plot, faint color.NRGBA) error {
	outline := k.stairs(func(e reports.Estimate) float64 { return ends(e).Low })
	high := k.stairs(func(e reports.Estimate) float64 { return ends(e).High })
	slices.Reverse(high)
	faint.A = 0x2c
	return reports.Filled(p, faint, append(outline, high...))
}

// stub is how far a curve is drawn beyond its last step, in cycles, so that what is left shows.
const stub = 0.4

// stairs are the corners of a step function in percent.
func (k curve) stairs(of func(reports.Estimate) float64) plotter.XYs {
	out, y := plotter.XYs{{X: 0, Y: 100}}, 100.0
	for _, s := range k.steps {
		next := 100 * of(s.Survival.Estimate())
		out = append(out, plotter.XY{X: s.Time, Y: y}, plotter.XY{X: s.Time, Y: next})
		y = next
	}
	return append(out, plotter.XY{X: k.steps[len(k.steps)-1].Time + stub, Y: y})
}
