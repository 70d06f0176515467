package llm

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// refusalMost is the length in characters from which a reply is no canned refusal.
const refusalMost = 400

// refusalFormula is the beginning of a canned refusal, up to the end of its sentence: "I'm sorry,
// but I can't assist with that request." What is refused is the request itself, or content of
// a kind; refusing "the ..." is about something in the conversation.
var refusalFormula = regexp.MustCompile(`^(?:(?:i'm|i am) (?:very |so |really )?sorry(?: about that| for any inconvenience)?[,.;:!]? |sorry[,.;:!]? |i apologi[sz]e[,.;:!]? |apologies[,.;:!]? |unfortunately,? |as an ai(?: language model| assistant)?,? )*` +
	`(?:but |however,? )?` +
	`(?:i (?:can't|cannot|can not|won't|will not|am unable to|am not able to|must decline to|have to decline to)|i'm (?:unable to|not able to)|i won't be able to|i'm afraid i (?:can't|cannot)) ` +
	`(?:(?:(?:help|assist)(?: you)?(?: with| in| by)?|comply with|fulfil+|engage with|engage in|process|proceed with|continue with|participate in|discuss|create|generate)` +
	`(?: (?:that|this|it)| (?:that|this|these|those|your|the|such|such a|any) (?:kinds? of |types? of |sorts? of )?(?:specific |particular )?(?:requests?|tasks?|content|topics?|questions?|quer(?:y|ies)|matters?)` +
	`| requests [^.!?\d]*| (?:illegal|harmful|unethical|dangerous|explicit|hateful|violent)[^.!?\d]*` +
	`| (?:creating|making|providing|generating|producing|writing|identifying|planning|finding ways)[^.!?\d]*)?` +
	`(?: at this time| at the moment| here| right now)?)(?:[.!;]+|,? but\b| because (?:it|that|this) (?:violates|goes against|is against)[^.!?]*[.!]?|$)`)

// refusalSequel is what may follow it: an offer, a pointer to a policy or help, a goodbye.
var refusalSequel = regexp.MustCompile(`^(?:but |however,? )?(?:if (?:you|there)|is there|please|let me know|feel free|how (?:else )?(?:can|may) i|what else|i(?:'d| would) be happy|i(?:'m| am) happy|i(?:'m| am) here to|i can (?:help|assist|offer|provide) (?:you )?(?:with )?(?:general|other|something|safe|support|information about)|thank|(?:it|this|that|your request) (?:violates|goes against|is against|may violate)|you may want to|consider (?:reaching|contacting|speaking))`)

// refusalOther are formulas of filters and policies that stand for a whole reply.
var refusalOther = regexp.MustCompile(`^(?:(?:i'm|i am) sorry,? (?:but )?)?(?:i must (?:respectfully )?decline(?: (?:that|this|your|the) request)?[.!]` +
	`|(?:this|your|the) (?:request|prompt|content|message) (?:was|has been|is) (?:rejected|flagged|blocked|filtered)\b[^.]*\b(?:safety|filters?|content management|polic(?:y|ies)|guidelines)\b` +
	`|(?:that|this|it|(?:that|this|your|the) (?:request|prompt|content)) (?:violates|goes against|is against|may violate) (?:my|our|openai's|the) (?:(?:usage|content|safety) polic(?:y|ies)|guidelines))`)

// refusalExcuse marks a reply that lacks something rather than declines.
var refusalExcuse = regexp.MustCompile(`(?:don't|do not|didn't|did not|doesn't|does not|haven't|have not) (?:have|see|know|mention|say|been|recall|remember|include|specify)|mentioned|not (?:specified|provided|given|stated|recorded)|no (?:information|record|details|mention)|\bwithout\b|\bsince\b|\bunless\b|earlier|conversation`)

// refusalWords are words without one of which there is no formula: most replies are told by them
// alone.
var refusalWords = []string{"can't", "cannot", "can not", "won't", "will not", "unable", "not able", "decline", "request", "prompt", "violates", "violate", "against"}

var sentenceEnd = regexp.MustCompile(`[.!?]+(?:\s+|$)|\n+`)

// CannedRefusal reports whether text is a formula by which models decline a request: "I'm sorry,
// but I can't assist with that." It is conservative. A reply of 400 characters or more, one that
// says anything else besides the formula, and one that can't find or say something about the
// conversation ("I can't find the phone number") are answers, right or wrong.
func CannedRefusal(text string) bool {
	if utf8.RuneCountInString(text) >= refusalMost {
		return false
	}
	text = strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(text, "’", "'")), " "))
	text = strings.Trim(text, "*_\"'> ")
	if !slices.ContainsFunc(refusalWords, func(w string) bool { return strings.Contains(text, w) }) {
		return false
	}
	if refusalOther.MatchString(text) {
		return true
	}
	if refusalExcuse.MatchString(text) {
		return false
	}
	formula := refusalFormula.FindString(text)
	if formula == "" {
		return false
	}
	for _, sentence := range sentenceEnd.Split(text[len(formula):], -1) {
		sentence = strings.Trim(sentence, " ,;:*_\"'")
		if sentence != "" && !refusalSequel.MatchString(sentence) {
			return false
		}
	}
	return true
}
