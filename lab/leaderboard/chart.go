package leaderboard

import (
	"cmp"
	"image/color"
	"slices"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// The charts of a run: what strategies keep for what they cost, and how long facts survive in a memory.
const (
	ChartCost     = "cost"
	ChartSurvival = "survival"
)

// Charts lists the charts, the default first.
var Charts = []string{ChartCost, ChartSurvival}

// kind is a kind of point: what the finding calls it, how it looks, and which rows are of it.
type kind struct {
	reports.Series
	has func(Standing, Position) bool // the first that has a row is its
}

var kinds = []kind{
	{reports.Series{Name: "keeps most for its cost", As: reports.Triangle, Color: reports.Color(1)}, func(s Standing, p Position) bool {
		return s.Pick != "" && slices.Contains(p.Strategies, s.Pick)
	}},
	{reports.Series{Name: "control", As: reports.Ring, Color: color.Gray{0x33}}, func(_ Standing, p Position) bool { return p.Controls }},
	{reports.Series{Name: "may be the best", As: reports.Dot, Color: reports.Color(0)}, func(s Standing, p Position) bool {
		return s.Pick != "" && p.MaybeBest
	}},
	{reports.Series{Name: "excluded from being the best", As: reports.Dot, Color: color.Gray{0x77}}, func(s Standing, p Position) bool {
		return s.Pick != "" && p.Ranked
	}},
	{reports.Series{Name: "strategy", As: reports.Dot, Color: reports.Color(0)}, func(_ Standing, p Position) bool { return p.Ranked }},
	{reports.Series{Name: "not compared: too few scenarios", As: reports.Cross, Color: color.Gray{0xaa}}, func(Standing, Position) bool { return true }},
}

// costChart has what is kept against what a trial costs, a panel for each model, with the rows of the
// answer screen as its points.
func (r Report) costChart() reports.Chart {
	title := "What strategies keep, and what a trial costs"
	if r.ask.Type != "" {
		title = "Facts of type " + string(r.ask.Type) + ": what strategies keep, and what a trial costs"
	}
	c := reports.Chart{
		Name: ChartCost, Title: title + r.Experiment.Title(), Said: r.Finding,
		Note: "Bars: 95 % intervals " + r.over() + ", answer level; none where it can't be estimated. Cost: the memory's upkeep, dialogue and final task of a trial at nominal prices, logarithmic; across to the dearest of a point's strategies, which all have the same verdicts. Steps: the most that a candidate keeps for that cost or less.",
	}
	var panels []reports.Panel
	for _, s := range r.Standings {
		if slices.ContainsFunc(s.Places, func(p Position) bool { return p.Answer.Defined() }) {
			panels = append(panels, s.panel())
		}
	}
	switch len(panels) {
	case 0:
		c.Missing = "no trial was completed: there is nothing to draw"
	case 1:
		panels[0].Title = ""
	}
	return reports.Points(c, panels...)
}

// priced reports whether every row has a price.
func (s Standing) priced() bool {
	return !slices.ContainsFunc(s.Places, func(p Position) bool { return p.Answer.Defined() && !p.Priced })
}

// panel has a model's rows: against USD of 1,000 trials, or tokens of one where a model has no price.
func (s Standing) panel() reports.Panel {
	out := reports.Panel{
		Title: s.Model, X: reports.Axis{Label: "USD of 1,000 trials", Log: true}, Y: reports.Percent("answer retention, %"),
		Series: []reports.Series{{As: reports.Steps, Color: color.Gray{0xbb}, Width: 1.5}},
	}
	if !s.priced() {
		out.X.Label = "tokens of a trial, written and read"
	}
	for _, k := range kinds {
		out.Series = append(out.Series, k.Series)
	}
	var candidates []reports.Point
	for _, row := range s.Places {
		if !row.Answer.Defined() {
			continue
		}
		at := reports.PercentAt(row.Tokens, row.Answer)
		if s.priced() {
			at.X = 1000 * row.Cheapest
			if row.Dearest > row.Cheapest {
				at.Across = &stats.Interval{Low: at.X, High: 1000 * row.Dearest}
			}
		}
		if row.Ranked && !row.Controls {
			candidates = append(candidates, reports.Point{X: at.X, Y: at.Y})
		}
		at.Name = listed(row.Strategies, 2)
		its := &out.Series[1+slices.IndexFunc(kinds, func(k kind) bool { return k.has(s, row) })]
		its.Points = append(its.Points, at)
	}
	out.Series[0].Points = upper(candidates)
	return out
}

// upper are the points of which each is higher than those to its left: the most that there is for a cost.
func upper(points []reports.Point) []reports.Point {
	slices.SortFunc(points, func(a, b reports.Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(b.Y, a.Y)) })
	var out []reports.Point
	for _, at := range points {
		if n := len(out); n == 0 || at.Y > out[n-1].Y {
			out = append(out, at)
		}
	}
	return out
}
