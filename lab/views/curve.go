package views

import (
	"fmt"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// together is the most curves whose bands can be told apart in one panel. More get a panel each,
// with the others behind it in grey.
const together = 4

// Sizes in points.
const (
	smallWidth, smallHeight = 240, 190
	headHeight, footHeight  = 56, 48
)

// SurvivalSVG draws the survival curves of all exposed facts of a result, by cycles since
// exposure, each with its band. Equal results give equal bytes. It is an error if nothing was
// exposed.
func SurvivalSVG(w io.Writer, r lab.Result) error {
	title := Report{Experiment: Experiment{Simulated: r.Experiment.Simulated, Plan: r.Planned}}.title()
	return survivals(r).svg(w, title)
}

func (v Survivals) svg(w io.Writer, title string) error {
	var curves []curve
	for _, row := range v.Strategies {
		if table := row.group(groupAll); table != nil {
			i := len(curves)
			curves = append(curves, curve{
				name: fmt.Sprintf("%s, %s facts", reports.Snip(v.name(row), 24), cases(table.Facts)), steps: table.Steps,
				color: reports.Color(i), dash: reports.Dash(i),
			})
		}
	}
	if len(curves) == 0 {
		return fmt.Errorf("no strategy of this experiment took a stated fact out of the raw window: there is no survival curve to draw")
	}
	width, height := vg.Length(reports.PanelWidth+reports.LegendWidth), vg.Length(reports.PanelHeight)
	if len(curves) > together {
		across, down := grid(len(curves))
		width, height = vg.Length(across)*smallWidth, vg.Length(down)*smallHeight
	}
	canvas := vgsvg.New(width+2*reports.Margin, height+headHeight+footHeight)
	c := draw.Crop(draw.New(canvas), reports.Margin, -reports.Margin, 0, 0)
	reports.WriteLines(draw.Crop(c, 0, 0, height+footHeight, 0), 14, "Survival of exposed facts, memory level"+plain(title))
	reports.WriteLines(draw.Crop(c, 0, 0, 0, -height-headHeight), 9, footnote(curves))
	body := draw.Crop(c, 0, 0, footHeight, -headHeight)
	paint := inOne
	if len(curves) > together {
		paint = apart
	}
	if err := paint(body, curves); err != nil {
		return fmt.Errorf("drawing survival curves: %w", err)
	}
	return writeSVG(w, canvas)
}

// curve is a survival curve with its looks.
type curve struct {
	name  string
	steps []SurvivalStep
	color color.NRGBA
	dash  []vg.Length
}

// grid is how many panels stand beside and below each other.
func grid(n int) (across, down int) {
	across = min(3, n)
	return across, (n + across - 1) / across
}

// footnote says what the bands are.
func footnote(curves []curve) string {
	note, others := "", ""
	if len(curves) > together {
		others = " Thin grey lines: the other strategies."
	}
	for _, c := range curves {
		for _, s := range c.steps {
			if n := s.Survival.Estimate().Note; n != "" && s.Survival.Estimate().Interval != nil {
				note = ": " + n
			}
		}
	}
	return "Kaplan-Meier, current and derived probes whose fact had left the window (facts: a repeat). Shaded: 95 % bootstrap band over scenarios as a sample, and their trials" + note + ". No shade: no band could be estimated." + others
}

// inOne draws all curves in one panel with a legend beside it.
func inOne(c draw.Canvas, curves []curve) error {
	all := make([]int, len(curves))
	for i := range all {
		all[i] = i
	}
	if err := panel(draw.Crop(c, 0, -reports.LegendWidth, 0, 0), "", curves, all); err != nil {
		return err
	}
	l := reports.Legend(10, 30, 5)
	for _, k := range curves {
		line, err := k.line(k.color, k.dash, 1.8)
		if err != nil {
			return err
		}
		l.Add(" "+k.name, line)
	}
	l.Draw(draw.Crop(c, reports.PanelWidth+reports.Margin, 0, 0, 0))
	return nil
}

// apart draws each curve in a panel of its own, the others behind it.
func apart(c draw.Canvas, curves []curve) error {
	across, down := grid(len(curves))
	for i, k := range curves {
		x, y := vg.Length(i%across), vg.Length(i/across)
		part := draw.Crop(c, x*smallWidth, -(vg.Length(across)-x-1)*smallWidth, (vg.Length(down)-y-1)*smallHeight, -y*smallHeight)
		if err := panel(draw.Crop(part, 0, -reports.Margin, reports.Margin, 0), k.name, curves, []int{i}); err != nil {
			return err
		}
	}
	return nil
}

// panel draws the chosen curves with their bands, the others in grey behind them.
func panel(c draw.Canvas, title string, curves []curve, chosen []int) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, "cycles since exposure (the exposing one is 1)", "surviving, %"
	for _, style := range []*draw.TextStyle{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font.Variant, style.Font.Size = "Sans", 10
	}
	last := 1.0
	for _, k := range curves {
		last = max(last, k.steps[len(k.steps)-1].Time)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, last+stub, 0, 100
	p.X.Tick.Marker, p.Y.Tick.Marker = reports.Ticks(last), reports.Ticks(100)
	p.X.Padding, p.Y.Padding = 0, 0
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = nil, color.Gray{0xdd}
	p.Add(lines)
	for i, k := range curves {
		if slices.Contains(chosen, i) {
			continue
		}
		grey, err := k.line(color.NRGBA{0xbb, 0xbb, 0xbb, 0xff}, nil, 0.8)
		if err != nil {
			return err
		}
		p.Add(grey)
	}
	for _, i := range chosen {
		if err := curves[i].shade(p); err != nil {
			return err
		}
	}
	for _, i := range chosen {
		line, err := curves[i].line(curves[i].color, curves[i].dash, 1.8)
		if err != nil {
			return err
		}
		p.Add(line)
	}
	p.Draw(c)
	return nil
}

// line is the curve as steps from 100 % at time 0.
func (k curve) line(c color.Color, dash []vg.Length, width vg.Length) (*plotter.Line, error) {
	line, err := plotter.NewLine(k.stairs(func(e reports.Estimate) float64 { return e.Mean }))
	if err != nil {
		return nil, err
	}
	line.Color, line.Dashes, line.Width = c, dash, width
	return line, nil
}

// shade adds the curve's band where there is one.
func (k curve) shade(p *plot.Plot) error {
	outline := k.stairs(func(e reports.Estimate) float64 { return ends(e).Low })
	high := k.stairs(func(e reports.Estimate) float64 { return ends(e).High })
	slices.Reverse(high)
	band, err := plotter.NewPolygon(append(outline, high...))
	if err != nil {
		return err
	}
	faint := k.color
	faint.A = 0x2c
	band.Color, band.LineStyle.Width = faint, 0
	p.Add(band)
	return nil
}

// stub is how far a curve is drawn beyond its last step, in cycles, so that what is left shows.
const stub = 0.4

// stairs are the corners of a step function in percent.
func (k curve) stairs(of func(reports.Estimate) float64) plotter.XYs {
	out, y := plotter.XYs{{X: 0, Y: 100}}, 100.0
	for _, s := range k.steps {
		next := 100 * of(s.Survival.Estimate())
		out = append(out, plotter.XY{X: s.Time, Y: y}, plotter.XY{X: s.Time, Y: next})
		y = next
	}
	return append(out, plotter.XY{X: k.steps[len(k.steps)-1].Time + stub, Y: y})
}
