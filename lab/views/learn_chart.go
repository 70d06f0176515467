package views

import (
	"errors"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"contextarena.internal/reports"
)

// SVG draws retention by session with its band over chains, and that without experience, one panel
// for each set below the other. Equal runs give equal bytes. It is an error if nothing was measured.
func (l Learning) SVG(w io.Writer) error {
	if len(l.Sets) == 0 {
		return errors.New("nothing was measured: there is no learning curve to draw")
	}
	height := vg.Length(len(l.Sets)) * reports.PanelHeight
	canvas := vgsvg.New(reports.PanelWidth+reports.LegendWidth+2*reports.Margin, height+headHeight+footHeight)
	c := draw.Crop(draw.New(canvas), reports.Margin, -reports.Margin, 0, 0)
	reports.WriteLines(draw.Crop(c, 0, 0, height+footHeight, 0), 14, plain(l.title("answer retention by session")))
	reports.WriteLines(draw.Crop(c, 0, 0, 0, -height-headHeight), 9, fmt.Sprintf("Band: 95 %% interval over %s; none where it can't be estimated. Session 0: before the first.", reports.Plural(l.Plan.Chains, "chain")))
	for i, set := range l.Sets {
		below := vg.Length(len(l.Sets)-i-1) * reports.PanelHeight
		part := draw.Crop(c, 0, -reports.LegendWidth, footHeight+below, -(headHeight + vg.Length(i)*reports.PanelHeight))
		if err := l.panel(draw.Crop(part, 0, -reports.Margin, reports.Margin, 0), set); err != nil {
			return fmt.Errorf("drawing the learning curve: %w", err)
		}
	}
	if err := l.legend(draw.Crop(c, reports.PanelWidth+reports.Margin, 0, footHeight, -headHeight)); err != nil {
		return fmt.Errorf("drawing the learning curve: %w", err)
	}
	return writeSVG(w, canvas)
}

// panel draws one set.
func (l Learning) panel(c draw.Canvas, set LearnSet) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "sessions", plain(set.Set)+", %"
	for _, style := range []*draw.TextStyle{&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font.Variant, style.Font.Size = "Sans", 10
	}
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = nil, color.Gray{0xdd}
	p.Add(lines)
	var with, without, upper, lower plotter.XYs
	for _, point := range set.Points {
		x := float64(point.Session)
		at := func(f reports.Figure, to *plotter.XYs) {
			if f.Defined() {
				*to = append(*to, plotter.XY{X: x, Y: 100 * f.Estimate().Mean})
			}
		}
		at(point.Retention, &with)
		at(point.Control, &without)
		if i := point.Retention.Estimate().Interval; i != nil {
			upper = append(upper, plotter.XY{X: x, Y: 100 * i.High})
			lower = append(plotter.XYs{{X: x, Y: 100 * i.Low}}, lower...)
		}
	}
	if len(upper) > 1 {
		band, err := plotter.NewPolygon(append(upper, lower...))
		if err != nil {
			return err
		}
		shade := reports.Color(0)
		shade.A = 0x33
		band.Color, band.Width = shade, 0
		p.Add(band)
	}
	for i, points := range []plotter.XYs{with, without} {
		if len(points) == 0 {
			continue
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return err
		}
		reports.Styled(line, i)
		p.Add(line)
	}
	p.X.Min, p.X.Max, p.X.Tick.Marker = 0, float64(max(1, l.Plan.Sessions)), reports.Ticks(float64(max(1, l.Plan.Sessions)))
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, reports.Ticks(100)
	p.Draw(c)
	return nil
}

// legend names the two lines.
func (l Learning) legend(c draw.Canvas) error {
	legend := reports.Legend(10, 30, 5)
	for i, name := range []string{"with experience", "without"} {
		sample, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}})
		if err != nil {
			return err
		}
		reports.Styled(sample, i)
		legend.Add(" "+name, sample)
	}
	legend.Draw(c)
	return nil
}
