package views_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/views"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

func span(mean, low, high float64) lab.Measured {
	return lab.Measured{Mean: &mean, Low: &low, High: &high}
}

// proposalStudy has everything a study of the proposals can show.
func proposalStudy() lab.ProposalStudy {
	rise := lab.Outcome{
		Prediction: lab.Prediction{Strategy: "rlm(depth=2)", Against: "rlm", Of: "relationship", Scenarios: []string{"contradiction-resolution"}, Baseline: new(59.7), Target: []float64{75, 100}},
		Baseline:   span(.474, .3, .65), Measured: span(.514, .333, .694), Gain: span(.04, -.3, .4), P: new(.0004), Holm: new(.0012),
		Finding: stats.PremiseFalse, Verdict: stats.Assumed, AssumedBy: [][]string{{"attention", "arithmetic"}, {"brevity", "cap"}},
		Off:   []lab.OffFinding{{Mechanisms: []string{"attention", "brevity", "cap"}, Finding: stats.Undecided, Gain: span(.01, -.1, .12), Flips: true}},
		Notes: []string{"=1+1"},
	}
	cost := lab.Outcome{
		Prediction: lab.Prediction{Strategy: "shadow_graph", Against: "rlm", Of: "write", AtMost: 1.5},
		Baseline:   lab.Measured{Mean: new(123456.0)}, Measured: lab.Measured{Mean: new(1234567.0)}, Gain: span(10, 9.9, 10.2), Finding: stats.NotSupported, Verdict: stats.NotSupported,
	}
	still := lab.Outcome{
		Prediction: lab.Prediction{Strategy: "shadow_graph", Against: "rlm", Of: "answer", Within: 5},
		Baseline:   lab.Measured{Mean: new(.5)}, Measured: lab.Measured{Mean: new(.5)}, Gain: lab.Measured{Mean: new(0.0)}, Finding: stats.NotDelivered, Verdict: stats.NotDelivered, Delivery: arena.Delivery{Asked: 9, Parsed: 2, Empty: 7},
	}
	return lab.ProposalStudy{Estimand: reports.Sampled, Alpha: 0.05, Suites: []lab.ProposalSuite{{
		Suite: "original", Simulated: true, Tests: 20, Result: result(),
		Proposals: []lab.Tested{
			{
				Proposal: lab.Proposal{Number: 3, Name: "Structural Shadow Graphs", Strategy: "shadow_graph"},
				Outcomes: []lab.Outcome{rise, cost, still},
				Rivals:   []lab.Rival{{Against: "rlm", Gain: span(.04, -.1, .2)}, {Against: "full_context", Gain: lab.Measured{}}},
			},
			{Proposal: lab.Proposal{Number: 8, Name: "Episodic Compression Memory", Elsewhere: "arena learn", Predictions: []lab.Prediction{{Of: "spatial", Baseline: new(0.0), Target: []float64{30, 50}}}}},
		},
		Efforts: []lab.Effort{
			{Strategy: "correction_format", Says: "1, and about 200 tokens to classify", Cycles: 3.8, CallsPerCycle: new(2.0), WritePerCycle: new(123456.0), Write: span(10.6, 10.5, 10.7), Total: span(1.3, 1.2, 1.4)},
			{Strategy: "full_context"},
		},
	}}}
}

func TestProposalsTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, views.NewProposals(proposalStudy()).Table(&b))
	for _, line := range strings.Split(b.String(), "\n") {
		require.LessOrEqual(t, runewidth.StringWidth(line), 80, line)
	}
	words := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"3 Structural Shadow Graphs: shadow_graph (original suite, SIMULATED)", "59.7→75–100", "47±18", "+4.0±36.0", "0.001",
		"What the findings hang on", "answer: not delivered: asked 9 replies, 2 parsed, 7 empty.", "premise undecided +1.0±11.0 attention + relationship", "all off: the same on sim:exact",
		"write tokens", "≤1.5×", "123k", "1.23M", "10.00±0.20×", "±5", "50†", "see arena", "30–50", "Where answers were lost",
		"no gain over all scenarios of the original suite could have been told from chance", "Simulated",
	} {
		require.Contains(t, words, want)
	}
}

func TestProposalsMarkdownAndJSON(t *testing.T) {
	p := views.NewProposals(proposalStudy())
	var md, js bytes.Buffer
	require.NoError(t, p.Markdown(&md))
	require.Contains(t, md.String(), "# What the proposals predict")
	require.Contains(t, md.String(), "| 59.7→75–100 |")
	require.NoError(t, p.JSON(&js))
	var have struct {
		Schema string
		Suites []struct {
			Proposals []struct {
				Predictions []struct {
					Verdict  string
					SeedFrom []float64 `json:"seed_target"`
				}
			}
			Loss []any
		}
	}
	require.NoError(t, json.Unmarshal(js.Bytes(), &have))
	require.Equal(t, views.ProposalsForm, have.Schema)
	require.Equal(t, "assumed by the simulator", have.Suites[0].Proposals[0].Predictions[0].Verdict)
	require.Equal(t, []float64{75, 100}, have.Suites[0].Proposals[0].Predictions[0].SeedFrom)
	require.NotEmpty(t, have.Suites[0].Loss)
}

func TestProposalsCSV(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, views.NewProposals(proposalStudy()).CSV(&b))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 4, "a head and one row a prediction that was tested")
	at := func(row int, name string) string {
		for i, h := range rows[0] {
			if h == name {
				return rows[row][i]
			}
		}
		t.Fatalf("no column %s", name)
		return ""
	}
	require.Equal(t, "75", at(1, "seed_from"))
	require.Equal(t, "100", at(1, "seed_to"))
	require.Equal(t, "attention + arithmetic, brevity + cap", at(1, "assumed_by"))
	require.Equal(t, "undecided", at(1, "finding_exact"))
	require.Equal(t, "0.01", at(1, "gain_exact"))
	require.Empty(t, at(2, "finding_exact"), "a cost isn't played again")
	require.Equal(t, "'=1+1", at(1, "notes"), "no formula for a spreadsheet")
	require.Equal(t, "1.5", at(2, "seed_at_most"))
	require.Equal(t, "5", at(3, "seed_within"))
}

func TestFormatsReport(t *testing.T) {
	study := lab.FormatStudy{Simulated: true, Model: "sim:nano", Dialogue: "live", Repeats: 5, Scenarios: []string{"a", "b", "c"}, NotDone: 2}
	for _, strategy := range []string{"", "full_context"} {
		for _, format := range lab.PredictedFormats {
			study.Formats = append(study.Formats, lab.Format{
				Strategy: strategy, Format: format, Cases: []float64{5, 1, 4, 0},
				Measures: []lab.Measured{span(.7, .4, 1), {Mean: new(.5)}, span(.1, 0, .2), {}},
			})
		}
		study.Orders = append(study.Orders,
			lab.FormatOrder{Strategy: strategy, Measure: "operational_integration", Blocks: 3, L: 350.5, Expected: 336, P: new(.04), Holm: new(.12)},
			lab.FormatOrder{Strategy: strategy, Measure: "confidence_delta"})
	}
	f := views.NewFormats(study)
	var table, md, sheet, js bytes.Buffer
	require.NoError(t, f.Table(&table))
	for _, line := range strings.Split(table.String(), "\n") {
		require.LessOrEqual(t, runewidth.StringWidth(line), 80, line)
	}
	for _, want := range []string{
		"Corrections by format, all three, SIMULATED: 3 scenarios × 5, sim:nano, live", "Corrections by format, full_context",
		"re_derivation", "70±30", "50†", "350.5", "0.120", "2 trials were not completed",
	} {
		require.Contains(t, table.String(), want)
	}
	require.NoError(t, f.Markdown(&md))
	require.Contains(t, md.String(), "| socratic_elicitation |")
	require.NoError(t, f.CSV(&sheet))
	rows, err := csv.NewReader(&sheet).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2*7*4)
	require.NoError(t, f.JSON(&js))
	require.Contains(t, js.String(), views.FormatsForm)
}
