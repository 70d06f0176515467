package proposals

import (
	"fmt"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/corrections"
)

// formatBases are the three strategies of the experiment on correction formats, with the spec of each
// under a format (seed document 003, proposal 2).
var formatBases = []struct{ name, spec string }{
	{"full_context", "full_context(correction_format=%s)"},
	{"correction_aware", "pipeline(encode=reference_and_log,max_tokens=2048,layers=[correction_format(format=%s)])"},
	{"discovered_rlm", "pipeline(encode=audited_extraction,layers=[correction_format(format=%s)])"},
}

// predictedFormats is the order the document predicts, best first.
func predictedFormats() []string { return predictions.Of("proposals/formats").Order }

// formatScenarios are the three correction scenarios of the experiment.
var formatScenarios = []string{"cascading-corrections", "implicit-corrections", "rapid-fire-corrections"}

// FormatsPlan is the experiment on correction formats: seven formats × three strategies × three
// scenarios × five repeats, live, 315 trials. docs/examples/correction-formats.yaml is the same.
func FormatsPlan() (lab.Plan, error) {
	var specs []string
	for _, base := range formatBases {
		for _, format := range corrections.Formats {
			specs = append(specs, fmt.Sprintf(base.spec, format))
		}
	}
	p, err := Options{Scenarios: formatScenarios, Repeats: 5, Dialogue: arena.Live, Seed: 1}.plan("original", "correction-formats", "sim:nano", specs)
	p.LogProbs = 5
	return p, err
}

// FormatMeasures are the measures of the experiment in the order of Format.Measures; see
// probes.Correction. Of contamination less is better.
var FormatMeasures = []string{"surface_acknowledgment", "operational_integration", "prior_contamination", "confidence_delta"}

// formatMeasures read them: numerator, denominator, and whether less is better.
var formatMeasures = []struct {
	of    func(probes.Correction) (sum, n float64)
	share bool
	less  bool
}{
	{func(c probes.Correction) (float64, float64) {
		return float64(c.Acknowledged.Hits), float64(c.Acknowledged.Of)
	}, true, false},
	{func(c probes.Correction) (float64, float64) {
		return float64(c.Integrated.Hits), float64(c.Integrated.Of)
	}, true, false},
	{func(c probes.Correction) (float64, float64) {
		return float64(c.Contaminated.Hits), float64(c.Contaminated.Of)
	}, true, true},
	{func(c probes.Correction) (float64, float64) { return c.Confidence, float64(c.Measured) }, false, false},
}

// FormatStudy is what became of the formats.
type FormatStudy struct {
	Schema     string        `json:"schema"`
	Experiment string        `json:"experiment"` // its id
	Simulated  bool          `json:"simulated"`
	Model      string        `json:"model"`
	Dialogue   string        `json:"dialogue"`
	Repeats    int           `json:"repeats"`
	Scenarios  []string      `json:"scenarios"`
	NotDone    int           `json:"not_done"` // trials that were not completed
	Formats    []Format      `json:"formats"`  // all strategies together first, then each, in the predicted order
	Orders     []FormatOrder `json:"orders"`
}

// Format is one format under one strategy, or under all together.
type Format struct {
	Strategy string         `json:"strategy"` // empty for all
	Format   string         `json:"format"`
	Measures []lab.Measured `json:"measures"` // one for each of FormatMeasures; nothing where there was no case
	Cases    []float64      `json:"cases"`    // a trial, of each
}

// FormatOrder tests the predicted order in one measure by Page's L, scenarios as blocks.
type FormatOrder struct {
	Strategy string   `json:"strategy"` // empty for all
	Measure  string   `json:"measure"`
	Blocks   int      `json:"blocks"`
	L        float64  `json:"l"`
	Expected float64  `json:"expected_l"`                                 // without any order
	P        *float64 `json:"p" jsonschema:"oneof_type=number;null"`      // one-sided; nil if no block tells formats apart
	Holm     *float64 `json:"p_holm" jsonschema:"oneof_type=number;null"` // P corrected for the measures of the strategy
}

// Formats measures the formats by the result of FormatsPlan, or of a plan with other scenarios,
// repeats or model.
func Formats(r lab.Result, alpha float64) (FormatStudy, error) {
	p := r.Planned
	out := FormatStudy{
		Schema:     "context-arena/correction-formats/1",
		Experiment: r.Experiment.ID, Simulated: r.Experiment.Simulated, Dialogue: p.Dialogue, Repeats: p.Repeats,
		Scenarios: p.Scenarios, NotDone: len(lab.Incomplete(r)), Formats: []Format{}, Orders: []FormatOrder{},
	}
	if len(p.Models) != 1 {
		return out, arena.Mistake{Err: fmt.Errorf("experiment %d asked %d models: formats are compared with one", r.Experiment.Number, len(p.Models))}
	}
	out.Model = p.Models[0]
	of := map[string][2]string{} // strategy and format by label
	for _, base := range formatBases {
		for _, format := range corrections.Formats {
			label, err := strategies.Canonical(fmt.Sprintf(base.spec, format))
			if err != nil {
				return out, err
			}
			if !slices.Contains(p.Strategies, label) {
				return out, arena.Mistake{Err: fmt.Errorf("experiment %d did not play %s: begin with docs/examples/correction-formats.yaml", r.Experiment.Number, label)}
			}
			of[label] = [2]string{base.name, format}
		}
	}
	for _, base := range append([]string{""}, baseNames()...) {
		table := formatTable(r, func(label, format string) bool {
			key, known := of[label]
			return known && key[1] == format && (base == "" || key[0] == base)
		})
		for i, format := range predictedFormats() {
			out.Formats = append(out.Formats, table[i].format(base, format, alpha))
		}
		out.Orders = append(out.Orders, orders(base, table)...)
	}
	return out, nil
}

func baseNames() []string {
	var out []string
	for _, b := range formatBases {
		out = append(out, b.name)
	}
	return out
}

// formatRow is a format's sums, by measure and scenario, over its completed trials.
type formatRow struct {
	clusters [][]stats.Cluster
	trials   float64
}

// formatTable counts the formats in the predicted order; within picks the trials.
func formatTable(r lab.Result, within func(label, format string) bool) []formatRow {
	out := make([]formatRow, len(predictedFormats()))
	for f, format := range predictedFormats() {
		out[f].clusters = make([][]stats.Cluster, len(formatMeasures))
		for m := range formatMeasures {
			out[f].clusters[m] = make([]stats.Cluster, len(r.Scenarios))
		}
		for s, scenario := range r.Scenarios {
			lineage := probes.LineageOf(scenario.Facts)
			for _, t := range r.Trials {
				if t.Scenario != scenario.ID || t.Outcome != arena.Completed || !within(t.Strategy, format) {
					continue
				}
				counted := lineage.CountCorrections(scenario, t.Score.Findings)
				out[f].trials++
				for m, measure := range formatMeasures {
					sum, n := measure.of(counted)
					out[f].clusters[m][s].Sum += sum
					out[f].clusters[m][s].N += n
				}
			}
		}
	}
	return out
}

// format is a row with intervals over scenarios.
func (row formatRow) format(strategy, format string, alpha float64) Format {
	out := Format{Strategy: strategy, Format: format}
	for m, measure := range formatMeasures {
		e := stats.PairedMean(row.clusters[m], false, alpha)
		if measure.share {
			e = stats.ClusterMean(row.clusters[m], alpha)
		}
		out.Measures = append(out.Measures, lab.MeasuredOf(e))
		out.Cases = append(out.Cases, e.N/max(1, row.trials))
	}
	return out
}

// orders test the predicted order in every measure. A block is a scenario: its mean of each format,
// the format predicted worst first. Holm's correction is over the measures that can be tested.
func orders(strategy string, table []formatRow) []FormatOrder {
	var out []FormatOrder
	var tested []int
	var p []float64
	for m, name := range FormatMeasures {
		var blocks [][]float64
		for s := range table[0].clusters[m] {
			var block []float64
			for _, row := range slices.Backward(table) {
				c := row.clusters[m][s]
				mean := math.NaN() // no case
				if c.N > 0 {
					mean = c.Sum / c.N
				}
				if formatMeasures[m].less {
					mean = -mean
				}
				block = append(block, mean)
			}
			blocks = append(blocks, block)
		}
		t := stats.Page(blocks)
		o := FormatOrder{Strategy: strategy, Measure: name, Blocks: t.Blocks, L: t.L, Expected: t.Expected}
		if t.Blocks > 0 {
			o.P = new(t.P)
			tested, p = append(tested, len(out)), append(p, t.P)
		}
		out = append(out, o)
	}
	for i, adjusted := range stats.Holm(p) {
		out[tested[i]].Holm = new(adjusted)
	}
	return out
}
