package views

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/lab/check"
)

// CheckSchema describes what Checks.JSON writes.
//
//go:embed check.schema.json
var CheckSchema []byte

// CheckForm names the form of checks in JSON; see check.schema.json.
const CheckForm = "context-arena/check/1"

// Checks are the checks of proposals with their figures.
type Checks struct {
	Schema string       `json:"schema"`
	Checks []CheckTable `json:"checks"`
}

// CheckTable is the check of one proposal.
type CheckTable struct {
	Proposal string        `json:"proposal"`
	About    string        `json:"about"`
	Notes    []string      `json:"notes"`
	Figures  []CheckFigure `json:"figures"`
}

// CheckFigure is one share. Share, Low and High are missing where nothing was counted, Low and High
// where there is no interval, Asked, Source and Verdict where nothing was asked beforehand.
type CheckFigure struct {
	Measure string   `json:"measure"`
	By      string   `json:"by"`
	Sample  string   `json:"sample"`
	Found   int      `json:"found"`
	Of      int      `json:"of"`
	Share   *float64 `json:"share,omitempty"`
	Low     *float64 `json:"low,omitempty"`
	High    *float64 `json:"high,omitempty"`
	Asked   float64  `json:"asked,omitempty"`
	Source  string   `json:"source,omitempty"`
	Verdict string   `json:"verdict,omitempty"`
}

// NewChecks sorts figures by their checks. A check without figures is left out.
func NewChecks(figures []check.Figure) Checks {
	out := Checks{Schema: CheckForm, Checks: []CheckTable{}}
	for _, c := range check.All() {
		t := CheckTable{Proposal: c.Proposal, About: c.About, Notes: c.Notes}
		for _, f := range figures {
			if f.Proposal != c.Proposal {
				continue
			}
			g := CheckFigure{
				Measure: f.Measure, By: f.By, Sample: f.Sample, Found: f.Found, Of: f.Of,
				Asked: f.Asked, Source: f.Source, Verdict: string(f.Verdict),
			}
			if f.Of > 0 {
				share := f.Share()
				g.Share = &share
			}
			if f.Interval != nil {
				g.Low, g.High = &f.Interval.Low, &f.Interval.High
			}
			t.Figures = append(t.Figures, g)
		}
		if len(t.Figures) > 0 {
			out.Checks = append(out.Checks, t)
		}
	}
	return out
}

// by marks the figures that a model had a part in.
var by = map[string]string{check.Simulated: ", sim", check.Ideal: ", ideal"}

var checkHead = []string{"measure", "sample", "found", "% [95 %]", "asked"}

// rows are the figures as cells. A measure's name stands in the first of its rows.
func (t CheckTable) rows() [][]string {
	var out [][]string
	last := ""
	for _, f := range t.Figures {
		name := f.Measure + by[f.By]
		found, share, asked := fmt.Sprintf("%d/%d", f.Found, f.Of), "–", ""
		if f.Share != nil {
			share = fmt.Sprintf("%.1f", 100**f.Share)
		}
		if f.Low != nil {
			share += fmt.Sprintf(" [%.0f–%.0f]", 100**f.Low, 100**f.High)
		} else if f.Of > 0 {
			found = "" // tokens, which nobody counts one by one
		}
		if f.Asked > 0 {
			asked = fmt.Sprintf("%.0f %%", 100*f.Asked)
			if f.Verdict != "" {
				asked += ": " + f.Verdict
			}
		}
		first := name
		if name == last {
			first = ""
		}
		last = name
		out = append(out, []string{first, f.Sample, found, share, asked})
	}
	return out
}

// notes are what stands under a table.
func (t CheckTable) notes() []string {
	out := slices.Clone(t.Notes)
	var sources []string
	for _, f := range t.Figures {
		if f.Source != "" && !slices.Contains(sources, f.Source) {
			sources = append(sources, f.Source)
		}
	}
	if len(sources) > 0 {
		out = append(out, "Asked beforehand by "+strings.Join(sources, " and by ")+".")
	}
	return out
}

// legend says how the figures came about, as far as there are such.
func (c Checks) legend() string {
	has := map[string]bool{}
	for _, t := range c.Checks {
		for _, f := range t.Figures {
			has[f.By] = true
		}
	}
	var parts []string
	if has[check.Simulated] {
		parts = append(parts, "sim: the replies are SIMULATED (sim:nano)")
	}
	if has[check.Ideal] {
		parts = append(parts, "ideal: replies made of the labels, so that only the layer can lose anything")
	}
	if has[check.Rules] {
		parts = append(parts, "no mark: no model has a part in it")
	}
	return strings.Join(append(parts, "intervals take the items for independent"), "; ") + "."
}

// Table writes the checks for a terminal, at most 80 columns wide.
func (c Checks) Table(w io.Writer) error {
	var b strings.Builder
	for _, t := range c.Checks {
		fmt.Fprintln(&b, t.Proposal+": "+t.About)
		if err := Columns(&b, checkHead, t.rows()); err != nil {
			return err
		}
		for _, note := range t.notes() {
			fmt.Fprintln(&b, text.WrapSoft(note, width))
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintln(&b, text.WrapSoft(c.legend(), width))
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// Markdown writes the checks as Markdown.
func (c Checks) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Checks of the proposals\n\n")
	for _, t := range c.Checks {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", t.Proposal, escape(t.About))
		s := sheet{head: checkHead, rows: t.rows()}
		fmt.Fprintf(&b, "%s\n\n", s.markdown())
		for _, note := range t.notes() {
			fmt.Fprintf(&b, "%s\n\n", escape(note))
		}
	}
	fmt.Fprintln(&b, escape(c.legend()))
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON writes the checks as indented JSON of the form CheckSchema describes.
func (c Checks) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(c)
}

// CSV writes one row per figure. What isn't known or wasn't asked is an empty cell.
func (c Checks) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"proposal", "measure", "by", "sample", "found", "of", "share", "low", "high", "asked", "source", "verdict"}); err != nil {
		return err
	}
	for _, t := range c.Checks {
		for _, f := range t.Figures {
			var asked *float64
			if f.Asked > 0 {
				asked = &f.Asked
			}
			row := []string{
				t.Proposal, f.Measure, f.By, f.Sample, strconv.Itoa(f.Found), strconv.Itoa(f.Of),
				exactly(f.Share), exactly(f.Low), exactly(f.High), exactly(asked), f.Source, f.Verdict,
			}
			if err := out.Write(guarded(row)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
