package pareto

import "math"

// Count is how many of the probes of one fact type a point kept. Where repeats were averaged it is
// fractional.
type Count struct{ Kept, Asked float64 }

// Pool is what points have in common in one fact type: how much they keep, and how little they
// differ. It is the beta distribution with parameters Mean·Strength and (1-Mean)·Strength.
type Pool struct {
	Mean     float64 // share kept
	Strength float64 // in probes: 0 leaves shares as they are, +Inf makes all points alike
}

// FitPools fits a pool for each fact type to counts[point][type], by the moments of the
// beta-binomial distribution with weights that grow with the probes asked (Kleinman 1973). Types of
// which no point was asked minProbes have none: nil. Points that weren't asked don't count; a
// single one that was can't be compared and is left as it is: strength 0. Where points differ by no
// more than chance would make them they are all alike.
//
// It takes a point's probes for independent. Those of one scenario aren't, so points seem to differ
// more than they do and are pooled too little rather than too much.
func FitPools(counts [][]Count, minProbes float64) []*Pool {
	if len(counts) == 0 {
		return nil
	}
	pools := make([]*Pool, len(counts[0]))
	for k := range pools {
		var own []Count
		most := 0.0
		for _, point := range counts {
			if point[k].Asked > 0 {
				own = append(own, point[k])
				most = max(most, point[k].Asked)
			}
		}
		if most >= minProbes && most > 0 {
			pools[k] = fitPool(own)
		}
	}
	return pools
}

func fitPool(counts []Count) *Pool {
	// A share of kept probes varies by p(1-p)/n·(1+(n-1)ρ). Weights are the inverse but for the
	// common factor; a handful of rounds settle them.
	mean, rho := counts[0].Kept/counts[0].Asked, 0.0
	if len(counts) == 1 {
		return &Pool{Mean: mean}
	}
	for range 20 {
		var weights, sum float64
		w := make([]float64, len(counts))
		for i, c := range counts {
			w[i] = c.Asked / (1 + max(0, c.Asked-1)*rho)
			weights += w[i]
			sum += w[i] * c.Kept / c.Asked
		}
		mean = sum / weights
		var spread, chance, rest float64
		for i, c := range counts {
			d := c.Kept/c.Asked - mean
			spread += w[i] * d * d
			chance += w[i] / c.Asked * (1 - w[i]/weights)
			rest += w[i] * (1 - w[i]/weights)
		}
		variance := mean * (1 - mean)
		if variance <= 0 || rest <= chance {
			rho = 0
			break
		}
		rho = min(1, max(0, (spread-variance*chance)/(variance*(rest-chance))))
	}
	if rho == 0 {
		return &Pool{Mean: mean, Strength: math.Inf(1)}
	}
	return &Pool{Mean: mean, Strength: (1 - rho) / rho}
}

// Estimate is a point's share kept, drawn toward the mean by as many probes as the pool is strong:
// the mean of the beta-binomial posterior. A point that wasn't asked has the pool's mean.
func (p Pool) Estimate(c Count) float64 {
	if c.Asked == 0 || math.IsInf(p.Strength, 1) {
		return p.Mean
	}
	return (c.Kept + p.Mean*p.Strength) / (c.Asked + p.Strength)
}

// Worst is the least pooled share among a point's fact types and the type it is of, the first of
// several. The least of many raw shares is mostly the unluckiest, of few probes. Types without a
// pool don't count; with none left it is NaN, of type -1.
func Worst(pools []*Pool, counts []Count) (retention float64, factType int) {
	retention, factType = math.NaN(), -1
	for k, p := range pools {
		if p == nil {
			continue
		}
		if e := p.Estimate(counts[k]); factType < 0 || e < retention {
			retention, factType = e, k
		}
	}
	return retention, factType
}
