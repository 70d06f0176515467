package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	Text     *words.Text
	fact     string          // what is true, in a sentence
	asked    map[string]bool // the stems of the question that say what it is about
	roots    map[string]bool // what the words of the question and their inflections have in common
	kin      map[string]bool // stems of words that say the same as those
	con      map[string]bool // stems of words that say the contrary of what is asked or true
	names    map[string]bool // those of them that are names
	cast     map[string]bool // the stems of names in the truth
	truth    map[string]bool // the stems of what is true: said of the value, they deny nothing
	not      map[string]bool // the stems of what the truth says that it isn't
	rate     string          // the time by which the answer counts: "day" of a price by the day
	details  *[2][]detail    // of the truth and of the reply; nil until it was asked
	parts    []clause        // of the sentences around, split's
	around   words.Span
	ends     []words.Span    // of sentences
	marks    map[string]bool // words of the question that mark a value as old, where it doesn't have them
	past     bool            // the question asks for what held before
	side     rank            // that the question asks for, if it asks who is above or below somebody
	hand     string          // on which the truth has it: left or right
	span     bool            // the question or the truth is about what goes from one to another
	negative bool            // the truth denies something
	returns  bool            // it is about the way there and back
	moves    bool            // it asks to what something was changed
	pick     bool            // it asks for one of several, and the truth isn't both
	told     bool            // the question is in the past tense, so that "was" marks nothing as old
	would    bool            // the question asks what would be, so that a condition leaves nothing open
}

// Read reads a plain reply to a question, to which truth is the answer in a sentence. Past questions ask for a value
// that holds no more.
func Read(question, truth string, plain *words.Text, past bool) *Reading {
	r := &Reading{Text: plain, fact: truth, asked: map[string]bool{}, roots: map[string]bool{}, kin: map[string]bool{}, marks: map[string]bool{}, names: map[string]bool{}, con: map[string]bool{}, truth: words.Stems(truth), ends: words.SentenceEnds(plain.Source()), past: past, side: wanted(question)}
	if at := excluded.FindStringIndex(truth); at != nil {
		r.truth, r.not = words.Stems(truth[:at[0]]), words.Stems(truth[at[1]:])
	}
	for i, w := range words.Plain(question) {
		if first, _ := utf8.DecodeRuneInString(w); i > 0 && unicode.IsUpper(first) {
			r.names[words.Stem(w)] = true
		}
	}
	for w := range words.Stems(question) {
		switch w {
		case "was", "were", "wa", "did", "had":
			r.told = true
		case "would":
			r.would = true
		case "old", "original", "earlier", "former", "previous", "initial", "first":
			r.marks[w] = true
		}
		if !idle[w] {
			r.asked[w], r.roots[words.Root(w)] = true, true
			if len(w) == 3 { // too short to be a root of what it is in
				r.roots[w+"ed"], r.roots[w+"ing"] = true, true
			}
			for _, k := range kins[w] {
				r.kin[k] = true
			}
		}
	}
	r.negative = noOne.MatchString(truth)
	r.moves = movedWhere.MatchString(question)
	r.returns = thereAndBack.MatchString(question + " " + truth)
	r.pick = whichOne.MatchString(question) && !bothOf.MatchString(truth)
	if m := side.FindStringSubmatch(truth); m != nil {
		r.hand = m[1]
	}
	r.cast = words.Stems(strings.Join(fullName.FindAllString(truth, -1), " "))
	for _, m := range owner.FindAllStringSubmatch(truth, -1) {
		r.cast[words.Stem(m[1])] = true
	}
	r.span = fromWord.MatchString(question + " " + truth)
	if m := rate.FindStringSubmatch(question + " " + truth); m != nil {
		r.rate = m[1]
	}
	for _, own := range []map[string]bool{r.asked, r.truth} {
		for w := range own {
			for _, c := range contraries[w] {
				r.con[c] = true
			}
		}
	}
	return r
}

// Rivals are the words of the reply that say what the truth says that it isn't ("the cellar, not the boat"), and what is contrary to
// a value: east of west.
func (r *Reading) Rivals(value words.Span) []words.Span {
	t := r.Text
	others := map[string]bool{}
	for w := range words.Stems(t.Slice(value)) {
		if r.truth[w] {
			for _, c := range contraries[w] {
				others[c] = true
			}
		}
	}
	if len(others)+len(r.not) == 0 {
		return nil
	}
	var out []words.Span
	for i := range t.Tokens() {
		if w := words.Stem(t.Word(i)); w != "" && (others[w] || r.not[w] && !r.truth[w] && !r.asked[w] && !idle[w] && !hedging[w]) && !negators[t.Word(i-1)] {
			out = append(out, t.Span(i, i))
		}
	}
	return out
}

// owner is somebody of whom a truth names a relation: the provost's mentor.
var owner = regexp.MustCompile(`\b([\pL-]+)['’]s (?:\pL+ )?\pL+`)

var fromWord = speech(`\b(?:from|between|range)\b`)

// excluded begins what a truth says that it isn't: "the cellar, not the boat".
var excluded = speech(`\b(?:(?:and )?not|instead of|rather than|no longer|over)\b`)

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
		others = append(others, r.untold().alone(s, all))
	}
	for i := range values {
		r.beside(&values[i], others)
	}
	for i := range others {
		r.beside(&others[i], values)
	}
	lead := r.lead(spans, all)
	r.behindLead(lead, values, others)
	r.behindLead(lead, others, values)
	for _, first := range []bool{true, false} {
		for i := range values {
			if v := &values[i]; v.Standing == Given {
				v.Standing = r.supplanted(v, spans, others, first)
			}
		}
		for i := range others {
			if o := &others[i]; o.Standing == Given {
				o.Standing = r.supplanted(o, []words.Span{o.Span}, values, first)
			}
		}
	}
	given := slices.ContainsFunc(others, func(v Value) bool { return v.Standing == Given })
	for i := range values {
		r.against(&values[i], others, given)
		if v := &values[i]; v.Standing == Given && equally.MatchString(r.Text.Source()[v.End:min(len(r.Text.Source()), v.End+reach)]) {
			v.Standing = Open
		}
	}
	return values, others
}

// WeighOld says the same of values that were true before: where they stand to a landmark the truth doesn't tell, and they may be contrary to it.
func (r *Reading) WeighOld(spans, rivals []words.Span) []Value {
	values, _ := r.untold().Weigh(spans, rivals)
	return values
}

// untold is a reading that doesn't know what is true.
func (r *Reading) untold() *Reading {
	out := *r
	out.fact, out.con, out.hand = "", nil, ""
	return &out
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
			if i := strings.LastIndexByte(text[o.End:s.Start], ';'); i >= 0 {
				out.Start = o.End + i
			}
		case o.Start >= s.End && o.End <= out.End:
			out.End = o.Start
			if all := parting.FindAllStringIndex(text[s.End:o.Start], -1); all != nil {
				out.End = s.End + all[len(all)-1][0]
			}
			if i := strings.IndexByte(text[s.End:o.Start], ';'); i >= 0 {
				out.End = s.End + i
			}
			return out
		}
	}
	return out
}
