package probes

import "strings"

// LegacyMatch is the original benchmark's rule: every pattern occurs somewhere in the text as a
// substring, whatever the case. Without patterns there is nothing to find, and no match.
func LegacyMatch(text string, patterns []string) bool {
	text = strings.ToLower(text)
	for _, p := range patterns {
		if !strings.Contains(text, strings.ToLower(p)) {
			return false
		}
	}
	return len(patterns) > 0
}
