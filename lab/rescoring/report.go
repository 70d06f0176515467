package rescoring

import (
	"cmp"
	_ "embed"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
)

// Schema describes what Changes are in JSON.
//
//go:embed schema.json
var Schema []byte

// form is a report in JSON.
type form struct {
	Schema string `json:"schema"`
	Changes
}

// Document is the report.
func (c Changes) Document() reports.Document {
	d := reports.Document{
		Title:     fmt.Sprintf("%d of %s scored again%s", c.Again, reports.Plural(c.Trials, "trial"), reports.Simulated(c.Simulated)),
		Simulated: c.Simulated, Data: form{"context-arena/rescore/1", c}, Records: c.records(),
	}
	for _, b := range c.Broken {
		d.Warnings = append(d.Warnings, fmt.Sprintf("trial %s (%s on %s, repeat %d) keeps the score of other matchers: %s; --format json has the stack", b.Trial, b.Strategy, b.Scenario, b.Repeat, arena.Brief(b.Why)))
	}
	if c.Again == 0 {
		if len(c.Broken) == 0 {
			d.Sections = []reports.Section{{Notes: []string{"All scores are of this program's matchers."}}}
		}
		return d
	}
	said := fmt.Sprintf("%s of %s verdicts changed", reports.Thousands(float64(c.Changed)), reports.Thousands(float64(c.Verdicts)))
	if c.Tasks > 0 {
		said += fmt.Sprintf(", and whether the final task was passed in %s", reports.Plural(c.Tasks, "trial"))
	}
	said += "."
	if c.Unscored > 0 {
		said += fmt.Sprintf(" Not in this are trials that had no score before: %d.", c.Unscored)
	}
	if len(c.Moves) == 0 {
		d.Sections = []reports.Section{{Notes: []string{said}}}
		return d
	}
	d.Sections = []reports.Section{c.table(said)}
	first := c.Moves[0].First
	d.Notes = []string{
		"first: the words that decide now, or how the value stands in the reply (docs/matchers.md); csv has all.",
		fmt.Sprintf("See the first: arena show %s, probe %s.", first.Trial, first.Probe),
	}
	return d
}

// table has a row for each level, from what and to what, with the first verdict to look at.
func (c Changes) table(said string) reports.Section {
	s := reports.Section{
		Layout: reports.List, Align: "llrrlll", Notes: []string{said},
		Head: []string{"level", "from → to", "verdicts", "probes", "trial", "probe", "first"},
	}
	for _, m := range c.Moves {
		s.Rows = append(s.Rows, reports.Row{m.Level, fmt.Sprintf("%s → %s", m.From, m.To), m.Verdicts, m.Probes, m.First.Trial, m.First.Probe, cmp.Or(m.First.Why, "nothing found")})
	}
	return s
}

// records are one row per verdict that changed.
func (c Changes) records() reports.Records {
	return reports.Records{
		Head: []string{"trial", "scenario", "strategy", "model", "repeat", "probe", "level", "from", "to", "why_from", "why_to", "scorer_from", "scorer_to"},
		Rows: func(yield func([]any) bool) {
			for _, v := range c.verdicts {
				if !yield([]any{
					v.Key.Short(), v.Scenario, v.Strategy, v.Model, v.Repeat, v.probe, string(v.now.Level),
					string(v.before.Result), string(v.now.Result), v.before.Why, v.now.Why, v.was, v.is,
				}) {
					return
				}
			}
		},
	}
}
