package lab

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// Estimand says what a comparison is a claim about, and so where its uncertainty comes from.
type Estimand string

// The estimands. Sampled: the scenarios are a sample of those that could have been written, and
// the claim is about the strategies. Fixed: the claim is about these scenarios, and only chance
// between repeats is left.
const (
	Sampled Estimand = "scenarios sampled"
	Fixed   Estimand = "scenarios fixed"
)

// Judgement is what a comparison says of A in one measure.
type Judgement string

// The judgements; docs/comparing.md has the rule.
const (
	Better       Judgement = "better"
	Worse        Judgement = "worse"
	NoDifference Judgement = "no difference detected"
	TooFew       Judgement = "too few trials"
)

// Contrast is arm A against arm B on the trials both completed.
type Contrast struct {
	A           ArmName      `json:"a"`
	B           ArmName      `json:"b"`
	Scenarios   []string     `json:"scenarios"` // those compared
	Pairs       int          `json:"pairs"`     // trials both completed: scenario × repeat
	Same        int          `json:"same"`      // pairs that are one and the same trial
	Questions   int          `json:"questions"` // probe questions of all pairs
	Shared      int          `json:"shared"`    // of them, those both sides asked with the very same words, so that they have one reply
	Paired      bool         `json:"paired"`    // repeats share their seed, so that repeat i is compared with repeat i
	LeftOut     []LeftOut    `json:"left_out"`
	Excluded    []string     `json:"excluded"` // scenarios and probes that can't be compared, and why
	Differences []Difference `json:"differences"`
	McNemar     *McNemar     `json:"mcnemar,omitempty"`
	Flips       []Flip       `json:"flips"`
	Warnings    []string     `json:"warnings"`

	blocks []block
}

// ArmName says which arm a side is.
type ArmName struct {
	Experiment string `json:"experiment"` // its id
	Strategy   string `json:"strategy"`
	Model      string `json:"model"`
}

// Name is the arm's name.
func (a Arm) Name() ArmName { return ArmName{a.Experiment, a.Strategy, a.Model} }

// Difference is one measure on both sides. Shares are from 0 to 1; money is USD per trial.
type Difference struct {
	Measure       string         `json:"measure"`
	Level         arena.Level    `json:"level,omitempty"`
	Type          arena.FactType `json:"type,omitempty"`
	Family        string         `json:"family"` // the tests that are corrected together
	Unit          Unit           `json:"unit"`
	LowerIsBetter bool           `json:"lower_is_better"`
	Estimand      Estimand       `json:"estimand"`
	Confidence    float64        `json:"confidence"` // of the interval, not corrected for the family
	N             float64        `json:"n"`          // probes, or scenarios for what is one figure a trial; repeats averaged
	Scenarios     int            `json:"scenarios"`
	A             *float64       `json:"mean_a" jsonschema:"oneof_type=number;null"`
	B             *float64       `json:"mean_b" jsonschema:"oneof_type=number;null"`
	Mean          *float64       `json:"difference" jsonschema:"oneof_type=number;null"` // A minus B
	Low           *float64       `json:"low" jsonschema:"oneof_type=number;null"`
	High          *float64       `json:"high" jsonschema:"oneof_type=number;null"`
	P             *float64       `json:"p" jsonschema:"oneof_type=number;null"`
	Holm          *float64       `json:"p_holm" jsonschema:"oneof_type=number;null"`     // P corrected for its family; equal to P where it stands alone
	Smallest      float64        `json:"smallest_p"`                                     // the least P that this many scenarios can give
	MDE           *float64       `json:"detectable" jsonschema:"oneof_type=number;null"` // the least difference found 4 times of 5
	Interesting   float64        `json:"interesting"`                                    // the least difference that would matter, in the unit
	Bootstrap     *Span          `json:"bca,omitempty"`                                  // where there are enough scenarios for it
	Judgement     Judgement      `json:"judgement"`
	Notes         []string       `json:"notes,omitempty"` // why there is no interval, or why the judgement

	spread  float64 // standard deviation of the units that differ independently
	units   int
	blocked bool // no result could have been small enough after the correction
}

// Span is an interval of a difference.
type Span struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// McNemar tests the probes of one trial a side as if they were independent (McNemar 1947).
type McNemar struct {
	OnlyA int     `json:"only_a"` // probes that A alone kept
	OnlyB int     `json:"only_b"`
	Exact float64 `json:"p_exact"`
}

// ContrastOptions say how arms are compared.
type ContrastOptions struct {
	Estimand Estimand
	Primary  string  // the measure that is tested alone
	Alpha    float64 // one minus the confidence, and the level of every family
	Smallest float64 // the least difference that would matter: of shares as such, of costs relative to the mean of both sides
}

const (
	compareSeed      = 1 // of resampling: the same arms give the same figures
	compareResamples = 10_000
	power            = 0.8 // with which MDE is found
)

// contrast compares two arms. It is an error if nothing can be compared.
func contrast(a, b Arm, o ContrastOptions) (Contrast, error) {
	c := Contrast{
		A: a.Name(), B: b.Name(), Paired: a.Seed == b.Seed && a.Model == b.Model,
		Scenarios: []string{}, LeftOut: []LeftOut{}, Excluded: []string{}, Flips: []Flip{}, Warnings: []string{},
	}
	blocks, err := c.match(a, b)
	if err != nil {
		return c, err
	}
	for _, m := range measures {
		c.Differences = append(c.Differences, c.difference(m, blocks, o))
	}
	c.correct(o)
	for i := range c.Differences {
		c.Differences[i].judge(o.Alpha)
	}
	c.McNemar = mcNemar(blocks)
	c.Flips = flips(blocks)
	c.blocks = blocks
	c.warn(a, b, o)
	return c, nil
}

// difference estimates one measure.
func (c *Contrast) difference(m measure, blocks []block, o ContrastOptions) Difference {
	d := Difference{
		Measure: m.name, Level: m.level, Type: m.fact, Family: m.family, Unit: m.unit, LowerIsBetter: m.lower,
		Estimand: o.Estimand, Confidence: 1 - o.Alpha, Judgement: TooFew, Interesting: o.Smallest,
	}
	if m.name == o.Primary {
		d.Family = familyPrimary
	}
	var rs []reading
	var sumA, sumB float64
	for _, bl := range blocks {
		r, known := m.read(bl)
		if !known {
			d.Notes = append(d.Notes, m.unknown)
			return d
		}
		if r.n > 0 {
			rs = append(rs, r)
			sumA, sumB, d.N = sumA+r.a, sumB+r.b, d.N+r.n
		}
	}
	if len(rs) == 0 {
		d.Notes = append(d.Notes, "nothing to count on both sides")
		return d
	}
	d.Scenarios = len(rs)
	d.A, d.B = new(sumA/d.N), new(sumB/d.N)
	if m.unit != Share {
		d.Interesting = o.Smallest * (*d.A + *d.B) / 2
	}
	if o.Estimand == Fixed {
		d.fixed(rs, c.Paired, o.Alpha)
	} else {
		d.sampled(rs, o.Alpha)
	}
	return d
}

// sampled takes the scenarios as a sample: a t interval over their differences, and the
// sign-flip test of the same sums.
func (d *Difference) sampled(rs []reading, alpha float64) {
	var clusters []stats.Cluster
	var sums, scaled []float64
	for _, r := range rs {
		clusters = append(clusters, stats.Cluster{Sum: r.difference(), N: r.n})
		sums = append(sums, r.difference())
		scaled = append(scaled, r.difference()*float64(len(rs))/d.N) // their plain mean is the mean over probes
	}
	e := stats.PairedMean(clusters, d.Unit == Share, alpha)
	d.take(e)
	if len(rs) < stats.MinClusters {
		return
	}
	flipped := stats.FlipSigns(sums, compareSeed)
	d.P, d.Smallest = &flipped.P, flipped.Smallest
	d.spread, d.units = e.SE*math.Sqrt(float64(len(rs))), len(rs)
	if len(rs) >= stats.MinBootstrap {
		b := stats.BCa(scaled, compareResamples, compareSeed, alpha)
		d.Bootstrap = &Span{b.BCa.Low, b.BCa.High}
	}
}

// fixed takes the scenarios as they are: only repeats vary.
func (d *Difference) fixed(rs []reading, paired bool, alpha float64) {
	var strata []stats.Stratum
	for _, r := range rs {
		strata = append(strata, stats.Stratum{Weight: r.n, Probes: r.n, A: r.trialsA, B: r.trialsB, Paired: paired})
	}
	e := stats.FixedDifference(strata, d.Unit == Share, alpha)
	d.take(e)
	// The sides as the difference weighs them: by trial, since trials are what varies. Where
	// replies are void that isn't quite the mean over probes.
	*d.A, *d.B = 0, 0
	for _, s := range strata {
		*d.A += s.Weight / e.N * mean(s.A)
		*d.B += s.Weight / e.N * mean(s.B)
	}
	if e.Interval == nil {
		return
	}
	if e.SE == 0 { // costs that never vary: whatever differs, differs every time
		differs := slices.ContainsFunc(rs, func(r reading) bool { return r.difference() != 0 })
		d.P = new(1 - one(differs))
		return
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.DF}
	d.P = new(min(1, 2*t.Survival(math.Abs(e.Mean)/e.SE)))
	d.units = int(e.DF+1e-9) + 1 // a whole number may come out a hair below itself
	d.spread = e.SE * math.Sqrt(float64(d.units))
}

func (d *Difference) take(e stats.Estimate) {
	d.Mean = &e.Mean
	if e.Interval != nil {
		d.Low, d.High = &e.Interval.Low, &e.Interval.High
	}
	if e.Note != "" {
		d.Notes = append(d.Notes, e.Note)
	}
}
