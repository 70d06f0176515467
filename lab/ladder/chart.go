package ladder

import (
	"slices"

	"contextarena.internal/reports"
)

// quantity is what a panel has against the length of the conversation.
type quantity struct {
	axis reports.Axis
	of   func(Rung) (at reports.Point, ok bool)
}

var quantities = []quantity{
	{reports.Percent("answer retention, %"), func(r Rung) (reports.Point, bool) { return reports.PercentAt(r.tokens(), r.Answer), r.Answer.Defined() }},
	{reports.Axis{Label: "USD a trial, write and read", Log: true}, func(r Rung) (reports.Point, bool) {
		return reports.Point{X: r.tokens(), Y: r.usd()}, r.Cost.Priced && r.usd() > 0
	}},
	{reports.Axis{Label: "seconds an answer", Log: true}, func(r Rung) (reports.Point, bool) {
		return reports.Point{X: r.tokens(), Y: r.AnswerSeconds}, r.AnswerSeconds > 0
	}},
}

// chart has retention, cost and, if any reply has a time, latency against the tokens of the
// conversation, one panel below the other. Lengths, costs and latencies are on logarithmic scales.
func (l Ladder) chart(title string) reports.Chart {
	c := reports.Chart{
		Title: title, TitleSize: 14,
		Note: "Against the tokens of the whole conversation. Bars: 95 % intervals over scenarios as a sample; none where it can't be estimated.",
	}
	if len(l.Lines) == 0 {
		c.Missing = "no trial of these experiments was completed: there is no ladder to draw"
	}
	shown := quantities
	if !l.timed() {
		shown = shown[:2]
		c.Note += " No reply has a time, so there is no latency."
	}
	var panels []reports.Panel
	for _, q := range shown {
		p := reports.Panel{X: reports.Axis{Label: "tokens of the conversation", Log: true, Ticks: l.lengths()}, Y: q.axis}
		for _, line := range l.Lines {
			s := reports.Series{Name: reports.Snip(l.name(line), 24)}
			for _, r := range line.Rungs {
				if at, ok := q.of(r); ok && at.X > 0 {
					s.Points = append(s.Points, at)
				}
			}
			p.Series = append(p.Series, s)
		}
		panels = append(panels, p)
	}
	return reports.Lines(c, panels...)
}

// lengths are those of the rungs in tokens, those that nearly agree once.
func (l Ladder) lengths() []float64 {
	var tokens []float64
	for _, line := range l.Lines {
		for _, r := range line.Rungs {
			tokens = append(tokens, r.tokens())
		}
	}
	slices.Sort(tokens)
	var out []float64
	for _, t := range tokens {
		if n := len(out); n == 0 || t >= 1.3*out[n-1] {
			out = append(out, t)
		}
	}
	return out
}
