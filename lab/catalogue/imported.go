package catalogue

import (
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/datasets"
)

// Imported says what came of files of a dataset, and counts what was left out of them.
func Imported(files []datasets.Imported, count func(text string) int) (d reports.Document, left int) {
	table, remarks := list(nil, "scenario", "turns", "tokens", "probes", "value", "answer", "judge", "absent"), reports.Section{}
	var all []*arena.Scenario
	longest := 0
	for _, f := range files {
		table.Notes = append(table.Notes, f.File+": SHA-256 "+f.SHA256)
		for _, r := range f.Left {
			remarks.List = append(remarks.List, []string{"left out: " + r.String()})
		}
		for _, r := range f.Read {
			remarks.List = append(remarks.List, []string{"read otherwise: " + r.String()})
		}
		for _, s := range f.Scenarios {
			of, tokens := datasets.SharesOf(s), scenarios.Tokens(s, count)
			longest = max(longest, tokens)
			table.Rows = append(table.Rows, reports.Row{s.ID, len(s.Turns), tokens, len(s.Probes), of.Value, of.Answer, of.Judge, of.Absent})
		}
		all, left = append(all, f.Scenarios...), left+len(f.Left)
	}
	for _, found := range scenarios.Lint(all).Findings {
		remarks.List = append(remarks.List, []string{"lint: " + found.Scenario + ": " + found.Text})
	}
	if all == nil {
		table.Notes = append(table.Notes, fmt.Sprintf("No scenario came of it. Left out: %d.", left))
		return reports.Document{Sections: []reports.Section{table, remarks}}, left
	}
	table.Notes = append(table.Notes, datasets.SharesOf(all...).String(), fmt.Sprintf("A model with a window of %d tokens needs no memory here. Left out: %d.", longest, left))
	return reports.Document{Sections: []reports.Section{table, remarks}}, left
}
