// Package excerpt cuts texts to a number of tokens.
package excerpt

import (
	"strings"
	"unicode/utf8"
)

// BothEnds is the first and the last n tokens of a text, cut between words, or all of it where they
// meet.
func BothEnds(text string, n int, tokens func(string) int) string {
	head := First(text, n, tokens)
	tail := last(text, n, tokens)
	if head >= tail {
		return text
	}
	return strings.TrimRight(text[:head], " ") + "\n[…]\n" + strings.TrimLeft(text[tail:], " ")
}

// First is the length of the longest beginning of a text with at most n tokens. Words are counted one by
// one, so that a long text costs no more than its excerpt.
func First(text string, n int, tokens func(string) int) int {
	at := 0
	for at < len(text) {
		end := at + 1
		for end < len(text) && text[end] != ' ' && text[end] != '\n' {
			end++
		}
		n -= tokens(clipped(text[at:end]))
		if n < 0 {
			break
		}
		at = end
	}
	return at
}

// last is where the longest end with at most n tokens begins.
func last(text string, n int, tokens func(string) int) int {
	at := len(text)
	for at > 0 {
		from := at - 1
		for from > 0 && text[from] != ' ' && text[from] != '\n' {
			from--
		}
		n -= tokens(clipped(text[from:at]))
		if n < 0 {
			break
		}
		at = from
	}
	return at
}

// clipped is a word as far as it need be counted: none of that length fits an excerpt.
func clipped(word string) string {
	const longest = 1 << 14
	if len(word) <= longest {
		return word
	}
	cut := longest
	for !utf8.RuneStart(word[cut]) {
		cut--
	}
	return word[:cut]
}
