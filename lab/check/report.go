package check

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/reports"
)

// Schema describes what checks are in JSON.
//
//go:embed schema.json
var Schema []byte

// Document is the checks as a report.
func (c Checks) Document() reports.Document {
	d := reports.Document{Title: "Checks of the proposals", Notes: []string{"No model has a part in it; intervals take the items for independent."}, Data: c, Records: c.records()}
	for _, one := range c.Checks {
		d.Sections = append(d.Sections, one.section())
	}
	return d
}

// section has the figures in rows; a measure's name stands in the first of its rows.
func (c Check) section() reports.Section {
	s := reports.Section{
		Title: c.Proposal + ": " + c.About, Layout: reports.List, Align: "l", Notes: slices.Clone(c.Notes),
		Head: []string{"measure", "sample", "found", "% [95 %]", "asked"},
	}
	last := ""
	var sources []string
	for _, f := range c.Figures {
		first := f.Measure
		if first == last {
			first = ""
		}
		last = f.Measure
		found, share, asked := fmt.Sprintf("%d/%d", f.Found, f.Of), "–", ""
		if f.Share != nil {
			share = fmt.Sprintf("%.1f", 100**f.Share)
		}
		if f.Low != nil {
			share += fmt.Sprintf(" [%.0f–%.0f]", 100**f.Low, 100**f.High)
		}
		if f.Asked > 0 {
			asked = fmt.Sprintf("%.0f %%", 100*f.Asked)
			if f.Verdict != "" {
				asked += ": " + string(f.Verdict)
			}
		}
		if f.Source != "" && !slices.Contains(sources, f.Source) {
			sources = append(sources, f.Source)
		}
		s.Rows = append(s.Rows, reports.Row{first, f.Sample, found, share, asked})
	}
	if len(sources) > 0 {
		s.Notes = append(s.Notes, "Asked beforehand by "+strings.Join(sources, " and by ")+".")
	}
	return s
}

// records are one row per figure. What isn't known or wasn't asked is an empty cell.
func (c Checks) records() reports.Records {
	return reports.Records{
		Head: []string{"proposal", "measure", "by", "sample", "found", "of", "share", "low", "high", "asked", "source", "verdict"},
		Rows: func(yield func([]any) bool) {
			for _, one := range c.Checks {
				for _, f := range one.Figures {
					var asked *float64
					if f.Asked > 0 {
						asked = &f.Asked
					}
					if !yield([]any{one.Proposal, f.Measure, f.By, f.Sample, f.Found, f.Of, f.Share, f.Low, f.High, asked, f.Source, f.Verdict}) {
						return
					}
				}
			}
		},
	}
}
