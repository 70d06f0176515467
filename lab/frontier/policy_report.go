package frontier

import (
	"fmt"
	"slices"

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

// controlForm is a check of a policy in JSON. Shares and costs are exact.
type controlForm struct {
	Schema string `json:"schema"`
	Control
}

// Document is the check as a report.
func (c Control) Document() reports.Document {
	s := reports.Section{
		Title:  fmt.Sprintf("Policy on scenarios it wasn't made from%s: %s", reports.Simulated(c.Simulated), c.From),
		Widths: []int{14, 16},
		Head:   []string{"rule", "floor", "met [95 %]", "kept", costHead(c.Unit), "fell"},
		Notes: []string{
			fmt.Sprintf("Every scenario is decided by the fold made without it, and judged by its stored trials (mean of %s). met: scenarios in which the floor was, and the interval of that share in %%; kept: mean %%; fell: decisions that fell back, as nothing met the floor.", reports.Plural(c.Repeats, "repeat")),
			"fixed: the cheapest configuration whose mean over the other scenarios meets the floor.",
		},
	}
	for _, f := range c.Floors {
		floor := fmt.Sprintf("%g", 100*f.Floor)
		for _, r := range f.Rules {
			s.Rows = append(s.Rows, reports.Row{
				r.Rule, floor, fmt.Sprintf("%d/%d [%.0f–%.0f]", r.Met, r.Scenarios, 100*r.Interval.Low, 100*r.Interval.High),
				fmt.Sprintf("%.1f", 100*r.Kept), costCell(c.Unit, r.Cost), r.FellBack,
			})
			floor = ""
		}
	}
	s.Notes = append(s.Notes, c.Notes...)
	return reports.Document{Sections: []reports.Section{s}, Data: controlForm{"context-arena/policy-check/3", c}}
}
