package stats

import (
	"math"
	"math/rand/v2"
	"sort"
)

// SignFlip is the result of a sign-flip test.
type SignFlip struct {
	P        float64 // two-sided; 1 where there is nothing to flip
	Units    int     // differences tested, zeros included
	Smallest float64 // the least P this many units can give
	Exact    bool    // every assignment was counted; else a sample of them
}

const (
	exactFlips   = 20     // most units whose assignments are all counted
	sampledFlips = 100000 // assignments drawn beyond that
)

// FlipSigns tests whether differences of independent units (scenarios) are symmetric about zero
// (Fisher 1935): P is the share of all ways to choose their signs whose sum is at least as far
// from zero as the observed one. Zeros stay: they can't speak for either side, and Smallest counts
// them as units. Up to 20 differences other than zero are counted exactly; beyond, 100,000
// assignments are drawn from seed and the observed one counts as one more (Phipson & Smyth 2010),
// so that P is never 0. The order of the differences and the sign of all of them don't matter.
func FlipSigns(differences []float64, seed uint64) SignFlip {
	t := SignFlip{Units: len(differences), Exact: true, P: 1}
	var sizes []float64
	var sum, total float64
	for _, d := range differences {
		sum += d
		if d != 0 {
			sizes = append(sizes, math.Abs(d))
			total += math.Abs(d)
		}
	}
	sort.Float64s(sizes)
	t.Smallest = math.Ldexp(1, min(0, 1-t.Units))
	threshold := math.Abs(sum) - total*1e-9
	switch {
	case len(sizes) == 0:
	case len(sizes) <= exactFlips:
		t.P = exactP(sizes, total, threshold)
	default:
		t.Exact = false
		t.P = sampledP(sizes, threshold, seed)
	}
	if t.Units > exactFlips {
		t.Smallest = max(t.Smallest, 1.0/(sampledFlips+1))
	}
	return t
}

// exactP goes through the assignments in Gray code order, one sign changing at a time. The last
// sign stays: the other half of the assignments are mirror images with the same absolute sum.
func exactP(sizes []float64, total, threshold float64) float64 {
	n := len(sizes)
	signed := append([]float64(nil), sizes...)
	sum, extreme, all := total, 0, 1<<(n-1)
	for i := 1; ; i++ {
		if math.Abs(sum) >= threshold {
			extreme++
		}
		if i == all {
			return float64(extreme) / float64(all)
		}
		k := 0
		for i>>k&1 == 0 {
			k++
		}
		sum -= 2 * signed[k]
		signed[k] = -signed[k]
	}
}

func sampledP(sizes []float64, threshold float64, seed uint64) float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	extreme := 0
	for range sampledFlips {
		var sum float64
		var bits uint64
		for i, d := range sizes {
			if i%64 == 0 {
				bits = r.Uint64()
			}
			if bits&1 == 0 {
				d = -d
			}
			bits >>= 1
			sum += d
		}
		if math.Abs(sum) >= threshold {
			extreme++
		}
	}
	return float64(extreme+1) / (sampledFlips + 1)
}
