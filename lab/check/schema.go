package check

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/words"
)

// kindOf is the abstract kind of a schema under which a type of fact falls.
var kindOf = map[arena.FactType]string{
	arena.Entity: "relationships", arena.PhoneID: "identifiers", arena.Relationship: "relationships", arena.Quantity: "amounts",
	arena.Date: "dates", arena.Decision: "decisions", arena.Correction: "corrections", arena.Spatial: "places",
}

// schema measures what the schema of schema_guided has a place for, and what is extracted under it.
func (s *study) schema(ctx context.Context) ([]Figure, error) {
	var covered, own, anywhere []Figure
	for _, in := range s.samples {
		sum, err := s.each(ctx, in, s.extracted)
		if err != nil {
			return nil, err
		}
		covered = append(covered, sum[0].figure("kind in the schema", Rules, in.name).asking(0.7, byOriginal))
		own = append(own, sum[1].figure("kept under its kind", Simulated, in.name))
		anywhere = append(anywhere, sum[2].figure("kept under any kind", Simulated, in.name))
	}
	return slices.Concat(covered, own, anywhere), nil
}

// extracted counts the probed facts whose kind the schema has, and of those that have left the window
// and hold still the ones in the notes of their kind, and in any.
func (s *study) extracted(ctx context.Context, sub *subject) ([]tally, error) {
	var strategy pipeline.SchemaGuided
	if err := strictyaml.Defaults(&strategy); err != nil {
		return nil, err
	}
	p, err := s.play(ctx, sub, strategy, s.sim)
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
