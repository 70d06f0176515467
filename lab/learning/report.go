package learning

import (
	_ "embed"
	"fmt"

	"contextarena.internal/reports"
)

// Schema describes what a learning run is in JSON.
//
//go:embed schema.json
var Schema []byte

// Document is the learning run as a report.
func (l Learning) Document() reports.Document {
	d := reports.Document{
		Title: "Learning curves", Simulated: l.Simulated, Data: l, Records: l.records(), Charts: []reports.Chart{l.chart()},
		Played: reports.Played{ID: l.ID, Number: l.Number, Status: l.Status},
	}
	for _, set := range l.Sets {
		s := reports.Section{
			Title: l.title(set.Set),
			Head:  []string{"sessions", "answer %", "without %", "gain", "write tokens", "× without"},
			Notes: []string{set.Convergence.sentence(l.Plan.Sessions)},
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
	kept, facts, completed, types := 0, 0, 0, 0
	for _, s := range l.Sessions {
		kept, facts, completed, types = kept+s.Kept, facts+s.Facts, completed+s.Completed, max(types, s.Types)
	}
	d.Notes = []string{fmt.Sprintf("%s of %s; %s told apart; of %s facts that the sessions looked for in their own memories %s were kept.",
		reports.Plural(l.Plan.Chains, "chain"), reports.Plural(l.Plan.Sessions, "session"), reports.Plural(types, "type"), reports.Thousands(float64(facts)), reports.Thousands(float64(kept)))}
	if left := l.Plan.Chains*l.Plan.Sessions - completed; left > 0 {
		d.Warnings = append(d.Warnings, reports.Plural(left, "session")+" not completed.")
	}
	if l.Simulated {
		d.Warnings = append(d.Warnings, "Simulated: this shows that the method does what it was built to do and what it costs, not that it helps a real model.")
	}
	return d
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
