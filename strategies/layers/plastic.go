package layers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// plasticStore keeps the newest value of each thing with those it had before, in the order in which
// the things were first named.
type plasticStore struct{ entries []*plasticEntry }

// plasticEntry is a value that may change.
type plasticEntry struct {
	key, same string // as it was named, and as names are compared
	value     string
	was       []former // newest first
	from      []string // what it is worked out from, as names are compared
	due       string   // what changed since it was worked out; empty if nothing did
	cycle     int      // in which it was last said
	changed   int      // in which its value last changed, 0 for never
	moved     bool     // records a change in the stable store, and goes with the next cycle
}

// set gives a thing a value. It reports nothing: a new value moves the old one to the history, and
// the same value is only supported.
func (s *plasticStore) set(key, value, was string, from []string, cycle int) {
	same := canonical(key)
	i := slices.IndexFunc(s.entries, func(e *plasticEntry) bool { return e.same == same && !e.moved })
	if i < 0 {
		s.entries = append(s.entries, &plasticEntry{key: key, same: same, value: value})
		i = len(s.entries) - 1
	}
	e := s.entries[i]
	if folded(e.value) != folded(value) {
		e.was = append([]former{{e.value, e.cycle}}, e.was...)
		e.value, e.changed = value, cycle
	}
	if was != "" && folded(was) != folded(value) && !slices.ContainsFunc(e.was, func(v former) bool { return folded(v.value) == folded(was) }) {
		e.was = append([]former{{was, cycle}}, e.was...)
		e.changed = cycle
	}
	e.cycle, e.due = cycle, ""
	if len(from) > 0 {
		e.from = e.from[:0]
		for _, f := range from {
			if name := canonical(f); name != "" && name != same {
				e.from = append(e.from, name)
			}
		}
	}
}

// record notes that a stable value changed.
func (s *plasticStore) record(key, value, was string, cycle int) {
	s.entries = append(s.entries, &plasticEntry{
		key: key, same: canonical(key), value: value, was: []former{{was, cycle}}, cycle: cycle, changed: cycle, moved: true,
	})
}

// collect drops the records of stable values that changed before this cycle.
func (s *plasticStore) collect(cycle int) {
	s.entries = slices.DeleteFunc(s.entries, func(e *plasticEntry) bool { return e.moved && e.cycle < cycle })
}

// flag marks whatever is worked out, directly or not, from something that changed in this cycle and
// wasn't said anew itself. A thing that depends on itself is flagged once like any other.
func (s *plasticStore) flag(cycle int) {
	stale := map[string]string{} // name as compared: what changed, as it was named
	for _, e := range s.entries {
		if e.changed == cycle {
			stale[e.same] = e.key
		}
	}
	for again := true; again; {
		again = false
		for _, e := range s.entries {
			if e.cycle == cycle || stale[e.same] != "" {
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
		line := e.key + ": " + e.value
		if e.due != "" {
			line += " (to be recalculated: " + e.due + " changed)"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// log are the changes: as a line each with the cycle of the newest one, or in one of the Formats.
func (s *plasticStore) log(format string) string {
	var lines []string
	var cs []Correction
	for _, e := range s.entries {
		if len(e.was) == 0 {
			continue
		}
		old := make([]string, len(e.was))
		for i, v := range e.was {
			old[i] = v.value
		}
		lines = append(lines, fmt.Sprintf("[CORRECTED] %s: %s (was: %s), changed in cycle %d", e.key, e.value, strings.Join(old, ", before that "), e.changed))
		slices.Reverse(old)
		cs = append(cs, Correction{What: e.key, Values: append(old, e.value), From: strings.Join(e.from, ", ")})
	}
	if format == "corrected" {
		return strings.Join(lines, "\n")
	}
	return Present(format, cs)
}

// fit drops superseded values and things, the least recently said first and superseded values before
// others, until state and log keep to a budget, and says how many.
func (s *plasticStore) fit(budget int, tokens func(string) int, format string) (dropped int) {
	type unit struct {
		entry   *plasticEntry
		version int // -1 for the entry itself
		cycle   int
	}
	for {
		n := tokens(s.state()) + tokens(s.log(format))
		if n <= budget || len(s.entries) == 0 {
			return dropped
		}
		var units []unit
		for _, e := range s.entries {
			for i := len(e.was) - 1; i >= 0; i-- {
				units = append(units, unit{e, i, e.was[i].cycle})
			}
			units = append(units, unit{e, -1, e.cycle})
		}
		slices.SortStableFunc(units, func(a, b unit) int {
			return cmp.Or(cmp.Compare(a.cycle, b.cycle), cmp.Compare(min(b.version, 0), min(a.version, 0)))
		})
		gone := units[:max(1, len(units)*(n-budget)/n)]
		for _, u := range gone {
			switch {
			case u.version < 0:
				s.entries = slices.DeleteFunc(s.entries, func(e *plasticEntry) bool { return e == u.entry })
			case u.version < len(u.entry.was):
				u.entry.was = slices.Delete(u.entry.was, u.version, u.version+1)
			}
		}
		dropped += len(gone)
	}
}
