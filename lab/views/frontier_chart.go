package views

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/lab/frontier"
	"contextarena.internal/reports"
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
var behindColor, maybeColor = color.NRGBA{0xc4, 0xc4, 0xc4, 0xff}, reports.Color(5)

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
	c := chart{title: r.title(), width: reports.PanelWidth + namesWidth, height: 400}
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

// costs draws every point by cost and retention, the front with its intervals.
func (r Frontier) costs(c draw.Canvas) error {
	p := reports.Axes()
	at := func(i int) plotter.XY {
		return plotter.XY{X: r.perThousandOf(r.Points[i].Cost), Y: 100 * r.Points[i].Retention.Estimate().Mean}
	}
	var behind, maybe, front, line plotter.XYs
	var bars reports.Whiskers
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
	legend := reports.Legend(9.5, 16, 4)
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
	steps.Color, steps.Width = reports.Color(0), 1.2
	p.Add(steps)
	if len(bars.XYs) > 0 {
		whiskers, err := plotter.NewYErrorBars(bars)
		if err != nil {
			return err
		}
		whiskers.Color, whiskers.Width = reports.Color(0), 0.8
		p.Add(whiskers)
	}
	if err := add("on the front", front, draw.GlyphStyle{Color: reports.Color(0), Radius: 3, Shape: draw.CircleGlyph{}}); err != nil {
		return err
	}
	if r.Knee != nil {
		if err := add("its knee", plotter.XYs{at(*r.Knee)}, draw.GlyphStyle{Color: reports.Color(1), Radius: 5, Shape: draw.PyramidGlyph{}}); err != nil {
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
	reports.LogAxis(&p.X)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, reports.Ticks(100)
	reports.DrawLabelled(draw.Crop(c, 0, -namesWidth, 0, 0), p, r.costLabel(), "answer retention, %")
	side := draw.Crop(c, reports.PanelWidth+reports.Margin, 0, 0, 0)
	legend.Draw(side)
	y := vg.Length(legendHeight)
	for _, i := range r.Front {
		name := reports.Snip(r.named(i), 52)
		reports.WriteLines(draw.Crop(side, 0, 0, 0, -y), 8.5, name)
		y += 12
	}
	return nil
}

// unboxed is a plotter for which the axes make no room.
type unboxed struct{ plot.Plotter }

// legendHeight is that of a legend of five symbols.
const legendHeight = 84
