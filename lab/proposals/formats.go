package proposals

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/corrections"
)

// formatBases are the specs of the three strategies of the experiment on correction formats under a
// format (seed document 003, proposal 2): full_context, correction_aware and discovered_rlm.
var formatBases = []string{
	"full_context(correction_format=%s)",
	"pipeline(encode=reference_and_log,max_tokens=2048,layers=[correction_format(format=%s)])",
	"pipeline(encode=audited_extraction,layers=[correction_format(format=%s)])",
}

// formatScenarios are the three correction scenarios of the experiment.
var formatScenarios = []string{"cascading-corrections", "implicit-corrections", "rapid-fire-corrections"}

// FormatsPlan is the experiment on correction formats: seven formats × three strategies × three
// scenarios × five repeats, live, 315 trials. docs/examples/correction-formats.yaml is the same.
func FormatsPlan() (lab.Plan, error) {
	var specs []string
	for _, base := range formatBases {
		for _, format := range corrections.Formats {
			specs = append(specs, fmt.Sprintf(base, format))
		}
	}
	p, err := Options{Scenarios: formatScenarios, Repeats: 5, Dialogue: arena.Live, Seed: 1}.plan("original", "correction-formats", "sim:nano", specs)
	p.LogProbs = 5
	return p, err
}

// formatMeasures are the measures of the experiment in the order of Format.Measures, with numerator and denominator; see
// probes.Correction.
var formatMeasures = []struct {
	name  string
	of    func(probes.Correction) (sum, n float64)
	share bool
	less  bool // is better
}{
	{"surface_acknowledgment", func(c probes.Correction) (float64, float64) { return ofCases(c.Acknowledged) }, true, false},
	{"operational_integration", func(c probes.Correction) (float64, float64) { return ofCases(c.Integrated) }, true, false},
	{"prior_contamination", func(c probes.Correction) (float64, float64) { return ofCases(c.Contaminated) }, true, true},
	{"confidence_delta", func(c probes.Correction) (float64, float64) { return c.Confidence, float64(c.Measured) }, false, false},
}

func ofCases(r probes.Share) (sum, n float64) { return float64(r.Hits), float64(r.Of) }

// FormatStudy is what became of the formats, all strategies together.
type FormatStudy struct {
	Schema     string        `json:"schema"`
	Experiment string        `json:"experiment"` // its id
	Simulated  bool          `json:"simulated"`
	Played     string        `json:"played"`   // how, for people
	NotDone    int           `json:"not_done"` // trials that were not completed
	Formats    []Format      `json:"formats"`  // in the predicted order
	Orders     []FormatOrder `json:"orders"`   // one for each measure
}

// Format is one format under all strategies.
type Format struct {
	Format   string           `json:"format"`
	Measures []reports.Figure `json:"measures"` // acknowledged, integrated, contaminated, confidence
}

// FormatOrder says how often formats stand in the predicted order in one measure: of all pairs of formats, within each scenario, the
// share in which the one that is predicted to be better is; a tie counts half, so that it is a half without any order.
type FormatOrder struct {
	Measure string         `json:"measure"`
	Pairs   reports.Figure `json:"pairs"`
}

// Formats measures the formats by the result of FormatsPlan, or of a plan with other scenarios,
// repeats or model.
func Formats(r lab.Result, alpha float64) (FormatStudy, error) {
	p := r.Planned
	out := FormatStudy{
		Schema: "context-arena/correction-formats/4", Experiment: r.Experiment.ID, Simulated: r.Experiment.Simulated,
		Played: tally.ExperimentOf(r).Title(), NotDone: len(lab.Incomplete(r)), Formats: []Format{}, Orders: []FormatOrder{},
	}
	if len(p.Models) != 1 {
		return out, arena.Mistake{Err: fmt.Errorf("experiment %d asked %d models: formats are compared with one", r.Experiment.Number, len(p.Models))}
	}
	of := map[string]string{} // format by label
	for _, base := range formatBases {
		for _, format := range corrections.Formats {
			label, err := strategies.Canonical(fmt.Sprintf(base, format))
			if err != nil {
				return out, err
			}
			if !slices.Contains(p.Strategies, label) {
				return out, arena.Mistake{Err: fmt.Errorf("experiment %d did not play %s: begin with docs/examples/correction-formats.yaml", r.Experiment.Number, label)}
			}
			of[label] = format
		}
	}
	about := reports.About{Suite: p.Suite, Estimand: reports.Sampled, Repeats: p.Repeats, LeftOut: out.NotDone}
	var table [][][]stats.Cluster // by format, measure and scenario
	for _, format := range predictions.Of("proposals/formats").Order {
		clusters := countFormat(r, of, format)
		row := Format{Format: format}
		for m, measure := range formatMeasures {
			e := stats.PairedMean(clusters[m], false, alpha)
			if measure.share {
				e = stats.ClusterMean(clusters[m], alpha)
			}
			row.Measures = append(row.Measures, reports.FigureOf(e, about))
		}
		table, out.Formats = append(table, clusters), append(out.Formats, row)
	}
	out.Orders = orders(table, about, alpha)
	return out, nil
}

// countFormat sums the measures of a format over its completed trials, by measure and scenario.
func countFormat(r lab.Result, of map[string]string, format string) [][]stats.Cluster {
	clusters := make([][]stats.Cluster, len(formatMeasures))
	for m := range clusters {
		clusters[m] = make([]stats.Cluster, len(r.Scenarios))
	}
	for s, scenario := range r.Scenarios {
		lineage := probes.LineageOf(scenario.Facts)
		for _, t := range r.Trials {
			if t.Scenario != scenario.ID || t.Outcome != arena.Completed || of[t.Strategy] != format {
				continue
			}
			counted := lineage.CountCorrections(scenario, t.Score.Findings)
			for m, measure := range formatMeasures {
				sum, n := measure.of(counted)
				clusters[m][s].Sum += sum
				clusters[m][s].N += n
			}
		}
	}
	return clusters
}

// orders compare the order of the formats with the predicted one in every measure.
func orders(table [][][]stats.Cluster, about reports.About, alpha float64) []FormatOrder {
	var out []FormatOrder
	for m, measure := range formatMeasures {
		pairs := make([]stats.Cluster, len(table[0][m]))
		for s := range pairs {
			for i, better := range table {
				for _, worse := range table[i+1:] {
					a, b := better[m][s], worse[m][s]
					if a.N == 0 || b.N == 0 {
						continue
					}
					pairs[s].N++
					switch ahead := a.Sum/a.N - b.Sum/b.N; {
					case ahead == 0:
						pairs[s].Sum += 0.5
					case ahead > 0 != measure.less:
						pairs[s].Sum++
					}
				}
			}
		}
		out = append(out, FormatOrder{measure.name, reports.FigureOf(stats.ClusterMean(pairs, alpha), about)})
	}
	return out
}
