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
  - {id: aside, columns: [{name: turns}], hidden: true}
claims:
  - claim: All is kept.
    holds: '{{if lt (mean "kept" "some" "hits %") 100.0}}no{{else}}yes{{end}}'
    found: >-
      {{mean "kept" "some" "hits %"}} of 100; {{total "kept" "some" "hits %"}} {{least "hits %" "some" "none"}} {{most "hits %" "some"}}
      {{lowest "kept" "some" "hits %"}} {{highest "kept" "some" "hits %"}} {{above "kept" "hits %" "some" "none"}}
      {{wins "kept" "hits %" "some" "none"}} of {{.Seeds}} {{(difference "kept" "hits %" "some" "none").Mean}}
      {{sub 3.0 1.0}} {{percent 1.0 4.0}} {{mean "aside" "some" "turns"}}
`), Play: func(_ context.Context, c *Case) error {
	hits, weight := 50+10*float64(c.Place), 1.0
	if c.Number == 1 {
		hits, weight = 0, 0
	}
	c.Add("kept", "some", "hits %", hits*weight, weight)
	c.Add("kept", "some", "turns", 3+float64(c.Place), 1)
	c.Add("kept", "none", "hits %", -1.25, 1)
	c.Add("aside", "some", "turns", 7, 1)
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
		Workload: []Generated{}, Tables: []Table{}, Verdicts: []Claim{},
	}.Document())
	some, none := r.Tables[0].Lines[0], r.Tables[0].Lines[1]
	require.Equal(t, "some", some.Name)
	require.InDelta(t, 55, some.Cells[0].Mean, 1e-12, "a case without weight counts for nothing")
	require.InDelta(t, 7.0710678, some.Cells[0].SD, 1e-6)
	require.Zero(t, none.Cells[1].N)
	require.Len(t, r.Tables, 1, "hidden ones aside")
	require.Equal(t, Claim{"All is kept.", "55 of 100; 55 -1.25 55 50 60 so few seeds can't say 2 of 2 56.25 2 25 7", "no"}, r.Verdicts[0])
}

// A plan that names what isn't there is an error.
func TestPlanThatDoesNotFit(t *testing.T) {
	for data, want := range map[string]string{
		"title: x\ncolour: red": "colour",
		"title: x":              "no table kept",
		"tables: [{id: kept, columns: [{name: turns}]}, {id: aside}]":                                             `table kept has no column "hits %"`,
		string(example.Data) + "  - {claim: x, holds: 'no', found: '{{mean \"kept\" \"all\" \"turns\"}}'}":        `table "kept" has no row "all"`,
		string(example.Data) + "  - {claim: x, holds: '{{above \"kept\" \"turns\" \"one\" \"none\"}}', found: x}": `table "kept" has no row "one"`,
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
			c.Add("aside", "some", "turns", 1, 1)
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

func TestHolds(t *testing.T) {
	for want, of := range map[string][2]int{"so few seeds can't say": {4, 4}, "yes": {9, 10}, "no": {1, 10}, "it isn't shown": {8, 10}} {
		require.Equal(t, want, holds(of[0], of[1]))
	}
}

func TestSettings(t *testing.T) {
	require.NoError(t, Settings{Seeds: 1, Cases: 1, Parallel: 1}.Check())
	err := Settings{Seeds: 0, Cases: -1, Parallel: mostCases + 1}.Check()
	require.ErrorAs(t, err, new(arena.Mistake))
	for _, flag := range []string{"--seeds 0", "--cases -1", "--parallel 100001"} {
		require.ErrorContains(t, err, flag)
	}
	first := &Case{Settings: Settings{Cases: 10}, Number: 1}
	require.True(t, first.First(5))
	require.False(t, first.First(6))
}
