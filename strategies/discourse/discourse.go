// Package discourse tells of a message, without a model, whether it decides something, whether it tells of an
// error, and which earlier messages it refers to. Strategies that drop or choose whole messages go by it.
package discourse

import (
	"strings"

	"contextarena.internal/words"
)

// Decides reports whether a text settles something: one of a few turns of speech with which people do, "we decided",
// "let's go with", "was approved", in a sentence that isn't a question. Somebody who decides in other words isn't
// noticed, and somebody who tells of another's decision is. Of the users' messages of the builtin scenarios 8 % decide.
func Decides(text string) bool {
	for _, at := range settles.FindAllStringIndex(text, mostLooked) {
		if end := strings.IndexAny(text[at[1]:], ".!?\n"); end < 0 || text[at[1]+end] != '?' {
			return true
		}
	}
	return false
}

var settles = words.MustExpression(`\b(?:(?:we|i|they|he|she|team|board)(?:['’]ve| have| has)? (?:decided|chose|agreed|settled|opted)|(?:it['’]s|it is|that['’]s) (?:decided|settled|agreed|final)|final decision|decision(?: is|:)|let['’]?s (?:go|stick|stay) with|(?:we|i)(?:['’]ll| will|['’]re|['’]m| are| am)? (?:go|going|went|stick|sticking) with|(?:is|are|was|were|been|has|have) approved|approved[.:!])`)

// Fails reports whether a text tells of an error: a word like "error", "failed" or "exception" that isn't denied just
// before ("no errors", "without failure", "0 failed"), or an exit code other than 0.
func Fails(text string) bool {
	for _, at := range faults.FindAllStringIndex(text, mostLooked) {
		if !denied.MatchString(text[max(0, at[0]-16):at[0]]) {
			return true
		}
	}
	return false
}

var (
	faults = words.Lazy(`(?i)\b(?:errors?|failed|fails|failures?|exceptions?|traceback|panic:|fatal|crash(?:ed|es)?|segfault|timed out|(?:exit(?: code| status)?|status) (?:[1-9]\d{0,2}))\b`)
	denied = words.Lazy(`(?i)\b(?:no|not|0|zero|without|never|any|free of)(?: \w+)?[ -]$`)
)

// mostLooked is how many places of a text are looked at, so that a long one takes no longer than it is long.
const mostLooked = 64
