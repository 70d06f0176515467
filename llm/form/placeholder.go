package form

import (
	"strings"
	"unicode"
)

// isNothing reports whether a text says that there is nothing to say.
func isNothing(text string) bool {
	switch strings.ToLower(strings.Trim(text, " \t\r\n.-–—*_`\"'()[]{}")) {
	case "", "none", "null", "nil", "nothing", "n/a", "undefined":
		return true
	}
	return false
}

// placeholder reports whether a text stands for what should have been written: something copied from
// the question or its schema, or the beginning of a value with dots behind it.
func (s *shape) placeholder(text string) bool {
	if strings.HasSuffix(text, "…") || strings.HasSuffix(text, "...") {
		return true
	}
	if len(text) > 2 && (text[0] == '<' && text[len(text)-1] == '>' || text[0] == '{' && text[len(text)-1] == '}') {
		return true
	}
	f := folded(text)
	switch f {
	case "string", "integer", "boolean", "stringvalue", "exactvalue", "oldvalue", "newvalue", "currentvalue", "previousvalue", "placeholder", "example", "youranswer":
		return true
	}
	return f == folded(s.name) || s.about != "" && f == folded(s.about)
}

// folded is a text's letters and digits in lower case, as names and choices are compared.
func folded(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
