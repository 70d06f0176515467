package frontier

import (
	"fmt"
	"slices"

	"contextarena.internal/lab/predictions"
	"contextarena.internal/stats"
)

// expect gives what the space was declared for its verdicts. The second and the fifth need dimensions
// named method and sub_model, the third one named trigger, as the builtin space has.
func (f *Frontier) expect() {
	for _, e := range []struct {
		id    string
		judge func(predictions.Prediction) (_ stats.Verdict, finding string)
	}{
		{"frontier/sparse", f.sparse},
		{"frontier/hybrid", f.hybrid},
		{"frontier/frequency", f.frequency},
		{"frontier/hidden", f.hidden},
		{"frontier/sizes", f.sizes},
	} {
		p := predictions.Of(e.id)
		f.Explained.Expected = append(f.Explained.Expected, p.Found(e.judge(p)))
	}
}

// level is the level of a dimension at a point; empty if it has none.
func (f *Frontier) level(point int, dimension string) string {
	if d := f.dimension(dimension); d >= 0 {
		return f.Points[point].Levels[d]
	}
	return ""
}

// hybrid asks whether any hybrid is on the front.
func (f *Frontier) hybrid(p predictions.Prediction) (stats.Verdict, string) {
	total, most, n := 0., 0., 0
	for i, point := range f.Points {
		if f.level(i, "method") == "hybrid" {
			n++
			if point.OnFront != nil {
				total, most = total+*point.OnFront, max(most, *point.OnFront)
			}
		}
	}
	switch {
	case n == 0 && f.Played.Dropped > 0 && f.hasLevel("method", "hybrid"):
		return stats.Undecided, "every hybrid was dropped in the race: play it with --exhaustive"
	case n == 0 || f.Points[0].OnFront == nil:
		return stats.NotEstimable, "no hybrid, or too few scenarios to resample"
	}
	on := 0
	for _, i := range f.Front {
		if f.level(i, "method") == "hybrid" {
			on++
		}
	}
	finding := fmt.Sprintf("%d of %d hybrids on the front; the likeliest has %.0f %%, all together at most %.0f %%", on, n, 100*most, 100*min(1, total))
	return stats.Decide(total <= 1-p.Sure, most >= p.Sure), finding
}

// interval writes an estimate's interval, scaled.
func interval(e stats.Estimate, scale float64) string {
	if e.Interval == nil {
		return ""
	}
	return fmt.Sprintf(" [%.1f, %.1f]", scale*e.Interval.Low, scale*e.Interval.High)
}

// hidden asks whether the worst type puts points on the front that cost and overall retention call
// beaten.
func (f *Frontier) hidden(p predictions.Prediction) (stats.Verdict, string) {
	if len(f.WithWorst) == 0 || f.Points[0].WithWorst == nil {
		return stats.NotEstimable, "no fact type has enough probes, or too few scenarios to resample"
	}
	most, total, more := 0., 0., 0
	for i, point := range f.Points {
		if slices.Contains(f.Front, i) {
			continue
		}
		gain := *point.WithWorst
		if point.OnFront != nil {
			gain = max(0, gain-*point.OnFront)
		}
		most, total = max(most, gain), total+gain
		if slices.Contains(f.WithWorst, i) {
			more++
		}
	}
	finding := fmt.Sprintf("%d points join the front of %d; the likeliest gains %.0f %% of resamples", more, len(f.Front), 100*most)
	return stats.Decide(most >= p.Sure, total <= 1-p.Sure), finding
}

// hasLevel reports whether a dimension of the space has a level.
func (f *Frontier) hasLevel(dimension, level string) bool {
	d := f.dimension(dimension)
	return d >= 0 && slices.Contains(f.swept.Space.Dimensions[d].Levels, level)
}
