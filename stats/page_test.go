package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
	"contextarena.internal/stats"
)

func TestGoldenPage(t *testing.T) {
	type vector struct {
		Name   string
		Blocks [][]float64
		L      float64
		P      float64
		Within float64
	}
	for _, c := range golden.Cases[vector](t, "page.json") {
		t.Run(c.Name, func(t *testing.T) {
			have := stats.Page(c.Blocks)
			require.InDelta(t, c.L, have.L, 1e-9)
			require.InDelta(t, c.P, have.P, c.Within)
			require.True(t, have.Exact)
		})
	}
}

// TestPageCriticalValues: table 2 of Page (1963) has the least L that is significant.
func TestPageCriticalValues(t *testing.T) {
	for _, c := range []struct {
		name           string
		blocks, k      int
		l              float64
		alpha, further float64 // p at l is at most alpha, and at l - 1 above it
	}{
		{"2 blocks of 3", 2, 3, 28, 0.05, 27},
		{"3 blocks of 3", 3, 3, 41, 0.05, 40},
		{"3 blocks of 3, 1 %", 3, 3, 42, 0.01, 41},
		{"3 blocks of 4", 3, 4, 84, 0.05, 83},
		{"2 blocks of 4, 1 %", 2, 4, 60, 0.01, 59},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.LessOrEqual(t, chanceOf(c.blocks, c.k, c.l), c.alpha)
			require.Greater(t, chanceOf(c.blocks, c.k, c.further), c.alpha)
		})
	}
}

// chanceOf is the P of any blocks with this L.
func chanceOf(blocks, k int, l float64) float64 {
	p := math.NaN()
	var fill func(sofar [][]float64) bool
	fill = func(sofar [][]float64) bool {
		if len(sofar) == blocks {
			t := stats.Page(sofar)
			p = t.P
			return t.L == l
		}
		for _, order := range orders(k) {
			if fill(append(sofar[:len(sofar):len(sofar)], order)) {
				return true
			}
		}
		return false
	}
	if !fill(nil) {
		return math.NaN()
	}
	return p
}

// orders are all orders of 1 to k.
func orders(k int) [][]float64 {
	if k == 0 {
		return [][]float64{nil}
	}
	var out [][]float64
	for _, shorter := range orders(k - 1) {
		for at := range k {
			out = append(out, slices.Insert(slices.Clone(shorter), at, float64(k)))
		}
	}
	return out
}

func TestPageOfNothing(t *testing.T) {
	for name, blocks := range map[string][][]float64{
		"no block": nil, "all tie": {{1, 1, 1}}, "not a number": {{1, math.NaN(), 2}}, "one treatment": {{1}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, stats.PageTest{P: 1}, stats.Page(blocks)) })
	}
}

// TestPageOfManyTreatments: beyond what is counted the approximation is near what it stands for.
func TestPageOfManyTreatments(t *testing.T) {
	var ten, eleven [][]float64
	for b := range 6 {
		var block []float64
		for j := range 11 {
			block = append(block, float64((j+3*b)%5)+float64(j)/10)
		}
		ten, eleven = append(ten, block[:10]), append(eleven, block)
	}
	require.True(t, stats.Page(ten).Exact)
	have := stats.Page(eleven)
	require.False(t, have.Exact)
	require.InDelta(t, stats.Page(ten).P, have.P, 0.2)
	require.InDelta(t, 6*11*12*12/4.0, have.Expected, 1e-9)
}

// TestPageCountsOrders: P is the share of all orders of every block that reach this L, ties
// included.
func TestPageCountsOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 4).Draw(t, "treatments")
		blocks := rapid.SliceOfN(rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 3), func(i int) float64 { return float64(i) }), k, k), 1, 2).Draw(t, "blocks")
		blocks = slices.DeleteFunc(blocks, func(b []float64) bool { return slices.Max(b) == slices.Min(b) })
		have := stats.Page(blocks)
		if len(blocks) == 0 {
			require.Equal(t, 1.0, have.P)
			return
		}
		reached, all := 0, 0
		var each func(sofar [][]float64)
		each = func(sofar [][]float64) {
			if len(sofar) == len(blocks) {
				all++
				if stats.Page(sofar).L >= have.L-1e-9 {
					reached++
				}
				return
			}
			for _, order := range orders(k) {
				permuted := make([]float64, k)
				for i, at := range order {
					permuted[i] = blocks[len(sofar)][int(at)-1]
				}
				each(append(sofar[:len(sofar):len(sofar)], permuted))
			}
		}
		each(nil)
		require.InDelta(t, float64(reached)/float64(all), have.P, 1e-9)
	})
}
