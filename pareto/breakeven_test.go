package pareto_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/pareto"
)

// of is the cost of a conversation with n queries.
func of(c pareto.Cost, n float64) float64 { return c.Write + n*c.Read }

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
					if of(a, n) < of(b, n) {
						return -1
					}
					return 1
				})
				require.InDelta(t, of(least, n), of(costs[s.Point], n), 1e-9)
			}
		}
	})
}
