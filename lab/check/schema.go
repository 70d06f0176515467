package check

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/words"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/pipeline"
)

// kindOf is the abstract kind of a schema under which a type of fact falls.
var kindOf = map[arena.FactType]string{
	arena.Entity: "relationships", arena.PhoneID: "identifiers", arena.Relationship: "relationships", arena.Quantity: "amounts",
	arena.Date: "dates", arena.Decision: "decisions", arena.Correction: "corrections", arena.Spatial: "places",
}

// schema measures what the schema of schema_guided has a place for, and what is extracted under it.
var schema = Check{
	Proposal: "schema_guided", About: "does the schema have a place for what is asked?",
	Notes: []string{"The seven abstract kinds are part of every schema, so that each type has its kind is true by construction; what was extracted under it is not."},
	measures: []measure{
		{name: "kind in the schema", by: Rules, predicted: "check/schema"},
		{name: "kept under its kind", by: Simulated, of: 1},
		{name: "kept under any kind", by: Simulated, of: 2},
	},
	count: extracted,
}

// extracted counts the probed facts whose kind the schema has, and of those that have left the window
// and hold still the ones in the notes of their kind, and in any.
func extracted(ctx context.Context, s *study, sub *subject) ([]tally, error) {
	p, err := s.play(ctx, sub, defaultsOf[pipeline.SchemaGuided](), s.sim)
	if err != nil {
		return nil, err
	}
	out := make([]tally, 3)
	abstract := pipeline.AbstractKinds()
	for _, f := range sub.facts {
		if len(f.types) > 0 {
			out[0].count(slices.ContainsFunc(f.types, func(t arena.FactType) bool { return slices.Contains(abstract, kindOf[t]) }))
		}
	}
	if len(p.Cycles) == 0 {
		return out, nil
	}
	notes := p.Cycles[len(p.Cycles)-1].Text
	all, sections := words.Read(notes), underHeadings(notes)
	for _, f := range sub.holding(p.gone) {
		if len(f.types) == 0 {
			continue
		}
		out[1].count(slices.ContainsFunc(f.types, func(t arena.FactType) bool { return f.heldIn(sections[kindOf[t]]) }))
		out[2].count(f.heldIn(all))
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
