package frontier

import (
	"encoding/json"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/strategies/routed"
)

// PolicyDocument shows a policy file. One whose kind isn't that of a frontier shows what it was made
// from and by which models.
func PolicyDocument(p *lab.PolicyFile) (reports.Document, error) {
	s := p.Section()
	if p.Kind != routed.FrontierKind {
		s.Head, s.Rows, s.Widths = []string{"about", ""}, []reports.Row{{"kind", p.Kind}, {"folds", len(p.Folds)}}, []int{16}
		return reports.Document{Sections: []reports.Section{s}}, nil
	}
	f, err := foldOf(p.Whole)
	if err != nil {
		return reports.Document{}, err
	}
	s.Head, s.Widths = []string{"configuration", costHead(f.Unit), "kept %", "sd", "surely %"}, []int{44, 10}
	unbounded := false
	for _, c := range f.Candidates {
		name, surely := c.Strategy, fmt.Sprintf("%.1f", 100*max(0, f.Bound(c)))
		if c.MemoryModel != "" {
			name += " " + c.MemoryModel
		}
		if !c.Front {
			name += " *"
		}
		if c.SD == 0 {
			surely, unbounded = "–", true
		}
		s.Rows = append(s.Rows, reports.Row{name, costCell(f.Unit, c.Cost), fmt.Sprintf("%.1f", 100*c.Retention), fmt.Sprintf("%.1f", 100*c.SD), surely})
	}
	s.Notes = append(s.Notes, fmt.Sprintf("surely: lower bounds that hold together for all %d points of the sweep at %.0f %% confidence, over %d scenarios as a sample; sd: of a scenario's retention.", f.Family, 100*f.Confidence, f.Scenarios))
	if slices.ContainsFunc(f.Candidates, func(c routed.Candidate) bool { return !c.Front }) {
		s.Notes = append(s.Notes, "*: behind the front, but statistically on it.")
	}
	if unbounded {
		s.Notes = append(s.Notes, "–: all scenarios agree, and no spread gives no bound; never chosen for it.")
	}
	return reports.Document{Sections: []reports.Section{s}}, nil
}

// foldOf reads a fold of a policy. It is an arena.Mistake if nothing can be decided by it.
func foldOf(text json.RawMessage) (*routed.Frontier, error) {
	f, err := routed.ReadFrontier(text)
	if err != nil {
		return nil, arena.Mistake{Err: fmt.Errorf("policy: %w: make it again with arena policy export", err)}
	}
	return f, nil
}
