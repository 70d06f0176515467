// Package discourse tells of a message, without a model, whether it settles something, whether it is an error, and
// which earlier messages it refers to. Strategies that drop or choose whole messages go by it.
package discourse

import (
	"regexp"
	"strings"
)

// Settles reports whether a text settles something: whether it has one of a few turns of speech with which
// people do, "we decided", "approved", "will be", "actually". Whoever settles something in other words isn't
// noticed, and whoever tells of another's decision is.
func Settles(text string) bool { return settling.MatchString(text) }

// Fails reports whether the result of a tool is an error: it is empty, begins with one, or says that something
// wasn't found, was denied or ended with a code other than 0.
func Fails(result string) bool { return strings.TrimSpace(result) == "" || failing.MatchString(result) }

var (
	settling = regexp.MustCompile(`(?i)\b(decided|decision|agreed|approved|settled on|signed off|we(?:'ll| will) (?:use|go with)|will be|is now|instead of|not .{1,40}\bbut|chose|chosen|confirmed|final(?:ly|ised|ized)?|correction|actually)\b`)
	failing  = regexp.MustCompile(`(?i)^\s*(?:\{\s*"error"|error\b|failed\b|exception\b|traceback\b|fatal\b)|\b(?:not found|permission denied|timed? ?out|no such file|exit (?:code|status) [1-9])\b`)
)
