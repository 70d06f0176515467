package contrast

import (
	"slices"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Pair is one measure of two arms on the trials that both completed.
type Pair struct {
	Difference
	AloneA, AloneB stats.Estimate // each side by itself, on the same trials
	Equal          bool           // no scenario differs
}

// PairOf measures two arms by the measure of a name. It is an error if nothing can be compared.
func PairOf(a, b Arm, name string, o Options) (Pair, error) {
	matched, err := Match(a, b)
	if err != nil {
		return Pair{}, err
	}
	m := measureOf(name)
	readings, _ := matched.Read(m)
	return Pair{
		Difference: matched.difference(m, o),
		AloneA:     alone(readings, o, func(r Reading) (float64, []float64) { return r.A, r.TrialsA }),
		AloneB:     alone(readings, o, func(r Reading) (float64, []float64) { return r.B, r.TrialsB }),
		Equal:      !slices.ContainsFunc(readings, func(r Reading) bool { return r.difference() != 0 }),
	}, nil
}

// alone is one side of a share alone, on what both sides completed.
func alone(readings Readings, o Options, of func(Reading) (float64, []float64)) stats.Estimate {
	var clusters []stats.Cluster
	var strata []stats.Stratum
	for _, r := range readings {
		sum, trials := of(r)
		clusters = append(clusters, stats.Cluster{Sum: sum, N: r.N})
		strata = append(strata, stats.Stratum{Weight: r.N, Probes: r.N, A: trials})
	}
	if o.Estimand == reports.Fixed {
		return stats.FixedMean(strata, true, o.Alpha)
	}
	return stats.ClusterMean(clusters, o.Alpha)
}
