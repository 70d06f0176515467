package mention

import (
	"slices"
	"strings"
	"unicode"
)

// Canonical is a name as names are compared: in lower case, without articles, titles and punctuation.
func Canonical(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '&'
	})
	words = slices.DeleteFunc(words, func(w string) bool {
		return len(words) > 1 && slices.Contains([]string{"the", "a", "an", "mr", "mrs", "ms", "dr", "prof"}, w)
	})
	return strings.TrimSuffix(strings.Join(words, " "), "'s")
}

// SameName reports whether two names are of one thing: the same words but for articles and the like,
// whatever their order and case.
func SameName(a, b string) bool { return slices.Equal(nameWords(a), nameWords(b)) }

// SharesWord reports whether two names, or a name and a question, share a word that tells names apart.
func SharesWord(a, b string) bool {
	for _, w := range nameWords(a) {
		if slices.Contains(nameWords(b), w) {
			return true
		}
	}
	return false
}

// nameWords are the words of a name that tell it from others, sorted.
func nameWords(name string) []string {
	var out []string
	for w := range strings.FieldsSeq(Canonical(name)) {
		if w = strings.TrimSuffix(w, "'s"); !unnamed[w] {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var unnamed = map[string]bool{
	"the": true, "a": true, "an": true, "of": true, "for": true, "our": true, "my": true, "your": true, "their": true,
	"his": true, "her": true, "its": true, "new": true, "current": true, "to": true, "in": true, "on": true, "at": true,
}
