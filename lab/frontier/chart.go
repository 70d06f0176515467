package frontier

import (
	"fmt"
	"image/color"
	"slices"

	"contextarena.internal/reports"
)

// perThousandOf is a cost as charts show it: USD of 1,000 conversations, or tokens of one.
func (f Frontier) perThousandOf(cost float64) float64 {
	if f.Unit == Tokens {
		return cost
	}
	return 1000 * cost
}

// costChart has every point by cost and retention, the front with its intervals. Equal frontiers give equal pictures.
func (f Frontier) costChart() reports.Chart {
	at := func(i int) reports.Point {
		return reports.PercentAt(f.perThousandOf(f.Points[i].Cost), f.Points[i].Retention)
	}
	c := reports.Chart{
		Name: "cost", Title: f.title(), Said: f.finding(),
		Note: "Bars: 95 % intervals over scenarios as a sample, answer level; none where they all agree. Ringed points are behind the front, but on it in 5 % of resamples or more.",
	}
	behind := reports.Series{Name: "behind the front", As: reports.Speck, Color: color.Gray{0xc4}}
	maybe := reports.Series{Name: "behind, perhaps on it", As: reports.Ring, Color: reports.Color(5)}
	steps := reports.Series{As: reports.Steps, Width: 1.2, Color: reports.Color(0)}
	front := reports.Series{Name: "on the front", As: reports.Dot, Color: reports.Color(0)}
	knee := reports.Series{Name: "its knee", As: reports.Triangle, Color: reports.Color(1)}
	told := reports.Series{Name: "oracle, the ceiling", As: reports.Ring, Color: reports.Color(2)}
	if f.Ceiling != nil {
		told.Points = append(told.Points, reports.PercentAt(f.perThousandOf(f.Ceiling.Cost), f.Ceiling.Retention))
	}
	for i := range f.Points {
		p := at(i)
		p.Up = nil
		if f.number(i) == 0 {
			behind.Points = append(behind.Points, p)
		}
		if slices.Contains(f.Maybe, i) {
			maybe.Points = append(maybe.Points, p)
		}
		if f.Knee != nil && *f.Knee == i {
			knee.Points = append(knee.Points, p)
		}
	}
	for n, i := range f.Front {
		p := at(i)
		p.Name = fmt.Sprint(n + 1)
		front.Points = append(front.Points, p)
		if p.Up, p.Name = nil, ""; len(steps.Points) == 0 || p.Y > steps.Points[len(steps.Points)-1].Y {
			steps.Points = append(steps.Points, p) // what is on the front by another objective is off the line
		}
		c.Beside = append(c.Beside, reports.Snip(f.named(i), 52))
	}
	label := "USD per 1,000 conversations, write and read"
	if f.Unit == Tokens {
		label = "tokens of a conversation, write and read"
	}
	return reports.Points(c, reports.Panel{
		X: reports.Axis{Label: label, Log: true}, Y: reports.Percent("answer retention, %"), Series: []reports.Series{behind, maybe, steps, front, knee, told},
	})
}
