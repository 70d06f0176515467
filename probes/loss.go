package probes

import (
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// quoteRunes is the longest excerpt that tells of a loss.
const quoteRunes = 200

// loss quotes what held a lost value before cycle f.LostAt, and what comes nearest to it in the
// memory after it. A value derived from others is lost with the first operand that is missing.
func (e *evidence) loss(p probe, f *Finding) (before, after string) {
	notes := e.read(e.rec.Cycles[f.LostAt-1].Text).Source()
	if f.LostAt > f.Exposed {
		held := e.read(e.rec.Cycles[f.LostAt-2].Text).Source()
		before = quote(held, e.holding(p, held, notes))
	} else {
		lost := e.missing(p, notes)
		t := e.read(e.stating(lost))
		before = quote(t.Source(), firstOf(e.sc.facts[lost].bare.Find(t)))
	}
	return before, nearest(notes, before)
}

// holding is where text holds what notes lack: the value, else the old one that was judged stale,
// else the missing operand.
func (e *evidence) holding(p probe, text, notes string) words.Span {
	m := e.mentions(text)
	for _, i := range append([]int{p.fact}, p.older...) {
		if len(m.of(i)) > 0 {
			return e.value(i, m)
		}
	}
	if p.stale != nil {
		if s := firstOf(p.stale.Find(m.text)); s.End > 0 {
			return s
		}
	}
	return e.value(e.missing(p, notes), m)
}

// missing is the first stated fact behind a probe that the notes lack; the probe's own if it
// follows from no other.
func (e *evidence) missing(p probe, notes string) int {
	leaves := e.sc.facts[p.fact].leaves
	for _, leaf := range leaves {
		if notes == "" || len(e.mentions(notes).of(leaf)) == 0 {
			return leaf
		}
	}
	return leaves[0]
}

// value is where the value of fact i stands in a text that states it, without its label.
func (e *evidence) value(i int, m *mentions) words.Span {
	stated := firstOf(m.of(i))
	for _, v := range e.sc.facts[i].bare.Find(m.text) {
		if stated.Contains(v) {
			return v
		}
	}
	return stated
}

// stating is the text of the message that states fact i first, empty if there is none.
func (e *evidence) stating(i int) string {
	m, _ := e.origin(i)
	return m.Text
}

// firstOf is the first span, the empty one if there is none.
func firstOf(spans []words.Span) words.Span {
	if len(spans) == 0 {
		return words.Span{}
	}
	return spans[0]
}

// quote is the line of a text in which a span begins, or where that is too long its sentence, as
// one line and cut short around the span.
func quote(text string, s words.Span) string {
	from := strings.LastIndexByte(text[:s.Start], '\n') + 1
	to := len(text)
	if n := strings.IndexByte(text[s.Start:], '\n'); n >= 0 {
		to = s.Start + n
	}
	if to-from > quoteRunes {
		at := from
		for _, sentence := range words.Sentences(text[from:to]) {
			if at+len(sentence) > s.Start {
				from, to = at, at+len(sentence)
				break
			}
			at += len(sentence)
		}
	}
	lead := words.OneLine(text[from:s.Start])
	line := []rune(words.OneLine(text[from:to]))
	if len(line) <= quoteRunes {
		return string(line)
	}
	// A quarter of the room goes to what leads up to the value.
	start := min(max(0, len([]rune(lead))-quoteRunes/4), len(line)-quoteRunes)
	cut := line[start : start+quoteRunes]
	if start > 0 {
		cut[0] = '…'
	}
	if start+quoteRunes < len(line) {
		cut[len(cut)-1] = '…'
	}
	return string(cut)
}

// nearest is the line of a text, or of a long line the sentence, that has most content words in
// common with another line. Of equals it is the first. It is empty if none shares a word.
func nearest(text, line string) string {
	want := words.Content(line)
	best, most := "", 0
	for l := range strings.Lines(text) {
		parts := []string{l}
		if len(l) > quoteRunes {
			parts = words.Sentences(l)
		}
		for _, part := range parts {
			n := 0
			for word := range words.Content(part) {
				if want[word] {
					n++
				}
			}
			if n > most {
				best, most = part, n
			}
		}
	}
	return quote(best, words.Span{})
}

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
	for _, i := range p.newer {
		if at, ok := e.given(i); ok && (said == 0 || at < said) {
			said = at
		}
	}
	if said == 0 {
		return 0
	}
	return 1 + slices.IndexFunc(e.rec.Cycles, func(c arena.CycleRecord) bool { return c.After >= said })
}

// given is the message with which the value of fact i is known: the one that states it first, or of a
// derived fact the last one that an operand needs.
func (e *evidence) given(i int) (last arena.MessageIndex, ok bool) {
	for _, leaf := range e.sc.facts[i].leaves {
		m, ok := e.origin(leaf)
		if !ok {
			return 0, false
		}
		last = max(last, m.Index)
	}
	return last, last > 0
}
