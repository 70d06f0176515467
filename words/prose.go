package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	number       = Lazy(`(?i)\bno\.$`) // before digits
	abbreviation = Lazy(`(?i)(\b(dr|mr|mrs|ms|st|prof|vs|approx|[ap]\.m|e\.g|i\.e)|(^|[\s("“])[A-Z])\.$`)
)

// Sentences cuts a text behind every end of a sentence. Together they are the text.
func Sentences(text string) []string {
	var out []string
	from := 0
	for _, end := range SentenceEnds(text) {
		out, from = append(out, text[from:end.End]), end.End
	}
	return append(out, text[from:])
}

// SentenceEnds are what ends the sentences of a text, with the space behind it. The full stop of an
// abbreviation ends none (St. Mary is one name), nor do the dots of a list (floor 3 ..... 50).
func SentenceEnds(text string) []Span {
	var out []Span
	for i := 0; i < len(text); {
		end := sentenceEndAt(text, i)
		if end == 0 {
			i++
			continue
		}
		after, _ := utf8.DecodeRuneInString(text[end:])
		before := text[max(0, i-8) : i+1]
		short := text[i] == '.' && mayAbbreviate(before)
		dots := strings.HasSuffix(before, "..") && !unicode.IsUpper(after)
		if text[i] == '\n' || !dots && (!short || !abbreviation.MatchString(before) && !(number.MatchString(before) && unicode.IsDigit(after))) {
			out = append(out, Span{i, end})
		}
		i = end
	}
	return out
}

var abbreviated = Set("dr mr mrs ms st prof vs approx no")

// mayAbbreviate reports whether the letters before a full stop are few enough, or known, to be an abbreviation.
func mayAbbreviate(before string) bool {
	word := before[:len(before)-1]
	from := strings.LastIndexFunc(word, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }) + 1
	return len(word)-from <= 1 || abbreviated[strings.ToLower(word[from:])]
}

// sentenceEndAt is where the end of a sentence that begins at i is over, with the brackets and quotes that close there
// and one space; 0 if there is none.
func sentenceEndAt(text string, i int) int {
	switch text[i] {
	case '\n':
		return i + 1
	case '.', '!', '?':
	default:
		return 0
	}
	for j := i + 1; j < len(text); {
		r, size := utf8.DecodeRuneInString(text[j:])
		switch r {
		case '"', '\'', '”', '’', ')', '*':
			j += size
		case ' ', '\n':
			return j + 1
		default:
			return 0
		}
	}
	return 0
}

// Split cuts a text into its words in lower case: runs of letters and digits.
func Split(text string) []string { return strings.FieldsFunc(strings.ToLower(text), notInWord) }

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// OneLine is a text without line ends and runs of spaces.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Quote is a text on one line, of a longer one the first characters.
func Quote(text string, most int) string {
	r := []rune(OneLine(text))
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	return string(r)
}

var stemmed = Lazy(`[\pL\pN]+(?:['’./:-][\pL\pN]+)*`)

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

// Subset reports whether all words are among others.
func Subset(of, others map[string]bool) bool {
	for w := range of {
		if !others[w] {
			return false
		}
	}
	return true
}

// Disjoint reports whether two sets have no word in common.
func Disjoint(a, b map[string]bool) bool {
	for w := range a {
		if b[w] {
			return false
		}
	}
	return true
}

// Content are the stems of a text that say what it is about.
func Content(text string) map[string]bool {
	out := Stems(text)
	for w := range out {
		if idle[w] || len(w) < 2 {
			delete(out, w)
		}
	}
	return out
}

// idle are the stems of words that tell no thing from another.
var idle = Stems(`the a an of to in on at by for from with as is are was were be been do does did has have had can could will would should what which who
	whom whose when where why how many much long far or and not it its this that these those there their they he she his her him them we our us you
	your i my me any some so now say said tell told new total each per if then first last date day time number name think believe probably likely
	maybe answer value just still well also been being`)

// Set is a list of words, apart by white space, as a set.
func Set(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// Grouped puts commas between the thousands of a whole number: 12,400.
func Grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Capital is a text that begins with a capital letter.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
