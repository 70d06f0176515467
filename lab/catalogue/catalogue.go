// Package catalogue lists what the program has: strategies, scenarios, prices of models, and the experiments
// of a database.
package catalogue

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/reports"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// list is a section of rows in columns.
func list(rows []reports.Row, head ...string) reports.Section {
	return reports.Section{Layout: reports.List, Head: head, Rows: rows}
}

// Strategies lists the strategies and presets.
func Strategies() reports.Document {
	var rows []reports.Row
	for _, e := range strategies.All() {
		rows = append(rows, reports.Row{e.Name, e.About})
	}
	for _, p := range strategies.Presets() {
		rows = append(rows, reports.Row{p.Name, "preset: " + p.About})
	}
	return reports.Document{Sections: []reports.Section{list(rows, "strategy", "memory")}}
}

// Strategy says which settings a strategy has, and what became of the claims it was proposed with.
func Strategy(s arena.Strategy) reports.Document {
	d := settings(s)
	if proposed, ok := s.(arena.Claiming); ok {
		claims := reports.Section{Title: "What its source claims, and what was found"}
		for _, c := range proposed.Claims() {
			claims.List = append(claims.List, []string{c.Says, c.Found})
		}
		d.Sections = append(d.Sections, claims)
	}
	return d
}

func settings(s arena.Strategy) reports.Document {
	title := reports.Section{Title: fmt.Sprintf("%s, version %s", strategies.Label(s), s.Version())}
	fields := strategies.Settings(s)
	if len(fields) == 0 {
		title.Notes = []string{"no settings"}
		return reports.Document{Sections: []reports.Section{title}}
	}
	var rows []reports.Row
	for _, f := range fields {
		allowed := strings.Join(f.Allowed, " ")
		if allowed == "" && (f.Min != "" || f.Max != "") {
			allowed = f.Min + " to " + f.Max
		}
		rows = append(rows, reports.Row{f.Name, f.Default, allowed, f.Help})
	}
	return reports.Document{Sections: []reports.Section{title, list(rows, "setting", "default", "allowed", "meaning")}}
}

// Prices lists the known prices.
func Prices(p *llm.Prices) reports.Document {
	var rows []reports.Row
	for _, name := range p.Names() {
		for _, price := range p.All(name) {
			rows = append(rows, reports.Row{name, price.Input, price.CachedInput, price.Output, price.From.Format(time.DateOnly), price.Note})
		}
	}
	return reports.Document{
		Sections: []reports.Section{
			list(rows, "model", "input", "cached", "output", "from", "note"),
			{Notes: []string{"USD per million tokens. Other models are asked all the same, but their cost is unknown until a price is given with --prices FILE."}},
			{Notes: []string{"What the simulated models do wrong, and the options that turn it off: docs/research/simulation.md."}},
		},
	}
}

// Experiments lists the experiments of a database.
func Experiments(all []store.Experiment) reports.Document {
	var rows []reports.Row
	for _, e := range all {
		rows = append(rows, reports.Row{
			e.Number, e.ID[:min(12, len(e.ID))], e.Created.Format("2006-01-02 15:04"), string(e.Kind), e.Status, fmt.Sprintf("%.4f", e.PaidUSD), strings.TrimPrefix(strings.TrimSuffix(e.Name+": "+Played(e), ": "), ": "),
		})
	}
	return reports.Document{Sections: []reports.Section{list(rows, "number", "id", "begun (UTC)", "kind", "status", "paid USD", "what was played")}}
}

// Played says what an experiment played, as far as its plan says it: "original suite, 8 scenarios, 24 strategies × 5,
// sim:nano".
func Played(e store.Experiment) string {
	var p lab.Planned
	if json.Unmarshal([]byte(e.Plan), &p) != nil || p.Suite == "" || len(p.Scenarios) == 0 {
		return ""
	}
	text := fmt.Sprintf("%s suite, %s", p.Suite, reports.Plural(len(p.Scenarios), "scenario"))
	switch {
	case len(p.Points) > 0:
		text += fmt.Sprintf(", %s × %d", reports.Plural(len(p.Points), "point"), p.Repeats)
	case len(p.Strategies) == 1:
		text += fmt.Sprintf(", %s × %d", p.Strategies[0], p.Repeats)
	case len(p.Strategies) > 1:
		text += fmt.Sprintf(", %d strategies × %d", len(p.Strategies), p.Repeats)
	}
	if len(p.Models) > 0 {
		text += ", " + strings.Join(p.Models, " + ")
	}
	if p.Probes > 0 {
		text += fmt.Sprintf(", at most %d probes of each", p.Probes)
	}
	return text
}
