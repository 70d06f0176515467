package words

import (
	"regexp"
	"strings"
)

var stemmed = regexp.MustCompile(`[\pL\pN]+(?:['’./:-][\pL\pN]+)*`)

// Plain are the words of a text as they are written, with what joins letters and digits inside
// them: can't, 3.5, 14:30, us-east-1.
func Plain(text string) []string { return stemmed.FindAllString(text, -1) }

// Stem is a word in lower case without the commonest endings.
func Stem(word string) string {
	word = strings.ToLower(word)
	if i := strings.IndexAny(word, "'’"); i > 0 {
		word = word[:i]
	}
	if len(word) > 3 {
		word = strings.TrimSuffix(word, "s")
	}
	return word
}

// Stems are the words of a text without their endings.
func Stems(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range Plain(text) {
		out[Stem(w)] = true
	}
	return out
}

// Set is a list of words, apart by white space, as a set.
func Set(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
