package sim

import (
	"math"
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// kindNames are how kinds of facts are called in replies.
var kindNames = [read.Correction + 1]string{
	read.Plain: "fact", read.Name: "name", read.Relation: "relation", read.Place: "place", read.Amount: "amount",
	read.Date: "date", read.Identifier: "identifier", read.Decision: "decision", read.Correction: "correction",
}

// row is a fact as a record.
func (f *finder) row(fact *belief.Fact, i int) shape.Row {
	line := strings.TrimRight(f.line(fact, f.asked.exact), " ")
	var r shape.Row
	r.Values = fact.Now
	f.rows = append(f.rows, fact)
	r.Ref = len(f.rows)
	subject, predicate, object := parsed(line, fact.Now)
	put := func(role shape.Role, text string) { r.Cells[role] = shape.Words(text) }
	put(shape.Text, line)
	put(shape.Subject, subject)
	put(shape.Predicate, predicate)
	put(shape.Object, object)
	put(shape.Part, predicate+" "+object)
	kind := fact.Clause.Kind
	if kind == read.Correction && len(fact.Now) > 0 {
		kind = fact.Now[len(fact.Now)-1].Kind
	}
	put(shape.Kind, kindNames[kind])
	put(shape.Speaker, fact.Clause.Speaker)
	for _, v := range fact.Now {
		switch {
		case v.Kind == read.Date && r.Cells[shape.Date].Text == "":
			put(shape.Date, v.Text)
		case v.Kind == read.Amount && !r.Cells[shape.Number].Numeric:
			r.Cells[shape.Number] = shape.Cell{Text: v.Text, Number: v.Number, Numeric: true}
			r.Cells[shape.Unit] = shape.Words(unitIn(v))
			o := &r.Cells[shape.Object]
			o.Number, o.Numeric = v.Number, true
		}
	}
	if len(fact.Was) > 0 && !fact.Sum {
		put(shape.Old, fact.Was[0].Text)
		r.Cells[shape.Old].Number, r.Cells[shape.Old].Numeric = fact.Was[0].Number, fact.Was[0].Kind == read.Amount
		put(shape.Reason, fact.Clause.Text)
	}
	r.Cells[shape.Current] = shape.Figure(1)
	if fact.Gone {
		r.Cells[shape.Current] = shape.Figure(0)
	}
	if turn := f.turns[fact.Clause]; turn > 0 {
		r.Cells[shape.Turn] = shape.Figure(float64(turn))
	}
	r.Cells[shape.Index] = shape.Figure(float64(i + 1))
	r.Cells[shape.Confidence] = shape.Figure(f.sure(fact))
	r.Cells[shape.Score] = shape.Figure(math.Round(100*(1-1/(1+f.worth(fact, 1)/3))) / 100)
	return r
}

// unitIn is the unit of an amount, as it is written there or beside it.
func unitIn(v read.Value) string {
	if strings.Contains(strings.ToLower(v.Text), v.Unit) {
		return v.Unit
	}
	return ""
}

// sure is how likely a fact was read right, in hundredths: a tentative one less, one stated often more.
func (f *finder) sure(fact *belief.Fact) float64 {
	wrong := happens(f.OverlookNotes*f.Strength[attention]) / float64(max(fact.Said, 1))
	if fact.Clause.Unsure {
		wrong = 1 - (1-wrong)*0.6
	}
	return math.Round(100*(1-wrong)) / 100
}

// factRows are facts as records.
func (f *finder) factRows(fits func(*belief.Fact) bool) []shape.Row {
	var out []shape.Row
	for _, fact := range f.kept {
		if fits == nil || fits(fact) {
			out = append(out, f.row(fact, len(out)))
		}
	}
	return out
}

// corrections are the values that were replaced, each with what took its place.
func (f *finder) corrections() []shape.Row {
	var out []shape.Row
	for _, fact := range f.kept {
		if fact.Sum || len(fact.Was) == 0 {
			continue
		}
		for i := len(fact.Was) - 1; i >= 0; i-- {
			to := after(fact, i)
			if to == nil || to.Key == fact.Was[i].Key {
				continue
			}
			r := f.row(fact, len(out))
			old := fact.Was[i]
			r.Cells[shape.Old] = shape.Cell{Text: old.Text, Number: old.Number, Numeric: old.Kind == read.Amount}
			r.Cells[shape.Object] = shape.Cell{Text: to.Text, Number: to.Number, Numeric: to.Kind == read.Amount}
			r.Cells[shape.From], r.Cells[shape.To] = r.Cells[shape.Old], r.Cells[shape.Object]
			r.Values = []read.Value{*to}
			out = append(out, r)
		}
	}
	return out
}

// after is the value that took the place of the ith replaced one.
func after(fact *belief.Fact, i int) *read.Value {
	for k := i - 1; k >= 0; k-- {
		if fact.Was[k].Kind == fact.Was[i].Kind {
			return &fact.Was[k]
		}
	}
	var best *read.Value
	for k := range fact.Now {
		if v := &fact.Now[k]; v.Kind == fact.Was[i].Kind && (v.Unit == fact.Was[i].Unit || best == nil) {
			best = v
		}
	}
	if best != nil || i > 0 {
		return best
	}
	for k := range fact.Now { // of another kind: what the newest statement brought
		v := &fact.Now[k]
		if slices.ContainsFunc(fact.Clause.Values, func(o read.Value) bool { return o.Key == v.Key }) {
			return v
		}
	}
	return nil
}

// entities are the things that facts are about, each with its facts.
func (f *finder) entities(fits func(*belief.Fact) bool) []shape.Row {
	var out []shape.Row
	at := map[string]int{}
	for _, fact := range f.kept {
		if fits != nil && !fits(fact) {
			continue
		}
		row := f.row(fact, 0)
		names := []read.Value{}
		for _, v := range fact.Now {
			if v.Kind == read.Name {
				names = append(names, v)
			}
		}
		if len(names) == 0 {
			names = []read.Value{{Text: row.Of(shape.Subject).Text, Key: strings.ToLower(row.Of(shape.Subject).Text)}}
		}
		for _, n := range names {
			if n.Key == "" {
				continue
			}
			i, known := at[n.Key]
			if !known {
				i = len(out)
				at[n.Key] = i
				e := row
				e.Cells[shape.Subject] = shape.Words(n.Text)
				e.Cells[shape.Index] = shape.Figure(float64(i + 1))
				out = append(out, e)
			} else {
				out[i].Values = append(slices.Clip(out[i].Values), fact.Now...)
				out[i].Cells[shape.Text].Text += "; " + row.Of(shape.Text).Text
			}
			out[i].Parts = append(out[i].Parts, row)
		}
	}
	return out
}
