package proposals

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/stats"
)

func span(mean, low, high float64) lab.Measured {
	return lab.Measured{Mean: &mean, Low: &low, High: &high}
}

// everything has everything a study of the proposals can show.
func everything() Study {
	rise := Outcome{
		Prediction: predictions.Prediction{Strategy: "rlm(depth=2)", Against: "rlm", Of: "relationship", Scenarios: []string{"contradiction-resolution"}, Baseline: new(59.7), Target: []float64{75, 100}},
		Baseline:   span(.474, .3, .65), Measured: span(.514, .333, .694), Gain: span(.04, -.3, .4), P: new(.0004), Holm: new(.0012),
		Finding: stats.PremiseFalse, Verdict: stats.Assumed, AssumedBy: [][]string{{"attention", "arithmetic"}, {"brevity", "cap"}},
		Off:   []OffFinding{{Mechanisms: []string{"attention", "brevity", "cap"}, Finding: stats.Undecided, Gain: span(.01, -.1, .12), Flips: true}},
		Notes: []string{"=1+1"},
	}
	cost := Outcome{
		Prediction: predictions.Prediction{Strategy: "shadow_graph", Against: "rlm", Of: "write", AtMost: 1.5},
		Baseline:   lab.Measured{Mean: new(123456.0)}, Measured: lab.Measured{Mean: new(1234567.0)}, Gain: span(10, 9.9, 10.2), Finding: stats.NotSupported, Verdict: stats.NotSupported,
	}
	still := Outcome{
		Prediction: predictions.Prediction{Strategy: "shadow_graph", Against: "rlm", Of: "answer", Within: 5},
		Baseline:   lab.Measured{Mean: new(.5)}, Measured: lab.Measured{Mean: new(.5)}, Gain: lab.Measured{Mean: new(0.0)}, Finding: stats.NotDelivered, Verdict: stats.NotDelivered, Delivery: arena.Delivery{Asked: 9, Parsed: 2, Empty: 7},
	}
	return Study{Schema: "context-arena/proposals/2", Estimand: reports.Sampled, Alpha: 0.05, Suites: []Suite{{
		Suite: "original", Simulated: true, Tests: 20, Loss: lost(), Experiment: tally.Experiment{Simulated: true, Plan: lab.Planned{Suite: "original", Scenarios: []string{"a", "b", "c"}, Models: []string{"sim:nano"}, Repeats: 2}},
		Proposals: []Tested{
			{
				Proposal: predictions.Proposal{Number: 3, Name: "Structural Shadow Graphs", Strategy: "shadow_graph"},
				Outcomes: []Outcome{rise, cost, still},
				Rivals:   []Rival{{Against: "rlm", Gain: span(.04, -.1, .2)}, {Against: "full_context", Gain: lab.Measured{}}},
			},
			{Proposal: predictions.Proposal{Number: 8, Name: "Episodic Compression Memory", Elsewhere: "arena learn", Predictions: []predictions.Prediction{{Of: "spatial", Baseline: new(0.0), Target: []float64{30, 50}}}}},
		},
		Efforts: []Effort{
			{Strategy: "correction_format", Says: "1, and about 200 tokens to classify", Cycles: 3.8, CallsPerCycle: new(2.0), WritePerCycle: new(123456.0), Write: span(10.6, 10.5, 10.7), Total: span(1.3, 1.2, 1.4)},
			{Strategy: "full_context"},
		},
	}}}
}

// lost are losses of one strategy.
func lost() []tally.Loss {
	row := tally.LossRow{Facts: "all", Probes: 10, Places: make([]tally.LossPlace, 7)}
	for i := range 6 {
		row.Places[i].Share = reports.FigureOf(reports.Estimate{Mean: 0.125, N: 10, Clusters: 3}, reports.About{Level: "answer", Suite: "original"})
	}
	return []tally.Loss{{Strategy: "rlm", Model: "sim:nano", Trials: 6, Rows: []tally.LossRow{row}}}
}

func TestTable(t *testing.T) {
	words := strings.Join(strings.Fields(string(reportstest.Written(t, everything().Document(), "table", ""))), " ")
	for _, want := range []string{
		"3 Structural Shadow Graphs: shadow_graph (original suite, SIMULATED)", "59.7→75–100", "47±18", "+4.0±36.0", "0.001",
		"What the findings hang on", "answer: not delivered: asked 9 replies, 2 parsed, 7 empty.", "premise undecided +1.0±11.0 attention + relationship", "all off: the same on sim:exact",
		"write tokens", "≤1.5×", "123k", "1.23M", "10.00±0.20×", "±5", "50†", "see arena", "30–50", "Where answers were lost",
		"no gain over all scenarios of the original suite could have been told from chance", "Simulated",
	} {
		require.Contains(t, words, want)
	}
}

func TestMarkdownAndJSON(t *testing.T) {
	md := string(reportstest.Written(t, everything().Document(), "md", ""))
	require.Contains(t, md, "# What the proposals predict")
	require.Contains(t, md, "| 59.7→75–100 |")
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
	require.NoError(t, json.Unmarshal(reportstest.Written(t, everything().Document(), "json", ""), &have))
	require.Equal(t, "context-arena/proposals/2", have.Schema)
	require.Equal(t, "assumed by the simulator", have.Suites[0].Proposals[0].Predictions[0].Verdict)
	require.Equal(t, []float64{75, 100}, have.Suites[0].Proposals[0].Predictions[0].SeedFrom)
	require.NotEmpty(t, have.Suites[0].Loss)
}

func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, everything().Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 4, "a head and one row a prediction that was tested")
	at := func(row int, name string) string {
		i := slices.Index(rows[0], name)
		require.GreaterOrEqual(t, i, 0, name)
		return rows[row][i]
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

func TestFormatsDocument(t *testing.T) {
	study := FormatStudy{Schema: "context-arena/correction-formats/1", Simulated: true, Model: "sim:nano", Dialogue: "live", Repeats: 5, Scenarios: []string{"a", "b", "c"}, NotDone: 2}
	for _, strategy := range []string{"", "full_context"} {
		for _, format := range predictedFormats() {
			study.Formats = append(study.Formats, Format{
				Strategy: strategy, Format: format, Cases: []float64{5, 1, 4, 0},
				Measures: []lab.Measured{span(.7, .4, 1), {Mean: new(.5)}, span(.1, 0, .2), {}},
			})
		}
		study.Orders = append(study.Orders,
			FormatOrder{Strategy: strategy, Measure: "operational_integration", Blocks: 3, L: 350.5, Expected: 336, P: new(.04), Holm: new(.12)},
			FormatOrder{Strategy: strategy, Measure: "confidence_delta"})
	}
	table := string(reportstest.Written(t, study.Document(), "table", ""))
	for _, want := range []string{
		"Corrections by format, all three, SIMULATED: 3 scenarios × 5, sim:nano, live", "Corrections by format, full_context",
		"re_derivation", "70±30", "50†", "350.5", "0.120", "2 trials were not completed",
	} {
		require.Contains(t, table, want)
	}
	require.Contains(t, string(reportstest.Written(t, study.Document(), "md", "")), "| socratic_elicitation |")
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, study.Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2*7*4)
	require.Contains(t, string(reportstest.Written(t, study.Document(), "json", "")), study.Schema)
}
