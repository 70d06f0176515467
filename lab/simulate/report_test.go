package simulate

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/reports/reportstest"
)

func example() Report {
	t := Table{ID: "kept", Title: "What is kept", Rows: "policy", Columns: []Column{{"hits %", 1}, {"turns", 0}}, Notes: []string{"hits: of all uses."}}
	t.Add("some", []float64{50, 60}, []float64{3, 4})
	t.Add("none", []float64{-1.25}, nil)
	return Report{
		Name: "example", Title: "An example", Case: "session", Seed: 7, Seeds: 2, Cases: 3, Tables: []Table{t},
		Workload: []Generated{{Thing: "sizes", How: "one token each"}}, Verdicts: []Verdict{{"All is kept.", "Half of it is.", "no"}},
	}
}

func TestReport(t *testing.T) {
	reportstest.Golden(t, example().Document(), "example", "table", "md", "csv", "json")
	reportstest.Schema(t, "schema.json", "Context Arena simulation", form{}, map[string]string{"simulate.form": "Simulation"}, example().Document(), Report{
		Workload: []Generated{}, Tables: []Table{}, Verdicts: []Verdict{},
	}.Document())
	kept := example().Tables[0]
	require.InDelta(t, 55, kept.Cell("some", "hits %").Mean, 1e-12)
	require.InDelta(t, 7.0710678, kept.Cell("some", "hits %").SD, 1e-6)
	require.Zero(t, kept.Cell("none", "turns").N)
}

// However many run at once, a case has its own randomness, and results stand in their order.
func TestEach(t *testing.T) {
	draw := func(parallel int) [][]uint64 {
		out, err := Each(t.Context(), Settings{Seed: 5, Seeds: 3, Cases: 40, Parallel: parallel}, func(r *rand.Rand, _, _ int) (uint64, error) { return r.Uint64(), nil })
		require.NoError(t, err)
		return out
	}
	require.Equal(t, draw(1), draw(8))
	require.NotEqual(t, draw(1)[0], draw(1)[1])

	_, err := Each(t.Context(), Settings{Seeds: 1, Cases: 9, Parallel: 2}, func(_ *rand.Rand, _, number int) (int, error) {
		if number == 3 {
			return 0, errors.New("the third")
		}
		return number, nil
	})
	require.ErrorContains(t, err, "the third")
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = Each(ended, Settings{Seeds: 1, Cases: 9, Parallel: 2}, func(*rand.Rand, int, int) (int, error) { return 0, nil })
	require.ErrorIs(t, err, context.Canceled)
}

func TestSettings(t *testing.T) {
	require.NoError(t, Settings{Seeds: 1, Cases: 1, Parallel: 1}.Check())
	err := Settings{Seeds: 0, Cases: -1, Parallel: Most + 1}.Check()
	require.ErrorAs(t, err, new(arena.Mistake))
	for _, flag := range []string{"--seeds 0", "--cases -1", "--parallel 100001"} {
		require.ErrorContains(t, err, flag)
	}
	require.Equal(t, 1, Settings{Cases: 3}.Fewer(5).Cases)
}
