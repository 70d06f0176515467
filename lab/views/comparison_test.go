package views_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"strings"
	"testing"

	invopop "github.com/invopop/jsonschema"
	"github.com/mattn/go-runewidth"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/views"
	"contextarena.internal/probes"
)

// comparison has everything a comparison can show: a pair of arms with figures of every unit, a
// pair that is the same trials, and a strategy without a counterpart.
func comparison() lab.Comparison {
	difference := func(measure, family string, unit lab.Unit, scale float64) lab.Difference {
		return lab.Difference{
			Measure: measure, Level: arena.LevelAnswer, Family: family, Unit: unit, Estimand: lab.Sampled, Confidence: 0.95,
			N: 57, Scenarios: 8, A: new(0.732 * scale), B: new(0.481 * scale), Mean: new(0.251 * scale), Low: new(0.1 * scale), High: new(0.402 * scale),
			P: new(0.0078), Holm: new(0.0234), Smallest: 0.0078, MDE: new(0.19 * scale), Interesting: 0.1 * scale, Judgement: lab.Better,
		}
	}
	cost, tokens := difference("cost_usd", "cost", lab.USD, 0.01), difference("tokens", "cost", lab.Tokens, 1_000_000)
	cost.LowerIsBetter, tokens.LowerIsBetter, cost.Judgement, tokens.Judgement = true, true, lab.Worse, lab.Worse
	few := difference("phone/id", "fact types", lab.Share, 1)
	few.Type, few.Low, few.High, few.P, few.Holm, few.MDE, few.Scenarios, few.Judgement = arena.PhoneID, nil, nil, nil, nil, nil, 2, lab.TooFew
	few.Notes = []string{"not estimable across scenarios (fewer than 3)"}
	none := difference("memory", "retention", lab.Share, 1)
	none.A, none.B, none.Mean, none.Low, none.High, none.P, none.Holm, none.MDE, none.N, none.Judgement = nil, nil, nil, nil, nil, nil, nil, nil, 0, lab.TooFew
	none.Notes = []string{"nothing to count on both sides"}
	small := difference("context", "retention", lab.Share, 1)
	small.Mean, small.Low, small.High, small.P, small.Holm, small.MDE, small.Judgement = new(-0.0001), new(-0.05), new(0.049), new(0.5), new(1.0), new(1.2), lab.NoDifference
	absent := lab.Difference{Measure: "spatial", Type: arena.Spatial, Family: "fact types", Unit: lab.Share, Judgement: lab.TooFew}
	primary := difference("answer", "primary", lab.Share, 1)
	primary.Bootstrap = &lab.Span{Low: 0.11, High: 0.39}
	name := func(experiment, strategy string) lab.ArmName {
		return lab.ArmName{Experiment: experiment, Strategy: strategy, Model: "openai:gpt-5-nano"}
	}
	return lab.Comparison{
		A:        lab.Compared{Experiment: "0123456789abcdef", Number: 3, Status: "complete"},
		B:        lab.Compared{Experiment: "fedcba9876543210", Number: 12, Name: "shorter notes", Status: "partial", Simulated: true},
		Estimand: lab.Sampled, Primary: "answer", Declared: true, Alpha: 0.05, Smallest: 0.1,
		Inputs: []lab.InputPair{
			{What: "dialogue", A: "live", B: "scripted"},
			{What: "scenarios", A: "early-fact-recall, contradiction-resolution, multi-hop-reasoning"},
		},
		NotCompared: []string{"none (openai:gpt-5-nano): only A has it"},
		Warnings:    []string{"2 comparisons at once"},
		Contrasts: []lab.Contrast{
			{
				A: name("0123456789abcdef", "rlm"), B: name("fedcba9876543210", "rlm(depth=2)"),
				Scenarios: []string{"a", "b", "c", "d", "e", "f", "g", "h"}, Pairs: 38, Same: 1, Questions: 270, Shared: 12, Paired: true,
				LeftOut:     []lab.LeftOut{{Side: "A", Reason: "failed", N: 2}, {Side: "B", Reason: "not_planned", N: 8}},
				Excluded:    []string{"scenario i: only A played it"},
				Differences: []lab.Difference{primary, small, none, few, absent, cost, tokens},
				McNemar:     &lab.McNemar{OnlyA: 17, OnlyB: 3, Exact: 0.0026},
				Flips: []lab.Flip{{
					Scenario: "a", Probe: "phone", Type: arena.PhoneID, Kind: arena.Current, Question: "Which number is the desk's?", Repeat: 2,
					A: lab.FlipSide{Kept: 5, Of: 5, Places: []lab.PlaceCount{{Place: probes.PlaceKept, N: 5}}, Trial: "aaaaaaaaaaaaaaaaaaaa", Result: probes.Kept, Answer: "It is 555-0134, says the note on the desk, which nobody has touched since the move."},
					B: lab.FlipSide{Kept: 1, Of: 5, Places: []lab.PlaceCount{{Place: probes.PlaceNotWritten, N: 3}, {Place: probes.PlaceMisread, N: 1}}, Trial: "bbbbbbbbbbbbbbbbbbbb", Result: probes.Lost, Answer: "<script>alert(1)</script>\x1b[31m I don't know"},
				}},
				Warnings: []string{"One side is simulated and the other isn't: the difference says nothing about the strategies."},
			},
			{
				A: name("0123456789abcdef", "=window"), B: name("fedcba9876543210", "=window"), Scenarios: []string{"a"}, Pairs: 5, Same: 5,
				LeftOut: []lab.LeftOut{}, Excluded: []string{}, Differences: []lab.Difference{primary}, Flips: []lab.Flip{},
				Warnings: []string{"The same trials on both sides: nothing to compare."},
			},
		},
	}
}

func TestComparisonTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, views.Compare(comparison()).Table(&b, true))
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, runewidth.StringWidth(strings.TrimRight(line, "\n")), 80, "%q", line)
	}
	require.NotContains(t, b.String(), "\x1b")
	golden(t, "comparison.txt", b.Bytes())
}

func TestComparisonMarkdown(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, views.Compare(comparison()).Markdown(&b))
	require.NotContains(t, b.String(), "<script>")
	require.NotContains(t, b.String(), "\x1b")
	golden(t, "comparison.md", b.Bytes())
}

func TestComparisonCSV(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, views.Compare(comparison()).CSV(&b))
	rows, err := csv.NewReader(&b).ReadAll()
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

// TestComparisonSchema keeps comparison.schema.json in step with the Go types, and what is
// written in step with the schema.
func TestComparisonSchema(t *testing.T) {
	r := invopop.Reflector{Anonymous: true}
	s := r.Reflect(&views.Comparison{})
	s.Title = "Context Arena comparison"
	have, err := json.MarshalIndent(s, "", "  ")
	require.NoError(t, err)
	have = append(have, '\n')
	if *update {
		require.NoError(t, os.WriteFile("comparison.schema.json", have, 0o644))
	}
	want, err := os.ReadFile("comparison.schema.json")
	require.NoError(t, err)
	require.Equal(t, string(have), string(want), "run with -update")
	if !*update {
		require.Equal(t, want, views.ComparisonSchema)
	}

	var b bytes.Buffer
	require.NoError(t, views.Compare(comparison()).JSON(&b))
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(want))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("comparison.schema.json", doc))
	schema, err := c.Compile("comparison.schema.json")
	require.NoError(t, err)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	require.NoError(t, schema.Validate(v))
	v.(map[string]any)["contrasts"].([]any)[0].(map[string]any)["pairs"] = "many"
	require.Error(t, schema.Validate(v))
}
