package frontier

import (
	"cmp"
	"errors"
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

// drawBreakEvens draws what configurations cost by the number of questions their memory is asked.
func (f Frontier) drawBreakEvens(c draw.Canvas) error {
	var spans []Span
	for _, floor := range f.Floors {
		spans = append(spans, floor.Spans...)
	}
	if len(spans) == 0 {
		spans = slices.Clone(f.Envelope)
	}
	spans = slices.DeleteFunc(spans, func(s Span) bool { return s.From >= mostQuestions })
	last := 10.0
	var cheapest []int // some time, by cost
	for _, s := range spans {
		last = max(last, min(mostQuestions, 3*s.From))
		if !slices.Contains(cheapest, s.Point) {
			cheapest = append(cheapest, s.Point)
		}
	}
	slices.SortStableFunc(cheapest, func(a, b int) int { return cmp.Compare(f.charge(a).Write, f.charge(b).Write) })
	p := reports.Axes()
	cost := func(i int, questions float64) plotter.XY {
		ch := f.charge(i)
		return plotter.XY{X: questions, Y: f.perThousandOf(ch.Write + questions*ch.Question)}
	}
	curve := func(i int) (points plotter.XYs) {
		for k := range 101 {
			points = append(points, cost(i, math.Pow(last, float64(k)/100)))
		}
		return points
	}
	for _, i := range f.Front {
		if slices.Contains(cheapest, i) {
			continue
		}
		if err := reports.Stroke(p, curve(i), behindColor, 0.8); err != nil {
			return err
		}
	}
	legend := reports.Legend(9.5, 26, 4)
	low, high := math.Inf(1), 0.0
	for k, i := range cheapest {
		low, high = min(low, cost(i, 1).Y), max(high, cost(i, last).Y)
		line, err := reports.Curve(p, curve(i), k)
		if err != nil {
			return err
		}
		legend.Add(" "+reports.Snip(f.named(i), 44)+fmt.Sprintf(" (%.0f %%)", 100*f.Points[i].kept()), line)
	}
	var takes plotter.XYs
	for _, s := range spans {
		if s.From >= 1 {
			takes = append(takes, cost(s.Point, s.From))
		}
	}
	if _, err := dots(p, takes, draw.GlyphStyle{Color: color.Black, Radius: 2.5, Shape: draw.CircleGlyph{}}); err != nil {
		return err
	}
	reports.LogAxis(&p.X)
	p.X.Min, p.X.Max = 1, last
	p.Y.Min, p.Y.Max = low, high // the front that keeps less may be cheaper than that
	reports.LogAxis(&p.Y)
	reports.DrawLabelled(draw.Crop(c, 0, -namesWidth, 0, 0), p, "questions asked later", strings.Replace(f.costLabel(), "write and read", "upkeep and questions", 1))
	legend.TextStyle.Font.Size = 8.5
	legend.Draw(draw.Crop(c, reports.PanelWidth+reports.Margin, 0, 0, 0))
	return nil
}

// Sizes of the effects' picture in points.
const (
	effectNames, effectPanel, effectRow = 130, 290, 17
)

// effectRows are the levels from below, with an empty row between settings.
func effectRows(main []Effect) []int {
	var out []int
	for i := len(main) - 1; i >= 0; i-- {
		if i+1 < len(main) && main[i].Dimension != main[i+1].Dimension {
			out = append(out, -1)
		}
		out = append(out, i)
	}
	return out
}

// drawEffects draws the main effects on retention and on cost side by side.
func (f Frontier) drawEffects(c draw.Canvas) error {
	kept, paid := f.Explained.Surfaces[0].Main, f.Explained.Surfaces[1].Main
	var names, blank plot.ConstantTicks
	for y, i := range effectRows(kept) {
		if i >= 0 {
			names = append(names, plot.Tick{Value: float64(y), Label: kept[i].Dimension + " " + kept[i].Level})
			blank = append(blank, plot.Tick{Value: float64(y), Label: " "})
		}
	}
	p, err := effectPanelOf(kept, 100, 0, names)
	if err != nil {
		return err
	}
	reports.DrawLabelled(draw.Crop(c, 0, -effectPanel, 0, 0), p, "retention, points", "")
	if p, err = effectPanelOf(paid, 1, 1, blank); err != nil {
		return err
	}
	reports.LogAxis(&p.X)
	reports.DrawLabelled(draw.Crop(c, effectNames+effectPanel, 0, 0, 0), p, "cost, times", "")
	return nil
}

// effectPanelOf has effects, so many times, beside the line where there is none.
func effectPanelOf(effects []Effect, times, none float64, names plot.ConstantTicks) (*plot.Plot, error) {
	rows, p := effectRows(effects), reports.Axes()
	bottom, top := -0.7, float64(len(rows))-0.3
	if err := reports.Stroke(p, plotter.XYs{{X: none, Y: bottom}, {X: none, Y: top}}, color.Gray{0x88}, 0.8); err != nil {
		return nil, err
	}
	var points, rings plotter.XYs
	add := func(to *plotter.XYs, m lab.Measured, y float64, c color.Color, width vg.Length) error {
		if m.Mean == nil {
			return nil
		}
		*to = append(*to, plotter.XY{X: times * *m.Mean, Y: y})
		if m.Low == nil {
			return nil
		}
		return reports.Stroke(p, plotter.XYs{{X: times * *m.Low, Y: y}, {X: times * *m.High, Y: y}}, c, width)
	}
	for y, i := range rows {
		if i < 0 {
			continue
		}
		err1 := add(&points, effects[i].Change, float64(y)+0.12, reports.Color(0), 2.4)
		err2 := add(&rings, *effects[i].Counted, float64(y)-0.2, reports.Color(1), 0.9)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
	}
	_, err1 := dots(p, points, draw.GlyphStyle{Color: reports.Color(0), Radius: 2.5, Shape: draw.CircleGlyph{}})
	_, err2 := dots(p, rings, draw.GlyphStyle{Color: reports.Color(1), Radius: 2.5, Shape: draw.RingGlyph{}})
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker, p.Y.Tick.Length = bottom, top, names, 0
	p.Y.LineStyle.Width = 0
	return p, errors.Join(err1, err2)
}
