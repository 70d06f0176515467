package read

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// form is how a token is written.
type form uint8

const (
	mark   form = iota // punctuation, one character (an ellipsis counts as one)
	letter             // a word: letters, with hyphens and apostrophes inside
	digits             // a plain number: 4,000 or 3.5, perhaps with a sign or currency before it
	mixed              // letters and digits, or digits with other separators: 4k, 14:30, 555-0147, v2.3
	link               // a URL or e-mail address
)

// token is a word, number or mark of a line.
type token struct {
	start, end int
	hash       uint64 // of the word in lower case, without 's
	word       *word  // what the vocabulary knows, never nil
	form       form
	mark       rune // the character, if it is a mark
	capital    bool // begins with a capital
	caps       bool // has two letters or more, all capitals
	inner      bool // has a capital or a digit after its first letter: iPad, Widget-A
	own        bool // ends in 's, which isn't in hash
	begins     bool // would have a capital in any case
	glued      bool // follows the token before without a space
	value      int16
}

func (t *token) is(s sense) bool { return t.word.sense&s != 0 }

// known says whether a capital at the beginning of a sentence says nothing about the word.
func (t *token) known() bool { return t.word.sense != 0 }

const currencies = "$€£¥₹"

// tokens splits a line into tokens. It looks at each byte a bounded number of times.
func tokens(line string, out []token) []token {
	for i := 0; i < len(line); {
		r, n := rune(line[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(line[i:])
		}
		if r == ' ' || unicode.IsSpace(r) {
			i += n
			continue
		}
		glued := len(out) > 0 && out[len(out)-1].end == i
		end, f := wordEnd(line, i)
		if end == i { // a mark
			end = i + n
			if r == '.' {
				for end < len(line) && line[end] == '.' {
					end++
				}
				if end-i > 1 {
					r = '…'
				}
			} else if r == '-' || r == '~' || r == '=' || r == '*' || r == '_' {
				for end < len(line) && line[end] == byte(r) {
					end++
				}
				switch {
				case r == '-' && end < len(line) && line[end] == '>', r == '=' && end < len(line) && line[end] == '>':
					r, end = '→', end+1
				case r == '-' && end-i > 1:
					r = '—'
				case r == '~' && end-i > 1:
					r = '≈' // struck through
				}
			}
			out = append(out, token{start: i, end: end, form: mark, mark: r, glued: glued, value: -1, word: &stranger})
			i = end
			continue
		}
		out = append(out, readWord(line, i, end, f))
		out[len(out)-1].glued = glued
		i = end
	}
	return out
}

// longestWord bounds a word in bytes; what is longer is no word of any language.
const longestWord = 256

// wordEnd says where the word that begins at i ends, and how it's written; i itself if there is none.
func wordEnd(line string, i int) (int, form) {
	start := i
	letters, figures, seps, dots := 0, 0, 0, 0
	if end := linkEnd(line, i); end > i {
		return end, link
	}
	// A sign or currency before a number belongs to it.
	for i < len(line) {
		r, n := utf8.DecodeRuneInString(line[i:])
		if r != '+' && r != '-' && r != '#' && r != '@' && !strings.ContainsRune(currencies, r) {
			break
		}
		if i-start > 4 {
			return start, mark
		}
		i += n
	}
	if i > start && (i == len(line) || !isDigit(line[i]) && !(line[i] == '.' && i+1 < len(line) && isDigit(line[i+1])) && !(line[start] == '#' && isWordByte(line[i]))) {
		return start, mark
	}
	if i < len(line) && line[i] == '.' && i > start {
		i++
	}
	begin := i
	for i < len(line) && i-begin < longestWord {
		c := line[i]
		if c < utf8.RuneSelf {
			switch {
			case isDigit(c):
				figures++
				i++
				continue
			case isLetter(c):
				letters++
				i++
				continue
			case c == '%':
				if figures > 0 {
					return i + 1, mixed
				}
			}
			if i == begin || i+1 >= len(line) {
				break
			}
			before, after := line[i-1], line[i+1]
			ok := false
			switch c {
			case '-', '_':
				ok = isWordByte(before) && isWordByte(after)
			case '\'':
				ok = isWordByte(before) && isLetter(after)
			case '.':
				ok = isWordByte(before) && isWordByte(after)
			case ',':
				ok = isDigit(before) && letters == 0 && thousands(line[i+1:])
			case ':':
				ok = isDigit(before) && isDigit(after)
			case '/':
				ok = isWordByte(before) && isWordByte(after) && isDigit(before) == isDigit(after)
			case '&':
				ok = isUpper(before) && isUpper(after)
			case '@':
				ok = false
			}
			if !ok {
				break
			}
			if c == '.' && isDigit(after) && dots == 0 {
				dots++ // may be the decimal point
			} else if c != ',' && c != '\'' {
				seps++
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(line[i:])
		switch {
		case r == '’' || r == 'ʼ':
			if i == begin || i+n >= len(line) || !isWordByte(line[i+n]) {
				goto done
			}
		case r == '°' && figures > 0:
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters++
		case unicode.IsDigit(r):
			figures++
		default:
			goto done
		}
		i += n
	}
done:
	switch {
	case i == begin:
		return start, mark
	case figures == 0:
		return i, letter
	case letters == 0 && seps == 0:
		return i, digits
	}
	return i, mixed
}

// thousands says whether the text goes on with three digits that are a group of thousands.
func thousands(s string) bool {
	return len(s) >= 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) && (len(s) == 3 || !isDigit(s[3]))
}

// linkEnd says where a URL or e-mail address that begins at i ends, i if none does.
func linkEnd(line string, i int) int {
	c := line[i]
	if !isWordByte(c) {
		return i
	}
	url := (c == 'h' || c == 'H') && (hasFold(line[i:], "http://") || hasFold(line[i:], "https://")) ||
		(c == 'w' || c == 'W') && hasFold(line[i:], "www.")
	end, at, dot := i, 0, false
	for end < len(line) {
		c := line[end]
		if url {
			if c <= ' ' || strings.IndexByte("<>\"')]}|`", c) >= 0 {
				break
			}
		} else {
			if c == '@' {
				if at > 0 {
					return i
				}
				at = end
			} else if c == '.' && at > 0 {
				dot = true
			} else if !isWordByte(c) && strings.IndexByte(".-_+%", c) < 0 {
				break
			}
			// The local part of an address has at most 64 bytes (RFC 5321).
			if at == 0 && end-i > 64 {
				return i
			}
		}
		end++
	}
	if !url && (at == 0 || !dot) {
		return i
	}
	for end > i && strings.IndexByte(".,;:!?-_", line[end-1]) >= 0 {
		end--
	}
	if !url && strings.IndexByte(line[at:end], '.') < 0 {
		return i
	}
	return end
}

func hasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// readWord fills in what is known of the word between start and end.
func readWord(line string, start, end int, f form) token {
	t := token{start: start, end: end, form: f, value: -1, word: &stranger}
	h := uint64(fnvOffset)
	upper, lower, count := 0, 0, 0
	ascii := true
	stop := end
	if f == letter || f == mixed {
		if s := line[start:end]; strings.HasSuffix(s, "'s") || strings.HasSuffix(s, "'S") {
			t.own, stop = true, end-2
		} else if strings.HasSuffix(s, "’s") || strings.HasSuffix(s, "’S") {
			t.own, stop = true, end-len("’s")
		}
	}
	for i := start; i < stop; i++ {
		c := line[i]
		switch {
		case isUpper(c):
			upper++
			if count > 0 {
				t.inner = true
			} else {
				t.capital = true
			}
			count++
			c += 'a' - 'A'
		case isLetter(c):
			lower++
			count++
		case isDigit(c):
			if count > 0 {
				t.inner = true
			}
		case c >= utf8.RuneSelf:
			ascii = false
		}
		h = (h ^ uint64(c)) * fnvPrime
	}
	t.hash = h
	if !ascii {
		t.hash = hashed(straight(line[start:stop]))
		r, _ := utf8.DecodeRuneInString(line[start:])
		t.capital = unicode.IsUpper(r)
		lower++
	}
	t.caps = upper >= 2 && lower == 0
	if t.caps || f == link {
		t.inner = false
	}
	if f == letter {
		if t.own { // "it's" is a word, "Tom's" isn't
			whole := hashed(straight(line[start:end]))
			if w := vocabulary[whole]; w != nil {
				t.word, t.hash, t.own = w, whole, false
				return t
			}
		}
		if w := vocabulary[t.hash]; w != nil {
			t.word = w
		} else if t.end-t.start < 16 && t.end-t.start > 7 {
			if n, ok := hyphenated(line[start:end]); ok {
				t.word = &word{sense: numeral | ordinary, number: n}
			}
		}
	}
	return t
}

func isDigit(c byte) bool    { return c >= '0' && c <= '9' }
func isUpper(c byte) bool    { return c >= 'A' && c <= 'Z' }
func isLetter(c byte) bool   { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isWordByte(c byte) bool { return isDigit(c) || isLetter(c) || c >= utf8.RuneSelf }

// straight is a word in lower case with plain apostrophes.
func straight(s string) string {
	return strings.ReplaceAll(strings.ToLower(s), "’", "'")
}
