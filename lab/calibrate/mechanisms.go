package calibrate

import (
	"fmt"
	"strings"

	"contextarena.internal/llm/sim"
	"contextarena.internal/reports"
)

// Mechanisms lists what the simulated models do wrong, each with its switch, its parameters for every
// model and where these come from.
func Mechanisms() reports.Document {
	names := sim.Names()
	d := reports.Document{Title: "Mechanisms of the simulated models"}
	for _, m := range sim.Mechanisms() {
		item := []string{fmt.Sprintf("%s (off: %s=off): %s", m.Name, m.Name, m.Does)}
		for _, p := range m.Parameters {
			var values []string
			for _, name := range names {
				values = append(values, number(p.Of(name)))
			}
			item = append(item, fmt.Sprintf("%s %s: %s", p.Name, strings.Join(values, " / "), p.Does))
		}
		d.Sections = append(d.Sections, reports.Section{List: [][]string{append(item, m.Source)}})
	}
	d.Notes = []string{fmt.Sprintf("Values are those of sim:%s.", strings.Join(names, " / sim:"))}
	return d
}
