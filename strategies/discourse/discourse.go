// Package discourse tells of a message, without a model, whether it decides or settles something, whether it is an
// error, and which earlier messages it refers to. Strategies that drop or choose whole messages go by it.
package discourse

import (
	"regexp"
	"strings"
)

// Decides reports whether a text tells of a decision: one of a few turns of speech, "we decided", "let's go with",
// "was approved", in a sentence that isn't a question. It is narrower than Settles: of the users' messages of the
// builtin scenarios 8 % decide, and 22 % settle something.
func Decides(text string) bool {
	for _, at := range deciding.FindAllStringIndex(text, mostLooked) {
		if end := strings.IndexAny(text[at[1]:], ".!?\n"); end < 0 || text[at[1]+end] != '?' {
			return true
		}
	}
	return false
}

// mostLooked is how many places of a text are looked at, so that a long one takes no longer than it is long.
const mostLooked = 64

// Settles reports whether a text settles something, by a decision, a correction or a new state of things: whether it
// has one of a few turns of speech with which people do, "we decided", "approved", "will be", "actually". Whoever settles something in other words isn't
// noticed, and whoever tells of another's decision is.
func Settles(text string) bool { return settling.MatchString(text) }

// Fails reports whether the result of a tool is an error: it is empty, begins with one, or says that something
// wasn't found, was denied or ended with a code other than 0.
func Fails(result string) bool { return strings.TrimSpace(result) == "" || failing.MatchString(result) }

var (
	deciding = regexp.MustCompile(`(?i)\b(?:(?:we|i|they|he|she|team|board)(?:['’]ve| have| has)? (?:decided|chose|agreed|settled|opted)|(?:it['’]s|it is|that['’]s) (?:decided|settled|agreed|final)|final decision|decision(?: is|:)|let['’]?s (?:go|stick|stay) with|(?:we|i)(?:['’]ll| will|['’]re|['’]m| are| am)? (?:go|going|went|stick|sticking) with|(?:is|are|was|were|been|has|have) approved|approved[.:!])`)
	settling = regexp.MustCompile(`(?i)\b(decided|decision|agreed|approved|settled on|signed off|we(?:'ll| will) (?:use|go with)|will be|is now|instead of|not .{1,40}\bbut|chose|chosen|confirmed|final(?:ly|ised|ized)?|correction|actually)\b`)
	failing  = regexp.MustCompile(`(?i)^\s*(?:\{\s*"error"|error\b|failed\b|exception\b|traceback\b|fatal\b)|\b(?:not found|permission denied|timed? ?out|no such file|exit (?:code|status) [1-9])\b`)
)
