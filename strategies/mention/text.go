package mention

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is a text in which values are looked for.
type Text struct {
	folded  string
	amounts []Amount
}

// In reads a text.
func In(text string) Text { return Text{Fold(text), amountsIn(text)} }

// Amounts is how many there are.
func (s Text) Amounts() int { return len(s.amounts) }

// Has reports whether the text has a value: word for word, whatever the case and spacing, or, of an
// amount, written another way.
func (s Text) Has(value string) bool {
	v := Fold(value)
	if v == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(s.folded[from:], v)
		if i < 0 {
			break
		}
		i += from
		if !joined(s.folded[:i], v, s.folded[i+len(v):]) {
			return true
		}
		from = i + 1
	}
	a, ok := ReadAmount(value)
	return ok && slices.ContainsFunc(s.amounts, a.Same)
}

// Has is Text.Has of a text that is looked at once.
func Has(text, value string) bool { return In(text).Has(value) }

// joined reports whether v is part of a longer word or number.
func joined(before, v, after string) bool {
	b, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(v)
	last, _ := utf8.DecodeLastRuneInString(v)
	a, n := utf8.DecodeRuneInString(after)
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if before != "" && word(first) && (word(b) || unicode.IsDigit(first) && (b == '.' || b == ',' || b == '-')) {
		return true
	}
	if after == "" || !word(last) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(after[n:])
	return word(a) || unicode.IsDigit(last) && a == '%' || unicode.IsDigit(last) && strings.ContainsRune(".,-", a) && unicode.IsDigit(next)
}

// Fold is a text in lower case with single spaces.
func Fold(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }

// HasWord reports whether a word, or the word with an ending, begins a word of the text.
func (s Text) HasWord(word string) bool {
	for at := 0; ; {
		i := strings.Index(s.folded[at:], word)
		if i < 0 {
			return false
		}
		at += i
		if at == 0 || !joined(s.folded[:at], word, "") {
			return true
		}
		at += len(word)
	}
}

// Echoes reports whether the text has every number of a value or, of a value without numbers, at
// least half of its words: models copy numbers and rephrase words.
func (s Text) Echoes(value string) bool {
	if s.Has(value) {
		return true
	}
	numbers, found, all := 0, 0, 0
	for w := range strings.FieldsSeq(value) {
		w = strings.Trim(w, `"'“”‘’()[]{}<>,;:.!?*_`)
		all++
		switch {
		case strings.ContainsAny(w, "0123456789"):
			numbers++
			if !s.Has(w) {
				return false
			}
		case s.Has(w):
			found++
		}
	}
	return numbers > 0 || found > 0 && 2*found >= all
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
	return strings.Join(strings.Fields(string(before)+text[from:to]+string(after)), " ")
}

// Equal reports whether two values are the same text, whatever the case and spacing.
func Equal(a, b string) bool { return Fold(a) == Fold(b) }

// SameValue reports whether two values are the same text or the same amount.
func SameValue(a, b string) bool {
	if Equal(a, b) {
		return true
	}
	x, ok := ReadAmount(a)
	y, too := ReadAmount(b)
	return ok && too && x.Same(y)
}
