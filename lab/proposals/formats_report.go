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
	formats := reports.Section{
		Title: "Corrections by format" + f.Played, Widths: []int{23, 16},
		Head:  []string{"format, as predicted", "acknow-\nledged", "inte-\ngrated", "contami-\nnated", "confi-\ndence"},
		Notes: []string{"Percent, and confidence in nats. acknowledged: the answer mentions the corrected value; integrated: derived values that rest on a correction, answered right; contaminated: the answer mentions the old value without marking it as old; confidence: how much likelier the corrected value was than the old one, where the model gives log-probabilities."},
	}
	for _, row := range f.Formats {
		m := row.Measures
		formats.Rows = append(formats.Rows, reports.Row{row.Format, m[0].Narrow(), m[1].Narrow(), m[2].Narrow(), m[3].Amount()})
	}
	order := reports.Section{
		Title: "Is the order of the formats the predicted one?", Widths: []int{23},
		Head:  []string{"measure", "in order %"},
		Notes: []string{"Of all pairs of formats, within each scenario: the one that is predicted to be better is; ties count half, so that no order gives 50."},
	}
	for _, o := range f.Orders {
		order.Rows = append(order.Rows, reports.Row{strings.ReplaceAll(o.Measure, "_", " "), o.Pairs})
	}
	d.Sections = []reports.Section{formats, order}
	return d
}

// records are one row per format and measure.
func (f FormatStudy) records() reports.Records {
	return reports.Records{
		Head: strings.Fields("format measure mean low high n simulated"),
		Rows: func(yield func([]any) bool) {
			for _, row := range f.Formats {
				for i, measure := range formatMeasures {
					m := row.Measures[i].Form()
					if !yield([]any{row.Format, measure.name, m.Mean, m.Low, m.High, m.N, f.Simulated}) {
						return
					}
				}
			}
		},
	}
}
