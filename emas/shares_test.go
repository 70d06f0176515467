package emas_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
	"contextarena.internal/space"
)

// drawn are n genomes of a space, without replacement, each measured on some scenarios with noise.
func drawn(s *space.Space, n, scenarios int, sd float64, fitness func(x []int, scenario int) float64) []emas.Drawn {
	r := rand.New(rand.NewPCG(11, 0))
	var out []emas.Drawn
	for _, g := range r.Perm(s.Size())[:n] {
		d := emas.Drawn{Genome: emas.Genome(g)}
		for i := range scenarios {
			d.Fitness = append(d.Fitness, fitness(s.Levels(d.Genome), i)+sd*r.NormFloat64())
			d.Noise = append(d.Noise, sd*sd)
		}
		out = append(out, d)
	}
	return out
}

func itself(dimension string) string { return dimension }

// TestKnownFunction: y = 2a + b + 3·(a xor c) has variances that can be written down: 4, 2/3 and 9.
func TestKnownFunction(t *testing.T) {
	s, err := space.New(space.Choice("a", "0", "1"), space.Choice("b", "0", "1", "2"), space.Choice("c", "0", "1"), space.Steps("d", "d", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
	require.NoError(t, err)
	sign := func(i int) float64 { return float64(2*i - 1) }
	y := func(x []int, _ int) float64 { return 2*sign(x[0]) + float64(x[1]-1) + 3*sign(x[0])*sign(x[2]) }
	shares, err := emas.Shares(s, itself, drawn(s, s.Size(), 1, 0, y), 0.05)
	require.NoError(t, err)
	total := 4 + 2./3 + 9
	require.Len(t, shares, 5)
	for i, want := range []float64{4, 2. / 3, 0, 0, 9} {
		require.InDelta(t, want/total, shares[i].Mean, 0.03, shares[i].Module)
		require.Nil(t, shares[i].Interval, "one scenario alone")
	}
	require.Empty(t, shares[4].Module, "what none does alone")

	// A module has what its dimensions do together.
	shares, err = emas.Shares(s, func(d string) string { return map[string]string{"a": "ac", "c": "ac"}[d] }, drawn(s, s.Size(), 1, 0, y), 0.05)
	require.NoError(t, err)
	require.Equal(t, "ac", shares[0].Module)
	require.InDelta(t, 13/total, shares[0].Mean, 0.03)
}

// TestNoiseIsTakenOff: a module beside noise of nearly half its variance has all that is left of it, and where the rest is noise
// nothing is explained. The intervals hold the truth.
func TestNoiseIsTakenOff(t *testing.T) {
	s, err := emas.NewPipelineSpace()
	require.NoError(t, err)
	encodes := func(x []int, scenario int) float64 { return (0.2 + 0.02*float64(scenario)) * float64(x[0]) }
	shares, err := emas.Shares(s, itself, drawn(s, 200, 4, 0.4, encodes), 0.05)
	require.NoError(t, err)
	require.InDelta(t, 1, shares[0].Mean, 0.15)
	for _, x := range shares[:7] {
		require.NotNil(t, x.Interval, x.Module)
		require.True(t, x.Interval.Low <= x.Mean && x.Mean <= x.Interval.High)
		require.True(t, 0 <= x.Interval.Low && x.Interval.High <= 1)
	}
	require.Greater(t, shares[0].Interval.Low, 0.5)
	require.Less(t, shares[1].Interval.Low, 0.02)

	constant := func([]int, int) float64 { return 1 }
	_, err = emas.Shares(s, itself, drawn(s, 200, 4, 0, constant), 0.05)
	require.ErrorContains(t, err, "no variance beyond noise")
	_, err = emas.Shares(s, itself, drawn(s, 19, 4, 0, encodes), 0.05)
	require.ErrorContains(t, err, "19 pipelines were drawn at random, too few")
	_, err = emas.Shares(s, func(string) string { return "all" }, drawn(s, 200, 4, 0, encodes), 0.05)
	require.ErrorContains(t, err, "too few of them share their settings")
}
