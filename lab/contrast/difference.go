package contrast

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Options say how arms are compared.
type Options struct {
	Estimand reports.Estimand // Sampled or Fixed
	Primary  string           // the measure that is tested alone
	Alpha    float64          // one minus the confidence, and the level of every family
	// Among are all that were played beside A and B, these among them; none where they aren't of one experiment. The interval of the
	// primary measure holds for all of them against B at once.
	Among    []Arm
	Smallest float64 // the least difference that would matter: of shares as such, of costs relative to the mean of both sides
}

const (
	seed      = 1 // of resampling: the same arms give the same figures
	resamples = 10_000
	power     = 0.8 // with which MDE is found
)

// Difference is one measure on both sides. Shares are from 0 to 1; money is USD per trial.
type Difference struct {
	Measure       string           `json:"measure"`
	Level         arena.Level      `json:"level,omitempty"`
	Type          arena.FactType   `json:"type,omitempty"`
	Family        string           `json:"family"` // the tests that are corrected together
	Unit          Unit             `json:"unit"`
	LowerIsBetter bool             `json:"lower_is_better"`
	Estimand      reports.Estimand `json:"estimand"`
	Confidence    float64          `json:"confidence"` // of the interval, not corrected for the family; see Options.Among
	N             float64          `json:"n"`          // probes, or scenarios for what is one figure a trial; repeats averaged
	Scenarios     int              `json:"scenarios"`
	A             *float64         `json:"mean_a" jsonschema:"oneof_type=number;null"`
	B             *float64         `json:"mean_b" jsonschema:"oneof_type=number;null"`
	Mean          *float64         `json:"difference" jsonschema:"oneof_type=number;null"` // A minus B
	Low           *float64         `json:"low" jsonschema:"oneof_type=number;null"`
	High          *float64         `json:"high" jsonschema:"oneof_type=number;null"`
	P             *float64         `json:"p" jsonschema:"oneof_type=number;null"`
	Holm          *float64         `json:"p_holm" jsonschema:"oneof_type=number;null"`     // P corrected for its family; equal to P where it stands alone
	Smallest      float64          `json:"smallest_p"`                                     // the least P that this many scenarios can give
	MDE           *float64         `json:"detectable" jsonschema:"oneof_type=number;null"` // the least difference found 4 times of 5
	Interesting   float64          `json:"interesting"`                                    // the least difference that would matter, in the unit
	Bootstrap     *Span            `json:"bca,omitempty"`                                  // where there are enough scenarios for it
	Judgement     Judgement        `json:"judgement"`
	Notes         []string         `json:"notes,omitempty"` // why there is no interval, or why the judgement

	spread  float64 // standard deviation of the units that differ independently
	units   int
	blocked bool // no result could have been small enough after the correction
}

// Span is an interval of a difference.
type Span struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// difference estimates one measure. It is not judged yet.
func (m Matched) difference(of Measure, o Options) Difference {
	d := Difference{
		Measure: of.Name, Level: of.Level, Type: of.Type, Family: of.family, Unit: of.Unit, LowerIsBetter: of.Lower,
		Estimand: o.Estimand, Confidence: 1 - o.Alpha, Judgement: TooFew, Interesting: o.Smallest,
	}
	if of.Name == o.Primary {
		d.Family = primary
	}
	rs, known := m.Read(of)
	switch {
	case !known:
		d.Notes = append(d.Notes, of.Unknown)
		return d
	case len(rs) == 0:
		d.Notes = append(d.Notes, "nothing to count on both sides")
		return d
	}
	for _, r := range rs {
		d.N += r.N
	}
	a, b := rs.Means(o.Estimand)
	d.A, d.B, d.Scenarios = &a, &b, len(rs)
	if of.Unit != Share {
		d.Interesting = o.Smallest * (a + b) / 2
	}
	e := rs.Estimate(o.Estimand, m.Paired, of.Unit == Share, o.Alpha)
	d.Mean = &e.Mean
	if e.Interval != nil {
		d.Low, d.High = &e.Interval.Low, &e.Interval.High
	}
	if e.Note != "" {
		d.Notes = append(d.Notes, e.Note)
	}
	if o.Estimand == reports.Fixed {
		d.fixed(rs, e)
	} else {
		d.sampled(rs, e, o.Alpha)
	}
	return d
}

// sampled tests the scenarios as a sample: the sign-flip test of what the interval is of.
func (d *Difference) sampled(rs Readings, e stats.Estimate, alpha float64) {
	if len(rs) < stats.MinClusters {
		return
	}
	var sums, scaled []float64
	for _, r := range rs {
		sums = append(sums, r.difference())
		scaled = append(scaled, r.difference()*float64(len(rs))/d.N) // their plain mean is the mean over probes
	}
	flipped := stats.FlipSigns(sums, seed)
	d.P, d.Smallest = &flipped.P, flipped.Smallest
	d.spread, d.units = e.SE*math.Sqrt(float64(len(rs))), len(rs)
	if len(rs) >= stats.MinBootstrap {
		b := stats.BCa(scaled, resamples, seed, alpha)
		d.Bootstrap = &Span{b.BCa.Low, b.BCa.High}
	}
}

// fixed tests the scenarios as they are: only repeats vary.
func (d *Difference) fixed(rs Readings, e stats.Estimate) {
	if e.Interval == nil {
		return
	}
	if e.SE == 0 { // costs that never vary: whatever differs, differs every time
		d.P = new(1 - one(slices.ContainsFunc(rs, func(r Reading) bool { return r.difference() != 0 })))
		return
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.DF}
	d.P = new(min(1, 2*t.Survival(math.Abs(e.Mean)/e.SE)))
	d.units = int(e.DF+1e-9) + 1 // a whole number may come out a hair below itself
	d.spread = e.SE * math.Sqrt(float64(d.units))
}
