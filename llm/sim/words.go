package sim

import (
	"iter"
	"strings"
	"unicode"
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// wordsOf are the words of a text in lower case.
func wordsOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i, c := range text {
			if unicode.IsLetter(c) || unicode.IsDigit(c) || start >= 0 && (c == '\'' || c == '’') {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 {
				if !yield(strings.ToLower(text[start:i])) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(strings.ToLower(text[start:]))
		}
	}
}
