package reports

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// okabeIto are colours that people with any colour vision can tell apart (Okabe & Ito 2008),
// without yellow, which is too faint on white.
var okabeIto = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff},
	{0xd5, 0x5e, 0x00, 0xff},
	{0x00, 0x9e, 0x73, 0xff},
	{0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff},
	{0x56, 0xb4, 0xe9, 0xff},
	{0x00, 0x00, 0x00, 0xff},
}

// dashes tell curves apart without colour. Their number and that of the colours have no common
// divisor, so 42 curves look different.
var dashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {9, 3, 2, 3}, {12, 4}, {5, 2, 1, 2, 1, 2}}

// Color is that of the i-th line.
func Color(i int) color.NRGBA { return okabeIto[i%len(okabeIto)] }

// dash is the dashes of the i-th line.
func dash(i int) []vg.Length { return dashes[i%len(dashes)] }

// SetFont sets texts in the font of charts.
func SetFont(size vg.Length, styles ...*draw.TextStyle) {
	for _, style := range styles {
		style.Font.Variant, style.Font.Size = "Sans", size
	}
}

// axes are a plot with lines both ways, whose labels drawLabelled draws.
func axes() *plot.Plot {
	p := plot.New()
	SetFont(10, &p.X.Tick.Label, &p.Y.Tick.Label)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{0xee}, color.Gray{0xdd}
	p.Add(grid)
	return p
}

// labelHeight is the room for an axis' label.
const labelHeight = 16

// drawLabelled draws a plot with its labels. Those of a logarithmic axis would push gonum's plots
// aside: it makes room for them where the mean of both ends lies.
func drawLabelled(c draw.Canvas, p *plot.Plot, x, y string) {
	style := p.X.Label.TextStyle
	SetFont(10, &style)
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	left := vg.Length(0)
	if y != "" {
		left = labelHeight
	}
	body := draw.Crop(c, left, 0, labelHeight, 0)
	p.Draw(body)
	c.FillText(style, vg.Point{X: (body.Min.X + body.Max.X) / 2, Y: c.Min.Y}, x)
	style.Rotation, style.YAlign = math.Pi/2, draw.YTop
	if y != "" {
		c.FillText(style, vg.Point{X: c.Min.X, Y: (body.Min.Y + body.Max.Y) / 2}, y)
	}
}

// ticks marks 0 to last in about five whole steps.
func ticks(last float64) plot.ConstantTicks {
	step := max(1, math.Round(last/5))
	var out plot.ConstantTicks
	for t := 0.0; t <= last; t += step {
		out = append(out, plot.Tick{Value: t, Label: fmt.Sprintf("%.0f", t)})
	}
	return out
}

// logAxis puts an axis on a logarithmic scale, if all of it is positive, with ticks at 1, 2 and 5.
func logAxis(a *plot.Axis) {
	if !(a.Min > 0) {
		return
	}
	a.Min, a.Max = a.Min/1.2, a.Max*1.2
	a.Scale, a.Tick.Marker = plot.LogScale{}, decades(a.Min, a.Max)
}

// decades are ticks at 1, 2 and 5 times powers of ten, of which wide ranges name the powers alone.
func decades(low, high float64) plot.ConstantTicks {
	var out plot.ConstantTicks
	for e := math.Floor(math.Log10(low)); e <= math.Log10(high); e++ {
		for _, m := range []float64{1, 2, 5} {
			v := m * math.Pow(10, e)
			if v < low || v > high {
				continue
			}
			label := tickLabel(v)
			if m != 1 && high/low > 2000 {
				label = ""
			}
			out = append(out, plot.Tick{Value: v, Label: label})
		}
	}
	return out
}

// tickLabel is a number at an axis.
func tickLabel(v float64) string {
	if v >= 1000 {
		return Thousands(v)
	}
	return fmt.Sprintf("%.4g", v)
}
