package tokens

import (
	"unicode"
	"unicode/utf8"
)

// cutStretches cuts text so that no piece has a stretch of more than most bytes (at least 4) of
// one class: letters, spaces or punctuation. Digits are tokens of at most three and need no cut.
// Text without such stretches, which is nearly all text, comes back whole.
func cutStretches(text string, most int) []string {
	var pieces []string
	start, stretch, last := 0, 0, classDigit
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		class := classOf(r)
		if class == classMark { // part of a word or of punctuation, whichever it follows
			class = classLetter
			if last == classOther {
				class = classOther
			}
		}
		if class != last || class == classDigit {
			stretch, last = 0, class
		}
		if stretch+size > most {
			pieces = append(pieces, text[start:i])
			start, stretch = i, 0
		}
		stretch += size
		i += size
	}
	return append(pieces, text[start:])
}

const (
	classDigit = iota
	classLetter
	classSpace
	classOther
	classMark
)

// classOf is the class of r in the patterns by which the tokenizer splits text into words.
func classOf(r rune) int {
	switch {
	case r < utf8.RuneSelf && ('a' <= r|0x20 && r|0x20 <= 'z'):
		return classLetter
	case unicode.IsSpace(r):
		return classSpace
	case unicode.IsLetter(r):
		return classLetter
	case unicode.IsMark(r):
		return classMark
	case unicode.IsNumber(r):
		return classDigit
	}
	return classOther
}
