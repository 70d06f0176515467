package views

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/lab"
)

// ComparisonSchema describes what Comparison.JSON writes.
//
//go:embed comparison.schema.json
var ComparisonSchema []byte

// ComparisonForm names the form of a comparison in JSON; see comparison.schema.json.
const ComparisonForm = "context-arena/comparison/1"

// Comparison is a comparison as it is reported.
type Comparison struct {
	Schema string `json:"schema"`
	lab.Comparison
}

// Compare makes a comparison ready to be written.
func Compare(c lab.Comparison) Comparison { return Comparison{ComparisonForm, c} }

// Table writes the comparison for a terminal. Where several pairs of arms are compared, each has
// one line, unless details are asked for.
func (c Comparison) Table(w io.Writer, details bool) error {
	var b strings.Builder
	for _, p := range c.shown(details) {
		for _, s := range p.sheets {
			fmt.Fprintf(&b, "%s\n", text.WrapSoft(plain(s.title), width))
			if len(s.rows) > 0 {
				fmt.Fprintf(&b, "%s\n", wide(s).Render())
			}
			for _, note := range s.notes {
				fmt.Fprintf(&b, "%s\n", text.WrapSoft(plain(note), width))
			}
			b.WriteString("\n")
		}
		for i, lines := range p.stories {
			if i == 0 {
				fmt.Fprintf(&b, "%s\n", storiesTitle)
			}
			for k, line := range lines {
				fmt.Fprintf(&b, "%s\n", hung(plain(line), k > 0))
			}
		}
		if len(p.stories) > 0 {
			b.WriteString("\n")
		}
		for _, warning := range p.warnings {
			fmt.Fprintf(&b, "%s\n", text.WrapSoft("! "+plain(warning), width))
		}
		if len(p.warnings) > 0 {
			b.WriteString("\n")
		}
	}
	_, err := io.WriteString(w, strings.TrimRight(trimmed(b.String()), "\n")+"\n")
	return err
}

// wide is the sheet with columns that hold an interval or a judgement in one line.
func wide(s sheet) table.Writer {
	w := s.writer(table.StyleLight)
	first, others := 22, 22
	if len(s.head) == 3 {
		first, others = 14, 30
	}
	columns := []table.ColumnConfig{{Number: 1, WidthMax: first, WidthMaxEnforcer: text.WrapSoft}}
	for i := range s.head[1:] {
		columns = append(columns, table.ColumnConfig{Number: i + 2, Align: text.AlignRight, AlignHeader: text.AlignRight, WidthMax: others, WidthMaxEnforcer: text.WrapSoft})
	}
	w.SetColumnConfigs(columns)
	return w
}

// hung wraps a line of a story; all but the first of a story are indented.
func hung(line string, indent bool) string {
	if !indent {
		return text.WrapSoft(line, width)
	}
	return "    " + strings.ReplaceAll(text.WrapSoft(line, width-4), "\n", "\n    ")
}

// Markdown writes the comparison as Markdown.
func (c Comparison) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Context Arena comparison\n\n")
	for _, p := range c.parts() {
		for _, s := range p.sheets {
			fmt.Fprintf(&b, "## %s\n\n", escape(s.title))
			if len(s.rows) > 0 {
				fmt.Fprintf(&b, "%s\n\n", s.markdown())
			}
			for _, note := range s.notes {
				fmt.Fprintf(&b, "%s\n\n", escape(note))
			}
		}
		if len(p.stories) > 0 {
			fmt.Fprintf(&b, "## %s\n\n", escape(storiesTitle))
		}
		for _, lines := range p.stories {
			for k, line := range lines {
				fmt.Fprintf(&b, "%s- %s\n", strings.Repeat("  ", min(k, 1)), escape(line))
			}
		}
		if len(p.stories) > 0 {
			b.WriteString("\n")
		}
		for _, warning := range p.warnings {
			fmt.Fprintf(&b, "- Warning: %s\n", escape(warning))
		}
		if len(p.warnings) > 0 {
			b.WriteString("\n")
		}
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// JSON writes the comparison as indented JSON of the form ComparisonSchema describes.
func (c Comparison) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(c)
}

// comparisonHead are the columns of Comparison.CSV.
var comparisonHead = []string{
	"experiment_a", "strategy_a", "model_a", "experiment_b", "strategy_b", "model_b",
	"measure", "level", "type", "family", "unit", "lower_is_better", "estimand", "confidence", "n", "scenarios", "pairs", "left_out",
	"mean_a", "mean_b", "difference", "low", "high", "p", "p_holm", "detectable", "interesting", "judgement", "simulated", "notes",
}

// CSV writes one row per pair of arms and measure. Cells that a spreadsheet would take for a
// formula get an apostrophe.
func (c Comparison) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(comparisonHead); err != nil {
		return err
	}
	for _, k := range c.Contrasts {
		left := 0
		for _, l := range k.LeftOut {
			left += l.N
		}
		for _, d := range k.Differences {
			row := []string{
				k.A.Experiment, k.A.Strategy, k.A.Model, k.B.Experiment, k.B.Strategy, k.B.Model,
				d.Measure, string(d.Level), string(d.Type), d.Family, string(d.Unit), strconv.FormatBool(d.LowerIsBetter),
				string(d.Estimand), exactly(&d.Confidence), exactly(&d.N), strconv.Itoa(d.Scenarios), strconv.Itoa(k.Pairs), strconv.Itoa(left),
				exactly(d.A), exactly(d.B), exactly(d.Mean), exactly(d.Low), exactly(d.High), exactly(d.P), exactly(d.Holm), exactly(d.MDE),
				exactly(&d.Interesting), string(d.Judgement), strconv.FormatBool(c.A.Simulated || c.B.Simulated), strings.Join(d.Notes, "; "),
			}
			if err := out.Write(guarded(row)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// exactly writes a figure exactly; one that isn't there is empty.
func exactly(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}
