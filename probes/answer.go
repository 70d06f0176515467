package probes

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/probes/stance"
	"contextarena.internal/probes/unwrap"
	"contextarena.internal/words"
)

// answered judges a reply to a probe's own question, which supplies the label: the value has to be given
// as the answer. Named only (denied, said to be old, of another thing) it isn't kept, and the verdict's
// Why says how it stands.
func (sc *Scorer) answered(p probe, r arena.Reply, t *words.Text) Verdict {
	now, old := sc.facts[p.fact].bare.Find(t), sc.oldBare(p, t)
	if len(now) == 0 {
		now = sc.elided([]int{p.fact}, t)
	}
	if len(old) == 0 && p.stale == nil {
		asked := words.Read(p.Question).Amounts() // scene 88 is what it asks for
		old = slices.DeleteFunc(sc.elided(p.before, t), func(s words.Span) bool {
			said := words.Read(t.Slice(s)).Amounts()
			return slices.ContainsFunc(asked, func(a words.Amount) bool { return len(said) > 0 && a.Same(said[0]) })
		})
	}
	read := stance.Read(p.Question, sc.facts[p.fact].Text, t, p.Kind == arena.Historical)
	if len(now)+len(old) == 0 {
		if sc.inWords(p) && unwrap.Foreign(r.Text) {
			return Verdict{Result: Void, Why: "in another language"}
		}
		return Verdict{Result: Lost}
	}
	now = whole(t, now)
	rivals := slices.DeleteFunc(sc.rivals(p, t, now, old), func(r words.Span) bool {
		return slices.ContainsFunc(slices.Concat(now, old), r.Overlaps)
	})
	said := read.Decide(now, old, rivals)
	if v := said.Now; v != nil && sc.ofAnother(p, read, v.Span) {
		v.Stance = stance.Another
		said.Now, said.Refused = nil, v
	}
	switch {
	case said.Old != nil:
		return Verdict{Result: Stale, Why: why(t, said.Old.Span)}
	case said.Now != nil:
		return Verdict{Result: Kept, Why: why(t, said.Now.Span)}
	case said.Refused != nil:
		return Verdict{Result: Lost, Why: shortened(string(said.Refused.Stance) + ": " + t.Slice(said.Refused.Span))}
	}
	return Verdict{Result: Lost}
}

// reach bounds how far from a value a reply is read for rivals and for whether it knows the answer, in bytes.
const reach = 500

// ofAnother reports whether what a value's clause says states another fact: all of it is in that fact's question or text, at least half of what
// its question says is there, or a third of its text, and nothing of the probe's own that it doesn't have.
func (sc *Scorer) ofAnother(p probe, read *stance.Reading, at words.Span) bool {
	own, said := sc.facts[p.fact], read.Said(at)
	if len(said) < 2 || words.Subset(said, own.says) {
		return false
	}
	kin := slices.Concat(own.leaves, p.before, p.newer)
	for i, f := range sc.facts {
		if i == p.fact || slices.Contains(kin, i) || !words.Subset(said, f.says) || !states(said, f.Question, 2) && !states(said, f.Text, 3) {
			continue
		}
		if !slices.ContainsFunc(slices.Collect(maps.Keys(said)), func(w string) bool { return own.says[w] && !f.says[w] }) {
			return true
		}
	}
	return false
}

// states reports whether words are at least a part of what a text says: a half, a third.
func states(of map[string]bool, text string, part int) bool {
	all, n := words.Content(text), 0
	for w := range all {
		if of[w] {
			n++
		}
	}
	return n > 0 && part*n >= len(all)
}

// oldBare is where the old values stand, whatever is said of them.
func (sc *Scorer) oldBare(p probe, t *words.Text) []words.Span {
	var out []words.Span
	if p.stale != nil {
		out = sc.besides(p, t, p.stale, p.stale.Find(t))
	}
	for _, i := range p.before {
		out = append(out, sc.besides(p, t, sc.facts[i].bare, sc.facts[i].bare.Find(t))...)
	}
	return ordered(out)
}

// ordered are spans in the order of the text, without doubles.
func ordered(spans []words.Span) []words.Span {
	out := slices.Clone(spans)
	slices.SortFunc(out, words.Span.Compare)
	return slices.Compact(out)
}

// inWords reports whether a probe's value is in words, which another language has others for: no number,
// date, time, identifier or name.
func (sc *Scorer) inWords(p probe) bool {
	return sc.facts[p.fact].number == nil && wordy(sc.facts[p.fact].Value)
}

func wordy(p arena.Pattern) bool {
	switch {
	case p.Text != "":
		first, _ := utf8.DecodeRuneInString(p.Text)
		return !unicode.IsUpper(first) && strings.ContainsFunc(p.Text, unicode.IsLetter)
	case len(p.Any) > 0:
		return !slices.ContainsFunc(p.Any, func(q arena.Pattern) bool { return !wordy(q) })
	case len(p.All) > 0:
		return slices.ContainsFunc(p.All, wordy)
	case p.Near != nil:
		return slices.ContainsFunc(p.Near.Of, wordy)
	}
	return p.Regex != ""
}

// whole are spans without those that stand inside another on its line.
func whole(t *words.Text, spans []words.Span) []words.Span {
	return slices.DeleteFunc(slices.Clone(spans), func(s words.Span) bool {
		return slices.ContainsFunc(spans, func(o words.Span) bool {
			return o != s && o.Contains(s) && !strings.ContainsAny(t.Slice(o), ".;\n")
		})
	})
}
