package probes

import (
	"regexp"
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
	bare := sc.oldBare(p, t)
	if len(now) == 0 {
		now = sc.elided([]int{p.fact}, t)
	}
	parts := sc.facts[p.fact].parts
	if len(now) == 0 {
		now, parts = sc.apart(p, t)
	}
	if len(bare) == 0 && p.stale == nil {
		bare = sc.elided(p.before, t)
	}
	if len(now)+len(old)+len(bare) == 0 {
		if sc.inWords(p) && reply.Foreign(r.Text) {
			return Verdict{Result: Void, Why: "in another language"}
		}
		return Verdict{Result: Lost}
	}
	read := reply.Read(p.Question, sc.facts[p.fact].Text, t, p.Kind == arena.Historical)
	rivals := sc.rivals(p, t, now, bare)
	if len(now) > 0 {
		rivals = ordered(append(rivals, slices.DeleteFunc(read.Rivals(now[0]), func(s words.Span) bool {
			return slices.ContainsFunc(slices.Concat(now, bare, rivals), s.Overlaps)
		})...))
	}
	rivals = slices.DeleteFunc(rivals, func(s words.Span) bool { // what a table says of itself to be old
		first, last := t.Cover(s)
		return first <= last && t.IsRow(t.Block(first)) && p.Kind != arena.Historical && match.MarkedOld(t, s, now)
	})
	values, _ := read.Weigh(whole(t, now), rivals)
	for i := range values {
		if values[i].Standing == reply.Given && sc.ofAnother(p, read, values[i].Span) {
			values[i].Standing = reply.Elsewhere
		}
	}
	given := firstStanding(values)
	if given != nil {
		if missing := notGiven(parts, t, values); missing != nil {
			return Verdict{Result: Lost, Why: shortened(string(missing.Standing) + ": " + t.Slice(missing.Span))}
		}
		// A reply that says that it doesn't know may name the value of something else, but not first.
		said := t.Source()[:min(len(t.Source()), given.End+reach)]
		if why, abstains := abstainsBefore(p.Question, said, given.Start); abstains {
			return Verdict{Result: Lost, Why: shortened(why)}
		}
	}
	olds := slices.DeleteFunc(slices.Clone(bare), read.SaidOld)
	if given != nil { // beside the new one an old value needs its label, and nothing that marks it
		unmarked := slices.DeleteFunc(slices.Clone(old), func(s words.Span) bool { return match.MarkedOld(t, s, now) })
		olds = slices.DeleteFunc(slices.Clone(bare), func(b words.Span) bool {
			return !slices.ContainsFunc(unmarked, func(o words.Span) bool { return o.Contains(b) })
		})
	}
	if both := sideBySide(t, values, bare); both != nil && !match.MarkedOld(t, *both, now) && p.Kind != arena.Historical {
		return Verdict{Result: Stale, Why: why(t, *both)}
	}
	stale := sc.givenOld(read, olds, slices.Concat(now, rivals))
	switch {
	case given != nil && (stale == nil || match.Newest(t, now)):
		return Verdict{Result: Kept, Why: why(t, given.Span)}
	case stale != nil:
		return Verdict{Result: Stale, Why: why(t, *stale)}
	case len(values) > 0:
		return Verdict{Result: Lost, Why: shortened(string(values[0].Standing) + ": " + t.Slice(values[0].Span))}
	}
	return Verdict{Result: Lost}
}

// reach bounds how far from a value a reply is read for rivals and for whether it knows the answer, in bytes.
const reach = 500

// ignorant are parts of words that are in whatever says that something isn't known.
var ignorant = []string{"not", "n't", "no ", "never", "unknown", "nothing", "nobody", "unclear", "unsure", "n/a", "none", "unable", "idk", "without", "unspec", "unstat", "silent", "lack"}

// ofAnother reports whether two words or more that stand before a value in its clause state another fact: all of it is in that fact's question or text, at least
// half of what its question says is there, or a third of its text, and some of it isn't in the probe's own; and nothing of the probe's own that it
// doesn't have stands in the clause or over it, and the clause doesn't say more than half of the probe's own question, and more of it than of that fact's.
func (sc *Scorer) ofAnother(p probe, read *reply.Reading, at words.Span) bool {
	own, before := sc.facts[p.fact], read.Before(at)
	if thing := read.Thing(at); thing != "" && !own.says[thing] {
		return slices.ContainsFunc(sc.facts, func(f fact) bool { return f.ID != own.ID && reply.Topic(f.Text) == thing })
	}
	if len(before) < 2 || read.Says(before, own.says) {
		return false
	}
	kin := slices.Concat(own.leaves, p.before, p.newer)
	for i, f := range sc.facts {
		if i != p.fact && !slices.Contains(kin, i) && reply.Within(before, f.says) && !read.Tells(at, own.says, f.says) && (states(before, f.Question, 2) || states(before, f.Text, 3)) &&
			read.Echoes(at, own.Question) <= max(0.5, read.Echoes(at, f.Question)) {
			return true
		}
	}
	return false
}

// states reports whether words are at least a part of what a text says: a half, a third.
func states(of map[string]bool, text string, part int) bool {
	all, n := reply.Content(text), 0
	for w := range all {
		if of[w] {
			n++
		}
	}
	return n > 0 && part*n >= len(all)
}

// abstainsBefore reports whether a reply says, not far before the value at from, that it doesn't know the answer.
func abstainsBefore(question, said string, from int) (why string, ok bool) {
	begin := max(0, from-reach)
	before := strings.ToLower(said[begin:from])
	if !slices.ContainsFunc(ignorant, func(w string) bool { return strings.Contains(before, w) }) {
		return "", false
	}
	why, ok = match.Abstains(question, said[begin:])
	at := strings.Index(said[begin:], why)
	if !ok || at >= from-begin {
		return "", false
	}
	// "Not in the church but next door" denies one thing to give another.
	between := said[begin+min(at+len(why), from-begin) : from]
	return why, !but.MatchString(between) || strings.ContainsAny(between, ".;\n")
}

var but = regexp.MustCompile(`(?i)\bbut\b`)

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

// firstStanding is the first value that is given, nil if none is.
func firstStanding(values []reply.Value) *reply.Value {
	for i := range values {
		if values[i].Standing == reply.Given {
			return &values[i]
		}
	}
	return nil
}

// sideBySide is the first old value that nothing but an "and" or an "or" parts from a new one: both are given, or left open, and nothing
// tells which of them holds.
func sideBySide(t *words.Text, values []reply.Value, olds []words.Span) *words.Span {
	for _, v := range values {
		if v.Standing != reply.Given && v.Standing != reply.Open {
			continue
		}
		for i, o := range olds {
			if coordinated(t, v.Span, o) {
				return &olds[i]
			}
		}
	}
	return nil
}

// coordinated reports whether nothing but an "and" or an "or" parts two values.
func coordinated(t *words.Text, a, b words.Span) bool {
	if b.Start < a.Start {
		a, b = b, a
	}
	return a.End <= b.Start && coordinates.MatchString(t.Source()[a.End:b.Start])
}

var coordinates = regexp.MustCompile(`(?i)^["'*_)]*(?:,|/|&| [&/]|(?: \pL+)?(?:, ?| )(?:and(?:/or)?|or|plus)(?: also| then)?(?: (?:at|on|in|for|to|by|with|behind|beside|near|under|below|above|outside|inside|next to))?)(?: (?:the|an?))? ?["'*_($€£]*$`)

// whole are spans without those that stand inside another on its line.
func whole(t *words.Text, spans []words.Span) []words.Span {
	return slices.DeleteFunc(slices.Clone(spans), func(s words.Span) bool {
		return slices.ContainsFunc(spans, func(o words.Span) bool {
			return o != s && o.Contains(s) && !strings.ContainsAny(t.Slice(o), ".;\n")
		})
	})
}

// notGiven is the first part of a value made of several that stands in the reply and isn't given; nil if all are.
func notGiven(parts []match.Matcher, t *words.Text, values []reply.Value) *reply.Value {
	for _, m := range parts {
		var found *reply.Value
		for _, s := range m.Find(t) {
			i := slices.IndexFunc(values, func(v reply.Value) bool { return v.Contains(s) })
			if i >= 0 && (found == nil || values[i].Standing == reply.Given) {
				found = &values[i]
			}
		}
		if found != nil && found.Standing != reply.Given {
			return found
		}
	}
	return nil
}

// givenOld is the first old value that is given as the answer, nil if none is.
func (sc *Scorer) givenOld(read *reply.Reading, old, rivals []words.Span) *words.Span {
	if len(old) == 0 {
		return nil
	}
	values := read.WeighOld(old, slices.DeleteFunc(ordered(rivals), func(r words.Span) bool {
		return slices.ContainsFunc(old, r.Overlaps)
	}))
	if v := firstStanding(values); v != nil {
		return &v.Span
	}
	return nil
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
