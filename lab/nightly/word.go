package nightly

import (
	"strings"
	"unicode"
)

// Word is a text as one word of a shell, in quotes where that is needed.
func Word(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool {
		return !strings.ContainsRune("-_./:,=+@%", r) && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}) {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}
