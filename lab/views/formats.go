package views

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// FormatsForm names the form of Formats in JSON.
const FormatsForm = "context-arena/correction-formats/1"

// Formats is the experiment on correction formats as it is reported.
type Formats struct {
	Schema string `json:"schema"`
	lab.FormatStudy
}

// NewFormats makes a study ready to be written.
func NewFormats(s lab.FormatStudy) Formats { return Formats{FormatsForm, s} }

// Table writes the study for a terminal.
func (f Formats) Table(w io.Writer) error {
	return f.pages().table(w, columns(23, 16))
}

// Markdown writes the study as Markdown.
func (f Formats) Markdown(w io.Writer) error { return f.pages().markdown(w) }

// JSON writes the study as indented JSON.
func (f Formats) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(f)
}

// CSV writes one row per strategy, format and measure; an empty strategy is all together.
func (f Formats) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"strategy", "format", "measure", "mean", "low", "high", "cases_a_trial", "simulated"}); err != nil {
		return err
	}
	for _, row := range f.Formats {
		for m, name := range lab.FormatMeasures {
			v := row.Measures[m]
			if err := out.Write(guarded([]string{row.Strategy, row.Format, name, exactly(v.Mean), exactly(v.Low), exactly(v.High), exactly(&row.Cases[m]), strconv.FormatBool(f.Simulated)})); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func (f Formats) pages() pages {
	out := pages{heading: "Correction formats"}
	simulated := ""
	if f.Simulated {
		simulated = ", SIMULATED"
		out.warnings = append(out.warnings, "Simulated: a sim model answered. It has no mechanism for the form of a correction, so formats can differ on it only by the room they take: the prediction needs a real model.")
	}
	if f.NotDone > 0 {
		out.warnings = append(out.warnings, fmt.Sprintf("%d trials were not completed and are in no figure.", f.NotDone))
	}
	played := fmt.Sprintf("%s: %s × %d, %s, %s", simulated, reports.Plural(len(f.Scenarios), "scenario"), f.Repeats, f.Model, f.Dialogue)
	for i, row := range f.Formats {
		if i == 0 || row.Strategy != f.Formats[i-1].Strategy {
			out.sheets = append(out.sheets, sheet{
				title: "Corrections by format, " + strategyOrAll(row.Strategy) + played,
				head:  []string{"format, as predicted", "acknow-\nledged", "inte-\ngrated", "contami-\nnated", "confi-\ndence"},
			})
		}
		s := &out.sheets[len(out.sheets)-1]
		line := []string{row.Format}
		for _, m := range row.Measures[:3] {
			line = append(line, sharePercent(m))
		}
		s.rows = append(s.rows, append(line, nats(row.Measures[3])))
	}
	if len(out.sheets) > 0 {
		out.sheets[0].notes = []string{"% ± reach of 95 % interval over scenarios; confidence in nats. acknowledged: the answer mentions the corrected value; integrated: derived values that rest on a correction, answered right; contaminated: the answer mentions the old value without marking it as old; confidence: how much likelier the corrected value was than the old one, where the model gives log-probabilities. †: no interval. –: no case."}
	}
	return f.orders(out, played)
}

// orders adds the tests of the predicted order.
func (f Formats) orders(out pages, played string) pages {
	s := sheet{
		title: "Is the order of the formats the predicted one? Page's L" + played,
		head:  []string{"measure", "strategy", "blocks", "L", "no order", "p", "p Holm"},
		notes: []string{"Blocks are scenarios that tell formats apart; the formats' means are ranked within each. no order: L if every order were as likely. p is one-sided and exact given ties; p Holm is corrected for the measures of a strategy. All strategies together is the test that was predicted; the rest shows where it comes from."},
	}
	for _, o := range f.Orders {
		s.rows = append(s.rows, []string{measureWords[o.Measure], strategyOrAll(o.Strategy), strconv.Itoa(o.Blocks), fmt.Sprintf("%.4g", o.L), fmt.Sprintf("%.4g", o.Expected), reports.P(o.P), reports.P(o.Holm)})
	}
	out.sheets = append(out.sheets, s)
	return out
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

// nats is a mean of log-probabilities.
func nats(m lab.Measured) string {
	if m.Mean == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *m.Mean) + reach(m, 1, "%.2f")
}
