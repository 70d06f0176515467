package reply

import (
	"regexp"
	"strings"

	"contextarena.internal/words"
)

// alone is how a value stands by what is said of it alone.
func (r *Reading) alone(s words.Span, all []words.Span) Value {
	text := r.Text.Source()
	v := Value{Span: s, sentence: r.sentence(s), about: map[string]bool{}}
	v.part = r.part(s, v.sentence, all)
	for w := range words.Stems(r.unasked(text[v.part.Start:v.part.End])) {
		if r.asked[w] {
			v.about[w] = true
		}
	}
	led := ""
	if text[v.part.Start] == ':' { // what is listed behind a colon is what stands before it
		led = text[v.sentence.Start:v.part.Start]
	}
	for w := range words.Stems(r.over(s) + " " + led) {
		if r.asked[w] {
			v.about[w] = true
		}
	}
	before := unhedged(text[max(v.sentence.Start, s.Start-reach):s.Start])
	after := text[s.End:min(v.sentence.End, s.End+reach)]
	if r.past {
		after = wouldHave.ReplaceAllString(after, " had")
	}
	for _, o := range all { // "we dropped Y, and X is doing it" denies nothing of X
		if o.End <= s.Start && o.Start >= v.sentence.Start && (further.MatchString(text[o.End:s.Start]) && predicated.MatchString(after) || nowIt.MatchString(text[o.End:s.Start])) {
			before = text[o.End:s.Start]
		}
	}
	switch {
	case r.says(denies, behind(but, before)) && !movedOn.MatchString(before) && !concluded.MatchString(before) && !computed.MatchString(before) || r.says(denied, upToBecause(after)) && !affirmed.MatchString(after) || struck(before, after):
		v.Standing = Denied
	case unknown.MatchString(before) || unknownAfter.MatchString(after):
		v.Standing = Unknown
	case r.swapped(&v), r.otherwise(&v), r.misplaced(before), r.contrary(&v), !r.mentionsOther() && (r.unasks(lastWord(secondRole.FindString(after))) || r.unasks(secondLabel.FindString(r.label(s).text))):
		v.Standing = Elsewhere
	case !r.past && nowBefore.MatchString(before):
	case r.ofItself(after) || butThat.MatchString(after):
		v.Standing = Elsewhere
	case r.pick && bothOf.MatchString(text[v.sentence.Start:v.sentence.End]) && !negation.MatchString(text[v.sentence.Start:v.sentence.End]):
		v.Standing = Open
	case !r.past && !r.told && wasOnce.MatchString(before) && nowOther.MatchString(text[s.End:min(len(text), s.End+reach)]):
		v.Standing = Old
	case !r.would && suppose.MatchString(before) || instance.MatchString(before) && !whenAsked.MatchString(before):
		v.Standing = Unknown
	case r.asks(text[v.sentence.Start:v.sentence.End], before, text[v.End:v.sentence.End]):
		v.Standing = Asked
	}
	return v
}

// further stands between a value and the one with which the next clause begins.
var further = speech(`^["'”*_)]{0,4}(?:,|;|,? (?:and|but|so|then|while)) (?:(?:now|then|instead) )?(?:the |our |your )?["'“*_(]{0,4}$`)

// nowIt stands between a value and the one that is given after it.
var nowIt = speech(`^["'”*_)]{0,4}(?:,|;|,? (?:and|but|so|then))? ?(?:now )?(?:it|that|she|he|they)(?:['’](?:s|re)| is| are) (?:now |on |at |in )?(?:the )?["'“*_($€£]{0,4}$`)

// lastWord is that of a text.
func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// unasks reports whether a label's word is there and the question doesn't have it.
func (r *Reading) unasks(label string) bool { return label != "" && !r.asked[words.Stem(label)] }

// wouldHave is how what would have come true is told, asked for what was.
var wouldHave = speech(` (?:would|might) have\b`)

// behind is what stands behind the last such word: "not X but Y" denies nothing of Y.
func behind(word *words.Expression, before string) string {
	if at := word.FindAllStringIndex(before, -1); at != nil {
		return before[at[len(at)-1][1]:]
	}
	return before
}

// upToBecause is what stands before the first clause that gives a reason, which is about something else, or that tells more of the value:
// "$248,000, which hasn't been contested".
func upToBecause(after string) string {
	if at := reason.FindStringIndex(after); at != nil {
		after = after[:at[0]]
	}
	if m := furthermore.FindStringSubmatch(after); m != nil && !confirms[strings.ToLower(m[1])] {
		return ""
	}
	return after
}

// confirms are what a value has to be to be given: said not to, it is denied.
var confirms = words.Set("mentioned confirmed chosen given stated named listed selected picked used agreed taken approved recorded right true correct valid it the that")

// unasked is a part of a sentence without the question said again before a colon or a question mark.
func (r *Reading) unasked(part string) string {
	at := strings.IndexAny(part, ":?")
	if at < 0 || len(r.asked) == 0 {
		return part
	}
	again := 0
	for w := range words.Stems(part[:at]) {
		if r.asked[w] {
			again++
		}
	}
	if 3*again >= 2*len(r.asked) && len(words.Plain(part[:at])) > 3 {
		return part[at+1:]
	}
	return part
}

// ofItself reports whether a value is said to be when or where something else is, and what, of which the question says nothing: "X is when the
// hiring closes".
func (r *Reading) ofItself(after string) bool {
	at := whereElse.FindStringIndex(after)
	if at == nil {
		return false
	}
	rest := after[at[1]:]
	if i := strings.IndexAny(rest, ",;("); i > 0 {
		rest = rest[:i]
	}
	all, _ := r.aboutIt(rest)
	return all == 0
}

// whereElse is up to the subject of a clause about a value, if that is a thing or a name.
var whereElse = speech(`^["'”*_)]{0,4}(?: \pL+)? (?:is|was|are|were) (?:(?:merely|only|just|rather) )?(?:when|where|who|what) (?:the|an?|her|his|their|your|my|our|its) `)

// unhedged is what stands before a value without what denies nothing of it, and without the full stops of titles.
func unhedged(before string) string {
	before = gaveWay.ReplaceAllString(besides.ReplaceAllString(before, " $1 "), " was ")
	return title.ReplaceAllString(softened.ReplaceAllString(before, " "), "$1")
}

// besides is what is set against the rest of a sentence at its beginning: "instead of warm floors you chose".
var besides = regexp.MustCompile(`(?i)^\W*(?:instead of|rather than|unlike|other than|as opposed to)\b[^,;.\n]{1,60}?[, ] ?(you|we|they|it|he|she|i)\b`)

var title = regexp.MustCompile(`\b(Dr|Mr|Mrs|Ms|St|Prof)\.`)

// says reports whether a text says something that isn't part of the truth itself: of trips that are dropped below
// 90 seconds, "90 seconds are dropped" is no denial.
func (r *Reading) says(what *words.Expression, text string) bool {
	found := what.FindString(text)
	if found == "" {
		return false
	}
	content := 0
	for w := range words.Stems(found) {
		switch {
		case r.negative && negators[w]: // the truth denies something itself: "ten find no seat"
		case !r.truth[w]:
			return true
		case !idle[w] && !negators[w]:
			content++
		}
	}
	return content == 0
}

var negators = words.Set("not no never nor neither isn wasn aren weren don doesn didn hasn haven hadn won wouldn couldn shouldn t")

// over is what leads in the block of a value: the headings and items above it, and the header of its column.
func (r *Reading) over(s words.Span) string {
	t := r.Text
	first, last := t.Cover(s)
	if first > last {
		return ""
	}
	over := t.Header(first)
	for b := t.Parent(t.Block(first)); b >= 0; b = t.Parent(b) {
		if !t.IsRow(b) {
			over += " " + t.BlockText(b)
		}
	}
	return over
}

// struck reports whether a value is crossed out, or turned down with the verb around it.
func struck(before, after string) bool {
	return turnedDown.MatchString(before) && turnedDownAfter.MatchString(after) || strings.Count(before, "~~")%2 == 1 && strings.Contains(after, "~~")
}

var (
	turnedDown      = speech(`\b(?:turn|vot|shot|shoot|laid|put|thr[eo]w|thrown|rul|call|g[ai]ve|wav|struck|strike|cross|weed|cut)\w*(?: \w+){0,3} ["'“*_$€£]{0,3}$`)
	turnedDownAfter = speech(`^["'”*_]{0,3}(?: \pL+)? (?:down|off|out|aside)\b`)
)

// asks reports whether a sentence puts a value to the asker instead of giving it.
func (r *Reading) asks(sentence, before, after string) bool {
	return strings.HasSuffix(strings.TrimRight(sentence, " \n\"')*_"), "?") && !ventures.MatchString(before) && !tag.MatchString(after) ||
		!r.asked["ask"] && whether.MatchString(before)
}

// Nameless are the stems of words that say of any value what it is, or what is done with it, and name no thing.
var Nameless = words.Stems(`date day time phone number code name place amount value price sum total result figure reward show shows make makes made
	come comes came put puts play plays taken take takes again all back now use uses used keep keeps kept work works need needs want
	start starts begin begins go goes get gets run runs look looks`)

// titled is what stands before a name and belongs to it: Grandma Odette.
var titled = regexp.MustCompile(`(?:\p{Lu}[\p{Ll}.]+ )+$`)

// Content are the stems of a text that say what it is about.
func Content(text string) map[string]bool {
	out := words.Stems(text)
	for w := range out {
		if idle[w] || hedging[w] || strings.Trim(w, "0123456789") == "" {
			delete(out, w)
		}
	}
	return out
}

// hedging are the words in which a reply is put, whatever it says.
var hedging = words.Set(`i i'm believe think guess suspect recall remember probably likely perhaps maybe possibly apparently
	answer value here note noted mentioned stated correct right well sure think, believe, that's it's there's still just`)
