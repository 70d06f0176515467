package arena

import (
	"cmp"
	"slices"

	"contextarena.internal/llm"
)

// Speaker is whose messages state the fact at its turn: the user's, the assistant's, or results of tools.
func (f Fact) Speaker() llm.Role { return cmp.Or(f.In, llm.User) }

// StatedBy reports whether a message is one that states the fact at its turn. Of several results of
// tools at that turn it can't tell those that don't.
func (f Fact) StatedBy(m Message) bool { return m.Turn == f.Turn && m.Role == f.Speaker() }

// Taskless reports whether a scenario ends without a task, as those of datasets do.
func (s *Scenario) Taskless() bool { return s.Dataset != "" && s.Final.Question == "" }

// Evidence lists, ascending, the messages of a trial that state a probed fact or an operand of one.
// Where a tool states it, these are all results of the turn: only a matcher could choose among them.
func (s *Scenario) Evidence() []MessageIndex {
	users, results, replies := s.statingTurns()
	var out []MessageIndex
	next := MessageIndex(1)
	for i, ex := range s.Turns {
		turn := Turn(i + 1)
		if slices.Contains(users, turn) {
			out = append(out, next)
		}
		next++
		for range ex.Tools { // a call and its result
			if slices.Contains(results, turn) {
				out = append(out, next+1)
			}
			next += 2
		}
		if slices.Contains(replies, turn) {
			out = append(out, next)
		}
		next++
	}
	return out
}

// statingTurns lists, ascending, the turns at which the user, tools and the assistant state a probed fact or
// an operand of one. Each is nil if there is none.
func (s *Scenario) statingTurns() (users, results, replies []Turn) {
	facts := make(map[string]Fact, len(s.Facts))
	for _, f := range s.Facts {
		facts[f.ID] = f
	}
	seen := map[string]bool{}
	var visit func(id string)
	visit = func(id string) {
		f, ok := facts[id]
		if !ok || seen[id] {
			return
		}
		seen[id] = true
		switch {
		case len(f.DerivedFrom) > 0 || int(f.Turn) > len(s.Turns)+1:
		case f.Speaker() == llm.Tool:
			results = append(results, f.Turn)
		case f.Speaker() == llm.Assistant:
			replies = append(replies, f.Turn)
		default:
			users = append(users, f.Turn)
		}
		for _, from := range f.DerivedFrom {
			visit(from)
		}
	}
	for _, p := range s.Probes {
		visit(p.Fact)
	}
	slices.Sort(users)
	slices.Sort(results)
	slices.Sort(replies)
	return slices.Compact(users), slices.Compact(results), slices.Compact(replies)
}
