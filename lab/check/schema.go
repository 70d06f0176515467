package check

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/words"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/pipeline"
)

// kindOf is the abstract kind of a schema under which a type of fact falls.
var kindOf = map[arena.FactType]string{
	arena.Entity: "relationships", arena.PhoneID: "identifiers", arena.Relationship: "relationships", arena.Quantity: "amounts",
	arena.Date: "dates", arena.Decision: "decisions", arena.Correction: "corrections", arena.Spatial: "places",
}

// schema measures what is extracted under the schema of schema_guided.
var schema = Check{
	Proposal: "schema_guided", About: "does what is asked stand in its place?",
	Notes: []string{"The seven abstract kinds are part of every schema, so each type has its place; this is what was extracted under it."},
	measures: []measure{
		{name: "kept under its kind", by: Simulated},
		{name: "kept under any kind", by: Simulated},
	},
	count: extracted,
}

// extracted counts the probed facts that have left the window and hold still: those in the notes of their kind, and
// in any.
func extracted(ctx context.Context, s *study, sub *subject) ([]tally, error) {
	p, err := s.play(ctx, sub, strictyaml.Default[pipeline.SchemaGuided]())
	if err != nil {
		return nil, err
	}
	out := make([]tally, 2)
	if len(p.Cycles) == 0 {
		return out, nil
	}
	notes := p.Cycles[len(p.Cycles)-1].Text
	all, sections := words.Read(notes), underHeadings(notes)
	for _, f := range sub.holding(p.gone) {
		if len(f.types) == 0 {
			continue
		}
		out[0].count(slices.ContainsFunc(f.types, func(t arena.FactType) bool { return f.heldIn(sections[kindOf[t]]) }))
		out[1].count(f.heldIn(all))
	}
	return out, nil
}

// underHeadings is what stands under the heading of each abstract kind.
func underHeadings(notes string) map[string]*words.Text {
	under := map[string]string{}
	heading := ""
	for line := range strings.Lines(notes) {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			heading = strings.ToLower(strings.TrimSpace(name))
			continue
		}
		under[heading] += line
	}
	out := map[string]*words.Text{}
	for _, kind := range pipeline.AbstractKinds() {
		out[kind] = words.Read(under[kind])
	}
	return out
}
