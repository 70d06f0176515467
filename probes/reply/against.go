package reply

import (
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// against judges a value by the others that are given: which of them is the answer.
func (r *Reading) against(v *Value, others []Value, given bool) {
	if v.Standing != Given || !given {
		return
	}
	text := r.Text.Source()
	before := text[max(v.sentence.Start, v.Start-reach):v.Start]
	part := text[v.part.Start:v.part.End]
	after := text[v.End:min(v.sentence.End, v.End+reach)]
	if r.past && r.early(v.Span) || instead.MatchString(after) || therefrom.MatchString(before) || r.restated(before) || concluded.MatchString(before) || computed.MatchString(before) || chosen.MatchString(after) || isIt.MatchString(before) || cleft.MatchString(titleBefore.ReplaceAllString(before, "")) && cleftBehind.MatchString(after) || choosing.MatchString(before) || r.past && r.moves && movedTo.MatchString(before) || !r.past && r.inNow(*v) || !r.past && nowBefore.MatchString(before) {
		return
	}
	leads := strings.TrimSpace(text[:v.sentence.Start]) == "" && len(words.Plain(text[v.sentence.Start:v.Start])) <= 3 && !opens.MatchString(text[v.sentence.Start:v.Start])
	for _, o := range others {
		if o.Standing != Given {
			continue
		}
		if r.ofOther(v) && (isA.MatchString(lastNames.ReplaceAllString(after, "")) || answersBy.MatchString(text[o.sentence.Start:o.Start]) || therefrom.MatchString(text[o.sentence.Start:o.Start])) {
			v.Standing = Elsewhere
			return
		}
		if r.unreal(v.Span) && !r.unreal(o.Span) {
			v.Standing = Aside
			return
		}
		if !r.past && o.Start > v.End && onceMore.MatchString(lastNames.ReplaceAllString(text[o.End:], "")) {
			v.Standing = Old
			return
		}
		mine, theirs := apart(r.sharedSubject(*v, o), r.withSubject(o, *v))
		if leads && (o.sentence != v.sentence || strings.ContainsAny(text[min(v.End, o.End):max(v.Start, o.Start)], ";(")) && !asserts.MatchString(after) {
			theirs--
		}
		ours, other := r.label(v.Span), r.label(o.Span)
		switch {
		case ours.known > 0 && ours.extra == 0 && other.known == 0 && (other.text != "" || ours.known > 1):
			continue
		case ours.extra > 0 && other.known > 0 && other.extra == 0 && !strange.MatchString(ours.text):
			v.Standing = Elsewhere
			return
		case theirs > mine,
			otherThing.MatchString(part) && !r.mentionsOther() && theirs >= mine && !otherThing.MatchString(text[o.part.Start:o.part.End]):
			v.Standing = Elsewhere
			return
		case subordinate.MatchString(before) && !resumed.MatchString(before) && !again.MatchString(before) && mine <= theirs && (o.sentence != v.sentence || o.Start < v.Start),
			o.Start > v.Start && o.sentence != v.sentence && settles.MatchString(text[o.sentence.Start:o.Start]) && theirs >= mine && !leads,
			o.sentence == v.sentence && o.Start > v.Start && leading.MatchString(before) && strings.Contains(text[v.End:o.Start], ",") && mine <= theirs:
			v.Standing = Aside
			return
		case o.End <= v.Start && o.sentence != v.sentence && mine <= theirs && r.bare(o) && !concludes.MatchString(before):
			v.Standing = Aside
			return
		}
	}
}

// early reports whether a value's clause says of it that it was so before, and not that something turned into it.
func (r *Reading) early(s words.Span) bool {
	all, at := r.clauses(s)
	if len(all) == 0 {
		return false
	}
	own, text := all[at], r.Text.Source()
	return earlier.MatchString(text[own.Start:own.End]) && !turnedInto.MatchString(text[own.Start:max(own.Start, s.Start)])
}

var (
	earlier    = speech(`\b(?:original\w*|at first|initial\w*|(?:at|in) the (?:beginning|start|outset|time)|first|back then|then|before|until|till|for as long as|while|earlier)\b`)
	turnedInto = speech(`\b(?:afterwards?|after that|later|since|now|nowadays|eventually|finally|only|became|becomes|turned into|(?:down|up|over|back|forward|ahead|changed|moved|switched|grew|rose|fell|went|swapped|shifted)\b[^,;.\n]*\bto)\b[^,;.\n]*$`)
)

// isIt stands before what the question asks for.
var isIt = speech(`\b(?:that was|(?:it|that)(?:['’]s| is| will be|['’]ll be)) (?:the |an? )?(?:(?:dr|mrs?|ms)\.? )?["'“*_($€£]{0,4}$`)

// cleftBehind is what follows a value that "it was" stands before: "it was Ada, her doctor, who sent her". titleBefore is the value's title.
var (
	cleftBehind = speech(`^[^.;\n]{0,50}\b(?:who|that)\b`)
	titleBefore = speech(`\b(?:the |dr\.? |mrs?\.? |ms\.? )+$`)
)

// choosing stands before what was chosen.
var choosing = speech(`\b(?:(?:settled|decided|agreed|landed|fell|falls) on|went with|go(?:es|ing)? with|chose|picked|opted for)(?: (?:to|the|an?|our|your))* ["'“*_($€£]*$`)

// therefrom stands before what follows from what was said.
var therefrom = speech(`\b(?:hence|so|therefore|thus|consequently|that['’]s why|which is why)\b[^.;\n]*$`)

// firstWord is that of a text.
var firstWord = regexp.MustCompile(`^ [\pL'’]+`)

// opens is in what stands before a value that is said of something: "check-in opens on".
var opens = speech(`\b\pL+(?:s|ed) (?:on|at|in|to|by|from|with)\W*$`)

// restated reports whether what stands before a value says the question again and ends where the answer goes: "The one who sent Ada
// back was".
func (r *Reading) restated(before string) bool {
	if !copula.MatchString(before) {
		return false
	}
	again := 0
	for w := range words.Stems(before) {
		if r.asked[w] {
			again++
		}
	}
	return again >= 2 && 2*again >= len(r.asked)
}

// instead behind a value says that it is the one that was taken.
var instead = speech(`^[^.;,\n]{0,60}\binstead\W*$`)

var copula = speech(`\b(?:is|are|was|were) (?:the |an? )?(?:\pL+ of (?:the |our |your )?(?:\pL+ )?)?(?:dr\.? |mrs?\.? |ms\.? )?["'“*_($€£#]{0,4}$`)

// inNow reports whether a value stands in a column of what holds now.
func (r *Reading) inNow(v Value) bool {
	first, last := r.Text.Cover(v.Span)
	return first <= last && nowHeader.MatchString(r.Text.Header(first))
}

var nowHeader = speech(`^\W*(?:now|current(?:ly)?|today|latest|newest|final|at present|updated)\W*$`)

// mentionsOther reports whether the question itself asks for the other thing.
func (r *Reading) mentionsOther() bool {
	for w := range r.asked {
		if otherThing.MatchString(w) {
			return true
		}
	}
	return false
}

// apart counts what each of two sets has that the other doesn't.
func apart(a, b map[string]bool) (onlyA, onlyB int) {
	for w := range a {
		if !b[w] {
			onlyA++
		}
	}
	for w := range b {
		if !a[w] {
			onlyB++
		}
	}
	return onlyA, onlyB
}

// bare reports whether a value is the whole of the first sentence of the reply, or nearly.
func (r *Reading) bare(v Value) bool {
	text := r.Text.Source()
	if strings.TrimSpace(text[:v.sentence.Start]) != "" {
		return false
	}
	rest := words.Plain(text[v.sentence.Start:v.Start] + " " + text[v.End:v.sentence.End])
	return len(rest) <= 4 && !slices.ContainsFunc(rest, func(w string) bool { return r.asked[words.Stem(w)] })
}
