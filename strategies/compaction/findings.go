package compaction

import (
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/words"
)

// The source's patterns are Python's, whose classes are of Unicode; the regexp package has no such word boundary.

// pair is (\w+):\s*([^\n,]+): the space behind the colon may hold the end of a line.
var pair = words.Lazy(`([\pL\pN_]+):[\t-\r\x1c-\x20\x{85}\pZ]*([^\n,]+)`)

// run is what Python's \w+ finds.
var run = words.Lazy(`[\pL\pN_]+`)

// grouped is a number whose runs are marked as numbers does.
var grouped = words.Lazy(`[13](?:,3)*(?:\.[13])?`)

// numbers counts \b\d+(?:,\d{3})*(?:\.\d+)?\b in a text: "1,234.5" is one, "1,23" are two, "3rd" is none. Such a number
// is made of whole runs, so it is told by which of them are digits alone, and which are three.
func numbers(text string) int {
	marked := run.ReplaceAllStringFunc(text, func(run string) string {
		switch {
		case strings.ContainsFunc(run, func(r rune) bool { return !unicode.IsDigit(r) }):
			return "w"
		case chars(run) == 3:
			return "3"
		}
		return "1"
	})
	return len(grouped.FindAllString(marked, -1))
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
