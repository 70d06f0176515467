package tally

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Experiment says what was played. Its id is the hash of what was planned.
type Experiment struct {
	ID        string      `json:"id"`
	Name      string      `json:"name,omitempty"`
	Number    int64       `json:"-"` // its place in this database
	Status    string      `json:"status"`
	Note      string      `json:"note,omitempty"`
	Simulated bool        `json:"simulated"`
	Stretched int         `json:"stretched,omitempty"` // scenarios that weren't as long as plan.stretch asks and were filled up
	Plan      lab.Planned `json:"plan"`
	Probes    Probes      `json:"probes"`
}

// Probes counts the probes of the experiment's scenarios.
type Probes struct {
	All        int                    `json:"all"`
	Headline   int                    `json:"headline"` // current and derived
	Historical int                    `json:"historical"`
	Absent     int                    `json:"absent"`   // questions that the conversation never answers
	Original   int                    `json:"original"` // those of the original benchmark
	Extended   int                    `json:"extended"`
	Unasked    int                    `json:"unasked,omitempty"` // that the sample leaves out; in no other count
	ByType     map[arena.FactType]int `json:"by_type"`           // of the headline
}

// ExperimentOf says what a result is of.
func ExperimentOf(r lab.Result) Experiment {
	return Experiment{
		ID: r.Experiment.ID, Name: r.Experiment.Name, Number: r.Experiment.Number,
		Status: r.Experiment.Status, Note: r.Experiment.Note, Simulated: r.Experiment.Simulated, Stretched: r.Stretched,
		Plan: r.Planned, Probes: count(r.Scenarios),
	}
}

// Title says what was played.
func (e Experiment) Title() string {
	p := e.Plan
	played, long := reports.Plural(len(p.Scenarios), "scenario"), fmt.Sprintf("stretched to %s tokens", reports.Thousands(float64(p.Stretch)))
	switch e.Stretched {
	case 0: // none had to be
	case len(p.Scenarios):
		played += " " + long
	default:
		played += fmt.Sprintf(" (%d %s)", e.Stretched, long)
	}
	title := fmt.Sprintf("%s: %s suite, %s × %d, %s, %s", reports.Simulated(e.Simulated),
		p.Suite, played, p.Repeats, strings.Join(p.Models, " + "), p.Dialogue)
	switch {
	case p.Budgets != nil:
		title += fmt.Sprintf(", at %d budgets", len(p.Budgets))
	case p.TokenBudget > 0:
		title += fmt.Sprintf(", within %s tokens", reports.Thousands(float64(p.TokenBudget)))
	}
	if n := e.Probes.Unasked; n > 0 {
		title += fmt.Sprintf(", %d of %d probes asked", e.Probes.All, e.Probes.All+n)
	}
	return title
}

// count counts the probes.
func count(ss []*arena.Scenario) Probes {
	p := Probes{ByType: map[arena.FactType]int{}}
	for _, s := range ss {
		p.Unasked += len(s.Unasked)
		for _, probe := range s.Probes {
			p.All++
			if probe.Extended {
				p.Extended++
			} else {
				p.Original++
			}
			switch {
			case probe.Kind == arena.Historical:
				p.Historical++
			case probe.Kind == arena.Absent:
				p.Absent++
			case Headline(probe):
				p.Headline++
				p.ByType[probe.Type]++
			}
		}
	}
	return p
}
