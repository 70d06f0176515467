package views

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"github.com/jedib0t/go-pretty/v6/text"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/lab/frontier"
)

// The charts of a frontier: cost against retention, cost against questions, and what settings do.
const (
	ChartCost      = "cost"
	ChartBreakEven = "break-even"
	ChartEffects   = "effects"
)

// FrontierCharts lists the charts.
var FrontierCharts = []string{ChartCost, ChartBreakEven, ChartEffects}

// namesWidth is the room for the names of configurations beside a chart.
const namesWidth = 250

// behindColor is that of points behind the front, and maybeColor of those that may be on it.
var behindColor, maybeColor = color.NRGBA{0xc4, 0xc4, 0xc4, 0xff}, okabeIto[5]

// SVG draws one of FrontierCharts. Equal frontiers give equal bytes. It is an error if there is nothing to
// draw: no question, or no surface.
func (r Frontier) SVG(w io.Writer, which string) error {
	c, err := r.chart(which)
	if err != nil {
		return err
	}
	return c.svg(w)
}

// PNG is SVG as pixels, 144 to an inch.
func (r Frontier) PNG(w io.Writer, which string) error {
	c, err := r.chart(which)
	if err != nil {
		return err
	}
	return c.png(w)
}

// chart is one of FrontierCharts.
func (r Frontier) chart(which string) (chart, error) {
	c := chart{title: r.title(), width: panelWidth + namesWidth, height: 400}
	switch which {
	case ChartBreakEven:
		if len(r.Envelope) == 0 || !slices.ContainsFunc(r.Front, func(i int) bool { return r.charge(i).Question > 0 }) {
			return c, errors.New("no question has a cost: there are no break-evens to draw")
		}
		c.note = "The memory is written once and read by each question. Coloured: the cheapest that meets some floor of retention, with what it keeps; dots: where one takes over. Grey: the rest of the front."
		c.body = r.breakEvens
	case ChartEffects:
		switch {
		case r.Explained == nil:
			return c, errors.New("effects were not asked for")
		case len(r.Explained.Surfaces) == 0:
			return c, fmt.Errorf("there are no effects to draw: %s", r.Explained.NoSurfaces)
		}
		c.width, c.height = effectNames+2*effectPanel, vg.Length(len(effectRows(r.Explained.Surfaces[0].Main)))*effectRow+60
		c.note = "Against a typical point to which the setting applies. Dots and thick bars: by a Gaussian process over the settings, 95 %, short because what scenarios do to a method counts as noise. Rings and thin bars: counted by scenario, 95 % over scenarios as a sample."
		c.body = r.effectPanels
	default:
		c.note = "Bars: 95 % intervals over scenarios as a sample, answer level; none where they all agree. Ringed points are behind the front, but on it in 5 % of resamples or more."
		c.body = r.costs
	}
	return c, nil
}

// axes are a plot with the report's looks. Its labels are drawn by labelled.
func axes() *plot.Plot {
	p := plot.New()
	for _, style := range []*draw.TextStyle{&p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font.Variant, style.Font.Size = "Sans", 10
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{0xee}, color.Gray{0xdd}
	p.Add(grid)
	return p
}

// labelHeight is the room for an axis' label.
const labelHeight = 16

// labelled draws a plot with its labels. Those of a logarithmic axis would push gonum's plots aside: it
// makes room for them where the mean of both ends lies.
func labelled(c draw.Canvas, p *plot.Plot, x, y string) {
	style := p.X.Label.TextStyle
	style.Font.Variant, style.Font.Size = "Sans", 10
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

// perThousandOf is a cost as charts show it: USD of 1,000 conversations, or tokens of one.
func (r Frontier) perThousandOf(cost float64) float64 {
	if r.Unit == frontier.Tokens {
		return cost
	}
	return 1000 * cost
}

func (r Frontier) costLabel() string {
	if r.Unit == frontier.Tokens {
		return "tokens of a conversation, write and read"
	}
	return "USD per 1,000 conversations, write and read"
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
			label := fmt.Sprintf("%.4g", v)
			if v >= 1000 {
				label = thousands(v)
			}
			if m != 1 && high/low > 2000 {
				label = ""
			}
			out = append(out, plot.Tick{Value: v, Label: label})
		}
	}
	return out
}

// costs draws every point by cost and retention, the front with its intervals.
func (r Frontier) costs(c draw.Canvas) error {
	p := axes()
	at := func(i int) plotter.XY {
		return plotter.XY{X: r.perThousandOf(r.Points[i].Cost), Y: 100 * r.Points[i].Retention.Estimate().Mean}
	}
	var behind, maybe, front, line plotter.XYs
	var bars whiskered
	for i := range r.Points {
		if r.number(i) == 0 {
			behind = append(behind, at(i))
		}
	}
	for _, i := range r.Maybe {
		maybe = append(maybe, at(i))
	}
	var labels plotter.XYLabels
	for n, i := range r.Front {
		v := at(i)
		if n > 0 {
			line = append(line, plotter.XY{X: v.X, Y: front[n-1].Y})
		}
		front, line = append(front, v), append(line, v)
		labels.XYs, labels.Labels = append(labels.XYs, v), append(labels.Labels, fmt.Sprint(n+1))
		if e := r.Points[i].Retention.Estimate(); e.Interval != nil {
			bars.XYs = append(bars.XYs, v)
			bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{v.Y - 100*e.Interval.Low, 100*e.Interval.High - v.Y})
		}
	}
	legend := newLegend()
	add := func(name string, points plotter.XYs, style draw.GlyphStyle) error {
		if len(points) == 0 {
			return nil
		}
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		dots.GlyphStyle = style
		p.Add(dots)
		legend.Add(" "+name, dots)
		return nil
	}
	if err := add("behind the front", behind, draw.GlyphStyle{Color: behindColor, Radius: 1.8, Shape: draw.CircleGlyph{}}); err != nil {
		return err
	}
	if err := add("behind, perhaps on it", maybe, draw.GlyphStyle{Color: maybeColor, Radius: 3, Shape: draw.RingGlyph{}}); err != nil {
		return err
	}
	steps, err := plotter.NewLine(line)
	if err != nil {
		return err
	}
	steps.Color, steps.Width = okabeIto[0], 1.2
	p.Add(steps)
	if len(bars.XYs) > 0 {
		whiskers, err := plotter.NewYErrorBars(bars)
		if err != nil {
			return err
		}
		whiskers.Color, whiskers.Width = okabeIto[0], 0.8
		p.Add(whiskers)
	}
	if err := add("on the front", front, draw.GlyphStyle{Color: okabeIto[0], Radius: 3, Shape: draw.CircleGlyph{}}); err != nil {
		return err
	}
	if r.Knee != nil {
		if err := add("its knee", plotter.XYs{at(*r.Knee)}, draw.GlyphStyle{Color: okabeIto[1], Radius: 5, Shape: draw.PyramidGlyph{}}); err != nil {
			return err
		}
	}
	numbers, err := plotter.NewLabels(labels)
	if err != nil {
		return err
	}
	for i := range numbers.TextStyle {
		numbers.TextStyle[i].Font.Variant, numbers.TextStyle[i].Font.Size = "Sans", 9
	}
	numbers.Offset = vg.Point{X: -10, Y: 4}
	p.Add(unboxed{numbers})
	logAxis(&p.X)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, ticks(100)
	labelled(draw.Crop(c, 0, -namesWidth, 0, 0), p, r.costLabel(), "answer retention, %")
	side := draw.Crop(c, panelWidth+margin, 0, 0, 0)
	legend.Draw(side)
	y := vg.Length(legendHeight)
	for _, i := range r.Front {
		name := text.Snip(plain(r.named(i)), 52, "…")
		write(draw.Crop(side, 0, 0, 0, -y), 8.5, name)
		y += 12
	}
	return nil
}

// unboxed is a plotter for which the axes make no room.
type unboxed struct{ plot.Plotter }

// legendHeight is that of a legend of five symbols.
const legendHeight = 84

// newLegend is a legend at the top left.
func newLegend() plot.Legend {
	l := plot.NewLegend()
	l.Top, l.Left, l.ThumbnailWidth, l.Padding = true, true, 16, 4
	l.TextStyle.Font.Variant, l.TextStyle.Font.Size = "Sans", 9.5
	return l
}
