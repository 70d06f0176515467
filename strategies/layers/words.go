package layers

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordKind is what a word looks like.
type wordKind int

const (
	plainWord  wordKind = iota
	nameWord            // begins with a capital though no sentence begins there
	numberWord          // an amount, a date, a time, a score, a number with its unit
	codeWord            // a phone number, a code, a mail address: to be copied, never to be counted with
	linkWord            // a web address or a piece of code
)

// word is what stands between two spaces, without the punctuation around it. Groups of digits of
// which the first begins with "+", "(" or "0", as in a phone number, are one word.
type word struct {
	text   string
	at     int // where it begins in the text, in bytes
	kind   wordKind
	first  bool // begins a sentence
	clause bool // punctuation behind it ends a clause
	last   bool // ends a sentence
}

// fact reports whether a word is something that can be known: a name, a number or an identifier.
func (w word) fact() bool { return w.kind == nameWord || w.kind == numberWord || w.kind == codeWord }

const (
	around = `"'“”‘’()[]{}<>,;:.!?*_|…`
	opened = `"'“”‘’[{<*_|…`
)

// words are the words of a text in their order. It reads each byte a few times and keeps nothing,
// so that long messages cost little.
func words(text string) iter.Seq[word] {
	return func(yield func(word) bool) {
		first := true
		for at := 0; at < len(text); {
			start, end := nextField(text, at)
			if start == end {
				return
			}
			if text[start] == '+' || text[start] == '(' || text[start] == '0' && end-start > 2 {
				end = digitGroups(text, start, end)
			}
			raw := text[start:end]
			at = end
			if alphanumeric(raw[0]) && alphanumeric(raw[len(raw)-1]) { // most words have nothing around them
				last := end < len(text) && text[end] == '\n'
				if !yield(word{text: raw, at: start, kind: kindOf(raw, first), first: first, clause: last, last: last}) {
					return
				}
				first = last
				continue
			}
			trimmed := strings.TrimLeft(raw, opened)
			if !strings.HasPrefix(trimmed, "(") || len(digitsOf(trimmed)) < 7 {
				trimmed = strings.TrimLeft(trimmed, around)
			}
			skipped := len(raw) - len(trimmed)
			bare := strings.TrimRight(trimmed, around)
			if bare == "" {
				continue
			}
			w := word{text: bare, at: start + skipped, first: first}
			behind := trimmed[len(bare):]
			w.last = strings.ContainsAny(behind, ".!?…") && !abbreviated[bare] || strings.HasPrefix(text[end:], "\n")
			w.clause = w.last || strings.ContainsAny(behind, ",;:)")
			w.kind = kindOf(bare, first)
			if !yield(w) {
				return
			}
			first = w.last
		}
	}
}

// abbreviated are words whose full stop ends no sentence.
var abbreviated = map[string]bool{
	"Dr": true, "Mr": true, "Mrs": true, "Ms": true, "Prof": true, "St": true, "No": true, "vs": true, "approx": true,
}

// nextField is where the next run of anything but spaces begins and ends.
func nextField(text string, from int) (start, end int) {
	start = from
	for start < len(text) {
		n := spaceAt(text, start)
		if n == 0 {
			break
		}
		start += n
	}
	end = start
	for end < len(text) && spaceAt(text, end) == 0 {
		end++
	}
	return start, end
}

// spaceAt is the length of the space at i, 0 if there is none.
func spaceAt(text string, i int) int {
	c := text[i]
	if c > ' ' && c < utf8.RuneSelf {
		return 0
	}
	if c < utf8.RuneSelf {
		if unicode.IsSpace(rune(c)) {
			return 1
		}
		return 0
	}
	if r, n := utf8.DecodeRuneInString(text[i:]); unicode.IsSpace(r) {
		return n
	}
	return 0
}

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// digitGroups is the end of a phone number that begins at start: of the groups of digits that
// follow with one space between.
func digitGroups(text string, start, end int) int {
	if !phonish(text[start:end]) {
		return end
	}
	for end < len(text) && text[end] == ' ' && !strings.ContainsAny(text[end-1:end], ",.;:!?") {
		from, to := nextField(text, end)
		if from != end+1 || !phonish(strings.TrimRight(text[from:to], around)) {
			break
		}
		end = to
	}
	return end
}

// phonish reports whether a word has digits and nothing that phone numbers don't have.
func phonish(s string) bool {
	return s != "" && strings.Trim(s, "0123456789+-()./") == "" && strings.ContainsAny(s, "0123456789")
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// kindOf says what a word looks like.
func kindOf(s string, first bool) wordKind {
	letters := 0
	for letters < len(s) && s[letters] >= 'a' && s[letters] <= 'z' {
		letters++
	}
	if letters == len(s) {
		return plainWord
	}
	var digits, upper, lower, dashes, dots, groups, slashes int
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z' || c >= utf8.RuneSelf:
			lower++
		case c == '-':
			dashes++
		case c == '.':
			dots++
		case c == ',' || c == ':':
			groups++
		case c == '/':
			slashes++
		case c == '@':
			if strings.Contains(s[i:], ".") {
				return codeWord
			}
		case strings.IndexByte("={}()<>;`\\", c) >= 0 && s[0] != '(' && s[0] != '+':
			return linkWord
		}
	}
	if strings.Contains(s, "://") || strings.HasPrefix(s, "www.") {
		return linkWord
	}
	if digits == 0 {
		r, _ := utf8.DecodeRuneInString(s)
		if !first && unicode.IsUpper(r) && s != "I" && !strings.HasPrefix(s, "I'") && !strings.HasPrefix(s, "I’") {
			return nameWord
		}
		return plainWord
	}
	if strings.ContainsAny(s, "$€£¥%") || groups > 0 || slashes > 0 && upper+lower == 0 {
		return numberWord
	}
	if upper+lower == 0 {
		return kindOfDigits(s, digits, dashes, dots)
	}
	if s[0] >= '0' && s[0] <= '9' {
		if unit := strings.TrimLeft(s, "0123456789."); digits < 5 && dashes == 0 || !strings.ContainsAny(unit, "0123456789") && upper == 0 {
			return numberWord // 10mg, 2nd, 30-day
		}
		return codeWord
	}
	if upper > 0 && digits >= 2 || digits >= 3 {
		return codeWord
	}
	return numberWord
}

// kindOfDigits tells phone numbers and codes among words without letters from dates, scores and
// amounts.
func kindOfDigits(s string, digits, dashes, dots int) wordKind {
	year := func(s string) bool {
		return len(s) == 4 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20"))
	}
	if parts := strings.Split(s, "-"); dashes > 0 && year(parts[0]) && (len(parts[1]) == 2 || year(parts[1])) {
		return numberWord // a date, or two years
	}
	switch {
	case s[0] == '#' && digits >= 3, dots >= 3, strings.ContainsAny(s, "+(") && digits >= 7:
		return codeWord
	case dots == 1:
		return numberWord
	case digits >= 7, digits >= 6 && dashes == 0, digits >= 4 && s[0] == '0':
		return codeWord
	}
	return numberWord
}
