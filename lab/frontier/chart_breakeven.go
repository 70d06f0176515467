package frontier

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/pareto"
	"contextarena.internal/reports"
)

// Sizes of the picture of break-evens, in points: a floor's row, and a line of the list below.
const floorRow, listRow = 34, 13

// floorSpans is a row of that picture: what is cheapest by the number of questions.
type floorSpans struct {
	name  string
	spans []pareto.Span
}

// floorRows are the cheapest of the front, and of all that keep enough for each floor, up to mostQuestions.
func (f Frontier) floorRows() []floorSpans {
	var out []floorSpans
	add := func(name string, spans []pareto.Span) {
		spans = slices.Clone(spans)
		spans = slices.DeleteFunc(spans, func(s pareto.Span) bool { return s.From >= mostQuestions })
		if n := len(out); n > 0 && slices.Equal(out[n-1].spans, spans) {
			out[n-1].name = name // the higher floor says more
			return
		}
		if len(spans) > 0 {
			out = append(out, floorSpans{name, spans})
		}
	}
	for _, floor := range f.Floors {
		add(fmt.Sprintf("%.0f %%", 100*floor.Retention), floor.Spans)
	}
	if len(out) == 0 {
		add("any", f.Envelope)
	}
	return out
}

// lastQuestions is the end of the axis: the last break-even shows with room behind it.
func lastQuestions(rows []floorSpans) float64 {
	last := 10.0
	for _, row := range rows {
		for _, s := range row.spans {
			last = max(last, min(mostQuestions, 3*s.From))
		}
	}
	return last
}

// bar is the k-th span on an axis that ends at last, and whether it is wide enough for a letter.
func (r floorSpans) bar(k int, last float64) (from, to float64, wide bool) {
	from, to = max(1, r.spans[k].From), last
	if k+1 < len(r.spans) {
		to = r.spans[k+1].From
	}
	return from, to, math.Log(to/from) > 0.022*math.Log(last)
}

// lettered are the points of the rows that have a letter, in the order in which they first appear.
func lettered(rows []floorSpans) []int {
	var out []int
	last := lastQuestions(rows)
	for _, row := range rows {
		for k, s := range row.spans {
			if _, _, wide := row.bar(k, last); wide && !slices.Contains(out, s.Point) {
				out = append(out, s.Point)
			}
		}
	}
	return out
}

// letter names the k-th: a to z, then aa.
func letter(k int) string {
	if k >= 26 {
		return letter(k/26-1) + letter(k%26)
	}
	return string(rune('a' + k))
}

// method is a point's level in the space's first dimension, which decides its colour.
func (f Frontier) method(point int) string { return f.Points[point].Levels[0] }

// drawBreakEvens draws, for each floor of retention, which configuration is the cheapest by the number of
// questions its memory is asked, and below what each costs.
func (f Frontier) drawBreakEvens(c draw.Canvas) error {
	rows := f.floorRows()
	points := lettered(rows)
	var methods []string
	for _, row := range rows {
		for _, s := range row.spans {
			if !slices.Contains(methods, f.method(s.Point)) {
				methods = append(methods, f.method(s.Point))
			}
		}
	}
	last := lastQuestions(rows)
	p := reports.Axes()
	var names plot.ConstantTicks
	var errs []error
	labels := plotter.XYLabels{}
	for r, row := range rows {
		y := float64(len(rows) - 1 - r)
		names = append(names, plot.Tick{Value: y, Label: row.name})
		for k, s := range row.spans {
			from, to, wide := row.bar(k, last)
			if to <= from {
				continue
			}
			fill := reports.Color(slices.Index(methods, f.method(s.Point)))
			fill.A = 0x50
			errs = append(errs, reports.Filled(p, fill, plotter.XYs{{X: from, Y: y - 0.36}, {X: to, Y: y - 0.36}, {X: to, Y: y + 0.36}, {X: from, Y: y + 0.36}}))
			errs = append(errs, reports.Stroke(p, plotter.XYs{{X: from, Y: y - 0.36}, {X: from, Y: y + 0.36}}, color.Black, 1))
			if !wide {
				continue
			}
			labels.XYs, labels.Labels = append(labels.XYs, plotter.XY{X: from, Y: y - 0.12}), append(labels.Labels, letter(slices.Index(points, s.Point)))
		}
	}
	written, err := plotter.NewLabels(labels)
	if err != nil {
		return errors.Join(append(errs, err)...)
	}
	for i := range written.TextStyle {
		reports.SetFont(10, &written.TextStyle[i])
	}
	written.Offset = vg.Point{X: 4}
	p.Add(unboxed{written})
	p.X.Min, p.X.Max = 1, last
	reports.LogAxis(&p.X)
	p.X.Min, p.X.Max = 1, last
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.LineStyle.Width = -0.6, float64(len(rows))-0.4, names, 0, 0
	var keys []reports.Key
	for i, m := range methods {
		fill := reports.Color(i)
		fill.A = 0x90
		keys = append(keys, reports.Key{Name: m, Style: draw.GlyphStyle{Color: fill, Radius: 5, Shape: draw.BoxGlyph{}}})
	}
	top := reports.KeyRow(c, keys)
	list := vg.Length(len(points)+1)*listRow + reports.Margin
	reports.DrawLabelled(draw.Crop(c, 0, -reports.Margin, list, -top), p, "questions asked later", "keeps at least")
	f.listCheapest(draw.Crop(c, 0, 0, 0, -(c.Max.Y-c.Min.Y-list+reports.Margin)), points)
	return errors.Join(errs...)
}

// listCheapest writes what each of the points costs and keeps, in columns.
func (f Frontier) listCheapest(c draw.Canvas, points []int) {
	unit := "USD of 1,000"
	if f.Unit == Tokens {
		unit = "tokens"
	}
	lines := [][]string{{"", "configuration", "upkeep, " + unit, "a question", "keeps, %"}}
	for k, i := range points {
		ch := f.charge(i)
		lines = append(lines, []string{letter(k), reports.Snip(f.named(i), 56), costCell(f.Unit, ch.Write), costCell(f.Unit, ch.Question), fmt.Sprintf("%.0f", 100*f.Points[i].kept())})
	}
	for n, line := range lines {
		for k, x := range []vg.Length{0, 20, 340, 470, 560} {
			reports.WriteLines(draw.Crop(c, x, 0, 0, -vg.Length(n)*listRow), 9, line[k])
		}
	}
}
