package reply

import (
	"maps"
	"strings"

	"contextarena.internal/words"
)

// What a reply says of a value as the subject of its clause, or of another that is the answer.

// ofOther reports whether a value begins a clause that says nothing of what the question asks: "the 9th is the rehearsal".
func (r *Reading) ofOther(v *Value) bool {
	text := r.Text.Source()
	before := text[v.sentence.Start:v.Start]
	if i := strings.LastIndexAny(strings.TrimRight(before, " "), ",;:.(—"); i >= 0 {
		before = before[i:]
	}
	before = titled.ReplaceAllString(before, "")
	after := lastNames.ReplaceAllString(text[v.End:min(v.sentence.End, v.End+reach)], "")
	if !begins.MatchString(before) || subordinate.MatchString(text[v.sentence.Start:v.Start]) || !isA.MatchString(after) && !verb.MatchString(after) || theOne.MatchString(after) {
		return false
	}
	if i := strings.IndexAny(after, ",;:("); i >= 0 {
		after = after[:i]
	}
	about, _ := r.aboutIt(after)
	return about == 0 && len(words.Plain(after)) > 1
}

// begins is what may stand between the beginning of a clause and its subject.
var begins = speech(`^[\s,;:.(—]*(?:and |but |while |whereas |though )?(?:the |our |your )?["'“*_($€£]*$`)

// theOne says of whom stands before it that it is who was asked for.
var theOne = speech(`^ (?:is|was|are|were)(?: \w+)? (?:the one|(?:your|our|the) (?:man|woman|guy|person|contact|choice|answer|pick))\b`)

// onceMore behind a value says that it holds again.
var onceMore = speech(`^(?:['’]s)?(?: \pL+)? (?:again|now)\b`)

// answersBy stands before what a subject is, or where.
var answersBy = speech(`(?:\b(?:is|are|was|were)|['’](?:s|re)) (?:\pL+ )?(?:the |an? )?(?:dr\.? |mrs?\.? |ms\.? )?["'“*_($€£#]{0,4}$`)

// unreal reports whether a value's clause is about what would be.
func (r *Reading) unreal(s words.Span) bool {
	all, at := r.clauses(s)
	return len(all) > 0 && r.speaks(wouldBe, thatWouldBe.ReplaceAllString(r.Text.Slice(all[at].Span), ""))
}

// thatWouldBe is a careful way to say that it is.
var thatWouldBe = speech(`\b(?:that|this) would be\b`)

var wouldBe = speech(`\b(?:would|it['’]d)(?: only| just| also)? (?:be|have|cost|take|make)\b`)

// withSubject is what the part of a sentence with o is about, and, where a pronoun stands for it there, what the one with v before it is.
func (r *Reading) withSubject(o, v Value) map[string]bool {
	text := r.Text.Source()
	if v.End > o.Start || o.Start-v.End > reach || subordinate.MatchString(text[v.sentence.Start:v.Start]) || !anaphoric.MatchString(strings.TrimLeft(joiner.ReplaceAllString(text[v.End:o.Start], ""), " ")) {
		return o.about
	}
	out := maps.Clone(v.about)
	maps.Copy(out, o.about)
	return out
}

// sharedSubject is what the part of a sentence with v is about, and what the subject before o is, where v stands behind o in one clause with it:
// "your booking for UA447 shows gate B12". A clause between that tells more of the subject parts them not.
func (r *Reading) sharedSubject(v, o Value) map[string]bool {
	if o.End > v.Start || o.sentence != v.sentence {
		return v.about
	}
	text := r.Text.Source()
	from, between := text[o.sentence.Start:o.Start], text[o.End:v.Start]
	if at := tellsMore.FindStringIndex(text[o.sentence.Start:v.Start]); at != nil {
		lo, hi := o.sentence.Start+at[0], o.sentence.Start+at[1]
		from, between = text[o.sentence.Start:min(lo, o.Start)], text[hi:v.Start]
		if o.End <= lo {
			between = text[o.End:lo] + " " + text[hi:v.Start]
		}
	}
	if parting.MatchString(from) || parting.MatchString(between) || !predicated.MatchString(" "+strings.TrimLeft(between, " ")) {
		return v.about
	}
	out := maps.Clone(v.about)
	maps.Copy(out, o.about)
	for w := range words.Stems(text[o.sentence.Start:v.Start]) {
		if r.asked[w] {
			out[w] = true
		}
	}
	return out
}

// tellsMore is a clause between commas that tells more of what stands before it.
var tellsMore = speech(`, (?:who|which|whose)\b[^,;.\n]*,`)

// joiner is what joins a clause to the one before.
var joiner = speech(`^[^\pL]*(?:\d{4}[^\pL]*)?(?:and|but|then|so)\b`)
