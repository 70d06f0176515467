package views

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"

	"contextarena.internal/reports"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// ladderPanel is one quantity against the length of the conversation.
type ladderPanel struct {
	label string
	of    func(LadderRung) (y float64, ok bool)
	log   bool
}

var ladderPanels = []ladderPanel{
	{"answer retention, %", func(r LadderRung) (float64, bool) { return 100 * r.Answer.Estimate().Mean, r.Answer.Defined() }, false},
	{"USD a trial, write and read", func(r LadderRung) (float64, bool) { return r.usd(), r.Cost.Priced && r.usd() > 0 }, true},
	{"seconds an answer", func(r LadderRung) (float64, bool) { return r.AnswerSeconds, r.AnswerSeconds > 0 }, true},
}

// SVG draws retention, cost and, if any reply has a time, latency against the tokens of the
// conversation, one panel below the other. Lengths, costs and latencies are on logarithmic scales.
// Equal ladders give equal bytes. It is an error if there is no completed trial.
func (l Ladder) SVG(w io.Writer) error {
	if len(l.Lines) == 0 {
		return errors.New("no trial of these experiments was completed: there is no ladder to draw")
	}
	panels := ladderPanels
	if !l.Timed() {
		panels = panels[:2]
	}
	height := vg.Length(len(panels)) * reports.PanelHeight
	canvas := vgsvg.New(reports.PanelWidth+reports.LegendWidth+2*reports.Margin, height+headHeight+footHeight)
	c := draw.Crop(draw.New(canvas), reports.Margin, -reports.Margin, 0, 0)
	reports.WriteLines(draw.Crop(c, 0, 0, height+footHeight, 0), 14, plain(l.title()))
	note := "Against the tokens of the whole conversation. Bars: 95 % intervals over scenarios as a sample; none where it can't be estimated."
	if !l.Timed() {
		note += " No reply has a time, so there is no latency."
	}
	reports.WriteLines(draw.Crop(c, 0, 0, 0, -height-headHeight), 9, note)
	for i, p := range panels {
		below := vg.Length(len(panels)-i-1) * reports.PanelHeight
		part := draw.Crop(c, 0, -reports.LegendWidth, footHeight+below, -(headHeight + vg.Length(i)*reports.PanelHeight))
		if err := l.panel(draw.Crop(part, 0, -reports.Margin, reports.Margin, 0), p); err != nil {
			return fmt.Errorf("drawing the ladder: %w", err)
		}
	}
	if err := l.legend(draw.Crop(c, reports.PanelWidth+reports.Margin, 0, footHeight, -headHeight)); err != nil {
		return fmt.Errorf("drawing the ladder: %w", err)
	}
	return writeSVG(w, canvas)
}

// panel draws one quantity for every line.
func (l Ladder) panel(c draw.Canvas, what ladderPanel) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "tokens of the conversation", what.label
	for _, style := range []*draw.TextStyle{&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font.Variant, style.Font.Size = "Sans", 10
	}
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = nil, color.Gray{0xdd}
	p.Add(lines)
	for i, line := range l.Lines {
		points, bars := line.points(what)
		if len(points) == 0 {
			continue
		}
		path, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		reports.Styled(path, i)
		dots.Shape, dots.Color, dots.Radius = draw.CircleGlyph{}, path.Color, 2.5
		p.Add(path, dots)
		if !what.log {
			whiskers, err := plotter.NewYErrorBars(bars)
			if err != nil {
				return err
			}
			whiskers.Color, whiskers.Width = path.Color, 0.8
			p.Add(whiskers)
		}
	}
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, l.lengths()
	p.X.Min, p.X.Max = p.X.Min/1.15, p.X.Max*1.15
	if what.log {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: 2}
		p.Y.Min, p.Y.Max = p.Y.Min/1.5, p.Y.Max*1.5
	} else {
		p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, reports.Ticks(100)
	}
	p.Draw(c)
	return nil
}

// points are a line's values, and the intervals of its retention.
func (line LadderLine) points(what ladderPanel) (plotter.XYs, reports.Whiskers) {
	var out plotter.XYs
	var bars reports.Whiskers
	for _, r := range line.Rungs {
		y, ok := what.of(r)
		if !ok || r.tokens() <= 0 {
			continue
		}
		out = append(out, plotter.XY{X: r.tokens(), Y: y})
		if i := r.Answer.Estimate().Interval; i != nil {
			bars.XYs = append(bars.XYs, plotter.XY{X: r.tokens(), Y: y})
			bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{y - 100*i.Low, 100*i.High - y})
		}
	}
	return out, bars
}

// lengths marks the lengths of the rungs, those that nearly agree once.
func (l Ladder) lengths() plot.ConstantTicks {
	var tokens []float64
	for _, line := range l.Lines {
		for _, r := range line.Rungs {
			tokens = append(tokens, r.tokens())
		}
	}
	slices.Sort(tokens)
	var out plot.ConstantTicks
	for _, t := range tokens {
		if n := len(out); n > 0 && t < 1.3*out[n-1].Value {
			continue
		}
		label := reports.Thousands(t)
		if t >= 1000 {
			label = fmt.Sprintf("%.3gk", t/1000)
		}
		out = append(out, plot.Tick{Value: t, Label: label})
	}
	return out
}

// legend names the lines.
func (l Ladder) legend(c draw.Canvas) error {
	legend := reports.Legend(10, 30, 5)
	for i, line := range l.Lines {
		sample, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}})
		if err != nil {
			return err
		}
		reports.Styled(sample, i)
		legend.Add(" "+reports.Snip(l.name(line), 24), sample)
	}
	legend.Draw(c)
	return nil
}
