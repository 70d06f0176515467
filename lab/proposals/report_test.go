package proposals

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/predictions"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/stats"
)

// everything has everything a study of the proposals can show.
func everything() Study {
	rise := measured(predictions.Gate{Proposal: 1, Strategy: "rlm(depth=2)", Against: "rlm", Of: "relationship", Scenarios: []string{"contradiction-resolution"}, Keeps: 15.3, Says: "59.7 → 75–80"}, .474, .04, -.3, .4)
	rise.Finding, rise.Verdict, rise.AssumedBy = stats.PremiseFalse, stats.Assumed, []string{"attention", "cap"}
	rise.Off = []Off{{Mechanisms: []string{"attention", "cap"}, Finding: stats.Undecided, Gain: new(.01), Flips: true}}
	rise.Note = "=1+1"
	cost := measured(predictions.Gate{Proposal: 3, Strategy: "shadow_graph", Against: "rlm", Of: "write", Costs: 1.5}, 123456, 10, 9.9, 10.2)
	cost.Finding, cost.Verdict = stats.NotSupported, stats.NotSupported
	still := Outcome{
		Gate: predictions.Gate{Proposal: 3, Strategy: "shadow_graph", Against: "rlm", Of: "answer", Within: 5}, Base: new(.5), Found: new(.5), Gain: new(0.0),
		Finding: stats.NotDelivered, Verdict: stats.NotDelivered, Delivery: tally.Reach{Asked: 9, Parsed: 2, Due: 5, Correct: 1},
	}
	over := Outcome{
		Gate: predictions.Gate{Strategy: "shadow_graph", Against: "rlm", Of: "answer", Keeps: 5}, Finding: stats.NotSupported, Verdict: stats.NotSupported, Perfect: new(.2),
		Controls: []Control{{Strategy: "placebo", Gain: new(.04), Low: new(.01), High: new(.07)}, {Strategy: "rlm(max_tokens=2048)", Gain: new(-.01), Explains: stats.CapacityToo}},
	}
	treated := predictions.Treatment{Proposal: 3, Strategy: "shadow_graph", Carries: []string{"spatial"}, Placebo: "placebo", Capacity: "rlm(max_tokens=2048)"}
	return Study{Schema: "context-arena/proposals/4", Estimand: reports.Sampled, Alpha: 0.05, Suites: []Suite{{
		Suite: "original", Simulated: true, NotDone: 3, Played: ", SIMULATED: original suite, 3 scenarios × 2", Outcomes: []Outcome{rise, cost, still, over},
		Delivered: []Delivered{{Treatment: treated, Reach: still.Delivery}, {Treatment: predictions.Treatment{Strategy: "episodic"}, Identical: true}},
	}}}
}

func TestTable(t *testing.T) {
	words := strings.Join(strings.Fields(string(reportstest.Written(t, everything().Document(), "table", ""))), " ")
	for _, want := range []string{
		"What the proposals predict, SIMULATED: original suite, 3 scenarios × 2", "10.00× [9.90×,", "100%, assumed:",
		"shadow_graph answer ± 5 50 50 0 0%, not delivered",
		"not supported; capacity gains it too", "shadow_graph 9 2 5 1 0 +4 [+1, +7] −1", "episodic = rlm 0 0 – –", "gains +20 points",
		"3 trials of the original suite were not completed", "Simulated",
	} {
		require.Contains(t, words, want)
	}
}

func TestMarkdownAndJSON(t *testing.T) {
	md := string(reportstest.Written(t, everything().Document(), "md", ""))
	require.Contains(t, md, "# What the proposals predict")
	require.Contains(t, md, "relationship ≥ +15.3 in contradiction resolution")
	var have struct {
		Schema string
		Suites []struct {
			Gates []struct {
				Verdict string
				Says    string `json:"document_says"`
				Low     *float64
			}
		}
	}
	require.NoError(t, json.Unmarshal(reportstest.Written(t, everything().Document(), "json", ""), &have))
	require.Equal(t, "context-arena/proposals/4", have.Schema)
	first := have.Suites[0].Gates[0]
	require.Equal(t, "assumed by the simulator", first.Verdict)
	require.Equal(t, "59.7 → 75–80", first.Says)
	require.InDelta(t, -.3, *first.Low, 1e-9)
}

func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, everything().Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 5, "a head and one row a gate")
	at := func(row int, name string) string {
		i := slices.Index(rows[0], name)
		require.GreaterOrEqual(t, i, 0, name)
		return rows[row][i]
	}
	require.Equal(t, "15.3", at(1, "keeps"))
	require.Equal(t, "attention cap", at(1, "assumed_by"))
	require.Equal(t, "undecided", at(1, "finding_exact"))
	require.Equal(t, "0.01", at(1, "gain_exact"))
	require.Empty(t, at(2, "finding_exact"), "a cost isn't played again")
	require.Equal(t, "'=1+1", at(1, "note"), "no formula for a spreadsheet")
	require.Equal(t, "1.5", at(2, "costs"))
	require.Equal(t, "5", at(3, "within"))
	require.Equal(t, "5", at(3, "due"))
	require.Equal(t, "capacity gains it too", at(4, "explained"))
	require.Equal(t, "0.2", at(4, "gain_perfect"))
}

func TestFormatsDocument(t *testing.T) {
	figure := func(mean float64, interval *stats.Interval) reports.Figure {
		return reports.FigureOf(stats.Estimate{Mean: mean, N: 3, Clusters: 2, Interval: interval}, reports.About{Suite: "original", Estimand: reports.Sampled})
	}
	study := FormatStudy{Schema: "context-arena/correction-formats/4", Simulated: true, Played: ", SIMULATED: 3 scenarios × 5", NotDone: 2, Orders: []FormatOrder{
		{Measure: "operational_integration", Pairs: figure(.625, &stats.Interval{Low: .5, High: .75})}, {Measure: "confidence_delta"},
	}}
	for _, format := range predictions.Of("proposals/formats").Order {
		study.Formats = append(study.Formats, Format{
			Format:   format,
			Measures: []reports.Figure{figure(.7, &stats.Interval{Low: .4, High: 1}), figure(.5, nil), figure(.1, nil), {}},
		})
	}
	table := string(reportstest.Written(t, study.Document(), "table", ""))
	for _, want := range []string{
		"Corrections by format, SIMULATED: 3 scenarios × 5", "re_derivation", "70±30", "50†", "62.5 [50–75]", "operational integration", "2 trials were not completed",
	} {
		require.Contains(t, table, want)
	}
	require.Contains(t, string(reportstest.Written(t, study.Document(), "md", "")), "| socratic_elicitation |")
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, study.Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+7*4)
	require.Contains(t, string(reportstest.Written(t, study.Document(), "json", "")), study.Schema)
}
