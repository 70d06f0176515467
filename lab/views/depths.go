package views

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/lab/check"
	"contextarena.internal/stats"
)

// Depths compares ways to choose the depth of da_rlm on segments whose depth was forced.
type Depths struct {
	Rows      []check.DepthRow
	Segments  int
	Suites    []string
	Threshold float64 // check.Depths.Threshold
	Model     string  // that replied
	Simulated bool
}

var depthHead = []string{"depth by", "best chosen, % [95 %]", "gain, points [95 %]", "passes"}

func (d Depths) cells() [][]string {
	var out [][]string
	for _, r := range d.Rows {
		out = append(out, []string{r.Router, hundredfold(r.Right, "%.1f", "%.0f", "–"), hundredfold(r.Gain, "%+.2f", "%+.1f", ", "), fmt.Sprintf("%.2f", r.Passes)})
	}
	return out
}

// hundredfold is an estimate of a share in hundredths, with its interval if there is one, the numbers written
// in these forms with sep between the ends.
func hundredfold(e stats.Estimate, form, end, sep string) string {
	if !e.Defined() {
		return "–"
	}
	number := func(form string, x float64) string {
		if s := fmt.Sprintf(form, 100*x); strings.Trim(s, "+-0.") != "" {
			return s
		}
		return "0"
	}
	mean := number(form, e.Mean)
	if e.Interval == nil {
		return mean
	}
	return mean + " [" + number(end, e.Interval.Low) + sep + number(end, e.Interval.High) + "]"
}

// notes are what stands under the table.
func (d Depths) notes() []string {
	out := []string{
		fmt.Sprintf("%d segments (suite %s) that the rules don't keep raw, each read at depth 1, 2 and 3 with all other cycles at 1; replies of %s. Best chosen: no depth keeps more facts. Gain: facts that the notes hold after the cycle beyond those after one pass, per 100 due. Intervals take scenarios for the unit.", d.Segments, strings.Join(d.Suites, ", "), d.Model),
		"What is fitted was fitted without the scenario at hand, if it was in the fit at all. The best in hindsight profits from chance.",
		fmt.Sprintf("On all of these segments together the rules would keep most facts with threshold_high %.3g.", d.Threshold),
	}
	for _, r := range d.Rows {
		if r.Unread > 0 {
			out = append(out, fmt.Sprintf("%s: %d of %d replies named no depth; the rules chose.", r.Router, r.Unread, d.Segments))
		}
	}
	if d.Simulated {
		out = append(out, "SIMULATED: what a depth keeps is assumed by the simulator, and it follows no guideline: it takes the option that shares most words with what it reads.")
	}
	return out
}

// Table writes the comparison for a terminal, at most 80 columns wide.
func (d Depths) Table(w io.Writer) error {
	var b strings.Builder
	if err := Columns(&b, depthHead, d.cells()); err != nil {
		return err
	}
	for _, note := range d.notes() {
		fmt.Fprintln(&b, text.WrapSoft(plain(note), width))
	}
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// Markdown writes the comparison as Markdown.
func (d Depths) Markdown(w io.Writer) error {
	var b strings.Builder
	s := sheet{head: depthHead, rows: d.cells()}
	fmt.Fprintf(&b, "%s\n", s.markdown())
	for _, note := range d.notes() {
		fmt.Fprintf(&b, "\n%s\n", escape(note))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// CSV writes one row per way to choose, shares as they are. What can't be estimated is an empty cell.
func (d Depths) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"router", "right", "right_low", "right_high", "gain", "gain_low", "gain_high", "passes", "unread", "segments", "model"}); err != nil {
		return err
	}
	for _, r := range d.Rows {
		row := []string{r.Router}
		for _, e := range []stats.Estimate{r.Right, r.Gain} {
			var mean, low, high *float64
			if e.Defined() {
				mean = &e.Mean
			}
			if e.Interval != nil {
				low, high = &e.Interval.Low, &e.Interval.High
			}
			row = append(row, exactly(mean), exactly(low), exactly(high))
		}
		row = append(row, exactly(&r.Passes), strconv.Itoa(r.Unread), strconv.Itoa(d.Segments), d.Model)
		if err := out.Write(guarded(row)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
