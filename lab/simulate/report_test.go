package simulate

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/reports/reportstest"
)

// example is a study whose figures are known.
var example = Study{Use: "example", Case: "session", Data: []byte(`
title: An example
workload: [{thing: sizes, how: one token each}]
tables:
  - id: kept
    title: What is kept
    rows: policy
    columns: [{name: hits %, decimals: 1}, {name: turns}]
    notes: ["hits: of all uses."]
`), Play: func(_ context.Context, c *Case) error {
	hits, weight := 50+10*float64(c.Place), 1.0
	if c.Number == 1 {
		hits, weight = 0, 0
	}
	c.Add("kept", "some", "hits %", hits*weight, weight)
	c.Add("kept", "some", "turns", 3+float64(c.Place), 1)
	c.Add("kept", "none", "hits %", -1.25, 1)
	return nil
}}

func reported(t *testing.T) Report {
	t.Helper()
	r, err := example.Run(t.Context(), Settings{Seed: 7, Seeds: 2, Cases: 3, Parallel: 2})
	require.NoError(t, err)
	return r
}

func TestReport(t *testing.T) {
	r := reported(t)
	reportstest.Golden(t, r.Document(), "example", "table", "md", "csv", "json")
	reportstest.Schema(t, "schema.json", "Context Arena simulation", form{}, map[string]string{"simulate.form": "Simulation"}, r.Document(), Report{
		Workload: []Generated{}, Tables: []Table{},
	}.Document())
	some, none := r.Tables[0].Lines[0], r.Tables[0].Lines[1]
	require.Equal(t, "some", some.Name)
	require.InDelta(t, 55, some.Cells[0].Mean, 1e-12, "a case without weight counts for nothing")
	require.InDelta(t, 7.0710678, some.Cells[0].SD, 1e-6)
	require.Zero(t, none.Cells[1].N)
}

// A plan that names what isn't there is an error.
func TestPlanThatDoesNotFit(t *testing.T) {
	for data, want := range map[string]string{
		"title: x\ncolour: red": "colour",
		"title: x":              "no table kept",
		"tables: [{id: kept, columns: [{name: turns}]}]": `table kept has no column "hits %"`,
	} {
		s := example
		s.Data = []byte(data)
		_, err := s.Run(t.Context(), Settings{Seeds: 1, Cases: 1, Parallel: 1})
		require.ErrorContains(t, err, "simulation example: ")
		require.ErrorContains(t, err, want)
	}
}

// However many run at once, a case has its own randomness, and figures are the same.
func TestCasesAreTheirOwn(t *testing.T) {
	draw := func(parallel int) []Table {
		s := example
		s.Play = func(_ context.Context, c *Case) error {
			require.Equal(t, c.Rand().Uint64(), c.Rand().Uint64())
			for _, row := range []string{"some", "none"} {
				c.Add("kept", row, "hits %", c.Rand().Float64(), 1)
			}
			return nil
		}
		r, err := s.Run(t.Context(), Settings{Seed: 5, Seeds: 3, Cases: 40, Parallel: parallel})
		require.NoError(t, err)
		return r.Tables
	}
	require.Equal(t, draw(1), draw(8))
	require.NotZero(t, draw(1)[0].Lines[0].Cells[0].SD)

	s := example
	s.Play = func(_ context.Context, c *Case) error {
		if c.Number == 3 {
			return errors.New("the third")
		}
		return nil
	}
	_, err := s.Run(t.Context(), Settings{Seeds: 1, Cases: 9, Parallel: 2})
	require.ErrorContains(t, err, "the third")
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = example.Run(ended, Settings{Seeds: 1, Cases: 9, Parallel: 2})
	require.ErrorIs(t, err, context.Canceled)
}

func TestSettings(t *testing.T) {
	require.NoError(t, Settings{Seeds: 1, Cases: 1, Parallel: 1}.Check())
	err := Settings{Seeds: 0, Cases: -1, Parallel: mostCases + 1}.Check()
	require.ErrorAs(t, err, new(arena.Mistake))
	for _, flag := range []string{"--seeds 0", "--cases -1", "--parallel 100001"} {
		require.ErrorContains(t, err, flag)
	}
}
