package views

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// narrow is the sheet for a terminal, each column but the first as wide as its cells need; the words
// of its head stand under each other.
func (s sheet) narrow() table.Writer {
	w := s.writer(table.StyleLight)
	columns := []table.ColumnConfig{{Number: 1, WidthMax: 22}}
	for i := 1; i < len(s.head); i++ {
		widest := 0
		for _, word := range strings.Fields(s.head[i]) {
			widest = max(widest, text.StringWidth(word))
		}
		for _, row := range s.rows {
			widest = max(widest, text.StringWidth(plain(row[i])))
		}
		columns = append(columns, table.ColumnConfig{
			Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight, WidthMax: min(widest, 14), WidthMaxEnforcer: text.WrapSoft,
		})
	}
	w.SetColumnConfigs(columns)
	return w
}

// Table writes the report for a terminal.
func (r ImportReport) Table(w io.Writer) error {
	var b strings.Builder
	for _, s := range r.sheets() {
		fmt.Fprintf(&b, "%s\n%s\n", text.WrapSoft(plain(s.title), width), s.narrow().Render())
		for _, note := range s.notes {
			fmt.Fprintf(&b, "%s\n", text.WrapSoft(note, width))
		}
		b.WriteString("\n")
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft("! "+plain(warning), width))
	}
	fmt.Fprintf(&b, "experiment %d (%s), imported\n", r.Experiment.Number, r.Experiment.ID[:min(12, len(r.Experiment.ID))])
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// Markdown writes the report as Markdown.
func (r ImportReport) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Context Arena results, imported\n\n")
	for _, s := range r.sheets() {
		for _, row := range s.rows {
			for i, cell := range row {
				row[i] = escape(cell)
			}
		}
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", escape(s.title), s.writer(table.StyleDefault).RenderMarkdown())
		for _, note := range s.notes {
			fmt.Fprintf(&b, "%s\n\n", escape(note))
		}
	}
	b.WriteString("## Warnings\n\n")
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "- %s\n", escape(warning))
	}
	fmt.Fprintf(&b, "\nExperiment %s, imported.\n", r.Experiment.ID)
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON writes the report as indented JSON.
func (r ImportReport) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// CSV writes one row per verdict: a task, a probe of an answer, or a probe of one cycle's memory
// text. Cells that a spreadsheet would take for a formula get an apostrophe.
func (r ImportReport) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{
		"file", "strategy", "scenario", "measure", "cycle", "probe", "fact", "type", "kind", "exposed_at_cycle", "at_risk",
		"stored", "legacy_again", "ours",
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, v := range r.Verdicts {
		row := []string{
			v.File, v.Strategy, v.Scenario, string(v.Measure), strconv.Itoa(v.Cycle), v.Probe, v.Fact, string(v.Type), string(v.Kind),
			strconv.Itoa(v.ExposedAt), strconv.FormatBool(v.AtRisk), v.Stored, v.Legacy, v.Ours,
		}
		if err := out.Write(guarded(row)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
