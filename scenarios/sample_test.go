package scenarios

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
)

// manyProbes is a scenario with probes of four kinds and types in uneven shares, as a dataset's has.
func manyProbes(n int) *arena.Scenario {
	s := &arena.Scenario{ID: "many"}
	for i := range n {
		kind := []arena.Kind{arena.Current, arena.Current, arena.Derived, arena.Absent, arena.Historical}[i*i%5]
		s.Probes = append(s.Probes, arena.Probe{ID: fmt.Sprint("p", i), Kind: kind, Type: arena.FactTypes[i*7%11%4]})
	}
	return s
}

// A sample has its size, keeps the order, leaves nothing out unnamed, and has of every kind and type its share.
func TestSample(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		all := rapid.IntRange(1, 120).Draw(rt, "probes")
		n, seed := rapid.IntRange(0, 130).Draw(rt, "n"), rapid.Int64().Draw(rt, "seed")
		s := manyProbes(all)
		before := slices.Clone(s.Probes)
		out := Sample(s, n, seed)
		require.Equal(rt, before, s.Probes)
		if n == 0 || n >= all {
			require.Same(rt, s, out)
			return
		}
		require.Len(rt, out.Probes, n)
		require.ElementsMatch(rt, before, slices.Concat(out.Probes, out.Unasked))
		require.Equal(rt, out, Sample(s, n, seed))
		require.NotEqual(rt, s.PlayHash(), out.PlayHash())
		at := -1
		for _, p := range out.Probes {
			i := slices.IndexFunc(before, func(o arena.Probe) bool { return o.ID == p.ID })
			require.Greater(rt, i, at)
			at = i
		}
		stratum := func(p arena.Probe) string { return string(p.Kind) + " " + string(p.Type) }
		counts := func(ps []arena.Probe) map[string]int {
			c := map[string]int{}
			for _, p := range ps {
				c[stratum(p)]++
				c[string(p.Kind)]++
			}
			return c
		}
		drawn := counts(out.Probes)
		for name, m := range counts(before) {
			require.InDelta(rt, float64(m*n)/float64(all), drawn[name], 0.9999, name)
		}
	})
}

// Every probe is as likely to be drawn as any other, and seeds draw otherwise.
func TestSampleIsFair(t *testing.T) {
	s := manyProbes(37)
	times := map[string]int{}
	const seeds, n = 4000, 9
	for seed := range int64(seeds) {
		for _, p := range Sample(s, n, seed).Probes {
			times[p.ID]++
		}
	}
	for _, p := range s.Probes {
		require.InDelta(t, seeds*n/37.0, times[p.ID], 150, p.ID) // five standard deviations
	}
}
