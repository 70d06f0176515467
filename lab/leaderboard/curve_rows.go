package leaderboard

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"reflect"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"contextarena.internal/reports"
)

// survivalRow is the height of a row of survival, in points.
const survivalRow = 19

// momentStyles are how what survives beyond a number of cycles is shown: the first, one between, the last.
var momentStyles = []draw.GlyphStyle{
	{Color: reports.Color(5), Radius: 3.5, Shape: draw.RingGlyph{}},
	{Color: reports.Color(0), Radius: 2.6, Shape: draw.CircleGlyph{}},
	{Color: reports.Color(1), Radius: 3.6, Shape: draw.PyramidGlyph{}},
}

// lined are curves as rows, equal ones in one, by what survives at last, and the cycles that are shown of them.
func lined(curves []curve) (rows []curve, times []float64) {
	var lasts []float64
	for _, k := range curves {
		lasts = append(lasts, k.steps[len(k.steps)-1].Time)
		if i := slices.IndexFunc(rows, func(row curve) bool { return reflect.DeepEqual(row.steps, k.steps) }); i >= 0 {
			rows[i].names = append(rows[i].names, k.names...)
			continue
		}
		rows = append(rows, k)
	}
	times = moments(lasts, len(momentStyles))
	slices.SortStableFunc(rows, func(a, b curve) int { return cmp.Compare(b.beyond(times), a.beyond(times)) })
	return rows, times
}

// at is what survives beyond a time; nil if nobody was watched so long.
func (k curve) at(time float64) *reports.Estimate {
	i := slices.IndexFunc(k.steps, func(s SurvivalStep) bool { return s.Time == time })
	if i < 0 || k.steps[i].AtRisk == 0 {
		return nil
	}
	return new(k.steps[i].Survival.Estimate())
}

// beyond is what survives beyond the last of the times that facts were watched for.
func (k curve) beyond(times []float64) float64 {
	out := 1.0
	for _, t := range times {
		if e := k.at(t); e != nil {
			out = e.Mean
		}
	}
	return out
}

// inRows draws what survives beyond some times, a row for each curve.
func inRows(c draw.Canvas, rows []curve, times []float64) error {
	p := reports.Axes()
	var names plot.ConstantTicks
	var errs []error
	keys, points := make([]reports.Key, len(times)), make([]plotter.XYs, len(times))
	for i, k := range rows {
		y := float64(len(rows) - 1 - i)
		names = append(names, plot.Tick{Value: y, Label: fmt.Sprintf("%s, %s facts", reports.Snip(listed(k.names, 2), 42), cases(k.facts))})
		low, high, last := 100.0, 0.0, -1
		for n, t := range times {
			if e := k.at(t); e != nil {
				points[n] = append(points[n], plotter.XY{X: 100 * e.Mean, Y: y})
				low, high, last = min(low, 100*e.Mean), max(high, 100*e.Mean), n
			}
		}
		if last < 0 {
			continue
		}
		errs = append(errs, reports.Stroke(p, plotter.XYs{{X: low, Y: y}, {X: high, Y: y}}, color.Gray{0x88}, 1))
		if band := k.at(times[last]).Interval; band != nil {
			errs = append(errs, reports.Stroke(p, plotter.XYs{{X: 100 * band.Low, Y: y - 0.25}, {X: 100 * band.High, Y: y - 0.25}}, momentStyles[last].Color, 1.2))
		}
	}
	for n, t := range times {
		keys[n] = reports.Key{Name: fmt.Sprintf("surviving beyond cycle %.0f", t), Style: momentStyles[n]}
		dots, err := plotter.NewScatter(points[n])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		dots.GlyphStyle = momentStyles[n]
		p.Add(dots)
	}
	p.X.Min, p.X.Max, p.X.Tick.Marker = 0, 100, reports.Ticks(100)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.LineStyle.Width = -0.6, float64(len(rows))-0.4, names, vg.Length(0), 0
	top := reports.KeyRow(c, keys)
	reports.DrawLabelled(draw.Crop(c, 0, -reports.Margin, 0, -top), p, "exposed facts surviving, % (cycles since exposure; the exposing one is 1)", "")
	return errors.Join(errs...)
}
