package sim

import (
	"strings"

	"contextarena.internal/llm/sim/read"
)

// leadIns begin a sentence without being part of what it states.
var leadIns = set("actually", "correction", "ok", "okay", "so", "and", "but", "well", "also", "oh", "sorry", "no", "yes", "update", "btw", "then", "plus", "anyway", "wait")

// articles stand before a subject that is as well called without them.
var articles = set("the", "a", "an", "our", "my", "his", "her", "their", "that", "this", "its")

// withPredicate are words that stay with the verb before them.
var withPredicate = set("to", "at", "in", "on", "of", "from", "for", "with", "by", "now", "not", "as", "under", "near", "into", "up", "down", "about", "until", "since", "after", "before", "between", "over", "per", "still", "also", "been", "only")

// parsed cuts a statement into subject, predicate and object, of which all are parts of it. Where no
// verb tells them apart the subject is a label before a colon, or all but the last value; the predicate
// is "is" then.
func parsed(text string, values []read.Value) (subject, predicate, object string) {
	text = strings.TrimRight(strings.TrimSpace(text), ".!;, ")
	for {
		first, rest, ok := strings.Cut(text, " ")
		if !ok || !leadIns[strings.ToLower(strings.Trim(first, ",:;-"))] {
			break
		}
		text = strings.TrimSpace(rest)
	}
	if name, rest, ok := strings.Cut(text, ": "); ok && strings.Count(name, " ") < 5 && rest != "" {
		return bareSubject(name), "is", rest
	}
	type span struct{ from, to int }
	var inside []span
	for _, v := range values {
		if i := strings.Index(text, v.Text); i >= 0 && v.Text != "" {
			inside = append(inside, span{i, i + len(v.Text)})
		}
	}
	covered := func(at int) bool {
		for _, s := range inside {
			if s.from <= at && at < s.to {
				return true
			}
		}
		return false
	}
	from, to := -1, -1
	before := ""
	for at := 0; at < len(text); {
		end := wordEnds(text, at)
		word := strings.ToLower(strings.Trim(text[at:end], ",;()\"'"))
		verb := read.Verb(word) && !covered(at) && !articles[word]
		switch {
		case from < 0 && at > 0 && verb && (read.Auxiliary(word) || !articles[before] && !auxiliaryAt(text, end+1)):
			from, to = at, end
		case from >= 0 && to == at-1 && end < len(text) && (verb || withPredicate[word] && !covered(at)):
			to = end
		}
		at, before = end+1, word
	}
	if from > 0 && to < len(text) {
		return bareSubject(text[:from]), strings.Trim(text[from:to], " ,;:"), strings.Trim(text[to:], " ,;:")
	}
	if n := len(inside); n > 0 {
		last := inside[n-1]
		if before := strings.Trim(text[:last.from], " ,;:-("); before != "" {
			return bareSubject(before), "is", text[last.from:]
		}
		if rest := strings.Trim(text[last.to:], " ,;:-"); rest != "" {
			return text[last.from:last.to], "is", rest
		}
	}
	if from > 0 {
		return bareSubject(text[:from]), "is", strings.TrimSpace(text[from:])
	}
	return bareSubject(text), "is", text
}

func wordEnds(text string, at int) int {
	if i := strings.IndexByte(text[at:], ' '); i >= 0 {
		return at + i
	}
	return len(text)
}

// auxiliaryAt reports whether the word at a place makes the one before it a noun: "the rent is".
func auxiliaryAt(text string, at int) bool {
	if at >= len(text) {
		return false
	}
	return read.Auxiliary(strings.Trim(text[at:wordEnds(text, at)], ",;"))
}

// bareSubject is a subject without its article.
func bareSubject(s string) string {
	s = strings.Trim(s, " ,;:-*#>")
	if first, rest, ok := strings.Cut(s, " "); ok && articles[strings.ToLower(first)] {
		return rest
	}
	return s
}
