package frontier

import (
	"fmt"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/stats"
)

// sure is the chance that decides.
const sure = 0.95

// expect gives the expectations their verdicts. The second and the fifth need dimensions named method
// and sub_model, the third one named trigger, as the builtin space has.
func (f *Frontier) expect(all [][][][]float64) {
	f.Expected = []lab.Expectation{
		f.sparse(all),
		f.hybrid(),
		f.frequency(all),
		f.hidden(),
		f.sizes(all),
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
func (f *Frontier) hybrid() lab.Expectation {
	e := lab.Expectation{
		Claim: "Hybrid is not on the front.",
		Rule:  "the chances of all hybrids to be on the front add up to less than 5 % (supported), or one of them alone has 95 % (not supported)",
	}
	total, most, n := 0., 0., 0
	for i, p := range f.Points {
		if f.level(i, "method") == "hybrid" {
			n++
			if p.OnFront != nil {
				total, most = total+*p.OnFront, max(most, *p.OnFront)
			}
		}
	}
	switch {
	case n == 0 && f.Dropped > 0 && f.hasLevel("method", "hybrid"):
		e.Verdict, e.Finding = stats.Undecided, "every hybrid was dropped in the race: play it with --exhaustive"
		return e
	case n == 0 || f.Points[0].OnFront == nil:
		e.Verdict, e.Finding = stats.NotEstimable, "no hybrid, or too few scenarios to resample"
		return e
	}
	on := 0
	for _, i := range f.Front {
		if f.level(i, "method") == "hybrid" {
			on++
		}
	}
	e.Finding = fmt.Sprintf("%d of %d hybrids on the front; the likeliest has %.0f %%, all together at most %.0f %%", on, n, 100*most, 100*min(1, total))
	e.Verdict = stats.Decide(total <= 1-sure, most >= sure)
	return e
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
func (f *Frontier) hidden() lab.Expectation {
	e := lab.Expectation{
		Claim: "Worst-type retention reveals hidden costs of seemingly efficient strategies.",
		Rule:  "by how much its chance to be on the front rises once the worst fact type counts too: for one point that is beaten without it by 95 % (supported), or for all of them together by less than 5 % (not supported)",
	}
	if f.WithWorst == nil || f.Points[0].OnFrontWithWorst == nil {
		e.Verdict, e.Finding = stats.NotEstimable, "no fact type has enough probes, or too few scenarios to resample"
		return e
	}
	most, total, more := 0., 0., 0
	for i, p := range f.Points {
		if slices.Contains(f.Front, i) {
			continue
		}
		gain := *p.OnFrontWithWorst
		if p.OnFront != nil {
			gain = max(0, gain-*p.OnFront)
		}
		most, total = max(most, gain), total+gain
		if slices.Contains(f.WithWorst, i) {
			more++
		}
	}
	e.Finding = fmt.Sprintf("%d points join the front of %d; the likeliest gains %.0f %% of resamples", more, len(f.Front), 100*most)
	e.Verdict = stats.Decide(most >= sure, total <= 1-sure)
	return e
}

// hasLevel reports whether a dimension of the space has a level.
func (f *Frontier) hasLevel(dimension, level string) bool {
	d := f.dimension(dimension)
	return d >= 0 && slices.Contains(f.Space.Dimensions[d].Levels, level)
}
