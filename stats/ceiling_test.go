package stats

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

// Near the ceiling few scenarios have a loss at all, and an interval of t over scenarios holds the truth seldomer than it says:
// docs/measuring.md has these shares.
func TestCoverageNearTheCeiling(t *testing.T) {
	const samples, probes, alike = 2000, 44, 20 // of a beta's shape: shares of scenarios of mean 0.8 spread by 0.09
	for _, c := range []struct {
		share     float64
		scenarios int
		covers    float64
	}{
		{0.5, 8, 0.95},
		{0.8, 8, 0.95},
		{0.9, 8, 0.93},
		{0.95, 8, 0.90},
		{0.98, 8, 0.84},
		{0.5, 16, 0.95},
		{0.8, 16, 0.95},
		{0.9, 16, 0.94},
		{0.95, 16, 0.92},
		{0.98, 16, 0.88},
	} {
		r := rand.New(rand.NewPCG(uint64(1000*c.share), uint64(c.scenarios)))
		shares := distuv.Beta{Alpha: c.share * alike, Beta: (1 - c.share) * alike, Src: r}
		holds, defined := 0, 0
		for range samples {
			clusters := make([]Cluster, c.scenarios)
			for i := range clusters {
				p := shares.Rand()
				for range probes {
					if r.Float64() < p {
						clusters[i].Sum++
					}
				}
				clusters[i].N = probes
			}
			e := ClusterMean(clusters, 0.05)
			if e.Interval == nil {
				continue
			}
			defined++
			if e.Interval.Low <= c.share && c.share <= e.Interval.High {
				holds++
			}
		}
		coverage := float64(holds) / float64(defined)
		t.Logf("%g in %d scenarios: %.1f %% of %d", c.share, c.scenarios, 100*coverage, defined)
		require.InDelta(t, c.covers, coverage, 0.01)
	}
}
