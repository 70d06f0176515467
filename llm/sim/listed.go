package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// listed are the records of one of several lists of JSON: its name and the roles of its fields say which
// facts it is for, as the label of a form does. What no other list takes is an attribute of a thing.
func (f *finder) listed(about string, has shape.Roles) []shape.Row {
	name := func(stems ...string) bool {
		for w := range wordsOf(about) {
			if begins(w, stems) {
				return true
			}
		}
		return false
	}
	corrections := has.Has(shape.Old) || name(topics[0].words...)
	decisions, relations := name("decision", "decid"), name("relation", "edge", "link", "connection")
	located := has.Has(shape.Where) && has.Has(shape.Subject)
	placed := has.Has(shape.Where) && !located
	var out []shape.Row
	at := map[string]int{}
	before := f.befores()
	var tolds []told
	var facts []*belief.Fact
	for _, fact := range f.kept {
		if f.old[fact.Clause] && len(fact.Was) == 0 {
			continue // it's known already
		}
		for _, t := range tellings(f.line(fact, f.asked.exact), fact, before[fact.Clause]) {
			tolds, facts = append(tolds, t), append(facts, fact)
		}
	}
	moved(tolds, facts)
	for i := range tolds {
		t := &tolds[i]
		decided := facts[i].Clause.Kind == read.Decision
		if t.thing == "" {
			continue
		}
		for _, row := range f.records(t, facts[i], false) {
			replaced := row.Of(shape.Old).Known()
			switch {
			case corrections:
				if !replaced {
					continue
				}
			case decisions:
				if !decided {
					continue
				}
			case decided:
				continue
			case relations:
				if t.other == "" {
					continue
				}
				row.Cells[shape.From], row.Cells[shape.To] = shape.Words(t.thing), shape.Words(t.other)
				row.Cells[shape.Kind] = shape.Words(t.aspect)
			case located:
				if len(t.path) == 0 || isPlace(t.thing) {
					continue
				}
				row.Cells[shape.Where] = shape.Cell{List: t.path}
			case placed != isPlace(t.thing) || t.other != "" || len(t.path) > 0 && !placed:
				continue
			}
			if corrections || decisions || relations || located {
				out = append(out, row)
				continue
			}
			key := strings.ToLower(t.thing)
			k, known := at[key]
			if !known {
				k = len(out)
				at[key] = k
				row.Cells[shape.Examples], row.Cells[shape.Where] = shape.Cell{}, shape.Cell{List: append(slices.Clone(t.path), t.thing)}
				out = append(out, row)
			}
			switch part := row; {
			case t.alias != "":
				out[k].Cells[shape.Examples].List = append(out[k].Cells[shape.Examples].List, t.alias)
			case len(t.path) > 0:
				out[k].Cells[shape.Where] = shape.Cell{List: append(slices.Clone(t.path), t.thing)}
			default:
				part.Cells[shape.Subject], part.Parts = shape.Words(t.aspect), nil
				out[k].Parts = append(out[k].Parts, part)
			}
		}
	}
	return out
}
