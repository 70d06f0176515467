package evolution

import (
	"fmt"
	"image/color"

	"contextarena.internal/emas"
	"contextarena.internal/reports"
)

// chartArchive is the archive as a map.
const chartArchive = "archive"

// Charts lists the names of the charts.
var Charts = []string{chartArchive}

// archiveChart draws where the search saw each elite, joined to where fresh repeats saw it.
func (e Report) archiveChart() reports.Chart {
	c := reports.Chart{
		Name: chartArchive, Title: e.title(), Said: e.finding(),
		Note: "Lines between the cells; beside the map the fitness of each elite, as the search saw it. Fresh repeats chose nothing; an elite that passes too few tasks in them has no ring.",
	}
	at := func(m Measured) reports.Point {
		within := func(i int) float64 { return min(max(m.Descriptors[i], e.Axes[i].Low), e.Axes[i].High) }
		return reports.Point{X: within(0), Y: within(1)}
	}
	var moves []reports.Series
	searched := reports.Series{Name: "as the search saw it", As: reports.Dot, Color: reports.Color(0)}
	fresh := reports.Series{Name: "by fresh repeats", As: reports.Ring, Color: reports.Color(1)}
	for i, x := range e.Elites {
		p := at(x.Measured)
		p.Name = fmt.Sprint(i + 1)
		searched.Points = append(searched.Points, p)
		c.Beside = append(c.Beside, reports.Snip(fmt.Sprintf("%d %.3f %s", i+1, x.Fitness, x.Name), 52))
		if x.Fresh != nil && !x.Fresh.Infeasible {
			again := at(*x.Fresh)
			fresh.Points = append(fresh.Points, again)
			moves = append(moves, reports.Series{Points: []reports.Point{at(x.Measured), again}, Color: color.Gray{0xaa}, Width: 0.7})
		}
	}
	axis := func(a emas.Axis) reports.Axis {
		out := reports.Axis{Label: a.Name, Low: a.Low, High: a.High, Ticks: []float64{a.High}}
		for bin := range a.Bins {
			low, _ := ends(a, bin)
			out.Ticks = append(out.Ticks, low)
		}
		return out
	}
	return reports.Points(c, reports.Panel{X: axis(e.Axes[0]), Y: axis(e.Axes[1]), Series: append(moves, searched, fresh)})
}
