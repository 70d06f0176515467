package match

import "strings"

// Legacy is the original benchmark's rule: every pattern occurs somewhere in the text as a
// substring, whatever the case. Without patterns there is nothing to find, and no match.
type Legacy []string

// NewLegacy is the rule for a probe's patterns.
func NewLegacy(patterns []string) Legacy {
	out := make(Legacy, len(patterns))
	for i, p := range patterns {
		out[i] = strings.ToLower(p)
	}
	return out
}

// In reports whether a text, in lower case, has every pattern.
func (l Legacy) In(lower string) bool {
	for _, p := range l {
		if !strings.Contains(lower, p) {
			return false
		}
	}
	return len(l) > 0
}
