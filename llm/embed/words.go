package embed

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// longestWord is how many bytes of a word count; what follows is dropped. Words of natural
// languages are far shorter.
const longestWord = 64

// eachWord calls see for every word of text, in order. The word is written into buf (nil
// will do) and is see's only until it returns.
//
// The rules are the part of Unicode's word boundaries (UAX #29) that matters for prose: a word is
// a run of letters, marks, digits and underscores; an apostrophe or a full stop may stand between two
// letters ("don't", "e.g") and a comma or full stop between two digits; every Han, Hiragana or
// Katakana character is a word. Letters are lower-cased, the commas of a number (1,234) dropped,
// and the word is stemmed. Text that isn't in Unicode's composed form (NFC) is composed first.
// Bytes that aren't UTF-8 separate words.
func eachWord(text string, buf []byte, see func(word []byte)) {
	if !norm.NFC.IsNormalString(text) {
		text = norm.NFC.String(text)
	}
	word := buf[:0]
	last := classBreak
	flush := func() {
		if len(word) > 0 {
			see(stem(word))
		}
		word, last = buf[:0], classBreak
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		class := classOf(r)
		switch class {
		case classBreak:
			joins := false
			if last == classLetter && (r == '\'' || r == '’' || r == '.') || last == classDigit && (r == ',' || r == '.') {
				next, _ := utf8.DecodeRuneInString(text[i:])
				joins = classOf(next) == last
			}
			switch {
			case !joins:
				flush()
			case r == '’':
				word = grow(word, '\'')
			case r != ',':
				word = grow(word, r)
			}
			continue
		case classAlone:
			flush()
			word = grow(word, r)
			flush()
			continue
		case classMark:
			if last == classBreak {
				continue
			}
			class = last
		}
		word, last = grow(word, unicode.ToLower(r)), class
	}
	flush()
}

// grow appends r to a word that isn't too long yet.
func grow(word []byte, r rune) []byte {
	if len(word) >= longestWord {
		return word
	}
	return utf8.AppendRune(word, r)
}

const (
	classBreak = iota
	classLetter
	classDigit
	classMark  // belongs to what it follows
	classAlone // a word by itself
)

func classOf(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		switch {
		case 'a' <= r|0x20 && r|0x20 <= 'z', r == '_':
			return classLetter
		case '0' <= r && r <= '9':
			return classDigit
		}
		return classBreak
	case r == utf8.RuneError:
		return classBreak
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return classAlone
	case unicode.IsLetter(r):
		return classLetter
	case unicode.IsNumber(r):
		return classDigit
	case unicode.IsMark(r):
		return classMark
	}
	return classBreak
}

// stem takes a possessive and a plural ending off an English word, in place: Harman's S-stemmer
// ("How effective is suffixing?", JASIS 42, 1991). The first rule whose ending fits decides.
//
//	ies → y   unless eies or aies
//	es  → e   unless aes, ees or oes
//	s   → –   unless us or ss
//
// Words of three letters and less stay as they are. (boxes → boxe is as good as box, as long as
// the singular's "e" isn't asked for.)
func stem(word []byte) []byte {
	n := len(word)
	if n > 2 && word[n-1] == 's' && word[n-2] == '\'' {
		word, n = word[:n-2], n-2
	}
	if n <= 3 || word[n-1] != 's' {
		return word
	}
	switch before := word[n-2]; {
	case before == 'e' && word[n-3] == 'i':
		if word[n-4] == 'e' || word[n-4] == 'a' {
			return word
		}
		word[n-3] = 'y'
		return word[:n-2]
	case before == 'e':
		if c := word[n-3]; c == 'a' || c == 'e' || c == 'o' {
			return word
		}
		return word[:n-1]
	case before == 'u', before == 's', '0' <= before && before <= '9':
		return word
	}
	return word[:n-1]
}
