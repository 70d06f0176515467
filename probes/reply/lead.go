package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// A reply that begins without a verb begins with its answer, as models do: "Floor 2. The bigger room on floor 3 is taken."
// What it says behind that explains.

var (
	// verbal is in a text that may be a clause: it has a verb, or somebody who does something.
	verbal = speech(`['’](?:s|re|ve|ll|d|m)\b|n['’]t\b|\b(?:i|you|he|she|we|they|it|there|who|what|let|him|them|us|me)\b|\b(?:is|are|was|were|be|been|being|has|have|had|does|did|do|will \pL+|would|can|could|should|shall|may|might|must|came|comes?|went|goes|got|gets?|took|takes?|gave|gives?|made|makes?|put|runs?|ran|plays?|pays?|paid|works?|leads?|led|sits?|sat|stands?|stood|belongs?|stays?|lies|lay|chose|sold|bought|met|told|held|holds|kept|keeps?|left|lost|won|sent|fell|grew|knew|rose|wore|wrote|said|says|meant|began|begins?|brought|brings?|built|spoke|became|drove|flew|hid|teaches|taught|serves|supplies|sells|handles|builds|carries|buys|reads|reports|answers|mentors|manages|starts|ends|lives|leaves|needs|costs|weighs|wants|means|seems|looks|covers|owns|uses|moves|joins|hangs|plus|refers|relates|applies|concerns|includes|counts|marks|shows|call|starts?|begin|end|say|fall|falls|follow|follows|need|keep|take|make|give|meet|leave|have|\pL{3,}ed)\b`)
	// does is somebody or something with a verb: "the caterer charges $35".
	does = speech(`^(?:(?:the|your|my|our|his|her|their|its|this|that|nobody|everybody|everyone|someone|some|each|every|\pL+) )(?:[\pL'’-]+ ){0,3}[\pL-]+[^s\W]s (?:the|an?|with|to|at|on|in|up|for|from|only|most|[$€£]?\d+)\b`)
	// doesTo is a verb before a name: "the letter names Ada".
	doesTo = regexp.MustCompile(`\s[a-z]+[^s\W]s \p{Lu}`)
	// introduces begins what leads to an answer, or says how it is meant.
	introduces = speech(`^(?:yes|no|nope|yeah|right|correct|sure|ok|okay|of course|certainly|absolutely|got it|understood|noted|good|great|ah|oh|well|hmm|hi|hello|hey|dear|thanks|thank|sorry|easy|happy|glad|quick|short|answer|update|reminder|note|summary|status|re|as|if|when|while|since|because|although|though|despite|besides|apart|unlike|after|before|until|till|once|not|nothing|never|neither|nor|none|without|with|given|per|based|according|going|from|instead|rather|contrary|considering|only if|except|good|ask|look|call|dial|ring|check|see|remember|take|turn|try|save|delete|cross|strike|scratch|scrap|drop|replace|update|change|careful|beware|mind|watch|print|send|write|count|think|forget|don['’]t|please|probably|likely|maybe|perhaps|possibly|now|today|currently|at present|at the moment|meanwhile|first|at first|originally|initially|previously|formerly|earlier|back then|then|later|finally|in the end|eventually|overall|in short|in summary|in other words|in fact|actually|unfortunately|hard|unknown|unclear|not sure|some confusion|big news|change of plan|small correction|correction|both|off|out of|steps?|part|item|section|option|question|point|big picture|heads up)\b[^\pL]*`)
	// formerly is in a lead that says of itself that it holds no more.
	formerly = speech(`\b(?:until|till|before|at first|first|originally|initially|previously|formerly|earlier|once|then|old|former|was|used|yesterday|last (?:time|night|week|month|year|season)|no longer|any ?more|instead of|rather than|not|or|either|between|from)\b`)
	// goesWith begins what limits or explains the part of a sentence before a comma, and is no clause that it introduces.
	dash     = regexp.MustCompile(`^(?:—| [–-] )[^\d]`)
	makes    = speech(`\b(?:that(?:['’]s| is| makes| leaves| comes to)|which (?:makes|leaves|is)) (?:\w+ )?[$€£*_]*$`)
	listed   = regexp.MustCompile(`^\s*\d{1,2}[.)] `)
	goesWith = speech(`^\s*(?:and (?:it|in|at|on|by|to|for|with|down|up|\d|\pL+ (?:in|at|on|for|by|only)\b)|of which|which is (?:the|what|why|how)|when|where|even (?:if|though)|if|after|up from|down from|having been|rather than|instead of|not|apart|except|but|though|although|while|whereas|[$€£]?\d[\d,.]* of)\b`)
)

// lead is the part at the beginning of a reply that is its answer without a verb; empty if it begins otherwise. Where only a
// comma or a colon ends it, it has to hold one of the values at all.
func (r *Reading) lead(values, all []words.Span) words.Span {
	text := r.Text.Source()
	if listed.MatchString(text) {
		return words.Span{}
	}
	from := len(text) - len(strings.TrimLeft(text, " \n*_\"'“"))
	end := len(text)
	if len(r.ends) > 0 {
		i := slices.IndexFunc(r.ends, func(e words.Span) bool { return e.Start > from })
		if i < 0 {
			return words.Span{}
		}
		end = r.ends[i].Start
	}
	stop := byte('.')
	if end < len(text) {
		stop = text[end]
	}
	for i := from; i < end; i++ {
		c := text[i]
		switch {
		case c == ';':
		case c == ',':
			if i+1 < len(text) && text[i+1] != ' ' {
				continue
			}
		case c == ':' && i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n'), c == '(':
			return words.Span{} // what comes next says what it is
		case dash.MatchString(text[i:min(end, i+8)]):
			c = '-'
		default:
			continue
		}
		end, stop = i, c
		break
	}
	lead := words.Span{Start: from, End: end}
	said := text[from:end]
	first, _ := utf8.DecodeRuneInString(said)
	n := len(words.Plain(said))
	if n == 0 || n > 12 || !unicode.IsLetter(first) && !unicode.IsDigit(first) && !strings.ContainsRune("$€£", first) ||
		introduces.MatchString(said) || mayBeClause(said) || !r.numberAt(from) && does.MatchString(said) || doesTo.MatchString(said) || !r.past && formerly.MatchString(said) {
		return words.Span{}
	}
	if Foreign(text[:min(len(text), reach)]) {
		return words.Span{}
	}
	holds := slices.ContainsFunc(all, lead.Overlaps)
	if slices.ContainsFunc(values, lead.Overlaps) && slices.ContainsFunc(values, func(v words.Span) bool { return v.Start >= end && v.Start-end <= 30 }) {
		return words.Span{} // one of several
	}
	switch stop {
	case '.', ';':
		if !holds && !r.offers(said) {
			return words.Span{}
		}
	case ',':
		rest := words.Span{Start: end + 1, End: r.sentence(lead).End}
		listed := slices.ContainsFunc(values, rest.Contains) && r.saysOf(lead, all) // "$95 for the class, $60 for the tea"
		if !holds || !goesWith.MatchString(text[end+1:]) && (listed || mayBeClause(text[rest.Start:rest.End])) {
			return words.Span{}
		}
	default:
		if !holds || stop == '?' || stop == '-' && !mayBeClause(text[end:r.sentence(lead).End]) {
			return words.Span{}
		}
	}
	return lead
}

// mayBeClause reports whether a text is verbal, its hundreds aside.
func mayBeClause(text string) bool { return verbal.MatchString(hundreds.ReplaceAllString(text, "")) }

var hundreds = regexp.MustCompile(`(?i)\bhundred\b`)

// saysOf reports whether a part of a text says of what the values in it are, and that isn't what is asked.
func (r *Reading) saysOf(part words.Span, values []words.Span) bool {
	said := r.Text.Slice(part)
	for _, v := range values {
		if part.Contains(v) {
			said = strings.Replace(said, r.Text.Slice(v), " ", 1)
		}
	}
	return r.offers(said)
}

// numberAt reports whether a number begins at a place.
func (r *Reading) numberAt(at int) bool {
	return slices.ContainsFunc(r.Text.Amounts(), func(a words.Amount) bool { return a.Span.Start == at })
}

// article is one with a word behind it that may be a noun: the will.
var article = speech(`^(?:the|an?) \pL+$`)

// offers reports whether a text has a word that neither the question nor the truth has, and that says something.
func (r *Reading) offers(text string) bool {
	if article.MatchString(text) {
		return true
	}
	for _, w := range words.Plain(text) {
		if first, _ := utf8.DecodeRuneInString(w); unicode.IsDigit(first) && !strings.Contains(r.fact, w) {
			return true
		}
	}
	for w := range Content(text) {
		if !r.asked[w] && !r.truth[w] {
			return true
		}
	}
	return false
}

// behindLead sets apart what stands behind a lead, or goes on there while another value stands in it.
func (r *Reading) behindLead(lead words.Span, values, others []Value) {
	if lead.End == 0 {
		return
	}
	text := r.Text.Source()
	for i := range values {
		v := &values[i]
		if v.Standing != Given || v.End <= lead.End {
			continue
		}
		if v.Start < lead.End {
			if slices.ContainsFunc(others, func(o Value) bool { return lead.Contains(o.Span) && o.Standing != Denied && o.Standing != Old }) {
				v.Standing = Elsewhere
			}
			continue
		}
		between := text[lead.End:v.Start]
		own := text[max(lead.End, v.sentence.Start):v.Start]
		if withdrawn.MatchString(between) || nowBefore.MatchString(own) || makes.MatchString(own) || movedTo.MatchString(own) {
			continue
		}
		v.Standing = Aside
	}
}
