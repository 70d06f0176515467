package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// lined takes the forms of lines that instructions give, each with what it is for. Forms are left to the
// simpler reading where there is just one that a template can be.
func (s *structure) lined(text string) (rest string) {
	forms, rest := shape.Forms(text)
	if len(forms) == 0 {
		return text
	}
	if len(forms) == 1 && forms[0].Label == "" && forms[0].Mark == "" {
		if t, simple := shape.Find(firstForm(text, rest)); simple && forms[0].Needs()&^t.Roles() == 0 {
			return text
		}
	}
	for _, f := range forms {
		others := slices.DeleteFunc(slices.Clone(forms), func(g shape.Form) bool { return g.Label != f.Label })
		s.forms = append(s.forms, lineForm{Form: f, about: labelled(rest, f.Label), shared: len(others) > 1})
	}
	return rest
}

// firstForm is the line that the rest of a text lacks.
func firstForm(text, rest string) string {
	n := 0
	for n < len(rest) && text[n] == rest[n] {
		n++
	}
	line, _ := lineAt(text, strings.LastIndexByte(text[:n], '\n')+1)
	return line
}

// labelled is what a text says of a label: "STABLE: what never changes. PASSING: what may."
func labelled(text, label string) string {
	at := strings.Index(text, label+":")
	if at < 0 {
		at = strings.Index(text, label+" (")
	}
	if label == "" || at < 0 {
		return ""
	}
	said := text[at+len(label)+1:]
	if i := strings.IndexAny(said, ".\n"); i >= 0 {
		said = said[:i]
	}
	return said
}

// lineForm is a form with what the instructions say of it.
type lineForm struct {
	shape.Form
	about  string
	shared bool // another form has the same label
}

// suits reports which records a form is for, and how particular it is: the most particular one that a record
// fits is its form. 0 is for none.
func (l *lineForm) suits(t *told, r *shape.Row, fact *belief.Fact, only bool) int {
	needs := l.Needs()
	has := func(role shape.Role) bool { return r.Of(role).Known() }
	switch {
	case needs.Has(shape.Old), !l.shared && l.Replaces():
		if has(shape.Old) {
			return 9
		}
		return 0
	case l.Named("decision", "decided"):
		if fact.Clause.Kind == read.Decision || plainKind(fact.Clause.Text) == read.Decision {
			return 8
		}
		return 0
	case needs.Has(shape.Examples):
		if t.alias != "" {
			return 8
		}
		return 0
	case needs.Has(shape.Formula), needs.Has(shape.Premises):
		if needs.Has(shape.Formula) && has(shape.Formula) {
			return 8
		}
		if needs.Has(shape.Premises) && has(shape.Premises) {
			return 7
		}
		return 0
	case needs.Has(shape.Where):
		switch {
		case !needs.Has(shape.Subject) && isPlace(t.thing):
			return 7
		case needs.Has(shape.Subject) && len(t.path) > 0:
			return 6
		}
		return 0
	case needs.Has(shape.Subject) && needs.Has(shape.Predicate) && !only:
		if t.other != "" {
			return 5
		}
		return 0
	}
	optional, ok := l.kinds(t, fact)
	if !ok {
		return 0
	}
	for _, s := range l.Segments {
		if s.Optional && r.Of(s.Slots[0].Role).Known() {
			optional++
		}
	}
	return optional
}

// kinds reports whether a record has values of the kinds that the fields and the label of a form name, and
// how well that makes it fit, from 1.
func (l *lineForm) kinds(t *told, fact *belief.Fact) (score int, ok bool) {
	score = 1
	names := []string{l.Label}
	for _, s := range l.Segments {
		for _, slot := range s.Slots {
			if slot.Role == shape.Object && !s.Optional && !s.Many {
				names = append(names, slot.Name)
			}
		}
	}
	for i, name := range names {
		k := shape.KindOf(name)
		switch {
		case i == 0 && begins(strings.ToLower(name), []string{"person", "people", "contact", "participant"}):
			if !slices.ContainsFunc(fact.Now, func(v read.Value) bool { return v.Kind == read.Name && v.Text == t.thing }) {
				return 0, false
			}
			score++
		case k == read.Plain || k == read.Name:
		case k == read.Place && len(t.path) > 0, slices.ContainsFunc(fact.Now, func(v read.Value) bool { return v.Kind == k }):
			score += 2
		default:
			return 0, false
		}
	}
	return score, true
}

// formed writes each fact in the form that suits it, form by form in the order of the first of each
// label; what is told of one thing is one line where the form has room.
func (f *finder) formed() string {
	forms := f.asked.wanted.forms
	snaked := slices.ContainsFunc(forms, func(l lineForm) bool { return l.Snaked() })
	f.worked = f.explained(snaked)
	before := f.befores()
	type kept struct {
		form int
		row  shape.Row
		more []shape.Row
	}
	var all []kept
	at := map[string]int{}
	var tolds []told
	var facts []*belief.Fact
	for _, fact := range f.kept {
		ts := tellings(f.line(fact, f.asked.exact), fact, before[fact.Clause])
		if f.asked.wanted.details() {
			ts = ts[len(ts)-1:] // the whole statement is written
		}
		for _, t := range ts {
			tolds, facts = append(tolds, t), append(facts, fact)
		}
	}
	moved(tolds, facts)
	only := !slices.ContainsFunc(forms, func(l lineForm) bool { return l.Repeats() || !l.Needs().Has(shape.Predicate) })
	for i, fact := range facts {
		t := tolds[i]
		switch {
		case f.old[fact.Clause] && len(fact.Was) == 0, t.thing == "":
			continue // it's known already
		case snaked && !slices.ContainsFunc(fact.Now, func(v read.Value) bool { return v.Kind != read.Name && strings.Contains(t.value, v.Text) }):
			continue // no value that could follow from anything
		}
		for _, row := range f.records(&t, fact, snaked) {
			form := f.formOf(&t, &row, fact, only)
			if form < 0 {
				continue
			}
			if l := forms[form]; l.Repeats() {
				key := l.Label + "\x00" + strings.ToLower(t.thing)
				i, known := at[key]
				if !known {
					i = len(all)
					at[key] = i
					all = append(all, kept{form, row, nil})
				}
				if len(t.path) > 0 && !all[i].row.Of(shape.Where).Known() || len(t.path) > 0 && isPlace(t.thing) {
					all[i].row.Cells[shape.Where] = row.Cells[shape.Where]
				}
				if len(t.path) == 0 || !l.Needs().Has(shape.Where) {
					all[i].more = append(all[i].more, row)
				}
				continue
			}
			all = append(all, kept{form, row, nil})
		}
	}
	var out []string
	written := map[string]bool{}
	for _, l := range forms {
		for i := range all {
			k := &all[i]
			if forms[k.form].Label != l.Label {
				continue
			}
			if line := forms[k.form].Write(&k.row, k.more); line != "" && !written[line] {
				written[line] = true
				out = append(out, line)
			}
		}
	}
	if most := f.asked.limits.lines; most > 0 && len(out) > most {
		out = out[:most]
	}
	if len(out) == 0 {
		return nothingIn(f.asked.text)
	}
	if strings.HasPrefix(forms[0].Mark, "1") {
		for i := range out {
			out[i] = figure(float64(i+1)) + strings.TrimPrefix(out[i], "1")
		}
	}
	return strings.Join(out, "\n")
}

// moved lets the place where somebody is now replace the one where they were, in what the kept facts
// tell. What then tells nothing has no thing.
func moved(tolds []told, facts []*belief.Fact) {
	last := map[string]int{}
	for i := range tolds {
		t := &tolds[i]
		if turning[strings.ToLower(t.value)] {
			t.thing = "" // "she moved" tells nothing by itself
		}
		if len(t.path) == 0 {
			continue
		}
		key := strings.ToLower(t.thing) + "\x00" + t.aspect
		if at, ok := last[key]; ok && facts[i].Clause.How != read.Unmarked && tolds[at].value != t.value && t.was == "" {
			t.was = tolds[at].value
			tolds[at].thing = ""
		}
		last[key] = i
	}
}

// nothingIn is the word that instructions want where there is nothing: "If there is none, write NONE."
func nothingIn(text string) string {
	if strings.Contains(text, "NONE") {
		return "NONE"
	}
	return "none"
}

// formOf is the form for a record, -1 if there is none. Where several are as particular, their labels decide.
func (f *finder) formOf(t *told, row *shape.Row, fact *belief.Fact, only bool) int {
	forms := f.asked.wanted.forms
	best, most := -1, 0
	labels := map[string]bool{}
	scores := make([]int, len(forms))
	for i := range forms {
		if scores[i] = forms[i].suits(t, row, fact, only); scores[i] > most {
			best, most = i, scores[i]
		}
		if scores[i] > 0 && scores[i] < 5 {
			labels[forms[i].Label] = true
		}
	}
	if most >= 5 || len(labels) < 2 {
		return best
	}
	var choices []shape.Choice
	for i := range forms {
		if !slices.ContainsFunc(choices, func(c shape.Choice) bool { return c.Label == forms[i].Label }) && scores[i] > 0 {
			choices = append(choices, shape.Choice{Label: forms[i].Label, About: forms[i].about})
		}
	}
	chosen := f.choose(choices, row)
	if chosen < 0 {
		return best
	}
	best = -1
	for i := range forms {
		if forms[i].Label == choices[chosen].Label && scores[i] > 0 && (best < 0 || scores[i] > scores[best]) {
			best = i
		}
	}
	return best
}
