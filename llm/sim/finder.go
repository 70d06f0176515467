package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// finder finds what a structured reply is to hold.
type finder struct {
	*reading
	asked  *asked
	facts  []belief.Fact
	kept   []*belief.Fact // those worth writing down
	turns  map[*read.Clause]int
	rows   []*belief.Fact           // by shape.Row.Ref, counted from 1
	old    map[*read.Clause]bool    // those of own notes, beside which there is talk
	worked map[*belief.Fact]working // what follows from others, for forms
}

// structured replies in the form that is asked for.
func (r *reading) structured(a *asked) string {
	f := &finder{reading: r, asked: a, turns: map[*read.Clause]int{}}
	f.take()
	r.number(a.Seed, a.Sample)
	if w := a.wanted.want; w == wantForms || w == wantLists {
		clauses := r.attend(onNotes, r.OverlookNotes, a.exact)
		f.facts = belief.Fold(clauses, r.slips(onNotes))
		r.subjects(clauses, f.facts)
		f.facts = r.settle(clauses, f.facts)
		f.kept = r.keep(f.facts, a)
		if a.wanted.json {
			return f.json()
		}
		return f.formed()
	}
	f.facts = r.believe(onNotes, r.OverlookNotes, a.exact)
	f.kept = r.keep(f.facts, a)
	if a.wanted.json {
		return f.json()
	}
	return f.lines()
}

// take reads the material: own notes first, since what people said is newer. Without any it is the
// conversation before the message that asks; without that, the message itself.
func (f *finder) take() {
	a := f.asked
	switch {
	case len(a.quoted) == 0 && a.last <= 1:
		f.conversation(a, a.last)
		f.add(f.texts.of("", a.text), false)
	case len(a.quoted) == 0:
		f.conversation(a, a.last)
		turn := 0
		for _, m := range a.Messages[:a.last] {
			if m.Role == llm.User {
				turn++
			}
			f.turn(f.texts.of(string(m.Role), m.Text), turn)
		}
	}
	for _, b := range a.quoted {
		if b.origin() == ownNotes {
			f.add(f.texts.of("", b.text), true)
		}
	}
	notes := len(f.items)
	for _, b := range a.quoted {
		if b.origin() != ownNotes {
			first := len(f.items)
			f.transcript(b.text)
			turn := 0
			before := ""
			for i := first; i < len(f.items); i++ {
				c := f.items[i].Clause
				if c.Speaker == string(llm.User) && before != c.Speaker {
					turn++
				}
				before = c.Speaker
				f.turns[c] = turn
			}
		}
	}
	if notes < len(f.items) {
		f.old = map[*read.Clause]bool{}
		for i := range notes {
			f.old[f.items[i].Clause] = f.items[i].notes
		}
	}
}

func (f *finder) turn(clauses []*read.Clause, turn int) {
	for _, c := range clauses {
		f.turns[c] = turn
	}
}

// lines writes what was found line by line.
func (f *finder) lines() string {
	w := f.asked.wanted
	var rows []shape.Row
	t := w.template
	form := func(text string) {
		if t == nil {
			t, _ = shape.Find(text)
		}
	}
	switch w.want {
	case wantTriples:
		rows = f.factRows(nil)
		form("(subject, predicate, object)")
	case wantCorrections:
		rows = f.corrections()
		form("subject: old -> new")
	case wantDependencies:
		rows = f.dependencies()
		form("premises -> to")
	case wantTypes:
		rows = f.types()
		form("name: description")
	case wantLabels:
		rows = f.labelled()
		form("text: label")
	case wantLabel:
		return f.labelOf()
	case wantRanking:
		return f.inOrder(w.labels, w.keyed)
	case wantAnswers:
		return f.answers(w.parts[partQuestions])
	default:
		rows = f.factRows(f.fitting(w.about))
		form("`text`")
	}
	var b strings.Builder
	count := 0
	for i := range rows {
		line := ""
		if t == nil {
			line = "- " + rows[i].Of(shape.Text).Text
		} else if line = t.Line(&rows[i]); line == "" {
			continue
		}
		if w.want == wantDependencies && w.template == nil && rows[i].Of(shape.Formula).Known() {
			line += " (" + rows[i].Of(shape.Formula).Text + ")"
		}
		if count++; f.asked.limits.lines > 0 && count > f.asked.limits.lines {
			break
		}
		if w.want == wantKinds && w.template == nil && f.asked.form == numbered {
			line = figure(float64(count)) + ". " + strings.TrimPrefix(line, "- ")
		}
		b.WriteString(line + "\n")
	}
	if b.Len() == 0 {
		return nothingIn(f.asked.text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// fitting reports which facts an order is about, by the kinds or else the words that it names; nil for
// all.
func (f *finder) fitting(about string) func(*belief.Fact) bool {
	if about == "" {
		return nil
	}
	var fits []func(*belief.Fact) bool
	for _, numbers := range []bool{false, true} { // "phone numbers" are no amounts
		for w := range wordsOf(about) {
			for _, t := range topics {
				if (w == "number" || w == "numbers") == numbers && begins(w, t.words) {
					fits = append(fits, t.fits)
				}
			}
		}
		if len(fits) > 0 {
			break
		}
	}
	if len(fits) > 0 {
		return func(fact *belief.Fact) bool {
			return slices.ContainsFunc(fits, func(fit func(*belief.Fact) bool) bool { return fit(fact) })
		}
	}
	topic := map[uint32]bool{}
	for w := range wordsOf(about) {
		if len(w) > 3 && !notesNouns[w] {
			topic[read.Hash(w)] = true
		}
	}
	return func(fact *belief.Fact) bool {
		return slices.ContainsFunc(fact.Clause.Topic, func(h uint32) bool { return topic[h] })
	}
}
