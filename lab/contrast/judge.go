package contrast

import (
	"fmt"
	"math"
	"slices"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Judgement is what a comparison says of A in one measure.
type Judgement string

// The judgements; docs/comparing.md has the rule.
const (
	Better       Judgement = "better"
	Worse        Judgement = "worse"
	Equivalent   Judgement = "equivalent" // the interval lies within ±Interesting
	NoDifference Judgement = "no difference detected"
	TooFew       Judgement = "too few trials"
)

// correct adjusts the p values of each family (Holm 1979) and finds what each test could have
// detected. A test whose scenarios are too few for any p at or below alpha is no member: it
// can't raise a false alarm, so the others need not pay for it (Tarone 1990).
func (c *Contrast) correct(o Options) {
	for _, family := range families {
		var members []*Difference
		var ps []float64
		for i := range c.Differences {
			d := &c.Differences[i]
			switch {
			case d.Family != family || d.P == nil:
			case d.Smallest > o.Alpha:
				d.Notes = append(d.Notes, fmt.Sprintf("%d scenarios can't give a p below %.3g", d.Scenarios, d.Smallest))
			default:
				members, ps = append(members, d), append(ps, *d.P)
			}
		}
		for i, adjusted := range stats.Holm(ps) {
			d := members[i]
			d.Holm = new(adjusted)
			d.reachable(ps, i, o.Alpha)
			if d.spread > 0 {
				least := stats.FlipMDE
				if d.Estimand == reports.Fixed {
					least = stats.MDE
				}
				mde := least(d.spread, d.units, o.Alpha/float64(len(members)), power)
				if !math.IsInf(mde, 0) {
					d.MDE = new(mde)
				}
			}
		}
	}
}

// reachable notes where even the least p this test could have given would be above alpha after
// the correction, the other tests of the family being as they are.
func (d *Difference) reachable(ps []float64, i int, alpha float64) {
	if d.Smallest == 0 {
		return
	}
	best := slices.Clone(ps)
	best[i] = d.Smallest
	if least := stats.Holm(best)[i]; least > alpha {
		d.blocked = true
		d.Notes = append(d.Notes, fmt.Sprintf("with %d tests in its family, %d scenarios can't give a corrected p below %.3g", len(ps), d.Scenarios, least))
	}
}

// judge says what a difference shows. It is detected if its corrected p is at most alpha and its
// interval, where there is one, excludes zero. One that isn't detected is equivalent if its interval
// lies within ±Interesting (stricter than two one-sided tests at alpha), or if there isn't the least
// difference in any scenario. It counts as "no difference detected" if one that matters would have been: the
// effect that is found 4 times of 5 isn't larger. Otherwise there were too few trials.
func (d *Difference) judge(alpha float64) {
	if d.Mean == nil || d.Holm == nil {
		d.Judgement = TooFew
		return
	}
	covers := d.Low != nil && *d.Low <= 0 && *d.High >= 0
	if *d.Holm <= alpha && *d.Mean != 0 && !covers {
		d.Judgement = Worse
		if (*d.Mean > 0) != d.LowerIsBetter {
			d.Judgement = Better
		}
		return
	}
	if *d.Holm <= alpha && covers {
		d.Notes = append(d.Notes, "p is small enough, but the interval covers zero")
	}
	within := d.Low != nil && -d.Interesting < *d.Low && *d.High < d.Interesting
	equal := d.spread == 0 && *d.Mean == 0
	detectable := d.MDE != nil && *d.MDE <= d.Interesting
	d.Judgement = TooFew
	switch {
	case within || equal && !d.blocked:
		d.Judgement = Equivalent
	case detectable && !d.blocked:
		d.Judgement = NoDifference
	case !d.blocked:
		d.Notes = append(d.Notes, "a difference that matters could have been missed")
	}
}
