package generate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Wherever the settings leave turns enough for the steps of one fact, everything finds a place, each
// step later than the one before.
func TestPacked(t *testing.T) {
	for facts := 1; facts <= 6; facts++ {
		for changed := range facts + 1 {
			last := make([]int, facts)
			var early []int
			for f := range changed {
				last[f] = changes
				early = append(early, f)
			}
			total := facts + changed
			fewest := 1
			if changed > 0 {
				fewest = 2
			}
			for groups := fewest; groups <= total; groups++ {
				sizes := make([]int, groups)
				for i := range sizes {
					sizes[i] = total / groups
					if i < total%groups {
						sizes[i]++
					}
				}
				reached := make([]int, facts)
				for i, events := range packed(last, early, sizes) {
					require.Len(t, events, sizes[i])
					for _, e := range events {
						require.Equal(t, reached[e.fact], e.step, "%d facts, %d changed, %d groups", facts, changed, groups)
					}
					for _, e := range events {
						reached[e.fact]++
					}
				}
				for f := range facts {
					require.Equal(t, last[f]+1, reached[f])
				}
			}
		}
	}
}
