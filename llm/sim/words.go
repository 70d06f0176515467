package sim

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// functionWords say nothing of what a sentence is about.
var functionWords = words.Set(`a an the of to in on at by for and or is are was were be been being am do does did done how
	what which who whom whose when where why many much it its this that these those with from as has have had having will
	would can could should shall may might must i you he she they we my your his her their our me us him them there not no
	so if then than but about into any some please s t re ve ll d m exactly exact currently current now
	go going goes went get gets got getting give gives gave given put puts take takes took taken make makes made come comes came say says said
	use used uses using want wanted wants need needs like would really there's number numbers amount quantity thing things kind sort each one single called by amount amounts`)

// contentWords are the words of a text that say what it is about: their stems, or of words that mean
// much the same one for all.
func contentWords(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words.Split(text) {
		if !functionWords[w] {
			out[concept(w)] = true
		}
	}
	return out
}

// concept is the stem of a word, or of words that mean much the same one for all.
func concept(word string) string {
	word = stem(word)
	if s, ok := synonyms[word]; ok {
		return s
	}
	return word
}

// synonymLines are groups of everyday words that questions use for each other, a line each; a line that
// begins with a dash has words that say little of what a question is about.
//
//go:embed synonyms.txt
var synonymLines string

// synonyms maps the stems of everyday words to one of those that a question may use instead; lightWords
// are the stems of those that say little of what a question is about, however rare they are.
var synonyms, lightWords = func() (map[string]string, map[string]bool) {
	same, light := map[string]string{}, map[string]bool{}
	for line := range strings.Lines(synonymLines) {
		line, little := strings.CutPrefix(line, "-")
		group := strings.Fields(line)
		for _, w := range group {
			if little {
				light[stem(w)] = true
			} else if w = stem(w); same[w] == "" {
				same[w] = stem(group[0])
			}
		}
	}
	return same, light
}()

// stem cuts the endings of plurals, verbs and adverbs, so that most forms of a word are one.
func stem(w string) string {
	for _, e := range endings {
		if len(w) >= len(e.cut)+3 && strings.HasSuffix(w, e.cut) {
			w = w[:len(w)-len(e.cut)] + e.add
			break
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] && w[n-1] != 's' && w[n-1] != 'l' { // planned, plan
		w = w[:n-1]
	}
	return strings.TrimSuffix(w, "e")
}

var endings = []struct{ cut, add string }{
	{"ations", "at"},
	{"ation", "at"},
	{"als", ""},
	{"al", ""},
	{"ies", "y"},
	{"ied", "y"},
	{"ings", ""},
	{"ing", ""},
	{"ed", ""},
	{"ly", ""},
	{"sses", "ss"},
	{"ches", "ch"},
	{"shes", "sh"},
	{"xes", "x"},
	{"ss", "ss"},
	{"us", "us"},
	{"s", ""},
}

// sentenceSpans are the sentences of a text, each on one line, without list marks, headings and blank
// lines. A sentence ends at . ! or ? before a space and no lower-case letter, save behind an
// abbreviation or initial.
func sentenceSpans(text string) []words.Span {
	var out []words.Span
	for from := 0; from < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
			end = from + i
		}
		out = lineSentences(out, text, from, end)
		from = end + 1
	}
	return out
}

func lineSentences(out []words.Span, text string, from, end int) []words.Span {
	from += listMark(text[from:end])
	if strings.HasPrefix(text[from:end], "#") {
		return out
	}
	start := from
	for i := from; i < end; i++ {
		c := text[i]
		if c != '.' && c != '!' && c != '?' || i+2 >= end || text[i+1] != ' ' {
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[i+2:])
		word := text[strings.LastIndexAny(text[:i], " \n(")+1 : i]
		if unicode.IsLower(next) || c == '.' && (len(word) <= 1 || abbreviations[strings.ToLower(word)]) {
			continue
		}
		out = appendTrimmed(out, text, start, i+1)
		start = i + 2
	}
	return appendTrimmed(out, text, start, end)
}

func appendTrimmed(out []words.Span, text string, start, end int) []words.Span {
	start = end - len(strings.TrimLeftFunc(text[start:end], blank))
	if end = start + len(strings.TrimRightFunc(text[start:end], blank)); start == end {
		return out
	}
	return append(out, words.Span{Start: start, End: end})
}

func blank(r rune) bool { return r <= ' ' }

var abbreviations = words.Set("dr mr mrs ms prof st vs approx e.g i.e a.m p.m inc ltd no")

// listMark is the length of the space and the mark of a list before a line.
func listMark(line string) int {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r') {
		i++
	}
	rest := line[i:]
	for _, mark := range []string{"- ", "* ", "• "} {
		if strings.HasPrefix(rest, mark) {
			return i + len(mark)
		}
	}
	n := 0
	for n < len(rest) && n < 4 && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	if n > 0 && n+1 < len(rest) && (rest[n] == '.' || rest[n] == ')') && rest[n+1] == ' ' {
		return i + n + 2
	}
	return i
}

// telling reports whether a sentence has a number, or a name that doesn't merely begin it: others are
// talk that nobody asks for.
func telling(sentence string) bool {
	first := true
	for w := range strings.FieldsSeq(sentence) {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, `"'($€£`))
		if unicode.IsDigit(r) || !first && unicode.IsUpper(r) && len(w) > 2 && !strings.HasPrefix(w, "I'") {
			return true
		}
		first = strings.ContainsRune(".!?:", rune(w[len(w)-1]))
	}
	return false
}
