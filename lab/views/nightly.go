package views

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// NightlySchema names the form of a night's JSON report.
const NightlySchema = "context-arena/nightly/1"

// Night is a night's gates and all that is needed to read them.
type Night struct {
	Schema     string        `json:"schema"`
	Name       string        `json:"name"`
	Night      string        `json:"night"`            // its label
	Baseline   string        `json:"baseline"`         // the night it is compared with; empty if there is none
	Sealed     *lab.Unsealed `json:"sealed,omitempty"` // what is published of a sealed night; nil of others
	Experiment string        `json:"experiment"`
	Program    string        `json:"program"`
	Simulated  bool          `json:"simulated"`
	Status     string        `json:"status"` // of the experiment
	Note       string        `json:"note,omitempty"`
	Passed     bool          `json:"passed"`
	Lenient    bool          `json:"inconclusive_passes"`
	// Estimand and Confidence are those of every interval.
	Estimand   reports.Estimand `json:"estimand"`
	Confidence float64          `json:"confidence"`
	Gates      []lab.Gated      `json:"gates"`
	Warnings   []string         `json:"warnings"`
}

// NewNight puts a night's report together. The baseline is nil if there is none yet.
func NewNight(n lab.Nightly, label string, b *lab.Baseline, r lab.Result, gates []lab.Gated) Night {
	out := Night{
		Schema: NightlySchema, Name: n.Name, Night: label, Experiment: r.Experiment.ID, Program: r.Experiment.Program,
		Simulated: r.Experiment.Simulated, Status: r.Experiment.Status, Note: r.Experiment.Note,
		Passed: n.Passed(gates), Lenient: n.Indecision, Estimand: reports.Fixed, Confidence: 1 - lab.Alpha,
		Gates: gates, Warnings: []string{},
	}
	warn := func(format string, args ...any) { out.Warnings = append(out.Warnings, fmt.Sprintf(format, args...)) }
	if out.Simulated {
		warn("Simulated: a sim model answered. The gates show that the program does what it did, not that a real model does.")
	}
	switch {
	case n.Sealed != nil:
		unsealed := n.Sealed.Unseal(r.Experiment)
		out.Sealed, out.Estimand = &unsealed, reports.Sampled
		if unsealed.Seed == "" {
			warn("The seed stays sealed, because the night isn't complete: the same command goes on with it.")
		}
	case b == nil:
		warn("There is no baseline yet: look at this night's figures (arena report) before they become one (--update-baseline).")
	default:
		out.Baseline = b.Night
		for _, change := range b.Changed(r.Planned) {
			warn("The plan isn't the baseline's: %s.", change)
		}
		if b.Program != r.Experiment.Program {
			warn("The baseline was played by another version of this program: %s.", b.Program)
		}
	}
	for _, g := range gates {
		for _, note := range g.Notes {
			warn("%s: %s.", g.Name, note)
		}
		if g.Underpowered != "" {
			warn("%s: %s.", g.Name, g.Underpowered)
		}
	}
	return out
}

// Table writes the night for a terminal.
func (n Night) Table(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", text.WrapSoft(plain(n.title()), width), n.table())
	for _, line := range append([]string{n.caption()}, n.sentences()...) {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft(plain(line), width))
	}
	for _, warning := range n.Warnings {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft("! "+plain(warning), width))
	}
	if n.Sealed != nil {
		b.WriteString("\n" + publication(*n.Sealed))
	}
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// caption says what the figures are.
func (n Night) caption() string {
	over := "Scenarios fixed: the intervals (95 %) say how far other repeats of the same conversations would move a figure. "
	if n.Estimand == reports.Sampled {
		over = "Scenarios sampled: they were drawn at random by the generator, and the intervals (95 %) say how far other scenarios of the same settings would move a difference. "
	}
	return over + nightCaption
}

const nightCaption = "Retention counts the current and derived probes of completed trials; points are percentage points; cost is per trial, at nominal prices. n: probes, or trials where each has one number. " + mdeCaption

const mdeCaption = "MDE: the least regression that a night's repeats tell from none 8 times in 10."

func (n Night) title() string {
	result := "INCONCLUSIVE"
	switch {
	case n.Passed:
		result = "passed"
	case slices.ContainsFunc(n.Gates, func(g lab.Gated) bool { return g.Result == stats.Fail }):
		result = "FAILED"
	}
	against := "against no baseline"
	switch {
	case n.Sealed != nil:
		against = "on sealed scenarios"
	case n.Baseline != "":
		against = "against baseline " + n.Baseline
	}
	simulated := ""
	if n.Simulated {
		simulated = ", SIMULATED"
	}
	return fmt.Sprintf("Nightly %s, %s %s%s: %s", n.Name, n.Night, against, simulated, result)
}

// table is the gates, at most 80 columns wide.
func (n Night) table() string {
	t := table.NewWriter()
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	style.Options.DrawBorder, style.Options.SeparateColumns = false, false
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	t.SetStyle(style)
	columns := []table.ColumnConfig{{Number: 1, WidthMax: 12, WidthMaxEnforcer: text.WrapSoft}}
	for i := 2; i <= 6; i++ {
		columns = append(columns, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(columns)
	t.AppendHeader(table.Row{"gate", n.otherSide(), "tonight", "change", "limit", "MDE", "result"})
	for _, g := range n.Gates {
		change := gateChange(g.Change, gateUnit(g.Gate))
		if g.Low != nil {
			change += "\n[" + gateInterval(g) + "]"
		}
		tonight := gateLevel(g.Gate, g.Tonight)
		if g.N > 0 {
			tonight += "\nn " + reports.Thousands(g.N)
		}
		t.AppendRow(table.Row{
			plain(g.Name), gateLevel(g.Gate, g.Baseline), tonight, change,
			gateLimit(g.Gate), gateAmount(g.Gate, g.MDE), string(g.Result),
		})
	}
	return t.Render()
}

// otherSide heads the column of what tonight is compared with.
func (n Night) otherSide() string {
	if slices.ContainsFunc(n.Gates, func(g lab.Gated) bool { return g.Gate.Against != "" }) {
		return "against"
	}
	return "baseline"
}

// gateLevel is a figure itself, – if there is none.
func gateLevel(g lab.Gate, x *float64) string {
	switch {
	case x == nil:
		return "–"
	case g.Unit() == lab.USD:
		return fmt.Sprintf("%.5f", *x)
	case g.Unit() == lab.Tokens:
		return reports.Thousands(*x)
	}
	return fmt.Sprintf("%.1f %%", 100**x)
}

// gateUnit is what a table has changes and limits in: percentage points, or shares of the
// baseline or of the trials.
func gateUnit(g lab.Gate) string {
	if g.Relative() || g.Metric == lab.FailureRate {
		return "%"
	}
	return "pt"
}

// gateUnitWords is gateUnit in a sentence.
func gateUnitWords(g lab.Gate) string {
	if gateUnit(g) == "pt" {
		return " points"
	}
	return " %"
}

// gateAmount is a change without its sign, – if there is none.
func gateAmount(g lab.Gate, x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f%s", 100**x, gateUnit(g))
}

// gateChange is a change with its sign, – if there is none.
func gateChange(x *float64, unit string) string {
	if x == nil {
		return "–"
	}
	return gateSign(*x) + unit
}

// gateSign is a hundredfold with its sign. What rounds to nothing has none.
func gateSign(x float64) string {
	s := fmt.Sprintf("%+.1f", 100*x)
	if s == "+0.0" || s == "-0.0" {
		return "0.0"
	}
	return strings.Replace(s, "-", "−", 1)
}

// gateInterval is a gate's interval: of its change, or of the failure rate itself.
func gateInterval(g lab.Gated) string {
	if g.Gate.Metric == lab.FailureRate {
		return fmt.Sprintf("%.1f, %.1f", 100**g.Low, 100**g.High)
	}
	return gateSign(*g.Low) + ", " + gateSign(*g.High)
}

// gateLimit is the gate's limit with its direction.
func gateLimit(g lab.Gate) string {
	mark := "−"
	switch {
	case g.Metric == lab.FailureRate:
		mark = "≤"
	case g.Lower():
		mark = "+"
	}
	return mark + gateMargin(g.Margin) + gateUnit(g)
}

// limitWords is the gate's limit as people say it.
func limitWords(g lab.Gate) string {
	return strings.ReplaceAll(g.Field(), "_", " ") + " " + gateMargin(g.Margin) + gateUnitWords(g)
}

// gateMargin is a limit as its file has it.
func gateMargin(margin float64) string { return strconv.FormatFloat(100*margin, 'g', 8, 64) }

// sentences say of each gate what came out and why.
func (n Night) sentences() []string {
	var out []string
	for _, g := range n.Gates {
		out = append(out, n.sentence(g))
	}
	return out
}

// wouldTell is what narrows an interval.
func (n Night) wouldTell() string {
	if n.Estimand == reports.Sampled {
		return "more scenarios"
	}
	return "more repeats"
}

func (n Night) sentence(g lab.Gated) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: ", strings.ToUpper(string(g.Result)), g.Name)
	switch {
	case g.Gate.Metric == lab.FailureRate && g.Tonight != nil:
		fmt.Fprintf(&b, "%s of the %s played were not completed [%s]; %s.", gateLevel(g.Gate, g.Tonight), gateCounted(g), gateInterval(g), limitWords(g.Gate))
	case g.Change != nil:
		before, change := "after", "change"
		if g.Gate.Against != "" {
			before, change = "against", "difference"
		}
		fmt.Fprintf(&b, "%s %s %s %s, a %s of %s", gateLevel(g.Gate, g.Tonight), gateOver(g)+gateCounted(g), before, gateLevel(g.Gate, g.Baseline), change, gateChange(g.Change, gateUnitWords(g.Gate)))
		if g.Low != nil {
			fmt.Fprintf(&b, " [%s]", gateInterval(g))
		}
		fmt.Fprintf(&b, "; it %s.", limitWords(g.Gate))
	default:
		fmt.Fprintf(&b, "not decided; it %s.", limitWords(g.Gate))
	}
	switch {
	case g.Result == stats.Inconclusive && g.Reason == "":
		b.WriteString(" The interval reaches beyond the limit: " + n.wouldTell() + " would tell.")
	case g.Reason != "":
		b.WriteString(" " + strings.ToUpper(g.Reason[:1]) + g.Reason[1:] + ".")
	}
	if g.Gate.Metric != lab.FailureRate && g.Completed < g.Planned {
		fmt.Fprintf(&b, " %d of %d trials completed.", g.Completed, g.Planned)
	}
	return b.String()
}

// gateOver joins a figure and what it was counted over.
func gateOver(g lab.Gated) string {
	if g.Gate.Relative() {
		return "over "
	}
	return "of "
}

// gateCounted is what a gate counted, in words.
func gateCounted(g lab.Gated) string {
	what := "probe"
	if g.Gate.OfTrials() {
		what = "trial"
	}
	out := reports.Thousands(g.N) + " " + what
	if reports.Thousands(g.N) != "1" {
		out += "s"
	}
	if g.Scenarios > 0 {
		out += " in " + reports.Plural(g.Scenarios, "scenario")
	}
	return out
}

// Markdown writes the night as Markdown.
func (n Night) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", cell(n.title()))
	fmt.Fprintf(&b, "| gate | %s | tonight | change | 95 %% interval | limit | MDE | n | trials | result |\n", n.otherSide())
	b.WriteString("|---|--:|--:|--:|--:|--:|--:|--:|--:|---|\n")
	for _, g := range n.Gates {
		interval := "–"
		if g.Low != nil {
			interval = gateInterval(g)
		}
		n := "–"
		if g.N > 0 {
			n = reports.Thousands(g.N)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s | %d of %d | %s |\n",
			cell(g.Name), gateLevel(g.Gate, g.Baseline), gateLevel(g.Gate, g.Tonight), gateChange(g.Change, gateUnit(g.Gate)), interval,
			gateLimit(g.Gate), gateAmount(g.Gate, g.MDE), n, g.Completed, g.Planned, g.Result)
	}
	fmt.Fprintf(&b, "\n%s\n\n", n.caption())
	for _, line := range n.sentences() {
		fmt.Fprintf(&b, "- %s\n", cell(line))
	}
	if len(n.Warnings) > 0 {
		b.WriteString("\n## Warnings\n\n")
		for _, warning := range n.Warnings {
			fmt.Fprintf(&b, "- %s\n", cell(warning))
		}
	}
	if n.Sealed != nil {
		b.WriteString("\n## Sealed seed\n\n" + codeBlock(publication(*n.Sealed)))
	}
	status := n.Status
	if n.Note != "" {
		status += ": " + n.Note
	}
	fmt.Fprintf(&b, "\nExperiment %s, %s.\n", n.Experiment, cell(status))
	_, err := io.WriteString(w, b.String())
	return err
}

// cell escapes text for Markdown, tables included.
func cell(s string) string { return strings.ReplaceAll(escape(s), "|", `\|`) }

// JSON writes the night as JSON.
func (n Night) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(n)
}

// Forecasts writes what the gates can detect, before the night is played.
func Forecasts(w io.Writer, fs []lab.Forecast) error {
	var rows [][]string
	for _, f := range fs {
		say := "ready"
		switch {
		case f.Undecidable != "":
			say = f.Undecidable
		case f.Underpowered != "":
			say = f.Underpowered
		case f.Unknown != "":
			say = "ready; " + f.Unknown
		}
		rows = append(rows, []string{f.Name, gateLimit(f.Gate), gateAmount(f.Gate, f.MDE), say})
	}
	if err := Columns(w, []string{"gate", "limit", "MDE", "before the run"}, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, mdeCaption)
	return err
}

// Refusals says of each gate that should not be run why.
func Refusals(fs []lab.Forecast) []string {
	var out []string
	for _, f := range fs {
		if why := f.Refused(); why != "" {
			out = append(out, plain(fmt.Sprintf("%s (limit %s, MDE %s): %s", f.Name, gateLimit(f.Gate), gateAmount(f.Gate, f.MDE), why)))
		}
	}
	return out
}
