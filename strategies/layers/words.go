package layers

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// namesAndNumbers are the words of a text that can be known: those with a digit, and those that begin
// with a capital though no sentence does.
func namesAndNumbers(text string) []string {
	var out []string
	begins := true
	for w := range strings.FieldsSeq(text) {
		if strings.ContainsAny(w, `={}<>;|/\\@`) { // code, paths and addresses
			continue
		}
		bare := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		r, _ := utf8.DecodeRuneInString(bare)
		if strings.ContainsAny(bare, "0123456789") || !begins && unicode.IsUpper(r) && !strings.HasPrefix(bare+"'", "I'") && !strings.HasPrefix(bare, "I’") {
			out = append(out, bare)
		}
		begins = len(bare) > 2 && strings.ContainsAny(w[len(w)-1:], ".!?:") // not behind Dr.
	}
	return out
}

// echoes reports whether what was heard has every number of a value or, of a value without numbers, at
// least half of its words: models copy numbers and rephrase words.
func echoes(heard said, value string) bool {
	if heard.holds(value) {
		return true
	}
	numbers, found, all := 0, 0, 0
	for w := range strings.FieldsSeq(value) {
		w = strings.Trim(w, `"'“”‘’()[]{}<>,;:.!?*_`)
		all++
		switch {
		case strings.ContainsAny(w, "0123456789"):
			numbers++
			if !heard.holds(w) {
				return false
			}
		case heard.holds(w):
			found++
		}
	}
	return numbers > 0 || found > 0 && 2*found >= all
}

// canonical is a name as names are compared: in lower case, without articles, titles and punctuation.
func canonical(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '&'
	})
	words = slices.DeleteFunc(words, func(w string) bool {
		return len(words) > 1 && slices.Contains([]string{"the", "a", "an", "mr", "mrs", "ms", "dr", "prof"}, w)
	})
	return strings.TrimSuffix(strings.Join(words, " "), "'s")
}

// sameName reports whether two names are of one thing: the same words but for articles and the like,
// whatever their order and case.
func sameName(a, b string) bool { return slices.Equal(nameWords(a), nameWords(b)) }

func sharesWord(a, b string) bool {
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
	for w := range strings.FieldsSeq(canonical(name)) {
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

// longestScan bounds how much of a message rules and embedders read, in bytes.
const longestScan = 32 << 10

// head is as much of a text as rules and embedders read.
func head(text string) string {
	if len(text) <= longestScan {
		return text
	}
	return strings.ToValidUTF8(text[:longestScan], "")
}
