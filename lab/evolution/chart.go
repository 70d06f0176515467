package evolution

import (
	"fmt"
	"image/color"
	"math"

	"contextarena.internal/emas"
	"contextarena.internal/reports"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// chartArchive is the archive as a map.
const chartArchive = "archive"

// Charts lists the names of the charts.
var Charts = []string{chartArchive}

// Sizes of maps in points.
const (
	mapWidth, mapHeight = 300, 290
	keyHeight           = 46
)

// archiveChart draws the archive as maps, one grid below the other.
func (e Report) archiveChart() reports.Chart {
	c := reports.Chart{
		Name: chartArchive, Title: e.title(), Body: e.maps,
		Note: "Each square is a cell of the archive: the fittest pipeline found whose descriptors lie there, with its fitness. White: none found. Corrected: fitness and cell by fresh repeats, which chose nothing.",
	}
	if len(e.Grids) == 0 {
		c.Missing = "an archive of one descriptor has no map"
		return c
	}
	c.Width, c.Height = vg.Length(max(2, len(e.Grids[0].panels())))*mapWidth, vg.Length(len(e.Grids))*mapHeight+keyHeight
	return c
}

// mapPanel is one map of a grid.
type mapPanel struct {
	name    string
	squares []Square
}

// panels are the maps of a grid, side by side.
func (g Grid) panels() []mapPanel {
	out := []mapPanel{{"searched", g.Searched}}
	if g.Corrected != nil {
		out = append(out, mapPanel{"corrected", g.Corrected})
	}
	return out
}

// maps draws all grids below each other, in one scale of colours.
func (e Report) maps(c draw.Canvas) error {
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
func (g Grid) draw(c draw.Canvas, m mapPanel, low, high float64) error {
	p := plot.New()
	p.Title.Text = m.name
	reports.SetFont(11, &p.Title.TextStyle)
	p.X.Label.Text, p.Y.Label.Text = g.X.Name, g.Y.Name
	reports.SetFont(10, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label)
	for _, s := range m.squares {
		x0, x1 := ends(g.X, s.X)
		y0, y1 := ends(g.Y, s.Y)
		if err := reports.Filled(p, shadeOf(s.Fitness, low, high), plotter.XYs{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}); err != nil {
			return err
		}
	}
	// Lines between the cells over them all.
	for bin := range g.X.Bins + 1 {
		x, _ := ends(g.X, bin)
		if err := reports.Stroke(p, plotter.XYs{{X: x, Y: g.Y.Low}, {X: x, Y: g.Y.High}}, color.Gray{0xbb}, 0.5); err != nil {
			return err
		}
	}
	for bin := range g.Y.Bins + 1 {
		y, _ := ends(g.Y, bin)
		if err := reports.Stroke(p, plotter.XYs{{X: g.X.Low, Y: y}, {X: g.X.High, Y: y}}, color.Gray{0xbb}, 0.5); err != nil {
			return err
		}
	}
	if max(g.X.Bins, g.Y.Bins) <= 10 {
		if err := g.figures(p, m, low, high); err != nil {
			return err
		}
	}
	p.X.Min, p.X.Max, p.X.Tick.Marker = g.X.Low, g.X.High, edges(g.X)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = g.Y.Low, g.Y.High, edges(g.Y)
	p.X.Padding, p.Y.Padding = 0, 0
	p.Draw(c)
	return nil
}

// figures writes the fitness into the squares.
func (g Grid) figures(p *plot.Plot, m mapPanel, low, high float64) error {
	var at plotter.XYLabels
	var styles []text.Style
	for _, s := range m.squares {
		x0, x1 := ends(g.X, s.X)
		y0, y1 := ends(g.Y, s.Y)
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

// edges marks the ends of the bins, as many as there is room for.
func edges(a emas.Axis) plot.ConstantTicks {
	var at []float64
	for bin := 0; bin <= a.Bins; bin += 1 + (a.Bins-1)/10 {
		x, _ := ends(a, bin)
		at = append(at, x)
	}
	return ticks("%.2g", at)
}

// key shows which colour stands for which fitness.
func key(c draw.Canvas, low, high float64) error {
	const steps = 60
	p := plot.New()
	p.X.Label.Text = "fitness"
	reports.SetFont(10, &p.X.Label.TextStyle)
	reports.SetFont(9, &p.X.Tick.Label)
	p.HideY()
	if high <= low {
		low, high = low-0.01, high+0.01
	}
	width := (high - low) / steps
	for i := range steps {
		x := low + float64(i)*width
		if err := reports.Filled(p, shadeOf(x+width/2, low, high), plotter.XYs{{X: x, Y: 0}, {X: x + width, Y: 0}, {X: x + width, Y: 1}, {X: x, Y: 1}}); err != nil {
			return err
		}
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low, high, 0, 1
	var at []float64
	for i := range 5 {
		at = append(at, low+float64(i)*(high-low)/4)
	}
	p.X.Tick.Marker, p.X.Padding = ticks("%.2f", at), 0
	p.Draw(draw.Crop(c, 0, -(c.Max.X - c.Min.X - mapWidth), 0, 0))
	return nil
}

// ticks marks values.
func ticks(format string, at []float64) plot.ConstantTicks {
	var out plot.ConstantTicks
	for _, x := range at {
		out = append(out, plot.Tick{Value: x, Label: fmt.Sprintf(format, x)})
	}
	return out
}
