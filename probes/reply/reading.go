package reply

import (
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// Standing says how a value stands in a reply.
type Standing string

// The standings. Only a Given value is an answer.
const (
	Given     Standing = ""
	Denied    Standing = "denied"          // "not X", "rather than X", "X hasn't been mentioned"
	Old       Standing = "said to be old"  // "X before", "moved from X to Y", "X, no wait, Y"
	Elsewhere Standing = "of another"      // "Y; X is the backup"
	Asked     Standing = "asked"           // "Is it X?"
	Open      Standing = "left open"       // "X or Y"
	Aside     Standing = "said beside it"  // "Y, because X had no rooms"
	Unknown   Standing = "said as unknown" // "I don't know … X"
)

// Standings are all but Given.
var Standings = []Standing{Denied, Old, Elsewhere, Asked, Open, Aside, Unknown}

// Reading is a reply read with its question.
type Reading struct {
	Text  *words.Text
	asked map[string]bool // the stems of the question that say what it is about
	truth map[string]bool // the stems of what is true: said of the value, they deny nothing
	ends  []words.Span    // of sentences
	past  bool            // the question asks for what held before
	told  bool            // the question is in the past tense, so that "was" marks nothing as old
}

// Read reads a plain reply to a question, to which truth is the answer in a sentence. Past questions ask for a value
// that holds no more.
func Read(question, truth string, plain *words.Text, past bool) *Reading {
	r := &Reading{Text: plain, asked: map[string]bool{}, truth: words.Stems(truth), ends: words.SentenceEnds(plain.Source()), past: past}
	for w := range words.Stems(question) {
		switch w {
		case "was", "were", "wa", "did", "had":
			r.told = true
		}
		if !idle[w] {
			r.asked[w] = true
		}
	}
	return r
}

// idle are the words of a question that tell no thing from another.
var idle = words.Set(`a an the of to in on at by for from with as is are was were be been do doe did has have had can could
	will would should what which who whom whose when where why how many much long far often old and or but not it its thi
	that these those there their they he she hi her him them we our us you your i my me any some exact exactly please so
	currently now did name go going get got said say tell told give first final latest new in total each per if then first`)

// Value is a place in a reply where a value stands.
type Value struct {
	words.Span
	Standing Standing
	about    map[string]bool // the words of the question in its part of the sentence
	sentence words.Span
	part     words.Span
}

// Weigh says how the values at spans stand, beside rivals: values of the same kind that aren't the same.
// Both have to be in the order of the text.
func (r *Reading) Weigh(spans, rivals []words.Span) (values, others []Value) {
	all := slices.Concat(spans, rivals)
	slices.SortFunc(all, words.Span.Compare)
	for _, s := range spans {
		values = append(values, r.alone(s, all))
	}
	for _, s := range rivals {
		others = append(others, r.alone(s, all))
	}
	for i := range values {
		r.beside(&values[i], others)
	}
	for i := range others {
		r.beside(&others[i], values)
	}
	given := slices.ContainsFunc(others, func(v Value) bool { return v.Standing == Given })
	for i := range values {
		r.against(&values[i], others, given)
		if v := &values[i]; v.Standing == Given {
			switch after := r.Text.Source()[v.End:min(len(r.Text.Source()), v.End+longReach)]; {
			case outdone.MatchString(after) && (mooted.MatchString(after) || mootedBy.MatchString(behind(turn, r.Text.Source()[v.sentence.Start:v.Start]))):
				v.Standing = Denied
			case equally.MatchString(after[:min(len(after), reach)]):
				v.Standing = Open
			case r.contrasted(v):
				v.Standing = Elsewhere
			}
		}
	}
	return values, others
}

// reach bounds how far from a value what is said of it may stand, in bytes.
const reach = 160

// longReach is how far behind a value another answer is looked for.
const longReach = 600

// sentence is the sentence or line that a span stands in.
func (r *Reading) sentence(s words.Span) words.Span {
	i, _ := slices.BinarySearchFunc(r.ends, s.End, func(e words.Span, at int) int { return e.End - at })
	out := words.Span{End: len(r.Text.Source())}
	if i < len(r.ends) {
		out.End = r.ends[i].End
	}
	for i--; i >= 0 && r.ends[i].End > s.Start; i-- {
	}
	if i >= 0 {
		out.Start = r.ends[i].End
	}
	return out
}

// parting is where a sentence falls into parts that may be about different things.
var parting = regexp.MustCompile(`(?i)[,;|()]|:\s|\s[–—-]+\s|—|\b(?:and|but|while|whereas|with|plus|then|though|although|which|because|since|not|rather than|instead of)\b`)

// part is the part of a sentence that is about the value at s and no other: up to a parting between it
// and its neighbours.
func (r *Reading) part(s, sentence words.Span, all []words.Span) words.Span {
	text, out := r.Text.Source(), sentence
	for _, o := range all {
		switch {
		case o.End <= s.Start && o.Start >= out.Start:
			out.Start = o.End
			if at := parting.FindStringIndex(text[o.End:s.Start]); at != nil {
				out.Start = o.End + at[0]
			}
		case o.Start >= s.End && o.End <= out.End:
			out.End = o.Start
			if all := parting.FindAllStringIndex(text[s.End:o.Start], -1); all != nil {
				out.End = s.End + all[len(all)-1][0]
			}
			return out
		}
	}
	return out
}

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
	for w := range words.Stems(r.over(s)) {
		if r.asked[w] {
			v.about[w] = true
		}
	}
	before := unhedged(text[max(v.sentence.Start, s.Start-reach):s.Start])
	after := text[s.End:min(v.sentence.End, s.End+reach)]
	switch {
	case r.says(denies, behind(but, before)) || r.says(denied, upToBecause(after)) && !affirmed.MatchString(after) || struck(before, after):
		v.Standing = Denied
	case unknown.MatchString(before) || unknownAfter.MatchString(after):
		v.Standing = Unknown
	case r.asked["report"] && (reportsTo.MatchString(after) || isBossOf.MatchString(after) && copula.MatchString(before)):
		v.Standing = Elsewhere
	case r.elsewhere(after) || butThat.MatchString(after):
		v.Standing = Elsewhere
	case suppose.MatchString(before):
		v.Standing = Unknown
	case asks(text[v.sentence.Start:v.sentence.End], before):
		v.Standing = Asked
	}
	return v
}

// behind is what stands behind the last such word: "not X but Y" denies nothing of Y.
func behind(word *regexp.Regexp, before string) string {
	if at := word.FindAllStringIndex(before, -1); at != nil {
		return before[at[len(at)-1][1]:]
	}
	return before
}

// upToBecause is what stands before the first clause that gives a reason, which is about something else.
func upToBecause(after string) string {
	if at := reason.FindStringIndex(after); at != nil {
		return after[:at[0]]
	}
	return after
}

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

// elsewhere reports whether something is said of a value that has no word of the question: "X is when the
// hiring closes".
func (r *Reading) elsewhere(after string) bool {
	at := subject.FindStringIndex(after)
	if at == nil || !r.says(subject, after) {
		return false
	}
	rest := after[at[1]:]
	if i := strings.IndexAny(rest, ",;("); i > 0 {
		rest = rest[:i]
	}
	for w := range words.Stems(rest) {
		if r.asked[w] {
			return false
		}
	}
	return true
}

// contrasted reports whether a value stands in a clause that has no word of the question, and a later clause that
// has one says something else: "R14 is the quiet corner; the array sits in the one behind it".
func (r *Reading) contrasted(v *Value) bool {
	text := r.Text.Source()
	text = text[:min(len(text), v.End+longReach)]
	from, to := v.sentence.Start, len(text)
	if at := clauses.FindAllStringIndex(text[from:v.Start], -1); at != nil {
		from += at[len(at)-1][1]
	}
	if at := clauses.FindStringIndex(text[v.End:]); at != nil {
		to = v.End + at[0]
	}
	clause := text[from:v.Start] + " " + text[v.End:to]
	if strings.TrimSpace(text[:from]) == "" && len(words.Plain(clause)) < 3 || to >= len(text) || pronoun.MatchString(clause) || !asserts.MatchString(clause) {
		return false
	}
	for w := range words.Stems(text[from:to] + " " + r.over(v.Span)) {
		if r.asked[w] {
			return false
		}
	}
	for _, other := range clauses.Split(text[to:], -1) {
		if !asserts.MatchString(other) || backwards.MatchString(other) {
			continue
		}
		about, more := 0, 0
		for w := range words.Stems(other) {
			switch {
			case r.asked[w]:
				about++
			case !idle[w]:
				more++
			}
		}
		if about > 0 && more > 1 {
			return true
		}
	}
	return false
}

// unhedged is what stands before a value without what denies nothing of it, and without the full stops of titles.
func unhedged(before string) string {
	return title.ReplaceAllString(softened.ReplaceAllString(before, " "), "$1")
}

var title = regexp.MustCompile(`\b(Dr|Mr|Mrs|Ms|St|Prof)\.`)

// says reports whether a text says something that isn't part of the truth itself: of trips that are dropped below
// 90 seconds, "90 seconds are dropped" is no denial.
func (r *Reading) says(what *regexp.Regexp, text string) bool {
	found := what.FindString(text)
	if found == "" {
		return false
	}
	content := 0
	for w := range words.Stems(found) {
		if !r.truth[w] {
			return true
		}
		if !idle[w] && !negators[w] {
			content++
		}
	}
	return content == 0
}

var negators = words.Set("not no never nor neither isn wasn aren weren don doesn didn hasn haven hadn")

// over is what leads in the block of a value: the headings and items above it, and the header of its column.
func (r *Reading) over(s words.Span) string {
	t := r.Text
	first, last := t.Cover(s)
	if first > last {
		return ""
	}
	over := t.Header(first)
	for b := t.Parent(t.Block(first)); b >= 0; b = t.Parent(b) {
		if from, to := t.Bounds(b); from <= to && !t.IsRow(b) {
			over += " " + t.Slice(t.Span(from, to))
		}
	}
	return over
}

// struck reports whether a value is crossed out.
func struck(before, after string) bool {
	return strings.Count(before, "~~")%2 == 1 && strings.Contains(after, "~~")
}

// asks reports whether a sentence puts a value to the asker instead of giving it.
func asks(sentence, before string) bool {
	return strings.HasSuffix(strings.TrimRight(sentence, " \n\"')*_"), "?") && !tag.MatchString(sentence) ||
		whether.MatchString(before)
}

// beside judges a value by the others in its sentence and behind it.
func (r *Reading) beside(v *Value, others []Value) {
	if v.Standing != Given {
		return
	}
	text := r.Text.Source()
	if !r.past && oldItem.MatchString(text[max(v.sentence.Start, v.Start-reach):v.Start]) {
		v.Standing = Old
		return
	}
	if !r.past && len(others) > 0 {
		before := unhedged(text[max(v.sentence.Start, v.Start-reach):v.Start])
		after := text[v.End:min(v.sentence.End, v.End+reach)]
		if r.old(v, before, after) {
			v.Standing = Old
			return
		}
	}
	if r.past && len(others) > 0 {
		before := text[max(v.sentence.Start, v.Start-reach):v.Start]
		if presently.MatchString(before) {
			v.Standing = Elsewhere
			return
		}
	}
	for _, o := range others {
		switch {
		case o.Start >= v.End && o.Start-v.End <= reach && !r.past:
			between := text[v.End:o.Start]
			if comesFrom.MatchString(between) {
				continue
			}
			if withdrawn.MatchString(between) || !strings.Contains(strings.TrimSpace(between), "\n") && overtaken.MatchString(between) {
				v.Standing = Old
				return
			}
		}
		lo, hi := v.Span, o.Span
		if lo.Start > hi.Start {
			lo, hi = hi, lo
		}
		if hi.Start-lo.End <= 60 && hi.Start >= lo.End && either.MatchString(text[lo.End:hi.Start]) && !picks.MatchString(text[hi.End:min(len(text), hi.End+80)]) {
			v.Standing = Open
			return
		}
	}
}

// Subject are the stems of what stands before the value at s in its clause, or behind it if nothing does, but for the
// words that say nothing of what it is: articles, hedges.
func (r *Reading) Subject(s words.Span) map[string]bool {
	before := r.Text.Source()[r.sentence(s).Start:s.Start]
	if i := strings.LastIndexAny(strings.TrimRight(before, " *_\"(:"), ",;:("); i >= 0 {
		before = before[i:]
	}
	out := Content(before)
	if len(out) > 0 {
		return out
	}
	after := r.Text.Source()[s.End:r.sentence(s).End]
	if !asserts.MatchString(after) {
		return nil
	}
	if i := strings.IndexAny(after, ",;:.("); i >= 0 {
		after = after[:i]
	}
	return Content(after)
}

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

// SaidOld reports whether a reply says that the value at s holds no more, whatever other values it names.
func (r *Reading) SaidOld(s words.Span) bool {
	v := r.alone(s, nil)
	text := r.Text.Source()
	return r.old(&v, text[max(v.sentence.Start, s.Start-reach):s.Start], text[s.End:min(v.sentence.End, s.End+reach)])
}

// old reports whether what stands around a value says that it holds no more.
func (r *Reading) old(v *Value, before, after string) bool {
	if at := oldBefore.FindStringIndex(before); at != nil && !movedOn.MatchString(before[at[0]:]) {
		return true
	}
	text := r.Text.Source()
	if open := strings.LastIndexAny(text[:v.Start], "()"); open >= 0 && text[open] == '(' && v.Start-open < reach && oldNote.MatchString(text[open+1:v.Start]) {
		return true
	}
	return oldAfter.MatchString(after) && !nowBefore.MatchString(before) ||
		!r.told && wasBefore.MatchString(before) && !cleft.MatchString(before) && !movedTo.MatchString(before) && !movedOn.MatchString(before)
}

// against judges a value by the others that are given: which of them is the answer.
func (r *Reading) against(v *Value, others []Value, given bool) {
	if v.Standing != Given || !given {
		return
	}
	text := r.Text.Source()
	before := text[max(v.sentence.Start, v.Start-reach):v.Start]
	part := text[v.part.Start:v.part.End]
	after := text[v.End:min(v.sentence.End, v.End+reach)]
	if concluded.MatchString(before) || chosen.MatchString(after) || !r.past && nowBefore.MatchString(before) {
		return
	}
	if mooted.MatchString(after) || mootedBy.MatchString(behind(turn, before)) {
		v.Standing = Aside
		return
	}
	leads := strings.TrimSpace(text[:v.sentence.Start]) == "" && len(words.Plain(text[v.sentence.Start:v.Start])) <= 3
	for _, o := range others {
		if o.Standing != Given {
			continue
		}
		mine, theirs := apart(v.about, o.about)
		if leads && (o.sentence != v.sentence || strings.ContainsAny(text[min(v.End, o.End):max(v.Start, o.Start)], ";(")) && !asserts.MatchString(after) {
			theirs--
		}
		ours, other := r.label(v.Span), r.label(o.Span)
		switch {
		case ours.extra > 0 && other.known > 0 && other.extra == 0 && !strange.MatchString(ours.text):
			v.Standing = Elsewhere
			return
		case theirs > mine,
			otherThing.MatchString(part) && !r.mentionsOther() && theirs >= mine && !otherThing.MatchString(text[o.part.Start:o.part.End]):
			v.Standing = Elsewhere
			return
		case subordinate.MatchString(before) && !again.MatchString(before) && mine <= theirs && (o.sentence != v.sentence || o.Start < v.Start),
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

// label is what stands before a value and a colon: "landline (deleted): 555-0118".
type label struct {
	text         string
	known, extra int // its words that the question has, and that it hasn't
}

var labelled = regexp.MustCompile(`(?:^|[\n,;{]|- |\* |: )\s*([^:,;\n]{1,50}):[\s*_"]*$`)

// label is that of the value at s.
func (r *Reading) label(s words.Span) label {
	m := labelled.FindStringSubmatch(r.Text.Source()[max(0, s.Start-70):s.Start])
	if m == nil {
		return label{}
	}
	l := label{text: m[1]}
	for w := range words.Stems(m[1]) {
		switch {
		case r.asked[w]:
			l.known++
		case !idle[w]:
			l.extra++
		}
	}
	return l
}

// strange are labels that say nothing of what they label.
var strange = regexp.MustCompile(`(?i)\b(?:answer|value|result|response|note|short|summary|current|now|new|final|latest|status|confirmed|agreed|memo|re)\b`)

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
