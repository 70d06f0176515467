package match

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// Abstains reports whether a reply to a question says that the answer isn't known and gives none
// all the same. It knows English, and judges in two steps:
//
//  1. Somewhere the reply must say that it doesn't know: "I don't have that", "you never
//     mentioned it", "not specified", "unknown", "N/A". A refusal to tell, an offer to look it up or
//     a question back is no such thing.
//  2. No part of it may answer: a clause such as "it's 42" or "probably the blue one", a value
//     that stands alone, or a clause that says most of the question's words again with a number
//     or a name the question hasn't. Numbers and names said of something else are no answer.
//
// The reason is the words that decided, empty if the reply never says that it doesn't know.
func Abstains(question, reply string) (why string, ok bool) {
	text := plainSpeech.Replace(reply)
	known := words.Stems(question)
	why = lacking(text, known)
	if why == "" {
		return "", false
	}
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
			if answers(clause, known) {
				return clause, false
			}
		}
	}
	if ignorance.MatchString(text) && answersFirst(sentences, known) {
		return sentences[0], false
	}
	return why, true
}

// answersFirst reports whether a reply begins with a number, and what it doesn't know is something
// else: "He can be reached at 555-0147. I don't have an email for him."
func answersFirst(sentences []string, known map[string]bool) bool {
	if len(sentences) == 0 || ignorance.MatchString(sentences[0]) || !anyDigit.MatchString(sentences[0]) || only.MatchString(sentences[0]) || !newValue(sentences[0], known, false) {
		return false
	}
	for _, sentence := range sentences[1:] {
		if ignorance.MatchString(sentence) && (shares(sentence, known) || len(strings.Fields(sentence)) <= 5) {
			return false
		}
	}
	return true
}

// lacking is where a text says that something isn't known, or lists what it asks for as missing:
// "only the phone, no badge number".
func lacking(text string, known map[string]bool) string {
	if found := ignorance.FindString(text); found != "" {
		return found
	}
	for _, sentence := range divided(text, betweenSentences) {
		for _, clause := range divided(sentence, betweenClauses) {
			if m := noSuch.FindStringSubmatch(clause); m != nil && shares(m[1], known) {
				return clause
			}
		}
	}
	return ""
}

// plainSpeech is a text as it is said: without emphasis, and with one kind of apostrophe.
var plainSpeech = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "*", "", "_", "", "`", "", "\u00a0", " ")

const (
	adverbs  = `(?:(?:really|honestly|actually|simply|just|still|currently|also|unfortunately|yet|ever|explicitly|specifically|clearly|directly|previously|quite|exactly|at all|even|once|seem to|been able to|be able to|have|had|been|being|get|got|any \w+|it|that|this|me|us|anything|which|what|so far) ){0,4}`
	telling  = `(?:say|says|said|saying|mention\w*|state|states|stated|stating|specif\w+|giv(?:e|es|en|ing)|gave|provid\w+|tell|tells|told|indicat\w+|reveal\w*|disclos\w+|cover\w*|list|lists|listed|record|records|recorded|name|named|names|show|shows|shown|note|noted|notes|discuss\w*|address(?:ed|es)?|identif\w+|inclu\w+|contain\w*|shar(?:e|ed|es|ing)|suppl(?:y|ied|ies)|log|logged|document(?:ed)?|establish\w*|defin(?:e|es|ed)|found|captured|touch(?:ed)? on|bring up|brought up|come up|came up|go into|gone into|refer\w*|make clear|let me know|part of|talk(?:ed)? about|set out|on file|on record|available|known|clear|determin\w+|answerable)`
	knowing  = `(?:know|have|see|seeing|find|finding|got (?:that|it|the|an?|any)|recall|remember|tell|say|determine|answer|locate|provide|give|identify|confirm|establish|work out|figure out|speak to|been told|been given|told|given|aware|sure|certain)`
	holding  = `(?:record|records|mention|info|information|note|notes|detail|details|data|indication|reference|entry|word|trace|clue|idea|evidence|memory|knowledge|answer|way (?:of knowing|to (?:know|tell|say)))`
	negation = `(?:not|n't|never|cannot)`
)

// ignorance is how people and models say that they don't know.
var ignorance = regexp.MustCompile(`(?i)` + strings.Join([]string{
	// I don't know; I can't find that; I haven't been told; I'm not sure; I wasn't given it.
	`\b(?:i|we)(?: \w+)?(?: (?:do|did|can|could|have|has|am|was|would|will)|'m|'ve|'d)?(?: ?` + negation + `| can't| won't) ` + adverbs + knowing + `\b`,
	`\b(?:do not|don't|dont|can't|can not|cannot|couldn't|didn't|am not|'m not|not) ` + adverbs + `(?:know|recall|remember|aware of|sure|certain)\b`,
	`\b(?:unable to|not able to|n't able to|impossible to|no way to|hard to|not possible to|n't possible to) ` + adverbs + knowing + `\b`,
	`\b(?:dunno|idk|unsure|beats me|drawing a blank|no idea|no clue|your guess is as good as mine)\b`,
	// You haven't told me; the notes don't say; she never mentioned it; it didn't come up.
	`(?:\b(?:do|does|did|has|have|had|is|are|was|were|been)(?: not|n't| never)|\bnever|\bnot|'s not) ` + adverbs + telling + `\b`,
	`(?: not|n't) (?:something|anything) (?:that )?(?:you|we|i|anyone|the|was|were|is|has|had)\b`,
	`(?:\bnot|n't) ` + adverbs + `(?:in|among|part of|anywhere in) (?:the|my|our|this|these|any of the|what)\b`,
	`\b(?:don't|do not|didn't) (?:believe|think|recall|remember) (?:[\w'-]+ ){1,8}?` + telling + `\b`,
	`\bbut not (?:what|who|when|where|why|how|which|its|his|her|their|the)\b`,
	`\bnot on (?:file|record)\b|\bsilent (?:on|about)\b|\bleft (?:open|blank|out)\b|\b(?:have|has)(?: not|n't) (?:yet|so far)\b`,
	`\b(?:have|had|got) (?:nothing|no [\w'-]+(?: [\w'-]+)?) (?:for|on|about|of|regarding)\b`,
	// No record of it; no number was given; nothing about that; nobody said.
	`\bno(?: \w+)? ` + holding + `\b`,
	`\bno(?: [\w'-]+){1,7} (?:was|were|is|are|has been|have been|had been|been|ever|gets)(?: \w+)? ` + telling + `\b`,
	`\bno(?: [\w'-]+){1,5} (?:mentioned|given|stated|provided|specified|recorded|listed|noted|shared|discussed|on file|on record|available|in (?:the|my|our|this))\b`,
	`\bno(?: [\w'-]+){1,8} (?:yet|so far)\b`,
	`\b(?:nothing|none|neither)\b(?: [\w',-]+){0,8} (?:` + telling[3:] + `\b`,
	`\bnothing (?:here |there |so far |at all )?(?:about|on|regarding|as to)\b`,
	`\b(?:nobody|no one|no-one)(?: has| had| ever| in \w+ \w+)* ` + telling + `\b`,
	`\b(?:isn't|aren't|wasn't|weren't|is not|are not|not|don't have|do not have|lack\w*|insufficient|without|have no)(?: the| any| enough| that| this| sufficient| specific| more)* ` + holding + `\b`,
	// Unknown; N/A; can't be determined.
	`\b(?:is|are|was|were|remains?|still|currently|as yet|it's|that's)(?: \w+)? unknown\b`,
	`(?:^|[:–—(\n.!-] ?)unknown(?:[^\w ]| [–—-]| (?:to|at|from|based|as|for|so|in|given|since|because|here|and)\b| *$)`,
	`\b(?:unspecified|unstated|undisclosed|undetermined|unrecorded|unmentioned|unclear|unavailable|not available|no data|tbd|tbc|to be determined|to be confirmed)\b`,
	`(?:^|[^\w])n/?a(?:[^\w]|$)`,
	`\bn't be (?:\w+ )?(?:determined|answered|known|inferred|established|said|told)\b|\bcannot be (?:\w+ )?(?:determined|answered|known|inferred|established|said|told)\b`,
	`\b(?:beyond|outside|more than) (?:of )?(?:what|anything) (?:i|you|we|was|has been|the)\b`,
}, "|"))

var (
	bracketed        = regexp.MustCompile(`\([^()]*\pL[^()]*\)`)
	betweenSentences = regexp.MustCompile(`[.!?]+["')]*(?:\s+|$)|[\n;]+|\s+[–—-]+\s+|—|\.\.\.|…`)
	betweenClauses   = regexp.MustCompile(`(?i),\s+|\s*\b(?:but|however|although|though|yet still|only that|except that|other than|besides)\b,?\s*|:\s+and\s+`)
)

// What leads a guess in, or an answer to the question in so many words.
var (
	noSuch = regexp.MustCompile(`(?i)^(?:and |just )?no ((?:[\w'-]+ ){0,5}[\w'-]+)$`)
	guess  = regexp.MustCompile(`(?i)\b(?:(?:my|a|best|wild|rough|educated) guess|i(?:'d| would|'ll)? (?:guess|assume|estimate|suspect|imagine|suppose|wager|bet|say|go with|think|believe)|probably|most likely|likely|presumably|perhaps|maybe|possibly|roughly|approximately|(?:might|may|could|should|must|would|appears to|seems to) be|had to guess)\b|^(?:it's |its |that's )?(?:something like|around|about|roughly|circa|some|~) ?[$€£]?\d`)
	// "It" is what the question asks for.
	itIs   = regexp.MustCompile(`(?i)^(?:so|well|still|and|then|actually|also|here|anyway|now|or|whether|if|i (?:do )?know|i (?:think|believe|guess|suppose|suspect)|i'd say|perhaps|maybe|probably)?,? ?(?:that )?(?:it|the answer|the correct answer|the value)(?:'s| is| was| were| would be| should be| might be| may be| could be| must be| will be| comes to| came to| equals| has to be| looks like| seems to be| appears to be)\b(.*)`)
	thatIs = regexp.MustCompile(`(?i)^(?:so|well|still|and|i think|i believe)? ?(?:that|this|they|there)(?:'s|'re| is| are| was| were| would be| should be| might be| must be)\b(.*)`)
	// The rest of an "it is" that answers nothing.
	idle = regexp.MustCompile(`(?i)^ (?:not|n't|never|no|un\w+|im\w+|possible|best|better|worth|likely|important|good|a good|up to|something|outside|beyond|missing|left|because|why|also|only|just|absent|out of|hard|difficult|open|blank|empty|still|too|simply|as|what|where|whether|a (?:detail|piece|question|matter|gap|shame)|one of|that|easy|easily|always|fine|okay|ok|safe|safer|my|quite|rather|entirely|completely|clear|been|in an?|sorry)\b`)
	// Advice and offers answer nothing either.
	advice = regexp.MustCompile(`(?i)\b(?:check|checking|ask|asking|confirm|verify|contact|call|look|find out|provide|share|tell|let me know|help\w*|happy|glad|happily|note it|add it|update|worth|best to|better to|want to|need to|needs to|have to|guessing|rather not|reach out|consult|refer|remind|repeat|clarify|somewhere|elsewhere|documents?|contract|invoices?|e-?mails?|records?|notes?|paperwork|messages?|conversation|chat|website|files?|send|come from|made up|inventing|invent|speculat\w+)\b`)
	// These words have capitals, or stand for numbers, and are no values.
	numberWord = regexp.MustCompile(`(?i)^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen)(?:-\w+)?$`)
	notAName   = regexp.MustCompile(`(?i)^(?:i|i'\w+|ok|okay|ai|n/a|na|tbd|tbc|not|no|unknown|sorry|hi|hello|hey|thanks|id|sku|pm|am|based|unfortunately|you|it|it's|that|that's|the|this|there|if|my|your|none|nothing|would|could|please|so|but|and|we|however|let|without|as)$`)
	greeting   = regexp.MustCompile(`(?i)^(?:you (?:mentioned|told|said|gave|only|asked)|i|we|sorry|hi|hello|hey|thanks|thank you|good|dear|as of|no|apologies|understood|sure|certainly|from|since|per|according to)\b`)
	labelled   = regexp.MustCompile(`^([^:]{1,60}):\s+(.*)`)
	anyLetter  = regexp.MustCompile(`\pL`)
	addressed  = regexp.MustCompile(`(?i)^you `)
	only       = regexp.MustCompile(`(?i)\bonly\b`)
	anyDigit   = regexp.MustCompile(`\pN`)
	auxiliary  = regexp.MustCompile(`(?i)\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|(?-i:may)|might|must|should)\b|'(?:s|m|re|ve|d|ll) `)
	atPlace    = regexp.MustCompile(`(?i)^(?:the|in the|at the|on the|next to|near|behind|above|under) `)
	// A number right behind a word of the question: "the permit was $85", "badge 8841".
	numbered = regexp.MustCompile(`(?i)([\pL-]+)(?:'s)?:? (?:(?:is|was|are|were|says|reads|costs?|number|no\.?) )?(?:(?:about|around|roughly) )?[$€£#]?\pN`)
)

// divided is a text cut where between matches, without what is empty.
func divided(text string, between *regexp.Regexp) []string {
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
	if n == 0 || n > 4 || ignorance.MatchString(sentence) || greeting.MatchString(sentence) || advice.MatchString(sentence) {
		return false
	}
	if labelled.MatchString(sentence) || auxiliary.MatchString(sentence) {
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
func answers(clause string, known map[string]bool) bool {
	if m := ignorance.FindStringIndex(clause); m != nil {
		// "I don't know whether it's 41 or 42" gives values all the same.
		rest := strings.TrimLeft(clause[m[1]:], " ")
		s := itIs.FindStringSubmatch(rest)
		return s != nil && !idle.MatchString(s[1]) && newValue(s[1], known, true)
	}
	if advice.MatchString(clause) {
		return false
	}
	if s := itIs.FindStringSubmatch(clause); s != nil {
		return anyLetter.MatchString(s[1]) && !idle.MatchString(s[1]) || newValue(s[1], known, true)
	}
	if s := thatIs.FindStringSubmatch(clause); s != nil && newValue(s[1], known, true) {
		return !idle.MatchString(s[1])
	}
	if guess.MatchString(clause) {
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
	currently now did name`)
