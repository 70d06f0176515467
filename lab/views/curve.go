package views

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"contextarena.internal/lab"
	"contextarena.internal/stats"
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

// together is the most curves whose bands can be told apart in one panel. More get a panel each,
// with the others behind it in grey.
const together = 4

// Sizes in points.
const (
	panelWidth, panelHeight = 460, 300
	smallWidth, smallHeight = 240, 190
	legendWidth             = 200
	headHeight, footHeight  = 56, 48
	margin                  = 10
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
				name: fmt.Sprintf("%s, %s facts", text.Snip(plain(v.name(row)), 24, "…"), cases(table.Facts)), steps: table.Steps,
				color: okabeIto[i%len(okabeIto)], dash: dashes[i%len(dashes)],
			})
		}
	}
	if len(curves) == 0 {
		return fmt.Errorf("no strategy of this experiment took a stated fact out of the raw window: there is no survival curve to draw")
	}
	width, height := vg.Length(panelWidth+legendWidth), vg.Length(panelHeight)
	if len(curves) > together {
		across, down := grid(len(curves))
		width, height = vg.Length(across)*smallWidth, vg.Length(down)*smallHeight
	}
	canvas := vgsvg.New(width+2*margin, height+headHeight+footHeight)
	c := draw.Crop(draw.New(canvas), margin, -margin, 0, 0)
	write(draw.Crop(c, 0, 0, height+footHeight, 0), 14, "Survival of exposed facts, memory level"+plain(title))
	write(draw.Crop(c, 0, 0, 0, -height-headHeight), 9, footnote(curves))
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

// write sets lines of text at the top of a canvas, wrapped to its width.
func write(c draw.Canvas, size vg.Length, lines string) {
	style := plot.New().Title.TextStyle
	style.Font.Variant, style.Font.Size = "Sans", size
	style.XAlign, style.YAlign = draw.XLeft, draw.YTop
	// A letter of this font is about half as wide as it is high.
	lines = text.WrapSoft(lines, int((c.Max.X-c.Min.X)/(size*0.5)))
	y := c.Max.Y - size/2
	for line := range strings.SplitSeq(lines, "\n") {
		c.FillText(style, vg.Point{X: c.Min.X, Y: y}, strings.TrimSpace(line))
		y -= size * 1.3
	}
}

// inOne draws all curves in one panel with a legend beside it.
func inOne(c draw.Canvas, curves []curve) error {
	all := make([]int, len(curves))
	for i := range all {
		all[i] = i
	}
	if err := panel(draw.Crop(c, 0, -legendWidth, 0, 0), "", curves, all); err != nil {
		return err
	}
	l := plot.NewLegend()
	l.Top, l.Left, l.ThumbnailWidth, l.Padding = true, true, 30, 5
	l.TextStyle.Font.Variant, l.TextStyle.Font.Size = "Sans", 10
	for _, k := range curves {
		line, err := k.line(k.color, k.dash, 1.8)
		if err != nil {
			return err
		}
		l.Add(" "+k.name, line)
	}
	l.Draw(draw.Crop(c, panelWidth+margin, 0, 0, 0))
	return nil
}

// apart draws each curve in a panel of its own, the others behind it.
func apart(c draw.Canvas, curves []curve) error {
	across, down := grid(len(curves))
	for i, k := range curves {
		x, y := vg.Length(i%across), vg.Length(i/across)
		part := draw.Crop(c, x*smallWidth, -(vg.Length(across)-x-1)*smallWidth, (vg.Length(down)-y-1)*smallHeight, -y*smallHeight)
		if err := panel(draw.Crop(part, 0, -margin, margin, 0), k.name, curves, []int{i}); err != nil {
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
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks(last), ticks(100)
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

// ticks marks 0 to last in about five whole steps.
func ticks(last float64) plot.ConstantTicks {
	step := max(1, math.Round(last/5))
	var out plot.ConstantTicks
	for t := 0.0; t <= last; t += step {
		out = append(out, plot.Tick{Value: t, Label: fmt.Sprintf("%.0f", t)})
	}
	return out
}

// line is the curve as steps from 100 % at time 0.
func (k curve) line(c color.Color, dash []vg.Length, width vg.Length) (*plotter.Line, error) {
	line, err := plotter.NewLine(k.stairs(func(e stats.Estimate) float64 { return e.Mean }))
	if err != nil {
		return nil, err
	}
	line.Color, line.Dashes, line.Width = c, dash, width
	return line, nil
}

// shade adds the curve's band where there is one.
func (k curve) shade(p *plot.Plot) error {
	outline := k.stairs(func(e stats.Estimate) float64 { return ends(e).Low })
	high := k.stairs(func(e stats.Estimate) float64 { return ends(e).High })
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
func (k curve) stairs(of func(stats.Estimate) float64) plotter.XYs {
	out, y := plotter.XYs{{X: 0, Y: 100}}, 100.0
	for _, s := range k.steps {
		next := 100 * of(s.Survival.Estimate())
		out = append(out, plotter.XY{X: s.Time, Y: y}, plotter.XY{X: s.Time, Y: next})
		y = next
	}
	return append(out, plotter.XY{X: k.steps[len(k.steps)-1].Time + stub, Y: y})
}
