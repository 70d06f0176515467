package contrast

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Unit is what a measure is counted in.
type Unit string

// The units.
const (
	Share  Unit = "share" // of probes, or of tasks
	USD    Unit = "USD"
	Tokens Unit = "tokens"
)

// Amount writes a value in the unit, a share as percent; – for none.
func (u Unit) Amount(x *float64) string {
	switch {
	case x == nil:
		return "–"
	case u == USD:
		return fmt.Sprintf("%.5f", *x)
	case u == Tokens:
		return reports.Thousands(*x)
	}
	return fmt.Sprintf("%.1f", 100**x)
}

// Change is Amount with its sign. What rounds to nothing has none.
func (u Unit) Change(x *float64) string {
	if x == nil {
		return "–"
	}
	s := u.Amount(new(math.Abs(*x)))
	switch {
	case !strings.ContainsAny(s, "123456789"):
		return s
	case *x < 0:
		return "−" + s
	}
	return "+" + s
}

// The families within which p values are corrected.
const (
	primary   = "primary"
	retention = "retention" // and tasks, and stale answers
	factTypes = "fact types"
	cost      = "cost"
)

var families = []string{primary, retention, factTypes, cost}

// Measure is something that is compared: a share of probes, or one number a trial.
type Measure struct {
	Name    string
	Unit    Unit
	Lower   bool           // the lower, the better
	Level   arena.Level    // of a share of probes; empty for one number a trial
	Type    arena.FactType // empty for all
	Result  probes.Result  // that is counted
	Number  func(Played) (value float64, known bool)
	Unknown string // why Number may be unknown

	family string
}

// Measures are all that is compared, in the order in which it is reported.
var Measures = func() []Measure {
	shareOf := func(name string, level arena.Level) Measure {
		return Measure{Name: name, family: retention, Unit: Share, Level: level, Result: probes.Kept}
	}
	all := []Measure{
		shareOf("answer", arena.LevelAnswer), shareOf("context", arena.LevelContext),
		shareOf("memory", arena.LevelMemory), shareOf("final", arena.LevelFinal),
		{
			Name: "tasks", family: retention, Unit: Share, Unknown: "there are scenarios without a task",
			Number: func(t Played) (float64, bool) { return one(t.Passed), !t.Taskless },
		},
		{Name: "stale", family: retention, Unit: Share, Lower: true, Level: arena.LevelAnswer, Result: probes.Stale},
	}
	for _, t := range arena.FactTypes {
		m := shareOf(string(t), arena.LevelAnswer)
		m.family, m.Type = factTypes, t
		all = append(all, m)
	}
	return append(all,
		Measure{
			Name: "cost_usd", family: cost, Unit: USD, Lower: true, Unknown: "a model has no price (add one with --prices FILE)",
			Number: func(t Played) (float64, bool) { return t.USD, t.Priced },
		},
		Measure{
			Name: "tokens", family: cost, Unit: Tokens, Lower: true,
			Number: func(t Played) (float64, bool) { return float64(t.Tokens), true },
		},
	)
}()

// measureOf is the measure with a name, which exists.
func measureOf(name string) Measure {
	return Measures[slices.IndexFunc(Measures, func(m Measure) bool { return m.Name == name })]
}

// Primaries are the measures that a comparison may be declared to be about.
var Primaries = []string{"answer", "context", "memory", "final", "tasks"}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Reading is a measure on one scenario: sums over N probes of their means over repeats, and each
// trial's mean over probes. A probe counts in a repeat if it counts on both sides. Of one number a
// trial N is 1.
type Reading struct {
	A, B, N          float64
	TrialsA, TrialsB []float64
}

// difference is A minus B. What only rounding tells apart is equal.
func (r Reading) difference() float64 {
	d := r.A - r.B
	if math.Abs(d) <= 1e-9*max(math.Abs(r.A), math.Abs(r.B)) {
		return 0
	}
	return d
}

// Readings are a measure's on several scenarios.
type Readings []Reading

// clusters are the differences, scenarios as a sample.
func (rs Readings) clusters() []stats.Cluster {
	var out []stats.Cluster
	for _, r := range rs {
		out = append(out, stats.Cluster{Sum: r.difference(), N: r.N})
	}
	return out
}

// strata are both sides, scenarios fixed.
func (rs Readings) strata(paired bool) []stats.Stratum {
	var out []stats.Stratum
	for _, r := range rs {
		out = append(out, stats.Stratum{Weight: r.N, Probes: r.N, A: r.TrialsA, B: r.TrialsB, Paired: paired})
	}
	return out
}

// Estimate is A minus B. Paired says that trial i of both sides is of the same repeat and seed;
// bounded, that the values are shares.
func (rs Readings) Estimate(e reports.Estimand, paired, bounded bool, alpha float64) stats.Estimate {
	if e == reports.Fixed {
		return stats.FixedDifference(rs.strata(paired), bounded, alpha)
	}
	return stats.PairedMean(rs.clusters(), bounded, alpha)
}

// Means are both sides' figures, weighed as the difference is: of a sample each probe weighs the
// same, of fixed scenarios each trial, since trials are what varies.
func (rs Readings) Means(e reports.Estimand) (a, b float64) {
	var n float64
	for _, r := range rs {
		if e == reports.Fixed {
			a, b = a+r.N*stat.Mean(r.TrialsA, nil), b+r.N*stat.Mean(r.TrialsB, nil)
		} else {
			a, b = a+r.A, b+r.B
		}
		n += r.N
	}
	return a / n, b / n
}

// read takes the measure. It reports false if a number of it is unknown.
func (m Measure) read(bl block) (Reading, bool) {
	r := Reading{}
	if m.Number != nil {
		for i := range bl.a {
			a, okA := m.Number(bl.a[i])
			b, okB := m.Number(bl.b[i])
			if !okA || !okB {
				return r, false
			}
			r.TrialsA, r.TrialsB = append(r.TrialsA, a), append(r.TrialsB, b)
			r.A, r.B = r.A+a, r.B+b
		}
		r.A, r.B, r.N = r.A/float64(len(bl.a)), r.B/float64(len(bl.b)), 1
		return r, true
	}
	counted := make([]float64, len(bl.a)) // probes, by trial
	trialsA, trialsB := make([]float64, len(bl.a)), make([]float64, len(bl.a))
	for k, p := range bl.probes {
		if m.Type != "" && p.Type != m.Type {
			continue
		}
		var a, b, n float64
		for i, v := range bl.verdicts(k, m.Level) {
			hitA, hitB := one(v[0] == m.Result), one(v[1] == m.Result)
			a, b, n = a+hitA, b+hitB, n+1
			trialsA[i], trialsB[i], counted[i] = trialsA[i]+hitA, trialsB[i]+hitB, counted[i]+1
		}
		if n > 0 {
			r.A, r.B, r.N = r.A+a/n, r.B+b/n, r.N+1
		}
	}
	for i, n := range counted {
		if n > 0 {
			r.TrialsA, r.TrialsB = append(r.TrialsA, trialsA[i]/n), append(r.TrialsB, trialsB[i]/n)
		}
	}
	return r, true
}
