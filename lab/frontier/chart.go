package frontier

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"

	"contextarena.internal/pareto"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// The charts of a frontier: cost against retention, and cost against questions.
const (
	ChartCost      = "cost"
	ChartBreakEven = "break-even"
)

// Charts lists the charts.
var Charts = []string{ChartCost, ChartBreakEven}

// charts are those of Charts, in their order. Equal frontiers give equal pictures.
func (f Frontier) charts() []reports.Chart {
	return []reports.Chart{f.costChart(), f.breakEvenChart()}
}

// perThousandOf is a cost as charts show it: USD of 1,000 conversations, or tokens of one.
func (f Frontier) perThousandOf(cost float64) float64 {
	if f.Unit == Tokens {
		return cost
	}
	return 1000 * cost
}

// costChart has every point by cost and retention, the front with its intervals.
func (f Frontier) costChart() reports.Chart {
	at := func(i int) reports.Point {
		return reports.PercentAt(f.perThousandOf(f.Points[i].Cost), f.Points[i].Retention)
	}
	c := reports.Chart{
		Name: ChartCost, Title: f.title(), Said: f.finding(),
		Note: "Bars: 95 % intervals over scenarios as a sample, answer level; none where they all agree. Ringed points are behind the front, but on it in 5 % of resamples or more.",
	}
	behind := reports.Series{Name: "behind the front", As: reports.Speck, Color: color.Gray{0xc4}}
	maybe := reports.Series{Name: "behind, perhaps on it", As: reports.Ring, Color: reports.Color(5)}
	steps := reports.Series{As: reports.Steps, Width: 1.2, Color: reports.Color(0)}
	front := reports.Series{Name: "on the front", As: reports.Dot, Color: reports.Color(0)}
	knee := reports.Series{Name: "its knee", As: reports.Triangle, Color: reports.Color(1)}
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
		p.Up, p.Name = nil, ""
		steps.Points = append(steps.Points, p)
		c.Beside = append(c.Beside, reports.Snip(f.named(i), 52))
	}
	label := "USD per 1,000 conversations, write and read"
	if f.Unit == Tokens {
		label = "tokens of a conversation, write and read"
	}
	return reports.Points(c, reports.Panel{
		X: reports.Axis{Label: label, Log: true}, Y: reports.Percent("answer retention, %"), Series: []reports.Series{behind, maybe, steps, front, knee},
	})
}

// floorRow is a row of the picture of break-evens: what is cheapest by the number of questions.
type floorRow struct {
	name  string
	spans []pareto.Span
}

// floorRows are the cheapest of all that keep enough for each floor, or of the front where none is met, up to
// mostQuestions. Of equal rows the higher floor says more.
func (f Frontier) floorRows() []floorRow {
	var out []floorRow
	for _, floor := range f.Floors {
		row := floorRow{fmt.Sprintf("%.0f %%", 100*floor.Retention), floor.Spans}
		if n := len(out); n > 0 && slices.Equal(out[n-1].spans, row.spans) {
			out = out[:n-1]
		}
		out = append(out, row)
	}
	if len(out) == 0 {
		out = append(out, floorRow{"any", f.Envelope})
	}
	return out
}

// breakEvenChart has, for each floor of retention, which configuration is the cheapest by the number of questions its
// memory is asked. Its lines are in the colour of a point's level in the space's first dimension.
func (f Frontier) breakEvenChart() reports.Chart {
	c := reports.Chart{
		Name: ChartBreakEven, Title: "The cheapest configuration that keeps enough" + f.titleEnd(),
		Note: "The memory is written once and read by each question: a bar is the cheapest configuration that keeps so much by the lower end of its interval, and where one ends the next costs the same. Colours: the " + f.Played.Dimensions[0].Name + "; a number before a name: its place on the front; behind it what it keeps. Costs: arena report frontier --view floors.",
	}
	if !slices.ContainsFunc(f.Front, func(i int) bool { return f.charge(i).Question > 0 }) {
		c.Missing = "no question has a cost: there are no break-evens to draw"
	}
	panel := reports.Panel{X: reports.Axis{Label: "questions asked later", Log: true}, Y: reports.Axis{Label: "keeps at least"}}
	var letters []int // points, by their letter
	for r, row := range f.floorRows() {
		panel.Y.Rows = append(panel.Y.Rows, row.name)
		for k, s := range row.spans {
			from, to := max(1, s.From), float64(mostQuestions)
			if k+1 < len(row.spans) {
				to = min(to, row.spans[k+1].From)
			}
			if from >= to {
				continue
			}
			if !slices.Contains(letters, s.Point) {
				letters = append(letters, s.Point)
			}
			method := f.Points[s.Point].Levels[0]
			at := slices.IndexFunc(panel.Series, func(s reports.Series) bool { return s.Name == method })
			if at < 0 {
				at, panel.Series = len(panel.Series), append(panel.Series, reports.Series{Name: method, As: reports.Speck, Width: 6})
			}
			bar := reports.Point{X: from, Y: float64(r), Across: &stats.Interval{Low: from, High: to}, Name: letter(slices.Index(letters, s.Point))}
			panel.Series[at].Points = append(panel.Series[at].Points, bar)
		}
	}
	for k, i := range letters {
		c.Beside = append(c.Beside, fmt.Sprintf("%s %s: %.0f %%", letter(k), reports.Snip(f.named(i), 46), 100*f.Points[i].kept()))
	}
	c.Height = vg.Length(max(0, listLine*len(letters)-floorLine*len(panel.Y.Rows)-50)) // where the list beside is longer than the rows
	return reports.Points(c, panel)
}

// How much room a line beside a chart takes, and a row of it, in points.
const listLine, floorLine = 12, 19

// letter names the k-th: a to z, then aa.
func letter(k int) string {
	if k >= 26 {
		return letter(k/26-1) + letter(k%26)
	}
	return string(rune('a' + k))
}
