package compare_test

import (
	"bytes"
	"encoding/csv"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/compare"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/reports/reportstest"
)

// comparison has everything a comparison can show: a pair of arms with figures of every unit, a
// pair that is the same trials, and a strategy without a counterpart.
func comparison() compare.Comparison {
	difference := func(measure, family string, unit contrast.Unit, scale float64) contrast.Difference {
		return contrast.Difference{
			Measure: measure, Level: arena.LevelAnswer, Family: family, Unit: unit, Estimand: reports.Sampled, Confidence: 0.95,
			N: 57, Scenarios: 8, A: new(0.732 * scale), B: new(0.481 * scale), Mean: new(0.251 * scale), Low: new(0.1 * scale), High: new(0.402 * scale),
			P: new(0.0078), Holm: new(0.0234), Smallest: 0.0078, MDE: new(0.19 * scale), Interesting: 0.1 * scale, Judgement: contrast.Better,
		}
	}
	cost, tokens := difference("cost_usd", "cost", contrast.USD, 0.01), difference("tokens", "cost", contrast.Tokens, 1_000_000)
	cost.LowerIsBetter, tokens.LowerIsBetter, cost.Judgement, tokens.Judgement = true, true, contrast.Worse, contrast.Worse
	few := difference("phone/id", "fact types", contrast.Share, 1)
	few.Type, few.Low, few.High, few.P, few.Holm, few.MDE, few.Scenarios, few.Judgement = arena.PhoneID, nil, nil, nil, nil, nil, 2, contrast.TooFew
	few.Notes = []string{"not estimable across scenarios (fewer than 3)"}
	none := difference("memory", "retention", contrast.Share, 1)
	none.A, none.B, none.Mean, none.Low, none.High, none.P, none.Holm, none.MDE, none.N, none.Judgement = nil, nil, nil, nil, nil, nil, nil, nil, 0, contrast.TooFew
	none.Notes = []string{"nothing to count on both sides"}
	small := difference("context", "retention", contrast.Share, 1)
	small.A, small.B = new(0.6039), new(0.604)
	small.Mean, small.Low, small.High, small.P, small.Holm, small.MDE, small.Judgement = new(-0.0001), new(-0.05), new(0.049), new(0.5), new(1.0), new(1.2), contrast.NoDifference
	absent := contrast.Difference{Measure: "spatial", Type: arena.Spatial, Family: "fact types", Unit: contrast.Share, Judgement: contrast.TooFew}
	primary := difference("answer", "primary", contrast.Share, 1)
	name := func(experiment, strategy string) contrast.ArmName {
		return contrast.ArmName{Experiment: experiment, Strategy: strategy, Model: "openai:gpt-5-nano"}
	}
	return compare.Comparison{
		Schema: "context-arena/comparison/1", Finding: "SIMULATED: of 2 strategies one keeps more.",
		A:        compare.Compared{Experiment: "0123456789abcdef", Number: 3, Status: "complete"},
		B:        compare.Compared{Experiment: "fedcba9876543210", Number: 12, Name: "shorter notes", Status: "partial", Simulated: true},
		Estimand: reports.Sampled, Primary: "answer", Declared: true, Alpha: 0.05, Smallest: 0.1,
		Inputs: []compare.InputPair{
			{What: "dialogue", A: "live", B: "scripted"},
			{What: "scenarios", A: "early-fact-recall, contradiction-resolution, multi-hop-reasoning"},
		},
		NotCompared: []string{"none (openai:gpt-5-nano): only A has it"},
		Warnings:    []string{"2 comparisons at once"},
		Contrasts: []contrast.Contrast{
			{
				A: name("0123456789abcdef", "rlm"), B: name("fedcba9876543210", "rlm(depth=2)"),
				Matched: contrast.Matched{
					Scenarios: []string{"a", "b", "c", "d", "e", "f", "g", "h"}, Pairs: 38, Same: 1, Questions: 270, Shared: 12, Paired: true,
					LeftOut:  []contrast.LeftOut{{Side: "A", Reason: "failed", N: 2}, {Side: "B", Reason: "not_planned", N: 8}},
					Excluded: []string{"scenario i: only A played it"},
				},
				Differences: []contrast.Difference{primary, small, none, few, absent, cost, tokens},
				Flips: []contrast.Flip{{
					Scenario: "a", Probe: "phone", Type: arena.PhoneID, Kind: arena.Current, Question: "Which number is the desk's?", Repeat: 2,
					A: contrast.FlipSide{Kept: 5, Of: 5, Places: []contrast.PlaceCount{{Place: probes.PlaceKept, N: 5}}, Trial: "aaaaaaaaaaaaaaaaaaaa", Result: probes.Kept, Answer: "It is 555-0134, says the note on the desk, which nobody has touched since the move."},
					B: contrast.FlipSide{Kept: 1, Of: 5, Places: []contrast.PlaceCount{{Place: probes.PlaceNotWritten, N: 3}, {Place: probes.PlaceMisread, N: 1}}, Trial: "bbbbbbbbbbbbbbbbbbbb", Result: probes.Lost, Answer: "<script>alert(1)</script>\x1b[31m I don't know"},
				}},
				Warnings: []string{"One side is simulated and the other isn't: the difference says nothing about the strategies."},
			},
			{
				A: name("0123456789abcdef", "=window"), B: name("fedcba9876543210", "=window"),
				Matched: contrast.Matched{Scenarios: []string{"a"}, Pairs: 5, Same: 5, LeftOut: []contrast.LeftOut{}, Excluded: []string{}}, Differences: []contrast.Difference{primary}, Flips: []contrast.Flip{},
				Warnings: []string{"The same trials on both sides: nothing to compare."},
			},
		},
	}
}

// TestDocument: with details everything is shown; without, a terminal has one line of each pair, and
// a page everything still.
func TestDocument(t *testing.T) {
	reportstest.Golden(t, comparison().Document(true), "comparison", "table")
	reportstest.Golden(t, comparison().Document(false), "brief", "table")
	reportstest.Golden(t, comparison().Document(false), "comparison", "md")
	reportstest.Schema(t, "comparison.schema.json", "Context Arena comparison", &compare.Comparison{}, nil, comparison().Document(true))
}

func TestComparisonCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, comparison().Document(true), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+7+1)
	cell := func(row int, column string) string {
		for i, name := range rows[0] {
			if name == column {
				return rows[row][i]
			}
		}
		t.Fatalf("no column %s", column)
		return ""
	}
	require.Equal(t, "0.251", cell(1, "difference"))
	require.Equal(t, "-0.0001", cell(2, "difference"), "a number isn't a formula")
	require.Empty(t, cell(3, "difference"))
	require.Equal(t, "'=window", cell(8, "strategy_a"))
	require.Equal(t, "10", cell(1, "left_out"))
}
