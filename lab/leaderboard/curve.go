package leaderboard

import (
	"cmp"
	"fmt"
	"slices"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// survivalChart has the survival of all exposed facts by cycles since exposure: a row each with what survives beyond a
// few cycles.
func (r Report) survivalChart() reports.Chart {
	c := reports.Chart{Name: ChartSurvival, Title: "Survival of exposed facts, memory level" + r.Experiment.Title()}
	if len(r.Survival) == 0 {
		c.Missing = "no strategy of this experiment took a stated fact out of the raw window: there is no survival curve to draw"
		return c
	}
	c.Note = "Kaplan-Meier, current and derived probes whose fact had left the window (facts: a repeat). Bars, of the last: 95 % bootstrap band over scenarios as a sample, and their trials" + r.narrow() + "; none where it can't be estimated. No symbol: nobody was watched so long."
	return reports.Points(c, r.inRows())
}

// narrow is what is to be said of the bands; empty if nothing is.
func (r Report) narrow() string {
	note := ""
	for _, s := range r.Survival {
		for _, step := range s.Steps {
			if e := step.Survival.Estimate(); e.Note != "" && e.Interval != nil {
				note = ": " + e.Note
			}
		}
	}
	return note
}

// left is what survives beyond the last of the times that facts were watched for.
func (s Survival) left(times []float64) float64 {
	out := 1.0
	for _, t := range times {
		if f := s.beyond(t); f.Defined() {
			out = f.Estimate().Mean
		}
	}
	return out
}

// momentLooks are how what survives beyond a number of cycles is shown: the first, one between, the last.
var momentLooks = []reports.Series{
	{As: reports.Ring, Color: reports.Color(5)}, {As: reports.Dot, Color: reports.Color(0)}, {As: reports.Triangle, Color: reports.Color(1)},
}

// inRows has what survives beyond some times, a row for each strategy, with the band of the last time it has.
func (r Report) inRows() reports.Panel {
	times := r.moments(len(momentLooks))
	rows := slices.SortedStableFunc(slices.Values(r.Survival), func(a, b Survival) int { return cmp.Compare(b.left(times), a.left(times)) })
	p := reports.Panel{X: reports.Percent("exposed facts surviving, % (cycles since exposure; the exposing one is 1)")}
	for n, t := range times {
		s := momentLooks[n]
		s.Name = fmt.Sprintf("surviving beyond cycle %.0f", t)
		p.Series = append(p.Series, s)
	}
	for i, s := range rows {
		p.Y.Rows = append(p.Y.Rows, fmt.Sprintf("%s, %s facts", reports.Snip(r.label(s.Strategy, s.Model), 42), cases(s.Facts)))
		var last *reports.Point
		var band *stats.Interval
		for n, t := range times {
			if f := s.beyond(t); f.Defined() {
				at := reports.PercentAt(0, f)
				points := append(p.Series[n].Points, reports.Point{X: at.Y, Y: float64(i)})
				p.Series[n].Points, last, band = points, &points[len(points)-1], at.Up
			}
		}
		if last != nil {
			last.Across = band
		}
	}
	return p
}
