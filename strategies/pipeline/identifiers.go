package pipeline

import (
	"regexp"
	"strings"
	"unicode"
)

// phone is a run of digits with marks of a phone number between them.
var phone = regexp.MustCompile(`\+?\(?\d[\d()\-. ]{5,18}\d`)

var (
	measured = regexp.MustCompile(`^[^\pL\d]*\d[\d.,]*(?:st|nd|rd|th|[\pL%°]{1,3})?$`) // 8oz, $1.2M, 2nd, 12
	dated    = regexp.MustCompile(`^\d{4}[-.]\d{1,2}[-.]\d{1,2}$|^\d{1,2}[-.]\d{1,2}[-.]\d{2,4}$`)
)

// identifiersIn finds what must be copied character for character, in order: mail addresses, words
// in which capitals stand with two digits or more, and phone numbers. Measures, ordinals and dates
// aren't identifiers.
func identifiersIn(text string) []string {
	var out []string
	for word := range strings.FieldsSeq(text) {
		word = strings.Trim(word, ".,;:!?()[]{}\"'’“”`*_<>")
		if isIdentifier(word) {
			out = append(out, word)
		}
	}
	if digitsIn(text) < 7 {
		return out
	}
	for _, n := range phone.FindAllString(text, -1) {
		n = strings.TrimSpace(n)
		if digits := digitsIn(n); digits >= 7 && digits <= 15 && len(n) > digits && strings.ContainsAny(n, "-(+") && !dated.MatchString(n) {
			out = append(out, n)
		}
	}
	return out
}

func isIdentifier(word string) bool {
	if name, host, ok := strings.Cut(word, "@"); ok {
		return name != "" && strings.Contains(host, ".")
	}
	return len(word) >= 4 && digitsIn(word) >= 2 && strings.ContainsFunc(word, unicode.IsUpper) && !measured.MatchString(word)
}

func digitsIn(text string) int {
	n := 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// bareIdentifier is an identifier without marks and case.
func bareIdentifier(id string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '@' {
			return unicode.ToLower(r)
		}
		return -1
	}, id)
}
