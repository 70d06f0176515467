// Package excerpt cuts texts: to a number of tokens, to what is read, to what stands around a value.
package excerpt

import (
	"strings"
	"unicode/utf8"

	"contextarena.internal/words"
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

// longestScan bounds how much of a message rules and embedders read, in bytes.
const longestScan = 32 << 10

// Head is as much of a text as rules and embedders read.
func Head(text string) string {
	if len(text) <= longestScan {
		return text
	}
	return strings.ToValidUTF8(text[:longestScan], "")
}

// longestText bounds what is kept around a value, in characters.
const longestText = 240

// Around is a text on one line, without its ends if it is long, so that what stands between from and to,
// in bytes, stays in.
func Around(text string, from, to int) string {
	before, after := []rune(text[:from]), []rune(text[to:])
	room := max(0, longestText-len([]rune(text[from:to]))) / 2
	before, after = before[max(0, len(before)-room):], after[:min(len(after), room)]
	return words.OneLine(string(before) + text[from:to] + string(after))
}
