// Package figure holds the one form in which a measured number reaches people: a value that
// can't be had without its level, denominator, interval, estimand, what was left out, and its
// warnings.
package figure

import (
	"encoding/json"

	"contextarena.internal/arena"
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
	Level    arena.Level // empty where there is none: tasks, cost
	Suite    string
	Estimand Estimand
	Repeats  int // planned
	LeftOut  int // planned trials that are in no figure: failed, refused, truncated, unfunded, not run
	Warnings []string
}

// Figure is an estimate with what it is about. The zero Figure is of nothing.
type Figure struct {
	about    About
	estimate stats.Estimate
}

// Of makes a figure.
func Of(e stats.Estimate, about About) Figure { return Figure{about, e} }

// Estimate is the value with its denominator, interval and note.
func (f Figure) Estimate() stats.Estimate { return f.estimate }

// About is what the figure counts.
func (f Figure) About() About { return f.about }

// Defined reports whether there was anything to count.
func (f Figure) Defined() bool { return f.estimate.Defined() }

// Form is a figure as it stands in JSON.
type Form struct {
	Level     arena.Level `json:"level,omitempty"`
	Suite     string      `json:"suite"`
	Estimand  Estimand    `json:"estimand"`
	Mean      *float64    `json:"mean" jsonschema:"oneof_type=number;null"` // null if there is nothing to count
	N         float64     `json:"n"`                                        // the denominator, repeats averaged
	Scenarios int         `json:"scenarios"`
	Repeats   int         `json:"repeats"`
	Low       *float64    `json:"low" jsonschema:"oneof_type=number;null"`
	High      *float64    `json:"high" jsonschema:"oneof_type=number;null"`
	Note      string      `json:"note,omitempty"` // why there is no interval, or what limits it
	LeftOut   int         `json:"left_out"`       // planned trials that are not in it
	Warnings  []string    `json:"warnings,omitempty"`
}

// MarshalJSON writes the figure as a Form.
func (f Figure) MarshalJSON() ([]byte, error) {
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
	return json.Marshal(form)
}

// JSONSchemaAlias says that a figure has the schema of its Form.
func (Figure) JSONSchemaAlias() any { return Form{} }
