package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// plainForms are the JSON for what is asked for where the request says nothing of its form.
var plainForms = map[want]string{
	anyWant:          `{"facts": [{"fact": "...", "kind": "...", "value": "..."}]}`,
	wantKinds:        `{"facts": [{"fact": "...", "kind": "...", "value": "..."}]}`,
	wantTriples:      `{"triples": [{"subject": "...", "predicate": "...", "object": "..."}]}`,
	wantCorrections:  `{"corrections": [{"subject": "...", "old_value": "...", "new_value": "..."}]}`,
	wantDependencies: `{"dependencies": [{"value": "...", "depends_on": ["..."], "formula": "..."}]}`,
	wantTypes:        `{"types": [{"name": "...", "description": "...", "examples": ["..."]}]}`,
	wantLabel:        `{"label": "...", "confidence": 0.5}`,
	wantLabels:       `{"lines": [{"text": "...", "label": "..."}]}`,
	wantJudgement:    `{"correct": true, "score": 0.5, "reason": "..."}`,
}

// form is the schema of the JSON that is asked for.
func (w *structure) form() *shape.Schema {
	if w.schema != nil {
		return w.schema
	}
	s, _, _, _ := shape.Example(plainForms[w.want])
	return s
}

// json writes JSON from what was found.
func (f *finder) json() string {
	src := shape.Source{Rows: f.rowsOf, Whole: f.whole, Value: f.value, Choose: f.choose}
	w := &f.asked.wanted
	if !w.lines {
		return shape.Fill(w.form(), src)
	}
	var out []string
	for _, row := range f.wantedRows(w.about, ^shape.Roles(0)) {
		src.Whole = func(shape.Roles) *shape.Row { return &row }
		out = append(out, shape.Fill(w.form(), src))
	}
	return strings.Join(out, "\n")
}

// rowsOf are the records of an array: what its fields need, else what its name speaks of.
func (f *finder) rowsOf(about string, has shape.Roles, within *shape.Row) []shape.Row {
	if within != nil {
		return within.Parts
	}
	return f.wantedRows(about, has)
}

func (f *finder) wantedRows(about string, has shape.Roles) []shape.Row {
	w := f.asked.wanted.want
	every := has == ^shape.Roles(0) // nothing is known of the fields
	mentions := func(stems ...string) bool {
		for word := range wordsOf(about) {
			if begins(word, stems) {
				return true
			}
		}
		return false
	}
	switch {
	case w == wantLists && !every:
		return f.listed(about, has)
	case !every && has.Has(shape.Old), w == wantCorrections && !mentions("depend"), mentions("correction", "superseded") && w == anyWant:
		return f.corrections()
	case !every && has.Has(shape.Premises, shape.Formula), w == wantDependencies:
		return f.dependencies()
	case w == wantTypes, !every && has.Has(shape.Examples), mentions("types", "schema", "categories") && !has.Has(shape.Object):
		return f.types()
	case w == wantLabels:
		return f.labelled()
	case w == wantKinds && f.asked.wanted.about != "":
		about = f.asked.wanted.about
	}
	fits := f.fitting(about)
	switch {
	case w == wantTriples || fits != nil && mentions("facts", "fact", "triples", "statements", "relations", "edges", "items", "values", "notes", "memories"):
		if w != wantKinds {
			fits = nil
		}
	case w == anyWant && !f.general(about):
		fits = nil // the name of the array speaks of nothing known: everything
	}
	if !every && has.Has(shape.Subject) && !has.Has(shape.Predicate, shape.Object, shape.To, shape.Text) {
		return f.entities(fits)
	}
	return f.factRows(fits)
}

// general reports whether a name speaks of kinds of facts that a reader tells apart.
func (f *finder) general(about string) bool {
	for w := range wordsOf(about) {
		for _, t := range topics {
			if begins(w, t.words) {
				return true
			}
		}
	}
	return false
}

// whole is what an object that is no record of an array is about.
func (f *finder) whole(has shape.Roles) *shape.Row {
	w := &f.asked.wanted
	switch {
	case w.want == wantLabel:
		label := ""
		if len(w.labels) > 0 {
			label = f.labelOf()
		}
		return f.about(shape.Label, label)
	case w.want == anyWant && f.asked.asks && has.Has(shape.Object, shape.Text):
		if lines := belief.Answer(f.asked.text, f.facts, f.slips(onAnswer)); len(lines) > 0 {
			row := f.about(shape.Object, strings.Join(lines, "; "))
			row.Cells[shape.Text] = row.Cells[shape.Object]
			return row
		}
		return &shape.Row{}
	case has.Has(shape.Old) && has.Has(shape.Object, shape.To):
		return newest(f.corrections())
	case has.Has(shape.Subject) && has.Has(shape.Predicate) && has.Has(shape.Object):
		return newest(f.factRows(nil))
	}
	return nil
}

func newest(rows []shape.Row) *shape.Row {
	if len(rows) == 0 {
		return &shape.Row{}
	}
	return &rows[len(rows)-1]
}

// about is a record about all that was read.
func (f *finder) about(role shape.Role, text string) *shape.Row {
	row := &shape.Row{}
	row.Cells[role] = shape.Words(text)
	row.Cells[shape.Confidence] = shape.Figure(1 - float64(int(100*happens(f.OverlookNotes*f.Strength[attention])))/100)
	row.Cells[shape.Score] = shape.Figure(f.density())
	for _, fact := range f.kept[:min(len(f.kept), 3)] {
		c := &row.Cells[shape.Reason]
		c.Text = strings.TrimPrefix(c.Text+"; "+f.line(fact, false), "; ")
	}
	return row
}

// qualifiers are words of names that those who state a value may leave out.
var qualifiers = set("total", "monthly", "current", "final", "overall", "new", "latest", "full", "main", "actual", "agreed", "yearly", "planned", "value", "info", "details")

// value answers a property by its name, or else by its description.
func (f *finder) value(name, about string, number bool) shape.Cell {
	name = strings.ToLower(name)
	tries := []string{name}
	words := strings.Fields(name)
	if plain := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return qualifiers[w] }); len(plain) > 0 && len(plain) < len(words) {
		tries = append(tries, strings.Join(plain, " "))
	}
	if words = strings.Fields(strings.ToLower(about)); len(words) > 1 {
		tries = append(tries, strings.Join(words[:min(len(words), 12)], " "))
	}
	for _, try := range tries {
		question := "What is the " + strings.TrimPrefix(try, "the ") + "?"
		if lines := belief.Answer(question, f.facts, f.slips(onAnswer)); len(lines) > 0 {
			if c := valueOf(question, name+" "+about, lines[0], number); c.Known() {
				return c
			}
		}
	}
	return shape.Cell{}
}

// valueOf is the value that a line gives to a question: of the kind that the name asks for, else the
// first that the question doesn't name, else the whole line.
func valueOf(question, name, line string, number bool) shape.Cell {
	named := map[string]bool{}
	for _, c := range read.Clauses(question) {
		for _, v := range c.Values {
			named[v.Key] = true
		}
	}
	kind := shape.KindOf(name)
	if number {
		kind = read.Amount
	}
	var best *read.Value
	for _, c := range read.Clauses(line) {
		for i := range c.Values {
			v := &c.Values[i]
			if named[v.Key] || slices.Contains(c.Old, i) {
				continue
			}
			if best == nil && !number || v.Kind == kind && (best == nil || best.Kind != kind) {
				best = v
			}
		}
	}
	switch {
	case best != nil:
		return shape.Cell{Text: best.Text, Number: best.Number, Numeric: best.Kind == read.Amount}
	case number:
		return shape.Cell{}
	}
	return shape.Words(line)
}
