package views

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// JSONSchema describes what JSON writes.
//
//go:embed report.schema.json
var JSONSchema []byte

// JSON writes the report as indented JSON of the form JSONSchema describes.
func (r Report) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// csvHead are the columns of CSV.
var csvHead = []string{
	"trial", "suite", "scenario", "strategy", "model", "repeat", "dialogue", "simulated", "outcome",
	"probe", "type", "kind", "extended", "level", "verdict", "legacy", "exposed_at_cycle", "lost_at_cycle", "place",
}

// CSV writes one row per verdict: every planned trial × probe × level. Cells that a spreadsheet
// would take for a formula get an apostrophe.
func (r Report) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvHead); err != nil {
		return err
	}
	plan := r.Experiment.Plan
	for _, t := range r.Trials {
		for _, p := range t.Probes {
			for _, v := range p.Verdicts {
				row := []string{
					t.Trial, plan.Suite, t.Scenario, t.Strategy, t.Model, strconv.Itoa(t.Repeat), plan.Dialogue,
					strconv.FormatBool(r.Experiment.Simulated), string(t.Outcome),
					p.Probe, string(p.Type), string(p.Kind), strconv.FormatBool(p.Extended),
					string(v.Level), string(v.Verdict), string(v.Legacy),
					strconv.Itoa(p.ExposedAt), strconv.Itoa(p.LostAt), string(p.Place),
				}
				if err := out.Write(guarded(row)); err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

// guarded gives the cells that a spreadsheet would take for a formula an apostrophe. Numbers are
// left alone.
func guarded(row []string) []string {
	for i, cell := range row {
		if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			row[i] = "'" + cell
		}
	}
	return row
}

// exactly writes a figure exactly; one that isn't there is empty.
func exactly(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}
