package lab

import (
	"slices"

	"contextarena.internal/stats"
)

// Pair is one measure of two arms on the trials that both completed.
type Pair struct {
	Difference
	AloneA, AloneB stats.Estimate // each side by itself, on the same trials
	Equal          bool           // no scenario differs
}

// PairOf measures two arms by the measure of a name. It is an error if nothing can be compared.
func PairOf(a, b Arm, name string, o ContrastOptions) (Pair, error) {
	c := Contrast{Paired: a.Seed == b.Seed && a.Model == b.Model}
	blocks, err := c.match(a, b)
	if err != nil {
		return Pair{}, err
	}
	m := measures[slices.IndexFunc(measures, func(m measure) bool { return m.name == name })]
	out := Pair{
		Difference: c.difference(m, blocks, o), Equal: true,
		AloneA: alone(m, blocks, o, func(r reading) (float64, []float64) { return r.a, r.trialsA }),
		AloneB: alone(m, blocks, o, func(r reading) (float64, []float64) { return r.b, r.trialsB }),
	}
	for _, bl := range blocks {
		r, _ := m.read(bl)
		out.Equal = out.Equal && r.difference() == 0
	}
	return out, nil
}

// alone is one side of a share alone, on what both sides completed.
func alone(m measure, blocks []block, o ContrastOptions, of func(reading) (float64, []float64)) stats.Estimate {
	var clusters []stats.Cluster
	var strata []stats.Stratum
	for _, bl := range blocks {
		r, _ := m.read(bl)
		if r.n == 0 {
			continue
		}
		sum, trials := of(r)
		clusters = append(clusters, stats.Cluster{Sum: sum, N: r.n})
		strata = append(strata, stats.Stratum{Weight: r.n, Probes: r.n, A: trials})
	}
	if o.Estimand == Fixed {
		return stats.FixedMean(strata, true, o.Alpha)
	}
	return stats.ClusterMean(clusters, o.Alpha)
}
