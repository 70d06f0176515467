package lab

import (
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Unit is what a measure is counted in.
type Unit string

// The units.
const (
	Share  Unit = "share" // of probes, or of tasks
	USD    Unit = "USD"
	Tokens Unit = "tokens"
)

// measure is something that is compared: a share of probes, or one number a trial.
type measure struct {
	name    string
	family  string
	unit    Unit
	lower   bool           // the lower, the better
	level   arena.Level    // of a share of probes; empty for one number a trial
	fact    arena.FactType // empty for all
	result  probes.Result  // that is counted
	number  func(ArmTrial) (float64, bool)
	unknown string // why number may be unknown
}

// measures are all that is compared, in the order in which it is reported.
var measures = func() []measure {
	ms := []measure{
		{name: "answer", family: familyRetention, unit: Share, level: arena.LevelAnswer, result: probes.Kept},
		{name: "context", family: familyRetention, unit: Share, level: arena.LevelContext, result: probes.Kept},
		{name: "memory", family: familyRetention, unit: Share, level: arena.LevelMemory, result: probes.Kept},
		{name: "final", family: familyRetention, unit: Share, level: arena.LevelFinal, result: probes.Kept},
		{name: "tasks", family: familyRetention, unit: Share, number: func(t ArmTrial) (float64, bool) { return one(t.Passed), true }},
		{name: "stale", family: familyRetention, unit: Share, lower: true, level: arena.LevelAnswer, result: probes.Stale},
	}
	for _, t := range arena.FactTypes {
		ms = append(ms, measure{name: string(t), family: familyTypes, unit: Share, level: arena.LevelAnswer, fact: t, result: probes.Kept})
	}
	return append(ms,
		measure{
			name: "cost_usd", family: familyCost, unit: USD, lower: true, unknown: "a model has no price (add one with --prices FILE)",
			number: func(t ArmTrial) (float64, bool) { return t.USD, t.Priced },
		},
		measure{
			name: "tokens", family: familyCost, unit: Tokens, lower: true,
			number: func(t ArmTrial) (float64, bool) { return float64(t.Tokens), true },
		},
	)
}()

// Primaries are the measures that a comparison may be declared to be about.
var Primaries = []string{"answer", "context", "memory", "final", "tasks"}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// block is one scenario as both sides completed it: a[i] and b[i] are of the same repeat, and
// probe k is at a's results[atA[k]] and b's results[atB[k]].
type block struct {
	scenario string
	probes   []ArmProbe // current and derived
	atA, atB []int
	a, b     []ArmTrial
}

// reading is a measure on a block: sums over n probes of their means over repeats, and each
// trial's mean over probes. A probe counts in a repeat if it counts on both sides.
type reading struct {
	a, b, n          float64
	trialsA, trialsB []float64
}

// difference is A minus B. What only rounding tells apart is equal.
func (r reading) difference() float64 {
	d := r.a - r.b
	if math.Abs(d) <= 1e-9*max(math.Abs(r.a), math.Abs(r.b)) {
		return 0
	}
	return d
}

// read takes the measure. It reports false if a number of it is unknown.
func (m measure) read(bl block) (reading, bool) {
	r := reading{}
	if m.number != nil {
		for i := range bl.a {
			a, okA := m.number(bl.a[i])
			b, okB := m.number(bl.b[i])
			if !okA || !okB {
				return r, false
			}
			r.trialsA, r.trialsB = append(r.trialsA, a), append(r.trialsB, b)
			r.a, r.b = r.a+a, r.b+b
		}
		r.a, r.b, r.n = r.a/float64(len(bl.a)), r.b/float64(len(bl.b)), 1
		return r, true
	}
	counted := make([]float64, len(bl.a)) // probes, by trial
	trialsA, trialsB := make([]float64, len(bl.a)), make([]float64, len(bl.a))
	for k, p := range bl.probes {
		if m.fact != "" && p.Type != m.fact {
			continue
		}
		var a, b, n float64
		for i := range bl.a {
			va, vb, ok := bl.verdicts(i, k, m.level)
			if !ok {
				continue
			}
			hitA, hitB := one(va == m.result), one(vb == m.result)
			a, b, n = a+hitA, b+hitB, n+1
			trialsA[i], trialsB[i], counted[i] = trialsA[i]+hitA, trialsB[i]+hitB, counted[i]+1
		}
		if n > 0 {
			r.a, r.b, r.n = r.a+a/n, r.b+b/n, r.n+1
		}
	}
	for i, n := range counted {
		if n > 0 {
			r.trialsA, r.trialsB = append(r.trialsA, trialsA[i]/n), append(r.trialsB, trialsB[i]/n)
		}
	}
	return r, true
}

// verdicts are both sides' results on probe k in pair i. It reports false unless both are in the
// denominator: at risk, and neither void nor unscored.
func (bl block) verdicts(i, k int, level arena.Level) (a, b probes.Result, ok bool) {
	a, b = bl.a[i].Results[level][bl.atA[k]], bl.b[i].Results[level][bl.atB[k]]
	return a, b, counts(a) && counts(b)
}

func counts(r probes.Result) bool {
	return slices.Contains([]probes.Result{probes.Kept, probes.Stale, probes.Lost}, r)
}
