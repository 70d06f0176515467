package views

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/strategies/routed"
)

// ArchivePolicy shows the archive that a policy holds: each cell's elite and what leads to it.
func ArchivePolicy(w io.Writer, p *lab.PolicyFile) error {
	about := p.Section()
	s := sheet{title: about.Title, notes: about.Notes}
	a, err := routed.ReadArchive(p.Whole)
	if err != nil {
		return arena.Mistake{Err: fmt.Errorf("policy: %w: make it again with arena policy export-archive", err)}
	}
	s.head = []string{"cell", "routed to by"}
	for i, c := range a.Cells {
		var by []string
		if i == a.Best {
			by = append(by, "best single")
		}
		if slices.Contains(a.Centroids.Cells, i) {
			by = append(by, routed.ByCentroids)
		}
		if slices.Contains(a.Logistic.Cells, i) {
			by = append(by, routed.ByLogistic)
		}
		for _, k := range a.KindNames() {
			if a.Kinds[k] == i {
				by = append(by, "label "+k)
			}
		}
		s.rows = append(s.rows, []string{fmt.Sprint(i + 1), orNone(by)})
		s.notes = append(s.notes, fmt.Sprintf("%d: %s: %s", i+1, c.Cell, c.Strategy))
	}
	s.notes = append(s.notes, fmt.Sprintf("measured with %s; fitted on %s, the first %s of the user; fold by fold it may be otherwise", a.Model, reports.Plural(a.Scenarios, "scenario"), reports.Plural(a.After, "message")))
	return pages{sheets: []sheet{s}}.table(w, columns(60))
}

// orNone lists names.
func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
