package proposals

import (
	"fmt"
	"strings"

	"contextarena.internal/reports"
)

// Document is the study as a report.
func (f FormatStudy) Document() reports.Document {
	d := reports.Document{Title: "Correction formats", Simulated: f.Simulated, Data: f, Records: f.records()}
	if f.Simulated {
		d.Warnings = append(d.Warnings, "Simulated: a sim model answered. It has no mechanism for the form of a correction, so formats can differ on it only by the room they take: the prediction needs a real model.")
	}
	if f.NotDone > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%d trials were not completed and are in no figure.", f.NotDone))
	}
	played := fmt.Sprintf("%s: %s × %d, %s, %s", reports.Simulated(f.Simulated), reports.Plural(len(f.Scenarios), "scenario"), f.Repeats, f.Model, f.Dialogue)
	for i, row := range f.Formats {
		if i == 0 || row.Strategy != f.Formats[i-1].Strategy {
			d.Sections = append(d.Sections, reports.Section{
				Title: "Corrections by format, " + strategyOrAll(row.Strategy) + played,
				Head:  []string{"format, as predicted", "acknow-\nledged", "inte-\ngrated", "contami-\nnated", "confi-\ndence"},
			})
		}
		line := reports.Row{row.Format}
		for _, m := range row.Measures[:3] {
			line = append(line, plusMinus(m, 100, "%.0f"))
		}
		s := &d.Sections[len(d.Sections)-1]
		s.Rows = append(s.Rows, append(line, plusMinus(row.Measures[3], 1, "%.2f")))
	}
	if len(d.Sections) > 0 {
		d.Sections[0].Notes = []string{"% ± reach of 95 % interval over scenarios; confidence in nats. acknowledged: the answer mentions the corrected value; integrated: derived values that rest on a correction, answered right; contaminated: the answer mentions the old value without marking it as old; confidence: how much likelier the corrected value was than the old one, where the model gives log-probabilities. †: no interval. –: no case."}
	}
	d.Sections = append(d.Sections, f.order(played))
	for i := range d.Sections {
		d.Sections[i].Widths = []int{23, 16}
	}
	return d
}

// order are the tests of the predicted order.
func (f FormatStudy) order(played string) reports.Section {
	s := reports.Section{
		Title: "Is the order of the formats the predicted one? Page's L" + played,
		Head:  []string{"measure", "strategy", "blocks", "L", "no order", "p", "p Holm"},
		Notes: []string{"Blocks are scenarios that tell formats apart; the formats' means are ranked within each. no order: L if every order were as likely. p is one-sided and exact given ties; p Holm is corrected for the measures of a strategy. All strategies together is the test that was predicted; the rest shows where it comes from."},
	}
	for _, o := range f.Orders {
		s.Rows = append(s.Rows, reports.Row{measureWords[o.Measure], strategyOrAll(o.Strategy), o.Blocks, fmt.Sprintf("%.4g", o.L), fmt.Sprintf("%.4g", o.Expected), reports.P(o.P), reports.P(o.Holm)})
	}
	return s
}

// records are one row per strategy, format and measure; an empty strategy is all together.
func (f FormatStudy) records() reports.Records {
	return reports.Records{
		Head: strings.Fields("strategy format measure mean low high cases_a_trial simulated"),
		Rows: func(yield func([]any) bool) {
			for _, row := range f.Formats {
				for i, name := range FormatMeasures {
					m := row.Measures[i]
					if !yield([]any{row.Strategy, row.Format, name, m.Mean, m.Low, m.High, row.Cases[i], f.Simulated}) {
						return
					}
				}
			}
		},
	}
}

// measureWords name the measures in tables.
var measureWords = map[string]string{
	"surface_acknowledgment": "acknowledged", "operational_integration": "integrated",
	"prior_contamination": "contaminated", "confidence_delta": "confidence",
}

func strategyOrAll(strategy string) string {
	if strategy == "" {
		return "all three"
	}
	return strategy
}
