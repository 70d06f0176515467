package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Life is one fact under observation. It is at risk in (Entry, Time] and is Lost at Time, or
// censored there: last seen kept. A fact lost at Time is lost before those censored then leave.
// A life with Entry ≥ Time is never at risk and counts nowhere. Any unit of time will do.
type Life struct {
	Entry, Time float64
	Lost        bool
}

// Step is a curve at one time at which facts were lost or censored.
type Step struct {
	Time     float64
	AtRisk   int // just before Time
	Lost     int
	Censored int
	Survival float64 // from Time on, until the next step
	// Variance is Greenwood's. It is NaN once nothing survives.
	Variance float64
	// Interval is pointwise, from the normal interval of log(-log S). It is nil while everything
	// survives and once nothing does. It takes facts for independent: see Draws.Band.
	Interval *Interval
}

// Curve is a survival curve, ascending in time. It is 1 before its first step and stays at the
// last one's value after it, although nobody was watched for so long.
type Curve []Step

// KaplanMeier is the product-limit estimate of surviving beyond each time, with Greenwood's
// variance and log-log intervals at confidence 1-alpha (Kaplan & Meier 1958; Kalbfleisch &
// Prentice 2002, 1.4). With delayed entry the first risk sets may be small: a curve that reaches
// zero there stays there. No lives give an empty curve.
func KaplanMeier(lives []Life, alpha float64) Curve {
	z := distuv.UnitNormal.Quantile(1 - alpha/2)
	var out Curve
	survival, hazard := 1.0, 0.0 // hazard: Greenwood's sum of d/(n(n-d))
	for _, c := range counts(lives) {
		n, d := float64(c.atRisk), float64(c.lost)
		survival *= (n - d) / n
		hazard += d / (n * (n - d)) // infinite once nothing survives
		step := Step{Time: c.time, AtRisk: c.atRisk, Lost: c.lost, Censored: c.censored, Survival: survival, Variance: survival * survival * hazard}
		if survival > 0 && survival < 1 {
			half := z * math.Sqrt(hazard) / math.Abs(math.Log(survival))
			step.Interval = &Interval{math.Pow(survival, math.Exp(half)), math.Pow(survival, math.Exp(-half))}
		}
		out = append(out, step)
	}
	return out
}

// moment counts what happened at one time.
type moment struct {
	time                   float64
	atRisk, lost, censored int
}

// counts gives the risk set and the losses of every time at which a life ends, ascending.
func counts(lives []Life) []moment {
	lives = slices.DeleteFunc(slices.Clone(lives), func(l Life) bool { return l.Entry >= l.Time })
	entries := make([]float64, len(lives))
	for i, l := range lives {
		entries[i] = l.Entry
	}
	slices.Sort(entries)
	slices.SortFunc(lives, func(a, b Life) int { return cmp.Compare(a.Time, b.Time) })
	var out []moment
	entered := 0
	for i := 0; i < len(lives); {
		m := moment{time: lives[i].Time}
		for entered < len(entries) && entries[entered] < m.time {
			entered++
		}
		m.atRisk = entered - i
		for ; i < len(lives) && lives[i].Time == m.time; i++ {
			if lives[i].Lost {
				m.lost++
			} else {
				m.censored++
			}
		}
		out = append(out, m)
	}
	return out
}

// At is the share that survives beyond time t.
func (c Curve) At(t float64) float64 {
	i, found := slices.BinarySearchFunc(c, t, func(s Step, t float64) int { return cmp.Compare(s.Time, t) })
	if found {
		i++
	}
	if i == 0 {
		return 1
	}
	return c[i-1].Survival
}

// half is one half with room for the rounding of a product, as R's survfit allows it.
const half = 0.5 + 1.5e-8

// HalfLife is the first time at which at most half survive, nil if more than half do to the end.
func (c Curve) HalfLife() *float64 {
	for i := range c {
		if c[i].Survival <= half {
			return &c[i].Time
		}
	}
	return nil
}
