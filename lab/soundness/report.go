package soundness

import (
	_ "embed"
	"fmt"

	"contextarena.internal/reports"
)

// Schema describes what a Check is in JSON.
//
//go:embed schema.json
var Schema []byte

// form is a report in JSON.
type form struct {
	Schema string `json:"schema"`
	Check
}

// next is what to do about the faults of each thing that is looked at.
var next = map[string]string{
	"pages":        "restore the file from a copy, or write what can be read to another: arena db repair OTHER",
	"references":   "restore the file from a copy, or write what can be read to another: arena db repair OTHER",
	"trials":       "arena db repair OTHER leaves out what has to be played again, and the command that played it plays that alone with --db OTHER; a summary that isn't what its rows give was changed by another program: restore the file from a copy",
	"texts":        "another program changed the file: restore it from a copy",
	"contexts":     "another program changed the file: restore it from a copy",
	"paid replies": "run the command that asked for them again: it asks once more, and pays",
	"verdicts":     "another program changed the file: restore it from a copy",
}

// shownFaults is how many faults of one thing a table has; JSON has them all.
const shownFaults = 20

// Document is the report.
func (c Check) Document() reports.Document {
	for i, l := range c.Checks {
		if len(l.Faults) > 0 {
			c.Checks[i].Next = next[l.What]
		}
	}
	table := reports.Section{Head: []string{"checked", "number", "faults"}, Align: "lrr"}
	faults := reports.Section{Title: "Faults"}
	for _, l := range c.Checks {
		number := reports.Thousands(float64(l.N))
		if l.Of > 0 {
			number += "/" + reports.Thousands(float64(l.Of))
		}
		table.Rows = append(table.Rows, reports.Row{l.What, number, len(l.Faults)})
		if len(l.Faults) == 0 {
			continue
		}
		item := []string{fmt.Sprintf("%s: %s", l.What, l.Next)}
		item = append(item, l.Faults[:min(len(l.Faults), shownFaults)]...)
		if more := len(l.Faults) - shownFaults; more > 0 {
			item = append(item, fmt.Sprintf("and %d more (--format json has all)", more))
		}
		faults.List = append(faults.List, item)
	}
	d := reports.Document{
		Title: "Check of the database: " + reports.Plural(c.Faults, "fault"), Sections: []reports.Section{table},
		Data: form{"context-arena/db-check/1", c}, Records: c.records(),
	}
	if c.Faults > 0 {
		d.Sections = append(d.Sections, faults)
	} else {
		d.Notes = []string{"What is there is what was written."}
	}
	return d
}

// records are one row for each fault, and one for each thing that has none.
func (c Check) records() reports.Records {
	return reports.Records{
		Head: []string{"checked", "number", "fault", "next"},
		Rows: func(yield func([]any) bool) {
			for _, l := range c.Checks {
				if len(l.Faults) == 0 && !yield([]any{l.What, l.N, "", ""}) {
					return
				}
				for _, f := range l.Faults {
					if !yield([]any{l.What, l.N, f, l.Next}) {
						return
					}
				}
			}
		},
	}
}
