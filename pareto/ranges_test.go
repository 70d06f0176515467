//go:build slow

package pareto_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// How often a point comes out on the front of other scenarios lies in its range more often than near its chance.
func TestRangesHold(t *testing.T) {
	const samples = 20
	for _, scenarios := range []int{8, 16} {
		in, near, all := 0, 0, 0
		for k := range uint64(samples) {
			r := rand.New(rand.NewPCG(11, k))
			truth := scattered(r, 40)
			u := noisy(r, truth, scenarios, 2, 0.1).sample().Bootstrap(400, 1, 0.05)
			on := make([]float64, len(truth))
			const anew = 100
			for range anew {
				again := noisy(r, truth, scenarios, 2, 0.1).sample().Bootstrap(1, 1, 0.05)
				for _, i := range again.Front {
					on[i]++
				}
			}
			for _, i := range u.Front {
				share := on[i] / anew
				all++
				if share >= u.Low[i]-1e-9 && share <= u.High[i]+1e-9 {
					in++
				}
				if share >= u.OnFront[i]-0.1 && share <= u.OnFront[i]+0.1 {
					near++
				}
			}
		}
		t.Logf("%d scenarios: of %d points on fronts the range holds the share anew for %d, their chance within 10 points for %d", scenarios, all, in, near)
		require.GreaterOrEqual(t, float64(in), 0.8*float64(all))
	}
}
