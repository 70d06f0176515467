package reports

import (
	"errors"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// draw draws a panel without its legend.
func (a Panel) draw(c draw.Canvas) error {
	p := axes()
	if a.Title != "" {
		p.Title.Text = a.Title
		SetFont(10, &p.Title.TextStyle)
	}
	names := labels{Size: 9}
	var errs []error
	for i, s := range a.Series {
		s.Color = s.color(i)
		errs = append(errs, s.drawLine(p, i), s.drawBars(p), s.drawDots(p))
		names.add(s)
	}
	p.Add(names)
	a.X.set(&p.X)
	a.Y.set(&p.Y)
	drawLabelled(c, p, a.X.Label, a.Y.Label)
	return errors.Join(errs...)
}

// set gives an axis of a plot its range and marks.
func (a Axis) set(to *plot.Axis) {
	if a.High > a.Low {
		to.Min, to.Max = a.Low, a.High
	}
	switch {
	case len(a.Rows) > 0:
		to.Scale, to.Min, to.Max = plot.InvertedScale{Normalizer: plot.LinearScale{}}, -0.6, float64(len(a.Rows))-0.4
		to.Tick.Length, to.LineStyle.Width = 0, 0
		var rows plot.ConstantTicks
		for i, name := range a.Rows {
			rows = append(rows, plot.Tick{Value: float64(i), Label: name})
		}
		to.Tick.Marker = rows
	case a.Log:
		logAxis(to)
	case a.High > a.Low:
		to.Tick.Marker = ticks(a.High)
	}
	if len(a.Ticks) > 0 {
		var marks plot.ConstantTicks
		for _, t := range a.Ticks {
			marks = append(marks, plot.Tick{Value: t, Label: tickLabel(t)})
		}
		to.Tick.Marker = marks
	}
}

// color is that of the i-th series.
func (s Series) color(i int) color.Color {
	if s.Color != nil {
		return s.Color
	}
	return Color(i)
}

// lined reports whether a line joins the points.
func (s Series) lined() bool { return s.As == Line || s.As == Steps }

// stroke is the line of the i-th series.
func (s Series) stroke(i int) draw.LineStyle {
	style := draw.LineStyle{Color: s.color(i), Width: 1.8, Dashes: dash(i)}
	if s.Width > 0 {
		style.Width = s.Width
	}
	if s.Color != nil && s.Color != color.Color(Color(i)) {
		style.Dashes = nil
	}
	return style
}

// drawLine adds the line to a plot.
func (s Series) drawLine(p *plot.Plot, i int) error {
	if !s.lined() || len(s.Points) == 0 {
		return nil
	}
	line, err := plotter.NewLine(s.corners())
	if err != nil {
		return err
	}
	line.LineStyle = s.stroke(i)
	p.Add(line)
	return nil
}

// corners are those of a line through the points.
func (s Series) corners() plotter.XYs {
	var out plotter.XYs
	for _, at := range s.Points {
		if n := len(out); s.As == Steps && n > 0 {
			out = append(out, plotter.XY{X: at.X, Y: out[n-1].Y})
		}
		out = append(out, plotter.XY{X: at.X, Y: at.Y})
	}
	return out
}

// drawBars adds the intervals to a plot.
func (s Series) drawBars(p *plot.Plot) error {
	style := draw.LineStyle{Color: s.Color, Width: 0.8}
	if !s.lined() {
		style.Color = faint(s.Color, 0x99)
		if s.Width > 0 {
			style.Width = s.Width
		}
	}
	var up, across struct {
		plotter.XYs
		plotter.YErrors
		plotter.XErrors
	}
	for _, at := range s.Points {
		if at.Up != nil {
			up.XYs = append(up.XYs, plotter.XY{X: at.X, Y: at.Y})
			up.YErrors = append(up.YErrors, struct{ Low, High float64 }{at.Y - at.Up.Low, at.Up.High - at.Y})
		}
		if at.Across != nil {
			across.XYs = append(across.XYs, plotter.XY{X: at.X, Y: at.Y})
			across.XErrors = append(across.XErrors, struct{ Low, High float64 }{at.X - at.Across.Low, at.Across.High - at.X})
		}
	}
	if len(up.XYs) > 0 {
		bars, err := plotter.NewYErrorBars(up)
		if err != nil {
			return err
		}
		bars.LineStyle = style
		p.Add(bars)
	}
	if len(across.XYs) > 0 {
		bars, err := plotter.NewXErrorBars(across)
		if err != nil {
			return err
		}
		bars.LineStyle, bars.CapWidth = style, 0
		p.Add(bars)
	}
	return nil
}

// glyph is the symbol of a point; steps have none.
func (s Series) glyph(i int) draw.GlyphStyle {
	style := glyphs[s.As]
	style.Color = s.color(i)
	return style
}

// drawDots adds the symbols of the points to a plot.
func (s Series) drawDots(p *plot.Plot) error {
	if s.glyph(0).Shape == nil || len(s.Points) == 0 {
		return nil
	}
	dots, err := plotter.NewScatter(s.corners())
	if err != nil {
		return err
	}
	dots.GlyphStyle = s.glyph(0)
	p.Add(dots)
	return nil
}

// add adds the names of a series' points, and the bars that they had better not cross.
func (n *labels) add(s Series) {
	for _, at := range s.Points {
		if at.Up != nil {
			n.Bars = append(n.Bars, plotter.XYs{{X: at.X, Y: at.Up.Low}, {X: at.X, Y: at.Up.High}})
		}
		if at.Across != nil {
			n.Bars = append(n.Bars, plotter.XYs{{X: at.Across.Low, Y: at.Y}, {X: at.Across.High, Y: at.Y}})
		}
		if at.Name != "" {
			n.XYs, n.Names, n.Colors = append(n.XYs, plotter.XY{X: at.X, Y: at.Y}), append(n.Names, at.Name), append(n.Colors, s.Color)
		}
	}
}

// faint is a colour for what lies behind a point.
func faint(c color.Color, alpha uint8) color.NRGBA {
	out := color.NRGBAModel.Convert(c).(color.NRGBA)
	out.A = alpha
	return out
}

// above draws a legend of symbols in a row at the top of a canvas, and returns its height.
func above(c draw.Canvas, series []Series) vg.Length {
	style := textStyle(9.5)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	at := vg.Point{X: c.Min.X + Margin, Y: c.Max.Y - Margin}
	for i, s := range series {
		if s.Name == "" || len(s.Points) == 0 {
			continue
		}
		c.DrawGlyph(s.glyph(i), at)
		c.FillText(style, vg.Point{X: at.X + Margin, Y: at.Y}, s.Name)
		at.X += style.Width(plain(s.Name)) + 3.5*Margin
	}
	return 2.5 * Margin
}

// beside draws a legend of lines at the top of a canvas, and lines of text below it.
func beside(c draw.Canvas, series []Series, below []string) {
	style := textStyle(10)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	y := c.Max.Y - legendLine/2
	for i, s := range series {
		if s.Name == "" {
			continue
		}
		c.StrokeLine2(s.stroke(i), c.Min.X, y, c.Min.X+30, y)
		c.FillText(style, vg.Point{X: c.Min.X + 36, Y: y}, s.Name)
		y -= legendLine
	}
	for _, line := range below {
		y -= writeLines(draw.Crop(c, 0, 0, 0, y-c.Max.Y), 8.5, line)
	}
}
