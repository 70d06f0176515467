package probes

import (
	"slices"

	"contextarena.internal/arena"
)

// history judges the memory after each cycle from the exposing one on. The last result is the
// verdict at the memory level, and why its reason.
func (e *evidence) history(p probe, exposed int) (history []Result, last Result, why string) {
	history = make([]Result, 0, len(e.rec.Cycles)-exposed+1)
	for _, c := range e.rec.Cycles[exposed-1:] {
		v := e.inNotes(p, c.Text)
		history, last, why = append(history, v.Result), v.Result, v.Why
	}
	return history, last, why
}

// lostAt is the cycle from which on the memory lacked the value until the end, 0 if it holds a
// value at the end.
func lostAt(exposed int, history []Result) int {
	k := len(history)
	for k > 0 && history[k-1] == Lost {
		k--
	}
	if k == len(history) {
		return 0
	}
	return exposed + k
}

// superseded is the first cycle (from 1) that came after a newer value was stated, 0 if there is
// none.
func (e *evidence) superseded(p probe) int {
	if len(p.newer) == 0 {
		return 0
	}
	var said arena.MessageIndex
	for _, m := range e.rec.Messages {
		if slices.ContainsFunc(p.newer, func(i int) bool { return e.sc.facts[i].Turn == m.Turn }) {
			said = m.Index
			break
		}
	}
	if said == 0 {
		return 0
	}
	return 1 + slices.IndexFunc(e.rec.Cycles, func(c arena.CycleRecord) bool { return c.After >= said })
}
