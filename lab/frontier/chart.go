package frontier

import (
	"errors"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/reports"
)

// The charts of a frontier: cost against retention, and cost against questions.
const (
	ChartCost      = "cost"
	ChartBreakEven = "break-even"
)

// Charts lists the charts.
var Charts = []string{ChartCost, ChartBreakEven}

// chartTitles say what each chart shows.
var chartTitles = map[string]string{
	ChartCost:      "Cost-retention frontier",
	ChartBreakEven: "The cheapest configuration that keeps enough",
}

// namesWidth is the room for the names of configurations beside a chart.
const namesWidth = 250

// behindColor is that of points behind the front, maybeColor of those that may be on it, and barColor of intervals.
var behindColor, maybeColor, barColor = color.NRGBA{0xc4, 0xc4, 0xc4, 0xff}, reports.Color(5), color.NRGBA{0x00, 0x72, 0xb2, 0x80}

// charts are those of Charts, in their order. Equal frontiers give equal pictures.
func (f Frontier) charts() []reports.Chart {
	out := []reports.Chart{
		{
			Name: ChartCost, Body: f.drawCosts,
			Note: "Bars: 95 % intervals over scenarios as a sample, answer level; none where they all agree. Ringed points are behind the front, but on it in 5 % of resamples or more.",
		},
		{
			Name: ChartBreakEven, Body: f.drawBreakEvens,
			Note: "The memory is written once and read by each question: a bar is the cheapest configuration that keeps so much by the lower end of its interval, and where one ends the next costs the same. Colours: the " + f.firstDimension() + "; a number before a name: its place on the front. What is the cheapest for a moment only has no letter.",
		},
	}
	for i := range out {
		out[i].Title, out[i].Width, out[i].Height = chartTitles[out[i].Name]+f.titleEnd(), reports.PanelWidth+namesWidth, 400
	}
	out[0].Said = f.finding()
	rows := f.floorRows()
	out[1].Height = vg.Length(len(rows))*floorRow + vg.Length(len(lettered(rows)))*listRow + 110
	if len(f.Envelope) == 0 || !slices.ContainsFunc(f.Front, func(i int) bool { return f.charge(i).Question > 0 }) {
		out[1].Missing = "no question has a cost: there are no break-evens to draw"
	}
	return out
}

// perThousandOf is a cost as charts show it: USD of 1,000 conversations, or tokens of one.
func (f Frontier) perThousandOf(cost float64) float64 {
	if f.Unit == Tokens {
		return cost
	}
	return 1000 * cost
}

func (f Frontier) costLabel() string {
	if f.Unit == Tokens {
		return "tokens of a conversation, write and read"
	}
	return "USD per 1,000 conversations, write and read"
}

// dots adds points to a plot; nil if there are none.
func dots(p *plot.Plot, points plotter.XYs, style draw.GlyphStyle) (*plotter.Scatter, error) {
	if len(points) == 0 {
		return nil, nil
	}
	out, err := plotter.NewScatter(points)
	if err != nil {
		return nil, err
	}
	out.GlyphStyle = style
	p.Add(out)
	return out, nil
}

// drawCosts draws every point by cost and retention, the front with its intervals.
func (f Frontier) drawCosts(c draw.Canvas) error {
	p := reports.Axes()
	at := func(i int) plotter.XY {
		return plotter.XY{X: f.perThousandOf(f.Points[i].Cost), Y: 100 * f.Points[i].kept()}
	}
	var behind, maybe, front, knee, steps plotter.XYs
	var bars reports.Whiskers
	for i := range f.Points {
		if f.number(i) == 0 {
			behind = append(behind, at(i))
		}
	}
	for _, i := range f.Maybe {
		maybe = append(maybe, at(i))
	}
	if f.Knee != nil {
		knee = plotter.XYs{at(*f.Knee)}
	}
	names := reports.Names{Size: 9}
	for n, i := range f.Front {
		v := at(i)
		if n > 0 {
			steps = append(steps, plotter.XY{X: v.X, Y: front[n-1].Y})
		}
		front, steps = append(front, v), append(steps, v)
		names.XYs, names.Names, names.Colors = append(names.XYs, v), append(names.Names, fmt.Sprint(n+1)), append(names.Colors, color.Color(color.Black))
		if e := f.Points[i].Retention.Estimate(); e.Interval != nil {
			bars.Add(v.X, v.Y, 100*e.Interval.Low, 100*e.Interval.High)
			names.Bars = append(names.Bars, plotter.XYs{{X: v.X, Y: 100 * e.Interval.Low}, {X: v.X, Y: 100 * e.Interval.High}})
		}
	}
	legend := reports.Legend(9.5, 16, 4)
	for _, kind := range []struct {
		name   string
		points plotter.XYs
		style  draw.GlyphStyle
	}{
		{"behind the front", behind, draw.GlyphStyle{Color: behindColor, Radius: 1.8, Shape: draw.CircleGlyph{}}},
		{"behind, perhaps on it", maybe, draw.GlyphStyle{Color: maybeColor, Radius: 3, Shape: draw.RingGlyph{}}},
		{"on the front", front, draw.GlyphStyle{Color: reports.Color(0), Radius: 3, Shape: draw.CircleGlyph{}}},
		{"its knee", knee, draw.GlyphStyle{Color: reports.Color(1), Radius: 5, Shape: draw.PyramidGlyph{}}},
	} {
		if kind.name == "on the front" { // its line and intervals lie under it
			if err := errors.Join(reports.Stroke(p, steps, reports.Color(0), 1.2), bars.Draw(p, barColor)); err != nil {
				return err
			}
		}
		shown, err := dots(p, kind.points, kind.style)
		if err != nil {
			return err
		}
		if shown != nil {
			legend.Add(" "+kind.name, shown)
		}
	}
	p.Add(names)
	reports.LogAxis(&p.X)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, reports.Ticks(100)
	reports.DrawLabelled(draw.Crop(c, 0, -namesWidth, 0, 0), p, f.costLabel(), "answer retention, %")
	side := draw.Crop(c, reports.PanelWidth+reports.Margin, 0, 0, 0)
	legend.Draw(side)
	y := vg.Length(legendHeight)
	for _, i := range f.Front {
		reports.WriteLines(draw.Crop(side, 0, 0, 0, -y), 8.5, reports.Snip(f.named(i), 52))
		y += 12
	}
	return nil
}

// unboxed is a plotter for which the axes make no room.
type unboxed struct{ plot.Plotter }

// legendHeight is that of a legend of five symbols.
const legendHeight = 84
