package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// PageTest tests whether treatments come in the order in which they were predicted (Page,
// "Ordered Hypotheses for Multiple Treatments: A Significance Test for Linear Ranks", JASA 58,
// 1963). The zero value is a test of nothing.
type PageTest struct {
	L          float64 // Σ over treatments of place × rank sum, both from 1
	Expected   float64 // L if every order were as likely
	P          float64 // chance of this L or a greater one if every order were as likely; 1 without a block
	Exact      bool    // P counts orders; else it is the normal approximation
	Blocks     int     // those used
	Treatments int
}

// mostExact is the most treatments for which orders are counted.
const mostExact = 10

// Page tests an order. A block is one value per treatment, in the predicted order, least first; all
// blocks have equally many. Values within a block are ranked, ties sharing the mean of their
// ranks. Blocks whose values all tie say nothing of the order and are left out, and so are those
// with a NaN.
//
// P is one-sided and given the ties: each block's ranks are permuted, and the blocks are
// independent. Up to 10 treatments that distribution is exact; beyond, L is taken as normal with
// its permutation variance.
func Page(blocks [][]float64) PageTest {
	t := PageTest{P: 1}
	var ranked [][]int // twice the ranks, which are whole then
	for _, b := range blocks {
		if len(b) > 1 && !slices.ContainsFunc(b, math.IsNaN) && slices.Max(b) > slices.Min(b) {
			ranked = append(ranked, twiceRanks(b))
			t.Treatments = len(b)
		}
	}
	t.Blocks = len(ranked)
	if t.Blocks == 0 {
		return t
	}
	twice := 0
	for _, ranks := range ranked {
		for j, r := range ranks {
			twice += (j + 1) * r
		}
	}
	k := float64(t.Treatments)
	t.L, t.Expected = float64(twice)/2, float64(t.Blocks)*k*(k+1)*(k+1)/4
	if t.Exact = t.Treatments <= mostExact; t.Exact {
		t.P = exactPage(ranked, twice)
		return t
	}
	variance := 0.0
	for _, ranks := range ranked {
		variance += pageVariance(ranks)
	}
	t.P = distuv.UnitNormal.Survival((t.L - t.Expected) / math.Sqrt(variance))
	return t
}

// twiceRanks are the ranks from 1, doubled so that the mean rank of a tie is whole.
func twiceRanks(values []float64) []int {
	out := make([]int, len(values))
	for i, r := range averageRanks(values) {
		out[i] = int(2 * r)
	}
	return out
}

// pageVariance is the variance of a block's part of L over all orders of its ranks.
func pageVariance(twice []int) float64 {
	k := float64(len(twice))
	places, ranks := 0.0, 0.0
	for j, r := range twice {
		places += (float64(j+1) - (k+1)/2) * (float64(j+1) - (k+1)/2)
		ranks += (float64(r)/2 - (k+1)/2) * (float64(r)/2 - (k+1)/2)
	}
	return places * ranks / (k - 1)
}

// exactPage is the share of all orders of every block's ranks that reach least, which is twice L.
func exactPage(ranked [][]int, least int) float64 {
	total := []float64{1} // chance of each value of twice L so far
	for _, ranks := range ranked {
		block := pageOrders(ranks)
		next := make([]float64, len(total)+len(block)-1)
		for i, p := range total {
			if p == 0 {
				continue
			}
			for j, q := range block {
				next[i+j] += p * q
			}
		}
		total = next
	}
	p := 0.0
	for _, q := range slices.Backward(total[min(least, len(total)):]) { // the small ones first
		p += q
	}
	return min(1, p)
}

// pageOrders is the chance of each value of Σ place × doubled rank over all orders of a block's
// ranks. Orders are counted by the set of ranks that the first places have taken.
func pageOrders(ranks []int) []float64 {
	k, most := len(ranks), 0
	for j, r := range slices.Sorted(slices.Values(ranks)) {
		most += (j + 1) * r
	}
	taken := make([][]float64, 1<<k)
	taken[0] = make([]float64, most+1)
	taken[0][0] = 1
	for set, counts := range taken {
		if counts == nil {
			continue
		}
		place := 1
		for i := range k {
			place += set >> i & 1
		}
		for i, r := range ranks {
			if set>>i&1 == 1 {
				continue
			}
			to := &taken[set|1<<i]
			if *to == nil {
				*to = make([]float64, most+1)
			}
			for sum, n := range counts {
				if n > 0 {
					(*to)[sum+place*r] += n
				}
			}
		}
		if set != len(taken)-1 {
			taken[set] = nil
		}
	}
	out := taken[len(taken)-1]
	orders := 1.0
	for i := 2; i <= k; i++ {
		orders *= float64(i)
	}
	for i := range out {
		out[i] /= orders
	}
	return out
}
