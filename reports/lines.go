package reports

import (
	"errors"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/stats"
)

// Panel is series over two axes.
type Panel struct {
	Title  string
	X, Y   Axis
	Series []Series // drawn one over the other
}

// Axis is from Low to High or, where both are 0, as long as what is drawn needs.
type Axis struct {
	Label     string
	Low, High float64
	Log       bool      // where all that is drawn is positive
	Ticks     []float64 // marked; none: about five, or on a logarithmic axis 1, 2 and 5 times powers of ten
	Rows      []string  // names of rows, from the top, instead of numbers: a row's place is its index
}

// Percent is an axis of shares.
func Percent(label string) Axis { return Axis{Label: label, High: 100} }

// Series is points that look alike. Its colour and dashes are those of its place, unless it has a colour.
type Series struct {
	Name   string // in the legend; none: it isn't there
	Points []Point
	As     Look
	Color  color.Color
	Width  vg.Length // of the line and of bars, in points; 0: 1.8 and 0.8
}

// Point is one of a series.
type Point struct {
	X, Y       float64
	Up, Across *stats.Interval // none: no bar that way
	Name       string          // written beside it where there is room
}

// PercentAt is a share as a point, with its interval.
func PercentAt(x float64, f Figure) Point {
	p := Point{X: x, Y: 100 * f.estimate.Mean}
	if i := f.estimate.Interval; i != nil {
		p.Up = &stats.Interval{Low: 100 * i.Low, High: 100 * i.High}
	}
	return p
}

// Look is how the points of a series are drawn.
type Look int

// The looks.
const (
	Line  Look = iota // a line, with a dot at each point
	Steps             // a line that stays at a point's height until the next
	Dot
	Speck // a small dot
	Ring
	Cross
	Triangle
)

// glyphs are the symbols of looks.
var glyphs = map[Look]draw.GlyphStyle{
	Line:  {Radius: 2.5, Shape: draw.CircleGlyph{}},
	Dot:   {Radius: 3, Shape: draw.CircleGlyph{}},
	Speck: {Radius: 1.8, Shape: draw.CircleGlyph{}},
	Ring:  {Radius: 3, Shape: draw.RingGlyph{}},
	Cross: {Radius: 3, Shape: draw.CrossGlyph{}}, Triangle: {Radius: 5, Shape: draw.PyramidGlyph{}},
}

// Sizes of charts of panels in points.
const (
	pointsWidth, pointsHeight = 720, 440
	rowHeight, rowsRoom       = 19, 60
	legendLine                = 14
	besideWidth               = 250 // of what stands beside points
)

// Lines is a chart of panels below each other. The legend, of the first one's series, stands beside them.
func Lines(c Chart, panels ...Panel) Chart {
	if len(panels) == 0 {
		return c
	}
	series := panels[0].Series
	c.Width = PanelWidth + LegendWidth
	c.Height = max(vg.Length(len(panels))*PanelHeight, vg.Length(len(series))*legendLine+2*Margin)
	c.Body = func(all draw.Canvas) error {
		beside(draw.Crop(all, PanelWidth+Margin, 0, 0, 0), series, c.Beside)
		return stacked(draw.Crop(all, 0, -LegendWidth-Margin, 0, 0), panels)
	}
	return c
}

// Points is a chart of panels below each other, each with its legend above it.
func Points(c Chart, panels ...Panel) Chart {
	c.Width = pointsWidth
	for _, p := range panels {
		c.Height += p.height()
	}
	right := vg.Length(0)
	if len(c.Beside) > 0 {
		right = besideWidth
	}
	c.Body = func(all draw.Canvas) error {
		beside(draw.Crop(all, pointsWidth-right+Margin, 0, 0, 0), nil, c.Beside)
		all = draw.Crop(all, 0, -right, 0, 0)
		var errs []error
		for _, p := range panels {
			height := all.Max.Y - all.Min.Y
			part := draw.Crop(all, 0, 0, height-p.height(), 0)
			errs = append(errs, p.draw(draw.Crop(part, 0, 0, 0, -above(part, p.Series))))
			all = draw.Crop(all, 0, 0, 0, -p.height())
		}
		return errors.Join(errs...)
	}
	return c
}

// height is that of a panel of points.
func (p Panel) height() vg.Length {
	if rows := len(p.Y.Rows); rows > 0 {
		return vg.Length(rows)*rowHeight + rowsRoom
	}
	return pointsHeight
}

// stacked draws panels of the same height below each other.
func stacked(c draw.Canvas, panels []Panel) error {
	var errs []error
	height := (c.Max.Y - c.Min.Y) / vg.Length(len(panels))
	for i, p := range panels {
		below := vg.Length(len(panels)-i-1) * height
		errs = append(errs, p.draw(draw.Crop(c, 0, 0, below+Margin, -vg.Length(i)*height)))
	}
	return errors.Join(errs...)
}
