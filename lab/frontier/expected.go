package frontier

import (
	"fmt"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/stats"
)

// sure is the chance that decides.
const sure = 0.95

// expectations are what the space was declared for, each with what decides it. The second and the fifth
// need dimensions named method and sub_model, the third one named trigger, as the builtin space has.
var expectations = []struct {
	claim, rule string
	judge       func(*Frontier) (_ stats.Verdict, finding string)
}{
	{
		"The frontier is sparse at its extremes and dense in the middle.",
		"mean gap between neighbours in the outer quarters of the front's length, over that in the middle half, more than 1 in 95 % of resamples of scenarios",
		(*Frontier).sparse,
	},
	{
		"Hybrid is not on the front.",
		"the chances of all hybrids to be on the front add up to less than 5 % (supported), or one of them alone has 95 % (not supported)",
		(*Frontier).hybrid,
	},
	{
		"The best compression frequency depends on the scenario.",
		"the trigger that is best in a scenario by one half of the repeats, measured by the other half, keeps more there than the trigger that is best over all: paired over scenarios, 95 %",
		(*Frontier).frequency,
	},
	{
		"Worst-type retention reveals hidden costs of seemingly efficient strategies.",
		"by how much its chance to be on the front rises once the worst fact type counts too: for one point that is beaten without it by 95 % (supported), or for all of them together by less than 5 % (not supported)",
		(*Frontier).hidden,
	},
	{
		"A smaller sub-model is better for structured extraction; the standard one wins on corrections.",
		"structured with nano costs less than with standard and keeps no more than 2 points less, and over all methods standard keeps more corrections than nano: paired over scenarios, 95 %",
		(*Frontier).sizes,
	},
}

// expect gives the expectations their verdicts.
func (f *Frontier) expect() {
	for _, e := range expectations {
		verdict, finding := e.judge(f)
		f.Explained.Expected = append(f.Explained.Expected, lab.Expectation{Claim: e.claim, Rule: e.rule, Finding: finding, Verdict: verdict})
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
func (f *Frontier) hybrid() (stats.Verdict, string) {
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
	return stats.Decide(total <= 1-sure, most >= sure), finding
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
func (f *Frontier) hidden() (stats.Verdict, string) {
	if len(f.WithWorst) == 0 || f.Points[0].WithWorst == nil {
		return stats.NotEstimable, "no fact type has enough probes, or too few scenarios to resample"
	}
	most, total, more := 0., 0., 0
	for i, p := range f.Points {
		if slices.Contains(f.Front, i) {
			continue
		}
		gain := *p.WithWorst
		if p.OnFront != nil {
			gain = max(0, gain-*p.OnFront)
		}
		most, total = max(most, gain), total+gain
		if slices.Contains(f.WithWorst, i) {
			more++
		}
	}
	finding := fmt.Sprintf("%d points join the front of %d; the likeliest gains %.0f %% of resamples", more, len(f.Front), 100*most)
	return stats.Decide(most >= sure, total <= 1-sure), finding
}

// hasLevel reports whether a dimension of the space has a level.
func (f *Frontier) hasLevel(dimension, level string) bool {
	d := f.dimension(dimension)
	return d >= 0 && slices.Contains(f.swept.Space.Dimensions[d].Levels, level)
}
