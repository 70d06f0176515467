package words

import (
	"regexp"
	"unicode"
	"unicode/utf8"
)

var (
	sentenceEnd  = regexp.MustCompile(`[.!?]["'”’)*]*[ \n]|\n`)
	number       = regexp.MustCompile(`(?i)\bno\.$`) // before digits
	abbreviation = regexp.MustCompile(`(?i)(\b(dr|mr|mrs|ms|st|prof|vs|approx|[ap]\.m|e\.g|i\.e)|(^|[\s("“])[A-Z])\.$`)
)

// SentenceEnds are what ends the sentences of a text, with the space behind it. The full stop of an
// abbreviation ends none: St. Mary is one name.
func SentenceEnds(text string) []Span {
	var out []Span
	for _, end := range sentenceEnd.FindAllStringIndex(text, -1) {
		before := text[max(0, end[0]-8) : end[0]+1]
		after, _ := utf8.DecodeRuneInString(text[end[1]:])
		if !abbreviation.MatchString(before) && !(number.MatchString(before) && unicode.IsDigit(after)) {
			out = append(out, Span{end[0], end[1]})
		}
	}
	return out
}
