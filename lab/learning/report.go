package learning

import (
	_ "embed"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
)

// Schema describes what a learning run is in JSON.
//
//go:embed schema.json
var Schema []byte

// Document is the learning run as a report.
func (l Learning) Document() reports.Document {
	d := reports.Document{
		Finding: l.Finding, Browser: &reports.Browser{Page: page{"learning", l}},
		Title: "Learning curves" + reports.Simulated(l.Simulated), Simulated: l.Simulated, Data: l, Records: l.records(), Charts: []reports.Chart{l.chart()},
		Played: reports.Played{ID: l.ID, Number: l.Number, Status: l.Status},
	}
	for _, set := range l.Sets {
		s := reports.Section{
			Title: l.title(set.Set),
			Head:  []string{"sessions", "answer %", "without %", "gain", "write tokens", "× without"},
		}
		for _, p := range set.Points {
			ratio := "–"
			if p.WriteRatio > 0 {
				ratio = fmt.Sprintf("%.2f", p.WriteRatio)
			}
			s.Rows = append(s.Rows, reports.Row{p.Session, p.Retention, p.Control, p.Gain, reports.Thousands(p.WriteTokens), ratio})
		}
		d.Sections = append(d.Sections, s)
	}
	left := 0
	for _, c := range l.chains {
		for _, s := range c.sessions {
			if s.outcome != arena.Completed {
				left++
			}
		}
	}
	d.Notes = []string{fmt.Sprintf("%s of %s.", reports.Plural(l.Plan.Chains, "chain"), reports.Plural(l.Plan.Sessions, "session"))}
	if left > 0 {
		d.Warnings = append(d.Warnings, reports.Plural(left, "session")+" not completed.")
	}
	if l.Simulated {
		d.Warnings = append(d.Warnings, "Simulated: this shows that the method does what it was built to do and what it costs, not that it helps a real model.")
	}
	return d
}

// page is a learning run as the browser's program reads it (web/src/learning.tsx).
type page struct {
	Kind string `json:"kind"` // "learning"
	Learning
}

// finding says what was gained, and what that cost.
func (l Learning) finding() string {
	var said []string
	for _, set := range l.Sets {
		last := set.Points[len(set.Points)-1]
		if !last.Gain.Defined() {
			continue
		}
		e := last.Gain.Estimate()
		text := fmt.Sprintf("%+.1f points on %s", 100*e.Mean, set.Set)
		if e.Interval != nil {
			text += fmt.Sprintf(" [%+.0f to %+.0f]", 100*e.Interval.Low, 100*e.Interval.High)
		}
		if last.WriteRatio > 0 {
			text += fmt.Sprintf(", for %.1f × the tokens of its upkeep", last.WriteRatio)
		}
		said = append(said, strings.ReplaceAll(text, "-", "−"))
	}
	if len(said) == 0 {
		return reports.Found(l.Simulated, "No chain was measured with and without experience.")
	}
	return reports.Found(l.Simulated, fmt.Sprintf("After %s the answers of %s keep, against the same without experience: %s.", reports.Plural(l.Plan.Sessions, "session"), l.Plan.Strategy, strings.Join(said, "; ")))
}

func (l Learning) title(of string) string {
	return fmt.Sprintf("Learning curve of %s%s: %s", l.Plan.Strategy, reports.Simulated(l.Simulated), of)
}

// records are one row per set and session. What isn't known is an empty cell.
func (l Learning) records() reports.Records {
	return reports.Records{
		Head: []string{
			"strategy", "model", "simulated", "set", "session", "answer", "answer_low", "answer_high", "control", "gain", "gain_low", "gain_high",
			"n", "chains", "left_out", "write_tokens", "write_ratio", "note",
		},
		Rows: func(yield func([]any) bool) {
			for _, set := range l.Sets {
				for _, p := range set.Points {
					a, g := p.Retention.Form(), p.Gain.Form()
					var tokens, ratio *float64
					if p.WriteRatio > 0 {
						tokens, ratio = &p.WriteTokens, &p.WriteRatio
					}
					if !yield([]any{
						l.Plan.Strategy, l.Plan.Model, l.Simulated, set.Set, p.Session, a.Mean, a.Low, a.High, p.Control.Form().Mean, g.Mean, g.Low, g.High,
						a.N, a.Scenarios, a.LeftOut, tokens, ratio, a.Note,
					}) {
						return
					}
				}
			}
		},
	}
}
