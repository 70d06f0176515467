package pareto_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/pareto"
)

func TestBreakEven(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b pareto.Cost
		want float64
		ok   bool
	}{
		{"write-heavy pays off", pareto.Cost{10, 1}, pareto.Cost{2, 3}, 4, true},
		{"either way round", pareto.Cost{2, 3}, pareto.Cost{10, 1}, 4, true},
		{"dearer in both", pareto.Cost{10, 3}, pareto.Cost{2, 1}, -4, false},
		{"same reading", pareto.Cost{10, 1}, pareto.Cost{2, 1}, math.Inf(-1), false},
		{"same writing", pareto.Cost{2, 1}, pareto.Cost{2, 3}, 0, false},
	} {
		n, ok := pareto.BreakEven(c.a, c.b)
		require.Equal(t, c.ok, ok, c.name)
		if ok {
			require.InDelta(t, c.want, n, 1e-12, c.name)
			require.InDelta(t, c.a.Of(n), c.b.Of(n), 1e-12, c.name)
		}
	}
}

func TestCheapest(t *testing.T) {
	for _, c := range []struct {
		name  string
		costs []pareto.Cost
		want  []pareto.Span
	}{
		{"nobody", nil, nil},
		{"three take turns", []pareto.Cost{{0, 4}, {6, 1}, {2, 2}}, []pareto.Span{{0, 0}, {1, 2}, {4, 1}}},
		{"the middle one never", []pareto.Cost{{0, 4}, {6, 1}, {5, 2}}, []pareto.Span{{0, 0}, {2, 1}}},
		{"the middle one only in a tie", []pareto.Cost{{0, 4}, {6, 1}, {4, 2}}, []pareto.Span{{0, 0}, {2, 1}}},
		{"equal ones", []pareto.Cost{{1, 1}, {1, 1}}, []pareto.Span{{0, 0}}},
		{"same writing", []pareto.Cost{{1, 2}, {1, 1}}, []pareto.Span{{0, 1}}},
	} {
		got, err := pareto.Cheapest(c.costs)
		require.NoError(t, err)
		require.Equal(t, c.want, got, c.name)
	}
	_, err := pareto.Cheapest([]pareto.Cost{{1, 1}, {math.NaN(), 1}, {1, -2}})
	require.EqualError(t, err, `point 1 costs NaN to write and 1 to read: want 0 or more of both
point 2 costs 1 to write and -2 to read: want 0 or more of both`)
}

func TestCheapestIsTheLowerEnvelope(t *testing.T) {
	cost := rapid.Custom(func(t *rapid.T) pareto.Cost {
		return pareto.Cost{Write: float64(rapid.IntRange(0, 9).Draw(t, "write")), Read: float64(rapid.IntRange(0, 9).Draw(t, "read"))}
	})
	rapid.Check(t, func(t *rapid.T) {
		costs := rapid.SliceOfN(cost, 1, 20).Draw(t, "costs")
		spans, err := pareto.Cheapest(costs)
		require.NoError(t, err)
		require.Zero(t, spans[0].From)
		for k, s := range spans {
			inside := s.From + 1
			if k+1 < len(spans) {
				require.Less(t, s.From, spans[k+1].From)
				inside = (s.From + spans[k+1].From) / 2
			}
			for _, n := range []float64{s.From, inside} {
				least := slices.MinFunc(costs, func(a, b pareto.Cost) int {
					if a.Of(n) < b.Of(n) {
						return -1
					}
					return 1
				})
				require.InDelta(t, least.Of(n), costs[s.Point].Of(n), 1e-9)
			}
		}
	})
}
