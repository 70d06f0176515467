package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"

	"contextarena.internal/stats"
)

// Estimand says what a figure is a claim about, and so where its interval comes from.
type Estimand string

// The estimands.
const (
	// Sampled: the scenarios are a sample of those that could have been written. The interval is
	// over scenarios. For claims about strategies.
	Sampled Estimand = "scenarios sampled"
	// Fixed: these very scenarios. The interval is over repeats. For gates between two nights.
	Fixed Estimand = "scenarios fixed"
	// OneRun: the counts of one run as they are. The interval is Wilson's, and takes its probes
	// as independent, which they are not quite.
	OneRun Estimand = "one run"
	// Chains: chains of sessions that learned by themselves, on fixed scenarios. The interval is over
	// chains, and the clusters of the estimate are chains.
	Chains Estimand = "chains sampled"
)

// About says what a figure counts.
type About struct {
	Level    string // memory, context, answer or final; empty where there is none: tasks, cost
	Suite    string
	Estimand Estimand
	Repeats  int // planned
	LeftOut  int // planned trials that are in no figure: failed, refused, truncated, unfunded, not run
	Warnings []string
}

// Figure is an estimate that can't be had without its level, denominator, interval, estimand, what
// was left out, and its warnings. The zero Figure is of nothing. In a Row it is a Cell.
type Figure struct {
	about    About
	estimate stats.Estimate
}

// FigureOf makes a figure.
func FigureOf(e stats.Estimate, about About) Figure { return Figure{about, e} }

// Estimate is the value with its denominator, interval and note.
func (f Figure) Estimate() stats.Estimate { return f.estimate }

// About is what the figure counts.
func (f Figure) About() About { return f.about }

// Defined reports whether there was anything to count.
func (f Figure) Defined() bool { return f.estimate.Defined() }

// Form is a figure as it stands in JSON.
type Form struct {
	Level     string   `json:"level,omitempty"`
	Suite     string   `json:"suite"`
	Estimand  Estimand `json:"estimand"`
	Mean      *float64 `json:"mean" jsonschema:"oneof_type=number;null"` // null if there is nothing to count
	N         float64  `json:"n"`                                        // the denominator, repeats averaged
	Scenarios int      `json:"scenarios"`
	Repeats   int      `json:"repeats"`
	Low       *float64 `json:"low" jsonschema:"oneof_type=number;null"`
	High      *float64 `json:"high" jsonschema:"oneof_type=number;null"`
	Note      string   `json:"note,omitempty"` // why there is no interval, or what limits it
	LeftOut   int      `json:"left_out"`       // planned trials that are not in it
	Warnings  []string `json:"warnings,omitempty"`
}

// Form is the figure as programs read it: in JSON, and number by number in Records.
func (f Figure) Form() Form {
	e := f.estimate
	form := Form{
		Level: f.about.Level, Suite: f.about.Suite, Estimand: f.about.Estimand,
		N: e.N, Scenarios: e.Clusters, Repeats: f.about.Repeats, Note: e.Note,
		LeftOut: f.about.LeftOut, Warnings: f.about.Warnings,
	}
	if e.Defined() {
		form.Mean = &e.Mean
		if e.Interval != nil {
			form.Low, form.High = &e.Interval.Low, &e.Interval.High
		}
	}
	return form
}

// MarshalJSON writes the figure as a Form.
func (f Figure) MarshalJSON() ([]byte, error) { return json.Marshal(f.Form()) }

// JSONSchemaAlias says that a figure has the schema of its Form.
func (Figure) JSONSchemaAlias() any { return Form{} }

// Cell is the text of a cell with the figures in it.
type Cell struct {
	text  string
	noted []noted
	tone  Tone
}

// noted is what a cell shows of a figure.
type noted struct {
	figure Figure
	mark   string // that stands for its interval, or why there is none; empty where the interval stands
}

// String is the text alone: for a sentence that says itself what its figure is about.
func (c Cell) String() string { return c.text }

// Say makes a cell of several parts, of which cells keep their captions.
func Say(format string, parts ...any) Cell {
	var out Cell
	texts := make([]any, len(parts))
	for i, p := range parts {
		if f, ok := p.(Figure); ok {
			p = f.Cell()
		}
		if c, ok := p.(Cell); ok {
			out.noted = append(out.noted, c.noted...)
		}
		texts[i] = p
	}
	out.text = fmt.Sprintf(format, texts...)
	return out
}

// Cell writes a share as percent with its interval: "73.2 [60–85]"; "[n/a]" if there is no
// interval, "–" if there was nothing to count.
func (f Figure) Cell() Cell {
	e, c := f.estimate, Cell{noted: []noted{{figure: f}}}
	switch {
	case !e.Defined():
		return Cell{text: "–"}
	case e.Interval == nil:
		c.text = fmt.Sprintf("%.1f [n/a]", 100*e.Mean)
	default:
		c.text = fmt.Sprintf("%.1f [%.0f–%.0f]", 100*e.Mean, whole(100*e.Interval.Low), whole(100*e.Interval.High))
	}
	return c
}

// Words writes a share for a sentence: "59 % [41–77]", without brackets if there is no interval.
func (f Figure) Words() string {
	e := f.estimate
	switch {
	case !e.Defined():
		return "nothing that counts"
	case e.Interval == nil:
		return fmt.Sprintf("%.0f %%", whole(100*e.Mean))
	}
	return fmt.Sprintf("%.0f %% [%.0f–%.0f]", whole(100*e.Mean), whole(100*e.Interval.Low), whole(100*e.Interval.High))
}

// minClusters is the least number of scenarios that an interval over them is estimated from.
const minClusters = 3

// Narrow writes a share as percent with how far its interval reaches: "73±12". That is the longer
// side of an interval that is cut at 0 or 100: half its width would put both ends where they aren't.
// Without an interval a share is marked: † fewer than three scenarios, = all of them agree.
func (f Figure) Narrow() Cell {
	return f.narrow(fmt.Sprintf("%.0f", whole(100*f.estimate.Mean)), fmt.Sprintf("%.0f", 100*f.estimate.Reach()))
}

// Amount is Narrow of what is no share: "1.3±0.2".
func (f Figure) Amount() Cell {
	return f.narrow(fmt.Sprintf("%.1f", f.estimate.Mean), fmt.Sprintf("%.1f", f.estimate.Reach()))
}

func (f Figure) narrow(mean, reach string) Cell {
	e := f.estimate
	if !e.Defined() {
		return Cell{text: "–"}
	}
	text, mark := "", "†"
	switch {
	case e.Interval != nil:
		text, mark = "±"+reach, "±"
	case e.Clusters >= minClusters:
		mark = "="
	}
	return Cell{text: mean + cmp.Or(text, mark), noted: []noted{{f, mark}}}
}

// Count writes a share as a count of its denominator with its interval: "5.4/8 [3–8]".
func (f Figure) Count() Cell {
	e, c := f.estimate, Cell{noted: []noted{{figure: f}}}
	switch {
	case !e.Defined():
		return Cell{text: "–"}
	case e.Interval == nil:
		c.text = fmt.Sprintf("%.1f/%.0f", e.Mean*e.N, e.N)
	default:
		c.text = fmt.Sprintf("%.1f/%.0f [%.0f–%.0f]", e.Mean*e.N, e.N, e.Interval.Low*e.N, e.Interval.High*e.N)
	}
	return c
}

// whole rounds, without a sign before zero.
func whole(x float64) float64 { return math.Round(x) + 0 }
