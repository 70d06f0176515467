package lab

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every block has one shard, the shards have as many as another or one more, and a scenario's repeats aren't all one shard's.
func TestShardsAreEven(t *testing.T) {
	for scenarios := 1; scenarios <= 17; scenarios++ {
		for shards := 1; shards <= 9; shards++ {
			counts, first := make([]int, shards), map[int]bool{}
			for block := range scenarios * shards {
				owners := 0
				for n := range shards {
					if (Shard{N: n + 1, Of: shards}).Has(block, scenarios) {
						owners++
						counts[n]++
						if block%scenarios == 0 {
							first[n] = true
						}
					}
				}
				require.Equal(t, 1, owners)
			}
			for _, n := range counts {
				require.Equal(t, scenarios, n, "%d scenarios, %d repeats, %d shards", scenarios, shards, shards)
			}
			if scenarios%shards == 0 || scenarios == 1 {
				require.Len(t, first, shards)
			}
		}
	}
}
