package certify

import (
	_ "embed"
	"fmt"

	"contextarena.internal/reports"
)

// Schema describes what a Report is in JSON.
//
//go:embed schema.json
var Schema []byte

// form is a report in JSON.
type form struct {
	Schema string `json:"schema"`
	Report
}

// headings name the ways in which replies are parted.
var headings = map[string]string{"type": "by fact type", "kind": "by kind", "manner": "by manner"}

// Document is the report.
func (r Report) Document() reports.Document {
	d := reports.Document{
		Title: "Certification: how matchers and judges agree with people", Data: form{"context-arena/certification/1", r},
		Records: r.records(), Notes: r.notes(),
		Sections: []reports.Section{r.overview()},
	}
	for i, s := range r.Scorers {
		if len(s.Groups) == 0 {
			continue
		}
		part := s.section()
		if i > 0 { // a screen is for the matchers
			part.On = reports.Page
		}
		d.Sections = append(d.Sections, part)
	}
	return d
}

// head is that of every table.
func head(first string) []string {
	return []string{first, "n", "agree", "kept", "not kept", "stale"}
}

func (g Group) row(first string) reports.Row {
	return reports.Row{first, g.N, g.Agreement.brief(), g.Kept.brief(), g.Specificity.brief(), g.Stale.brief()}
}

func (r Report) overview() reports.Section {
	s := reports.Section{Head: head("scorer"), Widths: []int{18, 13}}
	for _, sc := range r.Scorers {
		if len(sc.Groups) == 0 {
			continue
		}
		s.Rows = append(s.Rows, sc.Groups[0].row(sc.Scorer))
		if sc.Scorer == matcherName {
			continue
		}
		line := sc.Scorer + ": "
		switch {
		case sc.Certified:
			line += "certified"
		case !r.Own:
			line += "judged on labels of your own, which certify nothing"
		default:
			line += "not certified: " + sc.refusal()
		}
		s.Notes = append(s.Notes, fmt.Sprintf("%s; unsure of %d.", line, sc.Unsure))
	}
	return s
}

func (s Scored) section() reports.Section {
	out := reports.Section{Title: s.Scorer, Head: head(""), Widths: []int{18, 13}}
	by := ""
	for _, g := range s.Groups[1:] {
		if g.By != by {
			out.Rows = append(out.Rows, reports.Row{headings[g.By], "", "", "", "", ""})
			by = g.By
		}
		out.Rows = append(out.Rows, g.row("  "+g.Value))
	}
	return out
}

func (r Report) notes() []string {
	labels := fmt.Sprintf("Labelled replies: %s (%d in %s", r.Set.Name, r.Set.Replies, reports.Plural(r.Set.Scenarios, "scenario"))
	if r.Set.Unclear > 0 {
		labels += fmt.Sprintf("; %d unclear, left out", r.Set.Unclear)
	}
	labels += ")."
	if r.Own {
		labels += " A language model wrote and labelled them by written rules (docs/matchers.md); labels of people are measured by --labels."
	}
	notes := []string{
		labels,
		"agree: kept where people said kept, stale or lost where they said either. kept, stale: of those labelled so, judged so. not kept: of those labelled stale or lost, judged either. Unsure is never right. Percent, with 95 % intervals: a bootstrap over scenarios, Wilson's over replies where all scenarios agree.",
		fmt.Sprintf("A judge may be used if the lower end of agree is %.0f %% or more.", 100*r.Floor),
	}
	if len(r.Scorers) > 1 {
		notes = append(notes, "How a judge does by type, kind and manner stands in every other format (--format md).")
	}
	return notes
}

// records are one row per scorer, part and measure.
func (r Report) records() reports.Records {
	return reports.Records{
		Head: []string{"scorer", "prompt", "certified", "by", "value", "measure", "share", "low", "high", "n", "scenarios", "note"},
		Rows: func(yield func([]any) bool) {
			for _, s := range r.Scorers {
				for _, g := range s.Groups {
					for _, m := range []struct {
						name string
						Share
					}{{"agreement", g.Agreement}, {"kept", g.Kept}, {"specificity", g.Specificity}, {"stale", g.Stale}, {"lost", g.Lost}} {
						if !yield([]any{s.Scorer, s.Prompt, s.Certified, g.By, g.Value, m.name, m.Mean, m.Low, m.High, m.N, m.Scenarios, m.Note}) {
							return
						}
					}
				}
			}
		},
	}
}
