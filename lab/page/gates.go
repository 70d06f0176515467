package page

import (
	"fmt"
	"time"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// gateSections are what gates said, and how a night is judged that wasn't.
func (n Nights) gateSections() []reports.Section {
	said := reports.Section{Title: "Gates", Head: []string{"night", "gate", "limit", "result"}, Align: "l", Layout: reports.List}
	newest := reports.Section{}
	unjudged := 0
	for i, night := range n.Nights {
		j := night.Judged
		if j == nil {
			unjudged++
			continue
		}
		if j.Rescored {
			said.Notes = append(said.Notes, fmt.Sprintf("Trials of %s were scored again since its gates were judged.", night.Name))
		}
		for _, g := range j.Gates {
			said.Rows = append(said.Rows, reports.Row{night.Name, g.Name, g.Bound, reports.Toned(tones[g.Result], g.Result)})
			if i == len(n.Nights)-1 {
				newest.Notes = []string{fmt.Sprintf("The newest, judged on %s by %s: %s", j.At.Format(time.DateOnly), j.Program, j.Finding)}
				newest.List = append(newest.List, []string{g.Says})
			}
		}
	}
	if unjudged > 0 {
		said.Notes = append(said.Notes, reports.Plural(unjudged, "night")+" not judged. This judges one, and asks no model: arena nightly FILE --night LABEL")
	}
	if newest.List == nil {
		return []reports.Section{said}
	}
	return []reports.Section{said, newest}
}

// tones are those of results.
var tones = map[string]reports.Tone{string(stats.Pass): reports.Good, string(stats.Fail): reports.Bad}
