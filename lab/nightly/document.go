package nightly

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios/datasets"
	"contextarena.internal/stats"
)

// Night is a night's gates and all that is needed to read them.
type Night struct {
	Schema     string `json:"schema"`
	Finding    string `json:"finding"`
	Name       string `json:"name"`
	Night      string `json:"night"`    // its label
	Baseline   string `json:"baseline"` // the night it is compared with; empty if there is none
	Experiment string `json:"experiment"`
	Program    string `json:"program"`
	Simulated  bool   `json:"simulated"`
	Status     string `json:"status"` // of the experiment
	Note       string `json:"note,omitempty"`
	First      bool   `json:"first_night,omitempty"` // there is no baseline, and a gate needs one
	Same       bool   `json:"same_night,omitempty"`  // it is the baseline, with the same figures
	Renewing   bool   `json:"-"`                     // it is to become the baseline
	Passed     bool   `json:"passed"`
	Lenient    bool   `json:"inconclusive_passes"`
	// Estimand and Confidence are those of every interval.
	Estimand   reports.Estimand `json:"estimand"`
	Confidence float64          `json:"confidence"`
	Gates      []Gated          `json:"gates"`
	Shows      []string         `json:"shows,omitempty"` // commands that lead to what fell
	Warnings   []string         `json:"warnings"`
}

// judge decides the gates of a night by its result and puts its report together. The baseline is nil
// if there is none yet.
func (n nightly) judge(label string, b *Baseline, forecasts []Forecast, r lab.Result) Night {
	return n.report(label, b, r, n.gated(forecasts, b, lab.Arms(r)))
}

func (n nightly) report(label string, b *Baseline, r lab.Result, gates []Gated) Night {
	e := r.Experiment
	out := Night{
		Schema: "context-arena/nightly/1", Name: n.Name, Night: label, Experiment: e.ID, Program: e.Program,
		Simulated: e.Simulated, Status: e.Status, Note: e.Note,
		Passed: n.passed(gates), Lenient: n.Indecision, Renewing: n.renewing, Estimand: reports.Fixed, Confidence: 1 - lab.Alpha,
		Gates: gates, Warnings: []string{},
	}
	warn := func(format string, args ...any) { out.Warnings = append(out.Warnings, fmt.Sprintf(format, args...)) }
	if out.Simulated {
		warn("Simulated: a sim model answered. The gates show that the program does what it did, not that a real model does.")
	}
	if b != nil {
		out.Baseline = b.Night
		for _, change := range b.changed(r.Planned) {
			warn("The plan isn't the baseline's: %s.", change)
		}
		for _, change := range b.servedOtherwise(r) {
			warn("%s.", change)
		}
		if b.Program != e.Program {
			warn("The baseline was played by another version of this program: %s.", b.Program)
		}
	}
	if n := datasets.SharesOf(r.Scenarios...).Judge; n > 0 {
		warn("For a judge alone, and in no figure here: %s (arena judge).", reports.Plural(n, "probe"))
	}
	for _, note := range r.Planned.Notes() {
		warn("%s", note)
	}
	for _, g := range gates {
		out.First, out.Same = out.First || g.Undecidable == noBaseline, out.Same || g.Undecidable == sameNight
	}
	for _, change := range r.Edited() {
		warn("%s", change)
	}
	for _, g := range gates {
		for _, note := range g.Notes {
			warn("%s: %s.", g.Name, note)
		}
		if g.Underpowered != "" {
			warn("%s: %s.", g.Name, g.Underpowered)
		}
	}
	out.Finding = out.finding()
	for _, g := range gates {
		out.Shows = append(out.Shows, g.shows(r)...)
	}
	return out
}

// Document is the night as it is reported: a test case for each gate, too. A gate that is inconclusive
// is a failure of that type, or skipped where the nightly lets it pass.
func (n Night) Document() reports.Document {
	d := reports.Document{
		Finding: n.Finding, Title: n.title(), Simulated: n.Simulated, Warnings: n.Warnings, Data: n,
		Played: reports.Played{ID: n.Experiment, Status: n.Status},
		Tests:  &reports.Tests{Suite: "arena nightly " + n.Name + " " + n.Night, Class: "arena.nightly." + n.Name, Out: strings.Join(n.Warnings, " ")},
	}
	if n.Note != "" {
		d.Played.Status += ": " + n.Note
	}
	other := "baseline"
	if slices.ContainsFunc(n.Gates, func(g Gated) bool { return g.Gate.Against != "" }) {
		other = "against"
	}
	narrow := reports.Section{On: reports.Terminal, Head: []string{"gate", other, "tonight", "change", "limit", "MDE", "result"}, Align: "lrrrrrl", Widths: []int{12, 0}}
	wide := reports.Section{On: reports.Page, Head: []string{"gate", other, "tonight", "change", "95 % interval", "limit", "MDE", "n", "trials", "result"}, Align: "lrrrrrrrrl"}
	said := reports.Section{Notes: []string{caption}}
	for _, g := range n.Gates {
		before, tonight, change, interval, count := g.Gate.level(g.Baseline), g.Gate.level(g.Tonight), g.Gate.change(g.Change, g.Gate.unit()), "–", "–"
		changed, played := change, tonight
		if g.Low != nil {
			interval = g.interval()
			changed += "\n[" + interval + "]"
		}
		if g.N > 0 {
			count = reports.Thousands(g.N)
			played += "\nn " + count
		}
		narrow.Rows = append(narrow.Rows, reports.Row{g.Name, before, played, changed, g.Gate.limit(), g.Gate.amount(g.MDE), g.toned()})
		wide.Rows = append(wide.Rows, reports.Row{g.Name, before, tonight, change, interval, g.Gate.limit(), g.Gate.amount(g.MDE), count, fmt.Sprintf("%d of %d", g.Completed, g.Planned), g.verdict()})
		sentence := n.sentence(g)
		said.List = append(said.List, []string{sentence})
		test := reports.Test{Name: g.Name + " " + g.Gate.limitWords(), Says: sentence, Skipped: g.Result == stats.Inconclusive && (n.Lenient || n.Same)}
		if g.Result != stats.Pass {
			test.Failed = g.verdict()
		}
		d.Tests.Cases = append(d.Tests.Cases, test)
	}
	d.Sections = []reports.Section{narrow, wide, said}
	if len(n.Shows) > 0 {
		d.Sections = append(d.Sections, reports.Section{Title: "Facts that were lost, one by one", Text: strings.Join(n.Shows, "\n") + "\n"})
	}
	return d
}

// Comment is the night for a pull request: what came out, its gates, and of those that didn't pass why, and what shows it.
func (n Night) Comment() reports.Document {
	d := n.Document()
	why := reports.Section{}
	for _, g := range n.Gates {
		if g.Result != stats.Pass {
			why.List = append(why.List, []string{n.sentence(g)})
		}
	}
	d.Sections = slices.Concat(d.Sections[1:2], []reports.Section{why}, d.Sections[3:])
	return d
}

// toned is a result as a terminal with colours shows it.
func (g Gated) toned() reports.Cell {
	tone := map[stats.GateResult]reports.Tone{stats.Pass: reports.Good, stats.Fail: reports.Bad}[g.Result]
	return reports.Toned(tone, g.verdict())
}

// forecastDocument says what the gates can detect, before the night is played.
func forecastDocument(fs []Forecast) reports.Document {
	s := reports.Section{Head: []string{"gate", "limit", "MDE", "before the run"}, Layout: reports.List, Notes: []string{mdeCaption}}
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
		s.Rows = append(s.Rows, reports.Row{f.Name, f.Gate.limit(), f.Gate.amount(f.MDE), say})
	}
	return reports.Document{Sections: []reports.Section{s}}
}

// refusals says of each gate that should not be run why.
func refusals(fs []Forecast) []string {
	var out []string
	for _, f := range fs {
		if why := f.refused(); why != "" {
			out = append(out, fmt.Sprintf("%s (limit %s, MDE %s): %s", f.Name, f.Gate.limit(), f.Gate.amount(f.MDE), why))
		}
	}
	return out
}

const mdeCaption = "MDE: the least regression that a night's repeats tell from none 8 times in 10."

// caption says what the figures are.
const caption = "Scenarios fixed: the intervals (95 %) say how far other repeats of the same conversations would move a figure. " +
	"Retention counts the current and derived probes of completed trials; points are percentage points; cost is per trial, at nominal prices. n: probes, or trials where each has one number. " + mdeCaption

func (n Night) title() string {
	result := "INCONCLUSIVE"
	switch {
	case n.First && !slices.ContainsFunc(n.Gates, func(g Gated) bool {
		return g.Result == stats.Fail || g.Result != stats.Pass && g.verdict() != firstNight
	}):
		result = "the first night, with nothing to compare with yet"
	case n.Same && n.Passed:
		result = "the same night"
	case n.Passed:
		result = "passed"
	case slices.ContainsFunc(n.Gates, func(g Gated) bool { return g.Result == stats.Fail }):
		result = "FAILED"
	}
	against := "against no baseline"
	if n.Baseline != "" {
		against = "against baseline " + n.Baseline
	}
	return fmt.Sprintf("Nightly %s, %s %s%s: %s", n.Name, n.Night, against, reports.Simulated(n.Simulated), result)
}

// level is a figure itself, – if there is none.
func (g Gate) level(x *float64) string {
	m := g.metric()
	if x != nil && m.Unit == contrast.Share {
		return m.Unit.Amount(x) + " %"
	}
	return m.Unit.Amount(x)
}

// unit is what a table has changes and limits in: percentage points, or shares of the baseline or of
// the trials.
func (g Gate) unit() string {
	if g.metric().unit == pointUnit {
		return "pt"
	}
	return "%"
}

// unitWords is unit in a sentence.
func (g Gate) unitWords() string { return " " + g.metric().unit }

// amount is a change without its sign, – if there is none.
func (g Gate) amount(x *float64) string {
	if x == nil {
		return "–"
	}
	return contrast.Share.Amount(x) + g.unit()
}

// change is a change with its sign, – if there is none.
func (g Gate) change(x *float64, unit string) string {
	if x == nil {
		return "–"
	}
	return contrast.Share.Change(x) + unit
}

// interval is a gate's interval: of its change, or of the failure rate itself.
func (g Gated) interval() string {
	if g.Gate.Metric == failureRate {
		return contrast.Share.Amount(g.Low) + ", " + contrast.Share.Amount(g.High)
	}
	return contrast.Share.Change(g.Low) + ", " + contrast.Share.Change(g.High)
}

// limit is the gate's limit with its direction.
func (g Gate) limit() string {
	mark := "−"
	switch {
	case g.Metric == failureRate:
		mark = "≤"
	case g.metric().Lower:
		mark = "+"
	}
	return mark + g.margin() + g.unit()
}

// limitWords is the gate's limit as people say it.
func (g Gate) limitWords() string {
	return strings.ReplaceAll(g.field(), "_", " ") + " " + g.margin() + g.unitWords()
}

// margin is the limit as its file has it.
func (g Gate) margin() string { return strconv.FormatFloat(100*g.Margin, 'g', 8, 64) }

// sentence says of a gate what came out and why.
func (n Night) sentence(g Gated) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: ", strings.ToUpper(g.verdict()), g.Name)
	switch {
	case g.Gate.Metric == failureRate && g.Tonight != nil:
		fmt.Fprintf(&b, "%s of the %s played were not completed [%s]; %s.", g.Gate.level(g.Tonight), g.counted(), g.interval(), g.Gate.limitWords())
	case g.Change != nil:
		before, change := "after", "change"
		if g.Gate.Against != "" {
			before, change = "against", "difference"
		}
		over := "of "
		if g.Gate.relative() {
			over = "over "
		}
		fmt.Fprintf(&b, "%s %s%s %s %s, a %s of %s", g.Gate.level(g.Tonight), over, g.counted(), before, g.Gate.level(g.Baseline), change, g.Gate.change(g.Change, g.Gate.unitWords()))
		if g.Low != nil {
			fmt.Fprintf(&b, " [%s]", g.interval())
		}
		fmt.Fprintf(&b, "; it %s.", g.Gate.limitWords())
	default:
		fmt.Fprintf(&b, "not decided; it %s.", g.Gate.limitWords())
	}
	switch {
	case g.Result == stats.Inconclusive && g.Reason == "":
		b.WriteString(" The interval reaches beyond the limit: more repeats would tell.")
	case g.Reason != "":
		b.WriteString(" " + strings.ToUpper(g.Reason[:1]) + g.Reason[1:] + ".")
	}
	b.WriteString(fallen(g.Fell))
	if g.Gate.Metric != failureRate && g.Completed < g.Planned {
		fmt.Fprintf(&b, " %d of %d trials completed.", g.Completed, g.Planned)
	}
	return b.String()
}

// firstNight is the verdict of a gate that has no baseline yet.
const firstNight = "first night"

// verdict is the gate's result in words.
func (g Gated) verdict() string {
	switch g.Undecidable {
	case noBaseline:
		return firstNight
	case sameNight:
		return "same night"
	}
	return string(g.Result)
}

// counted is what a gate counted, in words.
func (g Gated) counted() string {
	what := "probe"
	if g.Gate.ofTrials() {
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
