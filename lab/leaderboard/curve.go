package leaderboard

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// curve is a survival curve of the strategies that all have it.
type curve struct {
	Survival
	names []string
}

// survivalChart has the survival of all exposed facts by cycles since exposure: a row each with what survives beyond a
// few cycles.
func (r Report) survivalChart() reports.Chart {
	c := reports.Chart{Name: ChartSurvival, Title: "Survival of exposed facts, memory level" + r.Experiment.Title()}
	curves := r.curves()
	if len(curves) == 0 {
		c.Missing = "no strategy of this experiment took a stated fact out of the raw window: there is no survival curve to draw"
		return c
	}
	rows, times := lined(curves)
	c.Note = footnote(rows)
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
func footnote(curves []curve) string {
	note := ""
	for _, c := range curves {
		for _, s := range c.Steps {
			if n := s.Survival.Estimate().Note; n != "" && s.Survival.Estimate().Interval != nil {
				note = ": " + n
			}
		}
	}
	return "Kaplan-Meier, current and derived probes whose fact had left the window (facts: a repeat). Bars, of the last: 95 % bootstrap band over scenarios as a sample, and their trials" + note + "; none where it can't be estimated. In one row: strategies with the same curve. No symbol: nobody was watched so long."
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
		p.Y.Rows = append(p.Y.Rows, fmt.Sprintf("%s, %s facts", reports.Snip(listed(k.names, 2), 42), cases(k.Facts)))
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
