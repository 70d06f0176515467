package leaderboard

import (
	"cmp"
	"errors"
	"image/color"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/reports"
)

// The charts of a run: what strategies keep for what they cost, and how long facts survive in a memory.
const (
	ChartCost     = "cost"
	ChartSurvival = "survival"
)

// Charts lists the charts, the default first.
var Charts = []string{ChartCost, ChartSurvival}

// Sizes of the chart of costs, in points.
const costWidth, costHeight = 720, 440

// kind is a kind of point: what the finding calls it, how it looks, and which rows are of it.
type kind struct {
	reports.Key
	has func(Standing, Position) bool // the first that has a point is its
}

var kinds = []kind{
	{reports.Key{Name: "keeps most for its cost", Style: draw.GlyphStyle{Color: reports.Color(1), Radius: 5, Shape: draw.PyramidGlyph{}}}, func(s Standing, p Position) bool {
		return s.Pick != "" && slices.Contains(p.Strategies, s.Pick)
	}},
	{reports.Key{Name: "control", Style: draw.GlyphStyle{Color: color.Gray{0x33}, Radius: 3, Shape: draw.RingGlyph{}}}, func(_ Standing, p Position) bool { return p.Controls }},
	{reports.Key{Name: "may be the best", Style: draw.GlyphStyle{Color: reports.Color(0), Radius: 3, Shape: draw.CircleGlyph{}}}, func(s Standing, p Position) bool {
		return s.Pick != "" && p.MaybeBest
	}},
	{reports.Key{Name: "excluded from being the best", Style: draw.GlyphStyle{Color: color.Gray{0x77}, Radius: 3, Shape: draw.CircleGlyph{}}}, func(s Standing, p Position) bool {
		return s.Pick != "" && p.Ranked
	}},
	{reports.Key{Name: "strategy", Style: draw.GlyphStyle{Color: reports.Color(0), Radius: 3, Shape: draw.CircleGlyph{}}}, func(_ Standing, p Position) bool { return p.Ranked }},
	{reports.Key{Name: "not compared: too few scenarios", Style: draw.GlyphStyle{Color: color.Gray{0xaa}, Radius: 3, Shape: draw.CrossGlyph{}}}, func(Standing, Position) bool { return true }},
}

// costChart has what is kept against what a trial costs, a panel for each model, with the rows of the
// answer screen as its points.
func (r Report) costChart() reports.Chart {
	title := "What strategies keep, and what a trial costs"
	if r.ask.Type != "" {
		title = "Facts of type " + string(r.ask.Type) + ": what strategies keep, and what a trial costs"
	}
	c := reports.Chart{
		Name: ChartCost, Title: title + r.Experiment.Title(), Said: r.Finding, Width: costWidth,
		Note: "Bars: 95 % intervals over scenarios as a sample, answer level; none where it can't be estimated. Cost: the memory's upkeep, dialogue and final task of a trial at nominal prices, logarithmic; across to the dearest of a point's strategies, which all have the same verdicts. Steps: the most that a candidate keeps for that cost or less.",
	}
	var shown []Standing
	for _, s := range r.Standings {
		if slices.ContainsFunc(s.Places, func(p Position) bool { return p.Answer.Defined() }) {
			shown = append(shown, s)
		}
	}
	if len(shown) == 0 {
		c.Missing = "no trial was completed: there is nothing to draw"
		return c
	}
	c.Height = vg.Length(len(shown)) * costHeight
	c.Body = func(all draw.Canvas) error {
		var errs []error
		for i, s := range shown {
			below := vg.Length(len(shown)-i-1) * costHeight
			title := ""
			if len(shown) > 1 {
				title = s.Model
			}
			errs = append(errs, s.draw(draw.Crop(all, 0, 0, below, -vg.Length(i)*costHeight), title))
		}
		return errors.Join(errs...)
	}
	return c
}

// at is where a row stands: in USD of 1,000 trials, or in tokens of one where a model has no price.
func (s Standing) at(p Position, usd float64) plotter.XY {
	y := 100 * p.Answer.Estimate().Mean
	if !s.priced() {
		return plotter.XY{X: p.Tokens, Y: y}
	}
	return plotter.XY{X: 1000 * usd, Y: y}
}

// priced reports whether every row has a price.
func (s Standing) priced() bool {
	return !slices.ContainsFunc(s.Places, func(p Position) bool { return p.Answer.Defined() && !p.Priced })
}

// draw draws a model's rows.
func (s Standing) draw(c draw.Canvas, title string) error {
	p := reports.Axes()
	if title != "" {
		p.Title.Text = title
		reports.SetFont(10, &p.Title.TextStyle)
	}
	names := reports.Names{Size: 9}
	byKind := make([]plotter.XYs, len(kinds))
	bars := make([]reports.Whiskers, len(kinds))
	var errs []error
	for _, row := range s.Places {
		if !row.Answer.Defined() {
			continue
		}
		at := s.at(row, row.Cheapest)
		k := slices.IndexFunc(kinds, func(k kind) bool { return k.has(s, row) })
		byKind[k] = append(byKind[k], at)
		if i := row.Answer.Estimate().Interval; i != nil {
			bars[k].Add(at.X, at.Y, 100*i.Low, 100*i.High)
			names.Bars = append(names.Bars, plotter.XYs{{X: at.X, Y: 100 * i.Low}, {X: at.X, Y: 100 * i.High}})
		}
		if end := s.at(row, row.Dearest); end.X > at.X {
			names.Bars = append(names.Bars, plotter.XYs{at, end})
			errs = append(errs, reports.Stroke(p, plotter.XYs{at, end}, kinds[k].Style.Color, 0.8))
		}
		names.XYs, names.Names = append(names.XYs, at), append(names.Names, listed(row.Strategies, 2))
		names.Colors = append(names.Colors, kinds[k].Style.Color)
	}
	if steps := s.steps(); len(steps) > 0 {
		errs = append(errs, reports.Stroke(p, steps, color.Gray{0xbb}, 1.5))
	}
	var keys []reports.Key
	for k, g := range kinds {
		errs = append(errs, bars[k].Draw(p, faint(g.Style.Color)))
		if len(byKind[k]) == 0 {
			continue
		}
		dots, err := plotter.NewScatter(byKind[k])
		if err != nil {
			return err
		}
		dots.GlyphStyle = g.Style
		p.Add(dots)
		keys = append(keys, g.Key)
	}
	p.Add(names)
	reports.LogAxis(&p.X)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 100, reports.Ticks(100)
	label := "USD of 1,000 trials"
	if !s.priced() {
		label = "tokens of a trial, written and read"
	}
	top := reports.KeyRow(c, keys)
	reports.DrawLabelled(draw.Crop(c, 0, 0, 0, -top), p, label, "answer retention, %")
	return errors.Join(errs...)
}

// steps is the line over the ranked candidates: the most that one keeps for a cost.
func (s Standing) steps() plotter.XYs {
	var points plotter.XYs
	for _, row := range s.Places {
		if row.Ranked && !row.Controls && row.Answer.Defined() {
			points = append(points, s.at(row, row.Cheapest))
		}
	}
	slices.SortFunc(points, func(a, b plotter.XY) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(b.Y, a.Y)) })
	var out plotter.XYs
	for _, at := range points {
		if n := len(out); n == 0 || at.Y > out[n-1].Y {
			if n > 0 {
				out = append(out, plotter.XY{X: at.X, Y: out[n-1].Y})
			}
			out = append(out, at)
		}
	}
	return out
}

// faint is a colour for what lies behind a point.
func faint(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	return color.NRGBA{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8), A: 0x66}
}
