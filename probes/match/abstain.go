package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// Abstains reports whether a reply to a question says that the answer isn't known and gives none
// all the same. It knows English, and judges in three steps:
//
//  1. The question asks for a kind of thing, of something (readAsked): a name, a day, an amount.
//  2. Somewhere the reply must say that it doesn't know that, or just that it doesn't know: "you never
//     mentioned it", "without an amount", "not since when", "weight: null" (lacks). A refusal to tell, an
//     offer to look it up or a question back is no such thing.
//  3. No part of it may answer: a clause such as "it's 42" or "probably the blue one", a value
//     that stands alone, or a clause that says most of the question's words again with a number
//     or a name the question hasn't. Numbers and names said of something else are no answer. Where all that isn't known is
//     something else, any clause that may be the answer is one (left): "Dark green. The make isn't mentioned."
//
// The reason is the words that decided, empty if the reply never says that it doesn't know.
func Abstains(question, reply string) (why string, ok bool) {
	text := plainSpeech.Replace(reply)
	a := readAsked(question)
	known := a.known
	said := a.lacks(text)
	if len(said) == 0 {
		return "", false
	}
	at := slices.IndexFunc(said, func(l lack) bool { return l.of != ofOther })
	why = said[max(at, 0)].why
	sentences := divided(bracketed.ReplaceAllString(text, " "), betweenSentences)
	for i, sentence := range sentences {
		if standsAlone(sentence, known) {
			return sentence, false
		}
		// "$40, but I have no receipt."
		first := divided(sentence, betweenClauses)
		if i == 0 && len(first) > 0 && anyDigit.MatchString(first[0]) && !addressed.MatchString(first[0]) && standsAlone(first[0], known) {
			return first[0], false
		}
	}
	for _, inside := range bracketed.FindAllString(text, -1) {
		sentences = append(sentences, strings.Trim(inside, "()"))
	}
	for _, sentence := range sentences {
		for _, clause := range divided(sentence, betweenClauses) {
			if a.answers(clause) {
				return clause, false
			}
		}
	}
	if at < 0 {
		if clause := a.left(sentences); clause != "" {
			return clause, false
		}
	}
	return why, true
}

// plainSpeech is a text as it is said: without emphasis, and with one kind of apostrophe.
var plainSpeech = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "*", "", "_", "", "`", "", "\u00a0", " ")

// ignorance is how people and models say that they don't know.
var ignorance = speech("ignorance")

var (
	bracketed        = words.Lazy(`\([^()]*\pL[^()]*\)`)
	betweenSentences = words.Lazy(`[.!?]+["')]*(?:\s+|$)|[\n;]+|\s+[–—-]+\s+|—|\.\.\.|…`)
	betweenClauses   = speech("betweenClauses")
)

// What leads a guess in, or an answer to the question in so many words.
var (
	noSuch = speech("noSuch")
	guess  = speech("guess")
	// "It" is what the question asks for.
	itIs   = speech("itIs")
	thatIs = speech("thatIs")
	there  = words.Lazy(`(?i)^(?:so|well|still|and|i think|i believe)? ?there\b`)
	// The rest of an "it is" that answers nothing.
	idle = speech("idle")
	// Advice and offers answer nothing either.
	advice = speech("advice")
	// These words have capitals, or stand for numbers, and are no values.
	numberWord = speech("numberWord")
	notAName   = speech("notAName")
	greeting   = speech("greeting")
	// What was spoken of, and where something may be found, is no answer.
	spokenOf  = words.Lazy(`(?i)^(?:you(?:'ve| have)? told me about|(?:we|you)(?:'ve| have)? (?:spoke|spoken|talked) (?:about|of))\b`)
	foundIn   = words.Lazy(`(?i)^(?:it|that|this) (?:should|would|might|may|could|will|ought to)(?: \w+)? be (?:on|in|with|at|among) (?:the|your|his|her|their)\b`)
	labelled  = words.Lazy(`^([^:]{1,60}):\s+(.*)`)
	anyLetter = words.Lazy(`\pL`)
	addressed = speech("addressed")
	only      = speech("only")
	article   = words.Lazy(`(?i)^(?:the|an?) `)
	anyDigit  = words.Lazy(`\pN`)
	auxiliary = speech("auxiliary")
	atPlace   = speech("atPlace")
	// A number right behind a word of the question: "the permit was $85", "badge 8841".
	numbered = speech("numbered")
)

// divided is a text cut where between matches, without what is empty.
func divided(text string, between *words.Expression) []string {
	var out []string
	for _, part := range between.Split(text, -1) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// standsAlone reports whether a sentence is a value and nothing else.
func standsAlone(sentence string, known map[string]bool) bool {
	n := len(words.Plain(sentence))
	if n == 0 || n > 4 || denies(sentence) || greeting.MatchString(sentence) || advice.MatchString(sentence) {
		return false
	}
	if n > 2 && article.MatchString(sentence) && anyDigit.MatchString(sentence) && !shares(sentence, known) { // "The room seats 40."
		return false
	}
	if strings.HasSuffix(sentence, ":") || labelled.MatchString(sentence) || auxiliary.MatchString(sentence) {
		return false
	}
	return newValue(sentence, known, false) || atPlace.MatchString(sentence) && !shares(sentence, known)
}

// shares reports whether a text has one of the words that a question asks for.
func shares(text string, known map[string]bool) bool {
	for w := range words.Stems(text) {
		if known[w] && !asking[w] {
			return true
		}
	}
	return false
}

// answers reports whether a clause gives the answer.
func (a asked) answers(clause string) bool {
	known := a.known
	if m := ignorance.FindStringIndex(clause); m != nil {
		// "I don't know whether it's 41 or 42" gives values all the same.
		rest := strings.TrimLeft(clause[m[1]:], " ")
		s := itIs.FindStringSubmatch(rest)
		return s != nil && !idle.MatchString(s[1]) && newValue(s[1], known, true)
	}
	if advice.MatchString(clause) || spokenOf.MatchString(clause) || !a.kind["where"] && foundIn.MatchString(clause) {
		return false
	}
	if s := itIs.FindStringSubmatch(clause); s != nil {
		return anyLetter.MatchString(s[1]) && !idle.MatchString(s[1]) && a.saysMore(s[1]) || newValue(s[1], known, true)
	}
	if s := thatIs.FindStringSubmatch(clause); s != nil && newValue(s[1], known, true) && (!there.MatchString(clause) || repeats(clause, known)) {
		return !idle.MatchString(s[1])
	}
	if m := itsKind.FindStringSubmatch(clause); m != nil && a.hasKind(m[1]) && newValue(m[2], known, true) {
		return true
	}
	if guess.MatchString(clause) && a.saysMore(guess.ReplaceAllString(clause, " ")) {
		return true
	}
	for _, m := range numbered.FindAllStringSubmatch(clause, -1) {
		if w := words.Stem(m[1]); known[w] && !asking[w] && !strings.HasSuffix(w, "ed") {
			return true
		}
	}
	return repeats(clause, known) && !only.MatchString(clause) && newValue(clause, known, false)
}

// repeats reports whether a clause has more than half of the words that a question asks with.
func repeats(clause string, known map[string]bool) bool {
	asked, again := 0, 0
	have := words.Stems(clause)
	for w := range known {
		if asking[w] {
			continue
		}
		asked++
		if have[w] {
			again++
		}
	}
	return 2*again > asked
}

// newValue reports whether a text has a number, or a name behind its first word, that the
// question doesn't have. A text that follows others begins with a name as well.
func newValue(text string, known map[string]bool, follows bool) bool {
	alone := len(strings.Fields(text)) == 1
	for i, w := range words.Plain(text) {
		first, _ := utf8.DecodeRuneInString(w)
		switch {
		case known[words.Stem(w)] || notAName.MatchString(w):
		case strings.ContainsFunc(w, unicode.IsDigit), numberWord.MatchString(w):
			return true
		case unicode.IsUpper(first) && (i > 0 || follows || alone):
			return true
		}
	}
	return false
}

// asking are the words of a question that say nothing of what it asks for.
var asking = words.Set(`a an the of to in on at by for from with as is are was were be been do does did has have had can could
	will would should what which who whom whose when where why how many much long far often old and or but not it its this
	that these those there their they he she his her him them we our us you your i my me any some exact exactly please
	currently now did`)
