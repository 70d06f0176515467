package evolution

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"contextarena.internal/reports"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg/draw"
)

// chartArchive is the archive as a map.
const chartArchive = "archive"

// Charts lists the names of the charts.
var Charts = []string{chartArchive}

// Sizes of maps in points.
const mapWidth, mapHeight = 300, 290

// archiveChart draws the archive as a map, and beside it what fresh repeats make of it.
func (e Report) archiveChart() reports.Chart {
	c := reports.Chart{
		Name: chartArchive, Title: e.title(), Body: e.Grid.maps, Width: 2 * mapWidth, Height: mapHeight,
		Note: "Each square is a cell of the archive: the fittest pipeline found whose descriptors lie there, with its fitness; darker is fitter, white: none found. Corrected: fitness and cell by fresh repeats, which chose nothing.",
	}
	if e.Grid == nil {
		c.Missing = "an archive of one descriptor has no map"
	}
	return c
}

// maps draws both, in one scale of colours.
func (g *Grid) maps(c draw.Canvas) error {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range slices.Concat(g.Searched, g.Corrected) {
		low, high = min(low, s.Fitness), max(high, s.Fitness)
	}
	tiles := draw.Tiles{Cols: 2, Rows: 1, PadX: reports.Margin, PadRight: reports.Margin, PadY: reports.Margin}
	err := g.draw(tiles.At(c, 0, 0), "searched", g.Searched, low, high)
	if err == nil && g.Corrected != nil {
		err = g.draw(tiles.At(c, 1, 0), "corrected", g.Corrected, low, high)
	}
	return err
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

// draw draws one map, with the fitness in its squares where there is room.
func (g *Grid) draw(c draw.Canvas, name string, squares []Square, low, high float64) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = name, g.X.Name, g.Y.Name
	reports.SetFont(11, &p.Title.TextStyle)
	reports.SetFont(10, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label)
	var figures plotter.XYLabels
	var styles []text.Style
	for _, s := range squares {
		x0, x1 := ends(g.X, s.X)
		y0, y1 := ends(g.Y, s.Y)
		shade := shadeOf(s.Fitness, low, high)
		if err := reports.Filled(p, shade, plotter.XYs{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}); err != nil {
			return err
		}
		figures.XYs, figures.Labels = append(figures.XYs, plotter.XY{X: (x0 + x1) / 2, Y: (y0 + y1) / 2}), append(figures.Labels, fmt.Sprintf("%.2f", s.Fitness))
		style := text.Style{Color: color.Black, Font: p.X.Tick.Label.Font, XAlign: text.XCenter, YAlign: text.YCenter, Handler: p.X.Tick.Label.Handler}
		if shade.R < 0x80 {
			style.Color = color.White
		}
		styles = append(styles, style)
	}
	p.Add(plotter.NewGrid())
	if len(squares) > 0 && max(g.X.Bins, g.Y.Bins) <= 10 {
		labels, err := plotter.NewLabels(figures)
		if err != nil {
			return err
		}
		labels.TextStyle = styles
		p.Add(labels)
	}
	mark := func(axis *plot.Axis, low, high float64, bins int) {
		var ticks plot.ConstantTicks
		for bin := 0; bin <= bins; bin += 1 + (bins-1)/10 {
			x := low + float64(bin)*(high-low)/float64(bins)
			ticks = append(ticks, plot.Tick{Value: x, Label: fmt.Sprintf("%.2g", x)})
		}
		axis.Min, axis.Max, axis.Padding, axis.Tick.Marker = low, high, 0, ticks
	}
	mark(&p.X, g.X.Low, g.X.High, g.X.Bins)
	mark(&p.Y, g.Y.Low, g.Y.High, g.Y.Bins)
	p.Draw(c)
	return nil
}
