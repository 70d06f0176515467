package stance

import (
	"slices"
	"strings"

	"contextarena.internal/words"
)

// nearby bounds how far from a value in notes its cue may stand, in bytes.
const nearby = 90

// IsPast reports whether notes say of the value at s that it holds no more, or lead from it to a newer one behind it; values are all that
// stand in them, none of which a cue reaches past.
func IsPast(t *words.Text, s words.Span, now, values []words.Span) bool {
	text := t.Source()
	line := words.Line(text, s)
	lo, hi := between(line.Start, line.End, s, values)
	before, behind := text[max(lo, s.Start-nearby):s.Start], text[s.End:min(hi, s.End+nearby)]
	if c := t.ClauseAt(s); c >= 0 {
		before = before[max(0, min(len(before), t.Clauses()[c].Start-(s.Start-len(before)))):]
	}
	if len(now) == 0 { // by itself a past tense tells a story: the trailer was TRL-5528
		before = told.ReplaceAllString(before, "")
	}
	return has("before past", before) || has("before denied", before) || has("behind past", behind) ||
		len(now) > 0 && has("before past", t.Slice(s)+" ") || filed(t, s, "heading past") || struck(t, s) || remarked(t, now, s) ||
		slices.ContainsFunc(now, func(n words.Span) bool {
			return filed(t, n, "heading now") || has("behind now", text[n.End:]) || LeadsTo(t, s, n)
		})
}

var told = words.Lazy(`(?i)\b(?:was|were)\b`)

// LeadsTo reports whether notes go on from a value to one behind it that took its place: 27 → 29; "27, then 29"; "27. Now 29".
func LeadsTo(t *words.Text, s, n words.Span) bool {
	if n.Start < s.End || n.Start-s.End > 2*nearby {
		return false
	}
	a, _ := t.Cover(s)
	b, _ := t.Cover(n)
	return t.SameBlock(a, b) && leads.MatchString(t.Source()[s.End:n.Start])
}

// leads is what stands between an older value and the newer one.
var leads = words.Lazy(`(?i)->|→|=>|>|\b(?:then|now|later|to|became|become|changed|moved|corrected|revised|updated|actually|instead|but|finally|since|raised|lowered|cut|up|down|next|replaced by|turned out)\b`)

// IsGone reports whether notes say of a new value at s that it doesn't hold: they deny it, or it gave way to one of the old values again.
func IsGone(t *words.Text, s words.Span, old, values []words.Span) bool {
	text := t.Source()
	line := words.Line(text, s)
	lo, hi := between(line.Start, line.End, s, values)
	before, behind := text[max(lo, s.Start-nearby):s.Start], text[s.End:min(hi, s.End+nearby)]
	return noted.MatchString(before) || has("behind denied", behind) ||
		slices.ContainsFunc(old, func(o words.Span) bool { return o.Start >= s.End && arrow.MatchString(text[s.End:o.Start]) })
}

// noted is what denies a value right behind it in notes; arrow leads to another.
var (
	noted = words.Lazy(`(?i)(?:\b(?:not|no longer|neither|nor)|n['’]t) (?:\w+ ){0,3}[$€£"'*]{0,3}$`)
	arrow = words.Lazy(`^[\s*_"'` + "`" + `)]{0,4}(?:→|⇒|-+>|=+>)[\s*_"'` + "`" + `(]{0,4}$`)
)

// filed reports whether what heads the column, the lists or the line of a value, or another cell of its row by itself, says so.
func filed(t *words.Text, s words.Span, head string) bool {
	first, last := t.Cover(s)
	if first > last {
		return false
	}
	over := []string{t.Header(first), t.Header(last)}
	block := t.Block(last)
	for b := t.Parent(block); b >= 0; b = t.Parent(b) {
		if !t.IsRow(b) {
			over = append(over, t.BlockText(b))
		}
	}
	if t.IsRow(block) {
		over = append(over, strings.Split(t.BlockText(block), "|")...)
	} else if line := words.Line(t.Source(), s); line.Start < s.Start {
		if tag := tagged.FindString(t.Source()[line.Start:s.Start]); tag != "" {
			over = append(over, tag)
		}
	}
	return slices.ContainsFunc(over, func(of string) bool {
		return len(of) <= nearby && has(head, of) && !(head == "heading past" && renewed.MatchString(of))
	})
}

// renewed is in what heads old values and new ones.
var renewed = words.Lazy(`(?i)\b(?:new(?:er|est)?|current|latest|updated|by)\b|→|->`)

// tagged is what a line begins with that says of itself whether it holds: [void], DROPPED:, ❌.
var tagged = words.Lazy(`^[\s>*_•#|-]*(?:[\[(<{][^\])>}\n]{1,24}[\])>}]|(?:\pL+ ){0,2}\pL+[*_]{0,2}(?::|\t| {2})|[✗✘❌✖🚫⛔])`)

// remarked reports whether a value stands in a bracket that opens behind a newer one: "140 (120 at the first count)".
func remarked(t *words.Text, now []words.Span, s words.Span) bool {
	return slices.ContainsFunc(now, func(n words.Span) bool {
		if n.End > s.Start || s.Start-n.End > 2*nearby {
			return false
		}
		between := t.Source()[n.End:s.Start]
		open := strings.LastIndexAny(between, "([")
		return open >= 0 && !strings.ContainsAny(between[open:], ")]\n")
	})
}

// struck reports whether a value stands between two marks of its line that strike out.
func struck(t *words.Text, s words.Span) bool {
	line := words.Line(t.Source(), s)
	return strings.Count(t.Source()[line.Start:s.Start], "~~")%2 == 1 && strings.Contains(t.Source()[s.Start:line.End], "~~")
}
