package leaderboard

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// together is the most curves whose bands can be told apart in one panel. More are drawn as rows.
const together = 4

// curve is a survival curve of the strategies that all have it.
type curve struct {
	Survival
	names []string
}

// survivalChart has the survival of all exposed facts by cycles since exposure: as curves with their bands, or, of
// more than can be told apart, as a row each with what survives beyond a few cycles.
func (r Report) survivalChart() reports.Chart {
	c := reports.Chart{Name: ChartSurvival, Title: "Survival of exposed facts, memory level" + r.Experiment.Title()}
	curves := r.curves()
	switch {
	case len(curves) == 0:
		c.Missing = "no strategy of this experiment took a stated fact out of the raw window: there is no survival curve to draw"
		return c
	case len(curves) <= together:
		c.Note = footnote(curves, "Shaded")
		return reports.Lines(c, inOne(curves))
	}
	rows, times := lined(curves)
	c.Note = footnote(rows, "Bars, of the last") + " In one row: strategies with the same curve. No symbol: nobody was watched so long."
	return reports.Points(c, inRows(rows, times))
}

// curves are those of the strategies that exposed facts.
func (r Report) curves() []curve {
	var out []curve
	for _, s := range r.Survival {
		out = append(out, curve{s, []string{r.label(s.Strategy, s.Model)}})
	}
	return out
}

// footnote says what the bands are.
func footnote(curves []curve, bands string) string {
	note := ""
	for _, c := range curves {
		for _, s := range c.Steps {
			if n := s.Survival.Estimate().Note; n != "" && s.Survival.Estimate().Interval != nil {
				note = ": " + n
			}
		}
	}
	return "Kaplan-Meier, current and derived probes whose fact had left the window (facts: a repeat). " + bands + ": 95 % bootstrap band over scenarios as a sample, and their trials" + note + "; none where it can't be estimated."
}

// named is a curve's name in so many characters, with its facts.
func (k curve) named(most int) string {
	return fmt.Sprintf("%s, %s facts", reports.Snip(listed(k.names, 2), most), cases(k.Facts))
}

// inOne has curves with their bands, from 100 % at time 0 to a bit beyond the last step, so that what is left shows.
func inOne(curves []curve) reports.Panel {
	const beyond = 0.4
	p := reports.Panel{X: reports.Axis{Label: "cycles since exposure (the exposing one is 1)"}, Y: reports.Percent("surviving, %")}
	for _, k := range curves {
		s := reports.Series{Name: k.named(24), As: reports.Steps, Band: true, Points: []reports.Point{{X: 0, Y: 100}}}
		for _, step := range k.Steps {
			s.Points = append(s.Points, reports.PercentAt(step.Time, step.Survival))
		}
		left := s.Points[len(s.Points)-1]
		left.X += beyond
		s.Points = append(s.Points, left)
		p.X.High = max(p.X.High, left.X)
		p.Series = append(p.Series, s)
	}
	return p
}

// lined are curves as rows, equal ones in one, by what survives at last, and the cycles that are shown of them.
func lined(curves []curve) (rows []curve, times []float64) {
	var lasts []float64
	for _, k := range curves {
		lasts = append(lasts, k.Half.Watched)
		if i := slices.IndexFunc(rows, func(row curve) bool { return reflect.DeepEqual(row.Steps, k.Steps) }); i >= 0 {
			rows[i].names = append(rows[i].names, k.names...)
			continue
		}
		rows = append(rows, k)
	}
	times = moments(lasts, len(momentLooks))
	slices.SortStableFunc(rows, func(a, b curve) int { return cmp.Compare(b.left(times), a.left(times)) })
	return rows, times
}

// left is what survives beyond the last of the times that facts were watched for.
func (k curve) left(times []float64) float64 {
	out := 1.0
	for _, t := range times {
		if f := k.beyond(t); f.Defined() {
			out = f.Estimate().Mean
		}
	}
	return out
}

// momentLooks are how what survives beyond a number of cycles is shown: the first, one between, the last.
var momentLooks = []reports.Series{
	{As: reports.Ring, Color: reports.Color(5)}, {As: reports.Dot, Color: reports.Color(0)}, {As: reports.Triangle, Color: reports.Color(1)},
}

// inRows has what survives beyond some times, a row for each curve, with the band of the last time it has.
func inRows(rows []curve, times []float64) reports.Panel {
	p := reports.Panel{X: reports.Percent("exposed facts surviving, % (cycles since exposure; the exposing one is 1)")}
	for n, t := range times {
		s := momentLooks[n]
		s.Name = fmt.Sprintf("surviving beyond cycle %.0f", t)
		p.Series = append(p.Series, s)
	}
	for i, k := range rows {
		p.Y.Rows = append(p.Y.Rows, k.named(42))
		var last *reports.Point
		var band *stats.Interval
		for n, t := range times {
			if f := k.beyond(t); f.Defined() {
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
