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

// together is the most curves whose bands can be told apart in one panel. More get a panel each,
// with the others behind it in grey.
const together = 4

// Sizes of the panels of many curves, in points.
const smallWidth, smallHeight = 240, 190

// curve is a survival curve.
type curve struct {
	name  string
	steps []SurvivalStep
}

// survivalChart has the survival curves of all exposed facts, by cycles since exposure, each with its
// band.
func (r Report) survivalChart() reports.Chart {
	c := reports.Chart{
		Title: "Survival of exposed facts, memory level" + r.Experiment.Title(), TitleSize: 14,
		Width: reports.PanelWidth + reports.LegendWidth, Height: reports.PanelHeight,
	}
	var curves []curve
	if r.Survival != nil {
		for _, row := range r.Survival.Strategies {
			if all := row.group(groupAll); all != nil {
				name := fmt.Sprintf("%s, %s facts", reports.Snip(r.label(row.Strategy, row.Model), 24), cases(all.Facts))
				curves = append(curves, curve{name, all.Steps})
			}
		}
	}
	if len(curves) == 0 {
		c.Missing = "no strategy of this experiment took a stated fact out of the raw window: there is no survival curve to draw"
		return c
	}
	c.Note, c.Body = footnote(curves), func(all draw.Canvas) error { return inOne(all, curves) }
	if len(curves) > together {
		across, down := grid(len(curves))
		c.Width, c.Height = vg.Length(across)*smallWidth, vg.Length(down)*smallHeight
		c.Body = func(all draw.Canvas) error { return apart(all, curves) }
	}
	return c
}

// grid is how many panels stand beside and below each other.
func grid(n int) (across, down int) {
	across = min(3, n)
	return across, (n + across - 1) / across
}

// footnote says what the bands are.
func footnote(curves []curve) string {
	note, others := "", ""
	if len(curves) > together {
		others = " Thin grey lines: the other strategies."
	}
	for _, c := range curves {
		for _, s := range c.steps {
			if n := s.Survival.Estimate().Note; n != "" && s.Survival.Estimate().Interval != nil {
				note = ": " + n
			}
		}
	}
	return "Kaplan-Meier, current and derived probes whose fact had left the window (facts: a repeat). Shaded: 95 % bootstrap band over scenarios as a sample, and their trials" + note + ". No shade: no band could be estimated." + others
}

// inOne draws all curves in one panel with a legend beside it.
func inOne(c draw.Canvas, curves []curve) error {
	all, names := make([]int, len(curves)), make([]string, len(curves))
	for i, k := range curves {
		all[i], names[i] = i, k.name
	}
	if err := panel(draw.Crop(c, 0, -reports.LegendWidth, 0, 0), "", curves, all); err != nil {
		return err
	}
	return reports.LineLegend(draw.Crop(c, reports.PanelWidth+reports.Margin, 0, 0, 0), names)
}

// apart draws each curve in a panel of its own, the others behind it.
func apart(c draw.Canvas, curves []curve) error {
	across, down := grid(len(curves))
	for i, k := range curves {
		x, y := vg.Length(i%across), vg.Length(i/across)
		part := draw.Crop(c, x*smallWidth, -(vg.Length(across)-x-1)*smallWidth, (vg.Length(down)-y-1)*smallHeight, -y*smallHeight)
		if err := panel(draw.Crop(part, 0, -reports.Margin, reports.Margin, 0), k.name, curves, []int{i}); err != nil {
			return err
		}
	}
	return nil
}

// panel draws the chosen curves with their bands, the others in grey behind them.
func panel(c draw.Canvas, title string, curves []curve, chosen []int) error {
	p := reports.Panel(title, "cycles since exposure (the exposing one is 1)", "surviving, %")
	last := 1.0
	for _, k := range curves {
		last = max(last, k.steps[len(k.steps)-1].Time)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, last+stub, 0, 100
	p.X.Tick.Marker, p.Y.Tick.Marker = reports.Ticks(last), reports.Ticks(100)
	p.X.Padding, p.Y.Padding = 0, 0
	for i, k := range curves {
		if slices.Contains(chosen, i) {
			continue
		}
		if err := reports.Stroke(p, k.line(), color.NRGBA{0xbb, 0xbb, 0xbb, 0xff}, 0.8); err != nil {
			return err
		}
	}
	for _, i := range chosen {
		if err := curves[i].shade(p, reports.Color(i)); err != nil {
			return err
		}
	}
	for _, i := range chosen {
		if _, err := reports.Curve(p, curves[i].line(), i); err != nil {
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
