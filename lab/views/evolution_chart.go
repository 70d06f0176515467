package views

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"

	"contextarena.internal/reports"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The charts of an evolution: the archive as a map, and the search beside others.
const (
	ChartArchive = "archive"
	ChartSearch  = "search"
)

// EvolutionCharts lists the charts.
var EvolutionCharts = []string{ChartArchive, ChartSearch}

// Sizes of maps in points.
const (
	mapWidth, mapHeight = 300, 290
	keyHeight           = 46
)

// chart is one of EvolutionCharts.
func (e Evolution) chart(which string) (chart, error) {
	if which == ChartSearch {
		if e.Race == nil {
			return chart{}, errors.New("the whole space wasn't measured, so there is nothing to hold the search against: arena evolve --exhaustive does it")
		}
		note := fmt.Sprintf("QD score of the archive found, as a share of the best there can be. Lines: mean of %d seeds; bands: 80 %% of them. Judged by the mean of %s; searches see single noisy draws.", e.Race.Seeds, reports.Plural(e.Race.Truth, "fresh repeat"))
		if e.Race.Draws == 0 {
			note = fmt.Sprintf("QD score of the archive found, as a share of the best there can be. Lines: mean of %d seeds; bands: 80 %% of them. Without noise: searches see what judges them.", e.Race.Seeds)
		}
		return chart{title: e.title(), note: note, width: reports.PanelWidth + reports.LegendWidth, height: reports.PanelHeight + 60, body: e.curves}, nil
	}
	if len(e.Grids) == 0 {
		return chart{}, errors.New("an archive of one descriptor has no map")
	}
	columns := len(e.Grids[0].panels())
	return chart{
		title: e.title(), width: vg.Length(max(2, columns)) * mapWidth, height: vg.Length(len(e.Grids))*mapHeight + keyHeight,
		note: "Each square is a cell of the archive: the fittest pipeline found whose descriptors lie there, with its fitness. White: none found. Corrected: fitness and cell by fresh repeats, which chose nothing.",
		body: e.maps,
	}, nil
}

// SVG draws one of EvolutionCharts. Equal evolutions give equal bytes. It is an error if there is nothing
// to draw: one descriptor alone, or a search with nothing beside it.
func (e Evolution) SVG(w io.Writer, which string) error {
	c, err := e.chart(which)
	if err != nil {
		return err
	}
	return c.svg(w)
}

// PNG is SVG as pixels, 144 to an inch.
func (e Evolution) PNG(w io.Writer, which string) error {
	c, err := e.chart(which)
	if err != nil {
		return err
	}
	return c.png(w)
}

// mapPanel is one map of a grid.
type mapPanel struct {
	name    string
	squares []EvolutionSquare
}

// panels are the maps of a grid, side by side.
func (g EvolutionGrid) panels() []mapPanel {
	out := []mapPanel{{"searched", g.Searched}}
	if g.Corrected != nil {
		out = append(out, mapPanel{"corrected", g.Corrected})
	}
	if g.Optimum != nil {
		out = append(out, mapPanel{"best of the whole space", g.Optimum})
	}
	return out
}

// maps draws all grids below each other, in one scale of colours.
func (e Evolution) maps(c draw.Canvas) error {
	low, high := math.Inf(1), math.Inf(-1)
	for _, g := range e.Grids {
		for _, p := range g.panels() {
			for _, s := range p.squares {
				low, high = min(low, s.Fitness), max(high, s.Fitness)
			}
		}
	}
	if low > high {
		low, high = 0, 1 // all empty
	}
	for i, g := range e.Grids {
		for j, p := range g.panels() {
			bottom := keyHeight + vg.Length(len(e.Grids)-i-1)*mapHeight
			part := draw.Crop(c, vg.Length(j)*mapWidth, -(c.Max.X - c.Min.X - vg.Length(j+1)*mapWidth), bottom, -vg.Length(i)*mapHeight)
			if err := g.draw(draw.Crop(part, 0, -reports.Margin, reports.Margin, 0), p, low, high); err != nil {
				return err
			}
		}
	}
	return key(draw.Crop(c, 0, 0, 0, -(c.Max.Y-c.Min.Y-keyHeight)), low, high)
}

// shadeOf is the colour of a fitness, from pale to dark blue: the ends differ in lightness, so that it
// reads without colour too, and neither of them is white, which is for empty cells.
func shadeOf(fitness, low, high float64) color.NRGBA {
	x := 0.5
	if high > low {
		x = (fitness - low) / (high - low)
	}
	pale, dark := color.NRGBA{0xd6, 0xe6, 0xf4, 0xff}, color.NRGBA{0x0b, 0x3d, 0x77, 0xff}
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + x*(float64(b)-float64(a)))) }
	return color.NRGBA{mix(pale.R, dark.R), mix(pale.G, dark.G), mix(pale.B, dark.B), 0xff}
}

// draw draws one map.
func (g EvolutionGrid) draw(c draw.Canvas, m mapPanel, low, high float64) error {
	p := plot.New()
	p.Title.Text = m.name
	p.Title.TextStyle.Font.Variant, p.Title.TextStyle.Font.Size = "Sans", 11
	p.X.Label.Text, p.Y.Label.Text = plain(g.X.Name), plain(g.Y.Name)
	for _, style := range []*draw.TextStyle{&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font.Variant, style.Font.Size = "Sans", 10
	}
	for _, s := range m.squares {
		x0, x1 := g.X.bounds(s.X)
		y0, y1 := g.Y.bounds(s.Y)
		square, err := plotter.NewPolygon(plotter.XYs{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
		if err != nil {
			return err
		}
		square.Color, square.Width = shadeOf(s.Fitness, low, high), 0
		p.Add(square)
	}
	// Lines between the cells over them all.
	for bin := range g.X.Bins + 1 {
		x, _ := g.X.bounds(bin)
		if err := ruled(p, plotter.XYs{{X: x, Y: g.Y.Low}, {X: x, Y: g.Y.High}}); err != nil {
			return err
		}
	}
	for bin := range g.Y.Bins + 1 {
		y, _ := g.Y.bounds(bin)
		if err := ruled(p, plotter.XYs{{X: g.X.Low, Y: y}, {X: g.X.High, Y: y}}); err != nil {
			return err
		}
	}
	if max(g.X.Bins, g.Y.Bins) <= 10 {
		if err := g.figures(p, m, low, high); err != nil {
			return err
		}
	}
	p.X.Min, p.X.Max, p.X.Tick.Marker = g.X.Low, g.X.High, g.X.ends()
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = g.Y.Low, g.Y.High, g.Y.ends()
	p.X.Padding, p.Y.Padding = 0, 0
	p.Draw(c)
	return nil
}

// figures writes the fitness into the squares.
func (g EvolutionGrid) figures(p *plot.Plot, m mapPanel, low, high float64) error {
	var at plotter.XYLabels
	var styles []text.Style
	for _, s := range m.squares {
		x0, x1 := g.X.bounds(s.X)
		y0, y1 := g.Y.bounds(s.Y)
		at.XYs, at.Labels = append(at.XYs, plotter.XY{X: (x0 + x1) / 2, Y: (y0 + y1) / 2}), append(at.Labels, fmt.Sprintf("%.2f", s.Fitness))
		style := text.Style{Color: color.Black, Font: p.X.Tick.Label.Font, XAlign: text.XCenter, YAlign: text.YCenter, Handler: p.X.Tick.Label.Handler}
		if shade := shadeOf(s.Fitness, low, high); shade.R < 0x80 {
			style.Color = color.White
		}
		styles = append(styles, style)
	}
	if len(styles) == 0 {
		return nil
	}
	labels, err := plotter.NewLabels(at)
	if err != nil {
		return err
	}
	labels.TextStyle = styles
	p.Add(labels)
	return nil
}

func ruled(p *plot.Plot, ends plotter.XYs) error {
	line, err := plotter.NewLine(ends)
	if err != nil {
		return err
	}
	line.Color, line.Width = color.Gray{0xbb}, 0.5
	p.Add(line)
	return nil
}

// bounds are the ends of a bin.
func (a EvolutionAxis) bounds(bin int) (low, high float64) {
	width := (a.High - a.Low) / float64(a.Bins)
	return a.Low + float64(bin)*width, a.Low + float64(bin+1)*width
}

// ends marks the ends of the bins, as many as there is room for.
func (a EvolutionAxis) ends() plot.ConstantTicks {
	var out plot.ConstantTicks
	step := 1 + (a.Bins-1)/10
	for bin := 0; bin <= a.Bins; bin += step {
		x, _ := a.bounds(bin)
		out = append(out, plot.Tick{Value: x, Label: fmt.Sprintf("%.2g", x)})
	}
	return out
}

// key shows which colour stands for which fitness.
func key(c draw.Canvas, low, high float64) error {
	const steps = 60
	p := plot.New()
	p.X.Label.Text = "fitness"
	p.X.Label.TextStyle.Font.Variant, p.X.Label.TextStyle.Font.Size = "Sans", 10
	p.X.Tick.Label.Font.Variant, p.X.Tick.Label.Font.Size = "Sans", 9
	p.HideY()
	if high <= low {
		low, high = low-0.01, high+0.01
	}
	width := (high - low) / steps
	for i := range steps {
		x := low + float64(i)*width
		band, err := plotter.NewPolygon(plotter.XYs{{X: x, Y: 0}, {X: x + width, Y: 0}, {X: x + width, Y: 1}, {X: x, Y: 1}})
		if err != nil {
			return err
		}
		band.Color, band.Width = shadeOf(x+width/2, low, high), 0
		p.Add(band)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low, high, 0, 1
	var marks plot.ConstantTicks
	for i := range 5 {
		x := low + float64(i)*(high-low)/4
		marks = append(marks, plot.Tick{Value: x, Label: fmt.Sprintf("%.2f", x)})
	}
	p.X.Tick.Marker = marks
	p.X.Padding = 0
	p.Draw(draw.Crop(c, 0, -(c.Max.X - c.Min.X - mapWidth), 0, 0))
	return nil
}

// curves draws how far ways of searching get.
func (e Evolution) curves(c draw.Canvas) error {
	r := e.Race
	p := reports.Axes()
	legend := reports.Legend(10, 30, 5)
	at := func(values []float64) plotter.XYs {
		var out plotter.XYs
		for i, k := range r.Distinct {
			out = append(out, plotter.XY{X: float64(k), Y: 100 * values[i]})
		}
		return out
	}
	least := 100.0
	add := func(i int, name string, values []float64) error {
		for _, v := range values {
			least = min(least, 100*v)
		}
		line, err := plotter.NewLine(at(values))
		if err != nil {
			return err
		}
		reports.Styled(line, i)
		p.Add(line)
		legend.Add(" "+plain(name), line)
		return nil
	}
	for i, curve := range r.Curves {
		band := at(curve.High)
		low := at(curve.Low)
		for j := len(low) - 1; j >= 0; j-- {
			band, least = append(band, low[j]), min(least, low[j].Y)
		}
		if len(low) > 1 {
			shape, err := plotter.NewPolygon(band)
			if err != nil {
				return err
			}
			shade := reports.Color(i)
			shade.A = 0x26
			shape.Color, shape.Width = shade, 0
			p.Add(shape)
		}
	}
	for i, curve := range r.Curves {
		if err := add(i, curve.Method, curve.Mean); err != nil {
			return err
		}
	}
	if err := add(len(r.Curves), "random, exact", r.Closed); err != nil {
		return err
	}
	var marks plot.ConstantTicks
	for _, k := range r.Distinct {
		marks = append(marks, plot.Tick{Value: float64(k), Label: fmt.Sprint(k)})
	}
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, marks
	p.X.Min, p.X.Max = float64(r.Distinct[0])/1.1, float64(r.Distinct[len(r.Distinct)-1])*1.1
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 10*math.Floor(max(0, least)/10), 100, tens(10*math.Floor(max(0, least)/10))
	reports.DrawLabelled(draw.Crop(c, 0, -reports.LegendWidth-reports.Margin, 0, 0), p, "distinct evaluations", "QD score, % of the best")
	legend.Draw(draw.Crop(c, reports.PanelWidth, 0, 0, 0))
	return nil
}

// tens marks the tens from one of them to 100.
func tens(from float64) plot.ConstantTicks {
	var out plot.ConstantTicks
	for y := from; y <= 100; y += 10 {
		out = append(out, plot.Tick{Value: y, Label: fmt.Sprintf("%.0f", y)})
	}
	return out
}
