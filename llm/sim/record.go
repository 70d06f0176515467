package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// befores are the subjects of the clauses before those that have none of their own.
func (f *finder) befores() map[*read.Clause]string {
	out := map[*read.Clause]string{}
	last := ""
	for i := range f.items {
		c := f.items[i].Clause
		if i > 0 && c.Follows && f.items[i-1].Speaker == c.Speaker {
			out[c] = last
			continue
		}
		last, _, _ = parsed(c.Text, c.Values)
	}
	return out
}

// records are what a fact is in lines of forms: one record, or one for each value that was replaced.
func (f *finder) records(t *told, fact *belief.Fact, snaked bool) []shape.Row {
	row := f.row(fact, 0)
	put := func(role shape.Role, text string) { row.Cells[role] = shape.Words(text) }
	put(shape.Subject, t.thing)
	if f.asked.wanted.wholeNames() && !(t.alias != "" && slices.ContainsFunc(f.asked.wanted.forms, func(l lineForm) bool { return l.Needs().Has(shape.Examples) })) {
		put(shape.Subject, t.name())
	}
	put(shape.Predicate, t.aspect)
	put(shape.Object, t.value)
	if t.other != "" {
		put(shape.Object, t.other)
	}
	if v := onlyValue(fact, t.value); v != nil && (snaked || v.Kind == read.Identifier) {
		put(shape.Object, v.Text)
	}
	put(shape.Examples, t.alias)
	row.Cells[shape.Where] = shape.Cell{}
	if len(t.path) > 0 {
		row.Cells[shape.Where] = shape.Cell{List: t.path}
	}
	if isPlace(t.thing) && !f.asked.wanted.subjectsPlaced() {
		row.Cells[shape.Where] = shape.Cell{List: append(slices.Clone(t.path), t.thing)}
	}
	row.Cells[shape.Reason] = shape.Cell{}
	text := strings.TrimRight(row.Of(shape.Text).Text, ".")
	if rest, ok := strings.CutPrefix(text, t.thing+" "); ok && f.asked.wanted.details() {
		text = strings.TrimPrefix(strings.TrimPrefix(rest, "is "), "are ")
		put(shape.Subject, t.thing)
	}
	put(shape.Text, text)
	if fact.Clause.Kind == read.Decision {
		what := t.value
		for _, end := range []string{", not ", " instead ", " rather ", ", "} {
			what, _, _ = strings.Cut(what, end)
		}
		if what = bareSubject(what); what != "" && strings.Count(what, " ") < 4 && (f.asked.wanted.want == wantLists || slices.ContainsFunc(f.asked.wanted.forms, func(l lineForm) bool { return l.Named("decision", "decided") })) {
			put(shape.Subject, what)
		}
	}
	if w, ok := f.worked[fact]; ok {
		if w.value != "" && strings.Contains(t.value, w.value) {
			put(shape.Object, w.value)
		}
		from := w.premises
		if len(w.values) > 0 && slices.ContainsFunc(f.asked.wanted.forms, func(l lineForm) bool { return l.Says(shape.Premises, "value") }) {
			from = w.values
		}
		row.Cells[shape.Premises] = shape.Cell{Text: strings.Join(from, ", "), List: from}
		put(shape.Formula, w.formula)
	}
	if fact.Sum || len(fact.Was) == 0 {
		row.Cells[shape.Old] = shape.Words(t.was)
		return []shape.Row{row}
	}
	var out []shape.Row
	for i := len(fact.Was) - 1; i >= 0; i-- {
		to := after(fact, i)
		if to == nil || to.Key == fact.Was[i].Key {
			continue
		}
		r := row
		r.Cells[shape.Old], r.Cells[shape.Object] = shape.Words(fact.Was[i].Text), shape.Words(to.Text)
		out = append(out, r)
	}
	if len(out) == 0 {
		row.Cells[shape.Old] = shape.Cell{}
		return []shape.Row{row}
	}
	return out
}

// onlyValue is the only value in a text that isn't just a name, nil if there are none or several.
func onlyValue(fact *belief.Fact, text string) *read.Value {
	var one *read.Value
	for i := range fact.Now {
		if v := &fact.Now[i]; v.Kind != read.Name && strings.Contains(text, v.Text) {
			if one != nil {
				return nil
			}
			one = v
		}
	}
	return one
}

// details reports whether the forms give a thing and what is said of it.
func (s *structure) details() bool {
	return s.wholeNames() && slices.ContainsFunc(s.forms, func(l lineForm) bool { return l.Needs().Has(shape.Subject, shape.From) && l.Needs().Has(shape.Text) })
}

// wholeNames reports whether no form says apart what a thing is and what is told of it.
func (s *structure) wholeNames() bool {
	return s.want == wantForms && !slices.ContainsFunc(s.forms, func(l lineForm) bool {
		return l.Repeats() || l.Needs().Has(shape.Predicate)
	})
}

// subjectsPlaced reports whether places only stand beside what is there.
func (s *structure) subjectsPlaced() bool {
	return !slices.ContainsFunc(s.forms, func(l lineForm) bool { return l.Needs().Has(shape.Where) && !l.Needs().Has(shape.Subject) })
}
