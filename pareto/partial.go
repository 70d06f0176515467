package pareto

import (
	"math"
)

// Count is how many of the probes of one fact type a point kept. Where repeats were averaged it is
// fractional.
type Count struct{ Kept, Asked float64 }

// Pool is what points have in common in one fact type: how hard it is beside the others, and how
// little points differ in that.
type Pool struct {
	// Ratio is the share kept of the type over the share kept of all types. A point that keeps the
	// share s of everything is expected to keep Ratio·s of the type, and 1 at most.
	Ratio    float64
	Strength float64 // of that expectation in probes: 0 leaves shares as they are, +Inf sets them to it
}

// FitPools fits a pool for each fact type to counts[point][type]. Points scatter about what is
// expected of them as the beta-binomial distribution does; its strength is fitted by its second
// moment, probes weighing alike (Kleinman 1973, with a mean for each point). Types of which no
// point was asked minProbes have none: nil. Points that weren't asked don't count; a single one that
// was can't be compared and is left as it is: strength 0. Where points scatter by no more than chance
// would make them the strength is +Inf.
//
// It takes a point's probes for independent. Those of one scenario aren't, so points seem to differ
// more than they do and are pooled too little rather than too much.
func FitPools(counts [][]Count, minProbes float64) []*Pool {
	if len(counts) == 0 {
		return nil
	}
	overall := make([]float64, len(counts))
	for i, point := range counts {
		overall[i] = shareOf(point)
	}
	pools := make([]*Pool, len(counts[0]))
	for k := range pools {
		var own []Count
		var shares []float64
		most := 0.0
		for i, point := range counts {
			if point[k].Asked > 0 {
				own, shares = append(own, point[k]), append(shares, overall[i])
				most = max(most, point[k].Asked)
			}
		}
		if most >= minProbes && most > 0 {
			pools[k] = fitPool(own, shares)
		}
	}
	return pools
}

// shareOf is the share of all types that a point kept; 0 if it wasn't asked.
func shareOf(counts []Count) float64 {
	var kept, asked float64
	for _, c := range counts {
		kept, asked = kept+c.Kept, asked+c.Asked
	}
	if asked == 0 {
		return 0
	}
	return kept / asked
}

func fitPool(counts []Count, overall []float64) *Pool {
	var kept, expected float64
	for i, c := range counts {
		kept, expected = kept+c.Kept, expected+c.Asked*overall[i]
	}
	p := &Pool{Strength: math.Inf(1)}
	if expected > 0 {
		p.Ratio = kept / expected
	}
	if len(counts) < 2 {
		p.Strength = 0
		return p
	}
	// A share of n probes varies by m(1-m)/n·(1+(n-1)ρ).
	var beyond, most float64
	for i, c := range counts {
		m := p.expected(overall[i])
		d := c.Kept/c.Asked - m
		beyond += c.Asked * (d*d - m*(1-m)/c.Asked)
		most += max(0, c.Asked-1) * m * (1 - m)
	}
	if most > 0 && beyond > 0 {
		rho := min(1, beyond/most)
		p.Strength = (1 - rho) / rho
	}
	return p
}

// expected is the share of the type that a point is expected to keep.
func (p Pool) expected(overall float64) float64 { return min(1, p.Ratio*overall) }

// Estimate is the share kept of the type by a point that keeps the share overall of everything, drawn
// toward what is expected of it by as many probes as the pool is strong: the mean of the
// beta-binomial posterior. A point that wasn't asked keeps what is expected.
func (p Pool) Estimate(c Count, overall float64) float64 {
	if c.Asked == 0 || math.IsInf(p.Strength, 1) {
		return p.expected(overall)
	}
	return (c.Kept + p.expected(overall)*p.Strength) / (c.Asked + p.Strength)
}

// Worst is the least pooled share among a point's fact types and the type it is of, the first of
// several. The least of many raw shares is mostly the unluckiest, of few probes. Types without a
// pool don't count; with none left it is NaN, of type -1.
func Worst(pools []*Pool, counts []Count) (retention float64, factType int) {
	retention, factType = math.NaN(), -1
	overall := shareOf(counts)
	for k, p := range pools {
		if p == nil {
			continue
		}
		if e := p.Estimate(counts[k], overall); factType < 0 || e < retention {
			retention, factType = e, k
		}
	}
	return retention, factType
}
