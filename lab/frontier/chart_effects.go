package frontier

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Sizes of the effects' picture in points.
const (
	effectNames, effectPanel, effectRow = 150, 290, 17
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
	top := reports.KeyRow(c, []reports.Key{
		{Name: "by a Gaussian process over the settings", Style: draw.GlyphStyle{Color: reports.Color(0), Radius: 2.5, Shape: draw.CircleGlyph{}}},
		{Name: "counted by scenario", Style: draw.GlyphStyle{Color: reports.Color(1), Radius: 2.5, Shape: draw.RingGlyph{}}},
	})
	c = draw.Crop(c, 0, -reports.Margin, 0, -top)
	p, err := effectPanelOf(kept, 100, 0, names)
	if err != nil {
		return err
	}
	p.X.Tick.Marker = tens(p.X.Min, p.X.Max)
	reports.DrawLabelled(draw.Crop(c, 0, -effectPanel, 0, 0), p, "retention, points more or less", "")
	if p, err = effectPanelOf(paid, 1, 1, blank); err != nil {
		return err
	}
	reports.LogAxis(&p.X)
	reports.DrawLabelled(draw.Crop(c, effectNames+effectPanel, 0, 0, 0), p, "cost, times as much", "")
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
		err2 := add(&rings, effects[i].Counted, float64(y)-0.2, reports.Color(1), 0.9)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
	}
	_, err1 := dots(p, points, draw.GlyphStyle{Color: reports.Color(0), Radius: 2.5, Shape: draw.CircleGlyph{}})
	_, err2 := dots(p, rings, draw.GlyphStyle{Color: reports.Color(1), Radius: 2.5, Shape: draw.RingGlyph{}})
	reach := 0.03 * (p.X.Max - p.X.Min) // a line around what lies at the edge
	if none == 0 {
		p.X.Min, p.X.Max = p.X.Min-reach, p.X.Max+reach
	}
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker, p.Y.Tick.Length = bottom, top, names, 0
	p.Y.LineStyle.Width = 0
	return p, errors.Join(err1, err2)
}

// tens marks multiples of 10, or of 20 on wide axes, with their sign.
func tens(low, high float64) plot.ConstantTicks {
	step := 10.0
	if high-low > 60 {
		step = 20
	}
	var out plot.ConstantTicks
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		label := "0"
		if v != 0 {
			label = strings.Replace(fmt.Sprintf("%+.0f", v), "-", "−", 1)
		}
		out = append(out, plot.Tick{Value: v, Label: label})
	}
	return out
}
