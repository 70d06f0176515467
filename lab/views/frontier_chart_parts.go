package views

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// breakEvens draws what configurations cost by the number of questions their memory is asked.
func (r Frontier) breakEvens(c draw.Canvas) error {
	var spans []FrontierSpan
	for _, f := range r.Floors {
		spans = append(spans, f.Spans...)
	}
	if len(spans) == 0 {
		spans = r.Envelope
	}
	spans = slices.DeleteFunc(slices.Clone(spans), func(s FrontierSpan) bool { return s.From >= mostQuestions })
	last := 10.0
	var cheapest []int // some time, by cost
	for _, s := range spans {
		last = max(last, min(mostQuestions, 3*s.From))
		if !slices.Contains(cheapest, s.Point) {
			cheapest = append(cheapest, s.Point)
		}
	}
	slices.SortStableFunc(cheapest, func(a, b int) int { return cmp.Compare(r.charge(a).Write, r.charge(b).Write) })
	p := reports.Axes()
	cost := func(i int, questions float64) plotter.XY {
		ch := r.charge(i)
		return plotter.XY{X: questions, Y: r.perThousandOf(ch.Write + questions*ch.Question)}
	}
	curve := func(i int) (*plotter.Line, error) {
		var points plotter.XYs
		for k := range 101 {
			points = append(points, cost(i, math.Pow(last, float64(k)/100)))
		}
		return plotter.NewLine(points)
	}
	for _, i := range r.Front {
		if slices.Contains(cheapest, i) {
			continue
		}
		line, err := curve(i)
		if err != nil {
			return err
		}
		line.Color, line.Width = behindColor, 0.8
		p.Add(line)
	}
	legend := reports.Legend(9.5, 16, 4)
	legend.ThumbnailWidth = 26
	low, high := math.Inf(1), 0.0
	for k, i := range cheapest {
		low, high = min(low, cost(i, 1).Y), max(high, cost(i, last).Y)
		line, err := curve(i)
		if err != nil {
			return err
		}
		reports.Styled(line, k)
		p.Add(line)
		legend.Add(" "+reports.Snip(r.named(i), 44)+fmt.Sprintf(" (%.0f %%)", 100*r.Points[i].Retention.Estimate().Mean), line)
	}
	var takes plotter.XYs
	for _, s := range spans {
		if s.From >= 1 {
			takes = append(takes, cost(s.Point, s.From))
		}
	}
	if len(takes) > 0 {
		dots, err := plotter.NewScatter(takes)
		if err != nil {
			return err
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: color.Black, Radius: 2.5, Shape: draw.CircleGlyph{}}
		p.Add(dots)
	}
	reports.LogAxis(&p.X)
	p.X.Min, p.X.Max = 1, last
	p.Y.Min, p.Y.Max = low, high // the front that keeps less may be cheaper than that
	reports.LogAxis(&p.Y)
	reports.DrawLabelled(draw.Crop(c, 0, -namesWidth, 0, 0), p, "questions asked later", strings.Replace(r.costLabel(), "write and read", "upkeep and questions", 1))
	legend.TextStyle.Font.Size = 8.5
	legend.Draw(draw.Crop(c, reports.PanelWidth+reports.Margin, 0, 0, 0))
	return nil
}

// Sizes of the effects' picture in points.
const (
	effectNames, effectPanel, effectRow = 130, 290, 17
)

// effectRows are the levels from below, with an empty row between settings.
func effectRows(main []FrontierEffect) []int {
	var out []int
	for i := len(main) - 1; i >= 0; i-- {
		if i+1 < len(main) && main[i].Dimension != main[i+1].Dimension {
			out = append(out, -1)
		}
		out = append(out, i)
	}
	return out
}

// effectPanels draws the main effects on retention and on cost side by side.
func (r Frontier) effectPanels(c draw.Canvas) error {
	kept, paid := r.Explained.Surfaces[0].Main, r.Explained.Surfaces[1].Main
	rows := effectRows(kept)
	var names plot.ConstantTicks
	for y, i := range rows {
		if i >= 0 {
			names = append(names, plot.Tick{Value: float64(y), Label: plain(kept[i].Dimension + " " + kept[i].Level)})
		}
	}
	one := func(c draw.Canvas, label string, effects []FrontierEffect, times, none float64, names plot.ConstantTicks) error {
		p := reports.Axes()
		zero, err := plotter.NewLine(plotter.XYs{{X: none, Y: -0.7}, {X: none, Y: float64(len(rows)) - 0.3}})
		if err != nil {
			return err
		}
		zero.Color, zero.Width = color.Gray{0x88}, 0.8
		p.Add(zero)
		var points, rings plotter.XYs
		for y, i := range rows {
			if i < 0 {
				continue
			}
			change := effects[i].Change
			points = append(points, plotter.XY{X: times * *change.Mean, Y: float64(y) + 0.12})
			if err := bar(p, change, times, float64(y)+0.12, reports.Color(0), 2.4); err != nil {
				return err
			}
			counted := *effects[i].Counted
			if counted.Mean == nil {
				continue
			}
			rings = append(rings, plotter.XY{X: times * *counted.Mean, Y: float64(y) - 0.2})
			if err := bar(p, counted, times, float64(y)-0.2, reports.Color(1), 0.9); err != nil {
				return err
			}
		}
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: reports.Color(0), Radius: 2.5, Shape: draw.CircleGlyph{}}
		p.Add(dots)
		if len(rings) > 0 {
			counted, err := plotter.NewScatter(rings)
			if err != nil {
				return err
			}
			counted.GlyphStyle = draw.GlyphStyle{Color: reports.Color(1), Radius: 2.5, Shape: draw.RingGlyph{}}
			p.Add(counted)
		}
		p.Y.Min, p.Y.Max, p.Y.Tick.Marker, p.Y.Tick.Length = -0.7, float64(len(rows))-0.3, names, 0
		p.Y.LineStyle.Width = 0
		if none == 1 {
			reports.LogAxis(&p.X)
		}
		reports.DrawLabelled(c, p, label, "")
		return nil
	}
	if err := one(draw.Crop(c, 0, -effectPanel, 0, 0), "retention, points", kept, 100, 0, names); err != nil {
		return err
	}
	blank := slices.Clone(names)
	for i := range blank {
		blank[i].Label = " "
	}
	return one(draw.Crop(c, effectNames+effectPanel, 0, 0, 0), "cost, times", paid, 1, 1, blank)
}

// bar draws an interval, if there is one.
func bar(p *plot.Plot, m lab.Measured, times, y float64, c color.Color, width vg.Length) error {
	if m.Low == nil {
		return nil
	}
	line, err := plotter.NewLine(plotter.XYs{{X: times * *m.Low, Y: y}, {X: times * *m.High, Y: y}})
	if err != nil {
		return err
	}
	line.Color, line.Width = c, width
	p.Add(line)
	return nil
}
