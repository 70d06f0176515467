package channels

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/strategies/corrections"
	"contextarena.internal/strategies/memo"
	"contextarena.internal/words"
)

// plasticStore keeps the newest value of each thing with those it had before, in the order in which
// the things were first named.
type plasticStore struct{ entries []*plasticEntry }

// plasticEntry is a value that may change.
type plasticEntry struct {
	key, same string // as it was named, and as names are compared
	memo.Value
	from  []string // what it is worked out from, as names are compared
	due   string   // what changed since it was worked out; empty if nothing did
	moved bool     // records a change in the stable store, and goes with the next cycle
}

// mostWas bounds the values a thing is remembered to have had.
const mostWas = 3

// set gives a thing a value: a new one moves the old one to the history, and the same is only supported.
func (s *plasticStore) set(c corrections.Change, cycle int) {
	i := slices.IndexFunc(s.entries, func(e *plasticEntry) bool { return words.SameName(e.key, c.What) && !e.moved })
	if i < 0 {
		s.entries = append(s.entries, &plasticEntry{key: c.What, same: words.Canonical(c.What), Value: memo.Value{Now: c.Value}})
		i = len(s.entries) - 1
	}
	e := s.entries[i]
	e.Say(c.Value, cycle, words.Equal)
	is := func(v string) bool { return words.Equal(v, c.Was) }
	if c.Was != "" && !is(c.Value) && !slices.ContainsFunc(e.Was, is) {
		e.Was, e.Changed = slices.Concat([]string{c.Was}, e.Was), cycle
	}
	e.Forget(mostWas)
	e.due = ""
	if len(c.From) > 0 {
		e.from = nil
		for _, f := range c.From {
			if name := words.Canonical(f); name != "" && name != e.same {
				e.from = append(e.from, name)
			}
		}
	}
}

// record notes that a stable value changed.
func (s *plasticStore) record(c corrections.Change, cycle int) {
	s.entries = append(s.entries, &plasticEntry{
		key: c.What, same: words.Canonical(c.What), moved: true,
		Value: memo.Value{Now: c.Value, Was: []string{c.Was}, Said: cycle, Changed: cycle},
	})
}

// collect drops the records of stable values that changed before this cycle.
func (s *plasticStore) collect(cycle int) {
	s.entries = slices.DeleteFunc(s.entries, func(e *plasticEntry) bool { return e.moved && e.Said < cycle })
}

// flag marks whatever is worked out, directly or not, from something that changed in this cycle and
// wasn't said anew itself. A thing that depends on itself is flagged once like any other.
func (s *plasticStore) flag(cycle int) {
	stale := map[string]string{} // name as compared: what changed, as it was named
	for _, e := range s.entries {
		if e.Changed == cycle {
			stale[e.same] = e.key
		}
	}
	for again := true; again; {
		again = false
		for _, e := range s.entries {
			if e.Said == cycle || stale[e.same] != "" {
				continue
			}
			for _, f := range e.from {
				if cause := stale[f]; cause != "" {
					e.due, stale[e.same], again = cause, cause, true
					break
				}
			}
		}
	}
}

// state are the newest values.
func (s *plasticStore) state() string {
	var lines []string
	for _, e := range s.entries {
		if e.moved {
			continue
		}
		line := e.key + ": " + e.Now
		if e.due != "" {
			line += " (to be recalculated: " + e.due + " changed)"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// log are the changes: as a line each with the cycle of the newest one, or in one of corrections.Formats.
func (s *plasticStore) log(format string) string {
	var lines []string
	var cs []corrections.Correction
	for _, e := range s.entries {
		if len(e.Was) == 0 {
			continue
		}
		old := slices.Clone(e.Was)
		lines = append(lines, fmt.Sprintf("[CORRECTED] %s: %s (was: %s), changed in cycle %d", e.key, e.Now, strings.Join(old, ", before that "), e.Changed))
		slices.Reverse(old)
		cs = append(cs, corrections.Correction{What: e.key, Values: append(old, e.Now), From: strings.Join(e.from, ", ")})
	}
	if format == "corrected" {
		return strings.Join(lines, "\n")
	}
	return corrections.Present(format, cs)
}

// fit drops the things said longest ago until state and log keep to a budget, and says how many.
func (s *plasticStore) fit(budget int, tokens func(string) int, format string) (dropped int) {
	s.entries, dropped = memo.Fit(s.entries, func(e *plasticEntry) int { return e.Said }, budget, func(es []*plasticEntry) int {
		left := plasticStore{es}
		return tokens(left.state()) + tokens(left.log(format))
	})
	return dropped
}
