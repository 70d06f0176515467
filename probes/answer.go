package probes

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/probes/reply"
	"contextarena.internal/words"
)

// answered judges a reply to a probe's own question, which supplies the label: the value has to be given
// as the answer. Named only (denied, said to be old, of another thing) it isn't kept, and the verdict's
// Why says how it stands.
func (sc *Scorer) answered(p probe, r arena.Reply, t *words.Text) Verdict {
	now, old := sc.mentioned(p, t)
	if len(now)+len(old) == 0 {
		if sc.inWords(p) && reply.Foreign(r.Text) {
			return Verdict{Result: Void, Why: "in another language"}
		}
		return Verdict{Result: Lost}
	}
	if why, abstains := match.Abstains(p.Question, t.Source()); abstains {
		return Verdict{Result: Lost, Why: shortened(why)}
	}
	read := reply.Read(p.Question, t, p.Kind == arena.Historical)
	rivals := sc.rivals(p, t, now, slices.Concat(old, sc.oldBare(p, t)))
	values, _ := read.Weigh(now, rivals)
	given := firstStanding(values)
	olds := old
	if len(now) > 0 {
		olds = slices.DeleteFunc(slices.Clone(old), func(s words.Span) bool { return match.MarkedOld(t, s, now) })
	}
	if given == nil {
		olds = sc.oldBare(p, t)
	}
	stale := sc.givenOld(read, olds, slices.Concat(now, rivals))
	switch {
	case given != nil && (stale == nil || newest(t, now)):
		return Verdict{Result: Kept, Why: why(t, given.Span)}
	case stale != nil:
		return Verdict{Result: Stale, Why: why(t, *stale)}
	case len(values) > 0:
		return Verdict{Result: Lost, Why: shortened(string(values[0].Standing) + ": " + t.Slice(values[0].Span))}
	}
	return Verdict{Result: Lost}
}

// oldBare is where the old values stand, whatever is said of them.
func (sc *Scorer) oldBare(p probe, t *words.Text) []words.Span {
	if p.stale != nil {
		return sc.besides(p, t, p.stale, p.stale.Find(t))
	}
	var out []words.Span
	for _, i := range p.older {
		out = append(out, sc.besides(p, t, sc.facts[i].bare, sc.facts[i].bare.Find(t))...)
	}
	return ordered(out)
}

// newest reports whether one of the new values is marked as the newest, so that all others are old.
func newest(t *words.Text, now []words.Span) bool { return match.FirstUnmarked(t, now, now) == nil }

// firstStanding is the first value that is given, nil if none is.
func firstStanding(values []reply.Value) *reply.Value {
	for i := range values {
		if values[i].Standing == reply.Given {
			return &values[i]
		}
	}
	return nil
}

// givenOld is the first old value that is given as the answer, nil if none is.
func (sc *Scorer) givenOld(read *reply.Reading, old, rivals []words.Span) *words.Span {
	if len(old) == 0 {
		return nil
	}
	values, _ := read.Weigh(old, slices.DeleteFunc(ordered(rivals), func(r words.Span) bool {
		return slices.ContainsFunc(old, r.Overlaps)
	}))
	if v := firstStanding(values); v != nil {
		return &v.Span
	}
	return nil
}

// rivals are the values in a reply that could be the answer as well and aren't: of the kind of the
// probe's value, neither it nor an old one nor what it follows from.
func (sc *Scorer) rivals(p probe, t *words.Text, now, old []words.Span) []words.Span {
	var own []words.Span // what is no rival
	own = append(own, now...)
	f := sc.facts[p.fact]
	for _, i := range slices.Concat(f.operands, f.leaves) {
		own = append(own, sc.facts[i].bare.Find(t)...)
	}
	asked := words.Stems(p.Question)
	var out []words.Span
	add := func(s words.Span) {
		if p.Kind == arena.Derived && len(now) > 0 && s.End <= now[len(now)-1].Start {
			return // on the way to the result
		}
		if s.End > s.Start && !slices.ContainsFunc(own, s.Overlaps) && !within(words.Stems(t.Slice(s)), asked) {
			out = append(out, s)
		}
	}
	for _, s := range old {
		add(s)
	}
	if len(now) > 0 {
		for _, s := range alike(t, now[0]) {
			add(s)
		}
	}
	for _, i := range sc.peers[p.index] {
		for _, s := range sc.facts[i].bare.Find(t) {
			add(s)
		}
	}
	out = ordered(out)
	return slices.DeleteFunc(slices.Clone(out), func(s words.Span) bool { // a part of another
		return slices.ContainsFunc(out, func(o words.Span) bool { return o != s && o.Contains(s) })
	})
}

// within reports whether all words are among others.
func within(of, others map[string]bool) bool {
	for w := range of {
		if !others[w] {
			return false
		}
	}
	return true
}

// ordered are spans in the order of the text, without doubles.
func ordered(spans []words.Span) []words.Span {
	out := slices.Clone(spans)
	slices.SortFunc(out, words.Span.Compare)
	return slices.Compact(out)
}

// alike are the values of a text that have the form of the one at s: amounts of its unit, days, times of
// day, identifiers, names.
func alike(t *words.Text, s words.Span) []words.Span {
	var out []words.Span
	for i := range t.Amounts() {
		a := &t.Amounts()[i]
		if !a.Span.Overlaps(s) {
			continue
		}
		for j := range t.Amounts() {
			if b := &t.Amounts()[j]; i != j && !a.Same(*b) && (len(a.Units) == 0 || len(b.Units) == 0 || words.ShareUnit(a.Units, b.Units)) {
				out = append(out, b.Span)
			}
		}
		return out
	}
	for _, d := range t.Dates() {
		if d.Span.Overlaps(s) {
			for _, o := range t.Dates() {
				if !o.Same(d) {
					out = append(out, o.Span)
				}
			}
			return out
		}
	}
	for _, c := range t.Clocks() {
		if c.Span.Overlaps(s) {
			for _, o := range t.Clocks() {
				if o.Minutes != c.Minutes {
					out = append(out, o.Span)
				}
			}
			return out
		}
	}
	if strings.ContainsFunc(t.Slice(s), unicode.IsDigit) {
		for _, id := range words.Identifiers(t.Source()) {
			if words.CodeKey(id.Value) != words.CodeKey(t.Slice(s)) {
				out = append(out, id.Span)
			}
		}
	}
	return out
}

// inWords reports whether a probe's value is in words, which another language has others for: no number,
// date, time, identifier or name.
func (sc *Scorer) inWords(p probe) bool { return wordy(sc.facts[p.fact].Value) }

func wordy(p arena.Pattern) bool {
	switch {
	case p.Text != "":
		first, _ := utf8.DecodeRuneInString(p.Text)
		return !unicode.IsUpper(first) && !strings.ContainsFunc(p.Text, unicode.IsDigit)
	case len(p.Any) > 0:
		return !slices.ContainsFunc(p.Any, func(q arena.Pattern) bool { return !wordy(q) })
	case len(p.All) > 0:
		return slices.ContainsFunc(p.All, wordy)
	case p.Near != nil:
		return slices.ContainsFunc(p.Near.Of, wordy)
	}
	return p.Regex != ""
}
