package scenarios

import (
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// What a file may leave out, for the scenario somebody writes first:
//   - suite: mine;
//   - at: ten minutes after the turn above (the task's: after the last turn), from begins on;
//   - kind: absent without a fact, derived where the fact is, historical where another fact supersedes it,
//     else current;
//   - text of a stated fact: the first sentence of its turn that states it.
const (
	ownSuite = "mine"
	between  = 10 * time.Minute
)

// begins is when a conversation begins that doesn't say so: a Monday morning.
var begins = time.Date(2027, time.January, 4, 9, 0, 0, 0, time.UTC)

// defaults fills in what a file leaves out. A text that no sentence can stand for stays empty.
func defaults(s *arena.Scenario) {
	if s.Suite == "" {
		s.Suite = ownSuite
	}
	next := begins
	at := func(t *time.Time) {
		if t.IsZero() {
			*t = next
		}
		next = t.Add(between)
	}
	for i := range s.Turns {
		at(&s.Turns[i].At)
	}
	if s.Final.Question != "" {
		at(&s.Final.At)
	}
	facts, replaced := map[string]arena.Fact{}, map[string]bool{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Text == "" {
			f.Text = statement(s, *f)
		}
		facts[f.ID] = *f
		replaced[f.Supersedes] = true
	}
	for i := range s.Probes {
		if p := &s.Probes[i]; p.Kind == "" {
			switch {
			case p.Fact == "":
				p.Kind = arena.Absent
			case len(facts[p.Fact].DerivedFrom) > 0:
				p.Kind = arena.Derived
			case replaced[p.Fact]:
				p.Kind = arena.Historical
			default:
				p.Kind = arena.Current
			}
		}
	}
}

// statement is the first sentence of a fact's turn in which it is recognised; empty if there is none.
func statement(s *arena.Scenario, f arena.Fact) string {
	turn := int(f.Turn) - 1
	if len(f.DerivedFrom) > 0 || turn < 0 || turn >= len(s.Turns) {
		return ""
	}
	m, err := match.CompileFact(f)
	if err != nil {
		return ""
	}
	for _, text := range stating(s.Turns[turn], f) {
		for _, sentence := range words.Sentences(said(text)) {
			if read := words.Read(sentence); len(m.Anchored.Find(read)) > 0 {
				return said(sentence)
			}
		}
	}
	return ""
}
