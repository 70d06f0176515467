package curve

import (
	"fmt"
	"slices"

	"contextarena.internal/reports"
)

// parts are what the studies write.
var parts = []reports.Part{reports.Prose, reports.Rows, reports.Values, reports.Drawing, reports.Pixels}

// form is a curve in JSON.
type form struct {
	Schema    string `json:"schema"`
	Simulated bool   `json:"simulated"`
	Curve
}

// document is the curve against x, without its tables.
func (c Curve) document(title, label string, x func(Point) float64) reports.Document {
	d := reports.Document{
		Title: title, Simulated: c.simulated, Data: form{"context-arena/curve/1", c.simulated, c},
		Records: c.records(), Charts: []reports.Chart{c.chart(title, label, x)},
	}
	if c.simulated {
		d.Warnings = []string{"Simulated: a sim model answered. These figures show what each strategy does and what it would cost; they don't show that it helps a real model."}
	}
	return d
}

// table has a row for each point. A strategy's name stands in the first of its rows.
func (c Curve) table(by string, at func(Point) float64) reports.Section {
	s := reports.Section{
		Head:  []string{"strategy", by, "answer %", "context", "USD", "seconds"},
		Notes: []string{"context: tokens of what the model was given for a question, with the scenario's system prompt and the question, and their share of the conversation (near 100 % a memory replaces nothing); *: some were over the budget and were cut to it. USD: write and read of a trial, nominal; seconds: an answer of the model, as first recorded (– where none was: the simulated model takes no time)."},
	}
	for _, l := range c.Lines {
		name := c.name(l)
		for _, p := range l.Points {
			usd, seconds, cut := "unknown", "–", ""
			if p.Cost.Priced {
				usd = fmt.Sprintf("%.5f", p.usd())
			}
			if p.AnswerSeconds > 0 {
				seconds = fmt.Sprintf("%.1f", p.AnswerSeconds)
			}
			if p.Cut > 0 {
				cut = "*"
			}
			context := fmt.Sprintf("%s (%.0f %%)%s", reports.Thousands(p.Cost.ContextTokens), 100*p.Cost.Saturation(), cut)
			s.Rows = append(s.Rows, reports.Row{name, reports.Thousands(at(p)), p.Answer, context, usd, seconds})
			name = ""
		}
	}
	return s
}

// quantity is what a panel has.
type quantity struct {
	axis reports.Axis
	at   func(x float64, p Point) (at reports.Point, ok bool)
}

var quantities = []quantity{
	{reports.Percent("answer retention, %"), func(x float64, p Point) (reports.Point, bool) {
		return reports.PercentAt(x, p.Answer), p.Answer.Defined()
	}},
	{reports.Axis{Label: "USD a trial, write and read", Log: true}, func(x float64, p Point) (reports.Point, bool) {
		return reports.Point{X: x, Y: p.usd()}, p.Cost.Priced && p.usd() > 0
	}},
	{reports.Axis{Label: "seconds an answer", Log: true}, func(x float64, p Point) (reports.Point, bool) {
		return reports.Point{X: x, Y: p.AnswerSeconds}, p.AnswerSeconds > 0
	}},
}

// chart has a panel for each quantity that any point has, one below the other. All scales but that of retention are logarithmic.
func (c Curve) chart(title, label string, x func(Point) float64) reports.Chart {
	chart := reports.Chart{Title: title, Note: "Bars: 95 % intervals over scenarios as a sample; none where it can't be estimated. A price or a time that nothing has isn't drawn."}
	var ticks []float64
	for _, l := range c.Lines {
		for _, p := range l.Points {
			ticks = append(ticks, x(p))
		}
	}
	slices.Sort(ticks)
	ticks = apart(ticks)
	var panels []reports.Panel
	for _, q := range quantities {
		panel, any := reports.Panel{X: reports.Axis{Label: label, Log: true, Ticks: ticks}, Y: q.axis}, false
		for _, l := range c.Lines {
			s := reports.Series{Name: reports.Snip(c.name(l), 24)}
			for _, p := range l.Points {
				if at, ok := q.at(x(p), p); ok && at.X > 0 {
					s.Points, any = append(s.Points, at), true
				}
			}
			panel.Series = append(panel.Series, s)
		}
		if any {
			panels = append(panels, panel)
		}
	}
	if panels == nil {
		chart.Missing = "no trial was completed: there is nothing to draw"
	}
	return reports.Lines(chart, panels...)
}

// apart are ascending values, those that nearly agree once.
func apart(all []float64) (out []float64) {
	for _, x := range all {
		if n := len(out); n == 0 || x >= 1.3*out[n-1] {
			out = append(out, x)
		}
	}
	return out
}

// records are one row per strategy, model and point. What isn't known is an empty cell: an interval, money where a model has no
// price, a time where no reply has one, the area of a ladder.
func (c Curve) records() reports.Records {
	return reports.Records{
		Head: []string{
			"strategy", "model", "suite", "experiment", "stretch", "simulated", "repeats", "budget",
			"transcript_tokens", "context_tokens", "cut_contexts", "answer", "answer_low", "answer_high", "n", "left_out",
			"write_usd", "read_usd", "answer_seconds", "area", "area_low", "area_high", "note",
		},
		Rows: func(yield func([]any) bool) {
			for _, l := range c.Lines {
				area := l.Area.Form()
				for _, p := range l.Points {
					a, cost := p.Answer.Form(), p.Cost
					var write, read, seconds *float64
					if cost.Priced {
						write, read = &cost.WriteUSD, &cost.ReadUSD
					}
					if p.AnswerSeconds > 0 {
						seconds = &p.AnswerSeconds
					}
					if !yield([]any{
						l.Strategy, l.Model, a.Suite, p.Experiment, p.Stretch, c.simulated, a.Repeats, p.Budget,
						cost.TranscriptTokens, cost.ContextTokens, p.Cut, a.Mean, a.Low, a.High, a.N, a.LeftOut,
						write, read, seconds, area.Mean, area.Low, area.High, a.Note,
					}) {
						return
					}
				}
			}
		},
	}
}
