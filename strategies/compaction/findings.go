package compaction

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// The source's patterns are Python's, whose classes are of Unicode; the regexp package has no such word boundary.

// pair is (\w+):\s*([^\n,]+): the space behind the colon may hold the end of a line.
var pair = words.Lazy(`([\pL\pN_]+):[\t-\r\x1c-\x20\x{85}\pZ]*([^\n,]+)`)

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// numbers counts \b\d+(?:,\d{3})*(?:\.\d+)?\b in a text: "1,234.5" is one, "1,23" are two, "3rd" is none.
func numbers(text string) (n int) {
	before := false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !before && unicode.IsDigit(r) {
			if end := numberAt(text, i); end > 0 {
				n++
				i, before = end, true
				continue
			}
		}
		before = isWord(r)
		i += size
	}
	return n
}

// numberAt is where a number that begins at i ends; 0 if there is none. As many groups of three as may be are taken,
// but only if the number is over behind them.
func numberAt(text string, i int) int {
	ends := []int{digits(text, i, -1)}
	for {
		last := ends[len(ends)-1]
		next := 0
		if strings.HasPrefix(text[last:], ",") {
			next = digits(text, last+1, 3)
		}
		if next == 0 {
			break
		}
		ends = append(ends, next)
	}
	for _, end := range slices.Backward(ends) {
		if strings.HasPrefix(text[end:], ".") {
			if fraction := digits(text, end+1, -1); fraction > 0 && over(text, fraction) {
				return fraction
			}
		}
		if over(text, end) {
			return end
		}
	}
	return 0
}

// digits is where n digits that begin at i end, or all there are for -1; 0 if there are fewer, or none.
func digits(text string, i, n int) int {
	from := i
	for i < len(text) && n != 0 {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsDigit(r) {
			break
		}
		i += size
		n--
	}
	if i == from || n > 0 {
		return 0
	}
	return i
}

// over reports whether a word that goes up to i is over there.
func over(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	return i == len(text) || !isWord(r)
}

// keyFindings are the first three findings of the outputs, as the source looks for them: the first 50 characters of
// an output with one to three numbers, and then its first two pairs of a key and a value. So an output such as
// "lines: 1024" has two, and three cover an entry and a half.
func keyFindings(entries []Entry) []string {
	var found []string
	for _, e := range entries {
		if n := numbers(e.Output); n > 0 && n <= 3 {
			found = append(found, strip(first(e.Output, 50)))
		}
		for _, m := range pair.FindAllStringSubmatch(e.Output, 2) {
			found = append(found, m[1]+"="+first(strip(m[2]), 30))
		}
		if len(found) >= 3 {
			return found[:3]
		}
	}
	return found
}

// failures are words that make an output unsuccessful, in lower case, wherever they stand: "0 errors" is one.
var failures = []string{"error", "exception", "traceback", "failed"}

// succeeded reports whether an output is there and tells of no failure.
func succeeded(output string) bool {
	lower := strings.ToLower(output)
	return output != "" && !slices.ContainsFunc(failures, func(f string) bool { return strings.Contains(lower, f) })
}

// kindsOfError are those the source knows by name; of an output the first of them counts.
var kindsOfError = []string{"ValueError", "TypeError", "KeyError", "IndexError"}

// issues are the kinds of errors that outputs name, sorted.
func issues(entries []Entry) []string {
	var out []string
	for _, e := range entries {
		lower := strings.ToLower(e.Output)
		i := slices.IndexFunc(kindsOfError, func(kind string) bool { return strings.Contains(lower, strings.ToLower(kind)) })
		switch {
		case i >= 0:
			out = append(out, kindsOfError[i])
		case strings.Contains(lower, "error") || strings.Contains(lower, "exception"):
			out = append(out, "error")
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// counted are the entries that succeeded, and the calls of models.
func counted(entries []Entry) (successful, calls int) {
	for _, e := range entries {
		if succeeded(e.Output) {
			successful++
		}
		calls += e.Calls
	}
	return successful, calls
}
