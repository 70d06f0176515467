package ladder

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/reports"
)

// quantity is what a panel has against the length of the conversation.
type quantity struct {
	label string
	of    func(Rung) (y float64, ok bool)
	log   bool
}

var quantities = []quantity{
	{"answer retention, %", func(r Rung) (float64, bool) { return 100 * r.Answer.Estimate().Mean, r.Answer.Defined() }, false},
	{"USD a trial, write and read", func(r Rung) (float64, bool) { return r.usd(), r.Cost.Priced && r.usd() > 0 }, true},
	{"seconds an answer", func(r Rung) (float64, bool) { return r.AnswerSeconds, r.AnswerSeconds > 0 }, true},
}

// chart has retention, cost and, if any reply has a time, latency against the tokens of the
// conversation, one panel below the other. Lengths, costs and latencies are on logarithmic scales.
func (l Ladder) chart(title string) reports.Chart {
	c := reports.Chart{
		Title: title, TitleSize: 14, Width: reports.PanelWidth + reports.LegendWidth,
		Note: "Against the tokens of the whole conversation. Bars: 95 % intervals over scenarios as a sample; none where it can't be estimated.",
	}
	if len(l.Lines) == 0 {
		c.Missing = "no trial of these experiments was completed: there is no ladder to draw"
	}
	panels := quantities
	if !l.timed() {
		panels = panels[:2]
		c.Note += " No reply has a time, so there is no latency."
	}
	c.Height = vg.Length(len(panels)) * reports.PanelHeight
	c.Body = func(all draw.Canvas) error {
		for i, q := range panels {
			below := vg.Length(len(panels)-i-1) * reports.PanelHeight
			part := draw.Crop(all, 0, -reports.LegendWidth-reports.Margin, below+reports.Margin, -vg.Length(i)*reports.PanelHeight)
			if err := l.panel(part, q); err != nil {
				return err
			}
		}
		var names []string
		for _, line := range l.Lines {
			names = append(names, reports.Snip(l.name(line), 24))
		}
		return reports.LineLegend(draw.Crop(all, reports.PanelWidth+reports.Margin, 0, 0, 0), names)
	}
	return c
}

// panel draws one quantity for every line.
func (l Ladder) panel(c draw.Canvas, q quantity) error {
	p := reports.Panel("", "tokens of the conversation", q.label)
	for i, line := range l.Lines {
		points, bars := line.points(q)
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
		if !q.log {
			if err := bars.Draw(p, path.Color); err != nil {
				return err
			}
		}
	}
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, l.lengths()
	p.X.Min, p.X.Max = p.X.Min/1.15, p.X.Max*1.15
	if q.log {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: 2}
		p.Y.Min, p.Y.Max = p.Y.Min/1.5, p.Y.Max*1.5
	} else {
		p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, reports.Ticks(100)
	}
	p.Draw(c)
	return nil
}

// points are a line's values, and the intervals of its retention.
func (line Line) points(q quantity) (out plotter.XYs, bars reports.Whiskers) {
	for _, r := range line.Rungs {
		y, ok := q.of(r)
		if !ok || r.tokens() <= 0 {
			continue
		}
		out = append(out, plotter.XY{X: r.tokens(), Y: y})
		if i := r.Answer.Estimate().Interval; i != nil {
			bars.Add(r.tokens(), y, 100*i.Low, 100*i.High)
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
