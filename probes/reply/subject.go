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

// passedOver reports whether another value was chosen, and v stands in what gives the reason: "we took the boat, since the cellar
// is too small".
func (r *Reading) passedOver(v *Value, o Value) bool {
	text := r.Text.Source()
	return o.End <= v.Start && o.sentence == v.sentence && v.Start-o.End <= reach && turn.MatchString(text[o.sentence.Start:o.Start]) && !turn.MatchString(text[o.End:v.Start]) && forReason.MatchString(text[o.End:v.Start])
}

var forReason = speech(`\b(?:since|because|as|although|though|whereas|while)\b[^.;\n]*$`)

// byNow says of a value that it holds since another did.
var byNow = speech(`\b(?:since then|ever since|by now|nowadays|currently|finally|in the end|ended up|what (?:counts|holds|applies|stands) is|you now|we now)\b[^.;\n]*$`)

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

// identified reports whether a value is said to be what the question asks for: "V is your new electrician", "the date that stands".
func (r *Reading) identified(v Value) bool {
	text := r.Text.Source()
	m := isThe.FindStringSubmatch(lastNames.ReplaceAllString(text[v.End:v.sentence.End], ""))
	if m == nil {
		return r.restated(text[v.sentence.Start:v.Start])
	}
	for _, name := range fullName.FindAllString(m[1], -1) {
		if !r.asked[words.Stem(strings.ToLower(name))] {
			return false // somebody else's
		}
	}
	_, things := r.aboutIt(m[1])
	return things > 0
}

var isThe = speech(`^["'”*_)]{0,4}(?:,? which| that)? (?:is|are)(?: now| still| indeed)? (?:the|your|our|my|his|her|their|its|\pL+['’]s) ([^.,;:()\n]{1,50})`)

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

// addsTo reports whether o stands in what a later sentence adds to v, which says no more of what is asked, or a clause of time or reason behind
// it: "The name is V. He's expected at 01:40 with the O."
func (r *Reading) addsTo(v, o Value) bool {
	if o.Start < v.End {
		return false
	}
	text := r.Text.Source()
	if o.sentence == v.sentence {
		return strings.TrimSpace(text[:v.sentence.Start]) == "" && len(words.Plain(text[v.sentence.Start:v.Start])) <= 1 && whileIt.MatchString(text[v.End:o.Start])
	}
	before := text[o.sentence.Start:o.Start]
	at := pronoun.FindStringIndex(before)
	mine, _ := r.aboutIt(r.Text.Slice(v.sentence))
	theirs, _ := r.aboutIt(r.Text.Slice(o.sentence))
	return at != nil && theirs <= mine && len(words.Plain(before[at[1]:])) >= 3 && !nowBefore.MatchString(before) && !movedTo.MatchString(before) && !settled.MatchString(before)
}

var (
	pronoun = speech(`^\W*(?:he|she|it|they|that|this|these|those)(?:['’](?:s|re|ll))?\b`)
	whileIt = speech(`^["'”*_)]{0,4}, (?:until|till|while|when|because|since|after|before|although|though)\b`)
	settled = speech(`\b(?:but|instead|however|actually|then|later|since|again|back|now)\b[^.;\n]*$|(?:['’]s|\b(?:is|was|are|were)) (?:(?:the|at|in|on|an?) ){0,2}["'“*_($€£]{0,4}$`)
)

// joiner is what joins a clause to the one before.
var joiner = speech(`^[^\pL]*(?:\d{4}[^\pL]*)?(?:and|but|then|so)\b`)
