package layers

import (
	"slices"
	"strings"
)

// statement is a value that a sentence gives to something.
type statement struct {
	key      []string // the words that say of what
	kind     string   // money, share, clock, date, code, number or name
	value    string
	was      string // the value it replaces, where the sentence itself says so
	marked   bool   // the sentence announces a change
	counted  bool   // the key is but the noun behind a number
	sentence string
	words    []string // all words of the sentence that say anything
}

// longestSentence bounds what is read as one sentence: longer ones are lists or dumps.
const longestSentence = 60

// statements finds the values that the sentences of a text give to things, in their order. It knows
// "the budget is $12M", "Kenji lives in Shibuya", "moved from Monday to Tuesday", "14 guests" and
// their like, and nothing of grammar.
func statements(text string) []statement {
	var out []statement
	var sentence []word
	for w := range words(text) {
		if len(sentence) <= longestSentence {
			sentence = append(sentence, w)
		}
		if w.last {
			out = append(out, ofSentence(text, sentence)...)
			sentence = sentence[:0]
		}
	}
	return append(out, ofSentence(text, sentence)...)
}

func ofSentence(text string, ws []word) []statement {
	if len(ws) == 0 || len(ws) > longestSentence {
		return nil
	}
	lower := make([]string, len(ws))
	base := statement{sentence: text[ws[0].at : ws[len(ws)-1].at+len(ws[len(ws)-1].text)]}
	for i, w := range ws {
		lower[i] = strings.ToLower(w.text)
		base.marked = base.marked || i > 0 && announces(lower[i-1], lower[i]) || i == 0 && announces("", lower[i])
		if contentWord(lower[i]) {
			base.words = append(base.words, lower[i])
		}
	}
	var out []statement
	var old string
	for i := 0; i < len(ws); {
		end := valueEnd(ws, i)
		if end == i {
			i++
			continue
		}
		s := base
		s.value = text[ws[i].at : ws[end-1].at+len(ws[end-1].text)]
		s.kind = valueKind(lower[i:end], ws[i:end])
		lead := lead(lower, i)
		switch {
		case lead == "from":
			if slices.ContainsFunc(lower[max(0, i-6):i], func(w string) bool { return slices.Contains(moving, w) }) {
				old, base.marked = s.value, true
			}
		case lead == "not" || lead == "than" || lead == "of" && i > 1 && lower[i-2] == "instead":
			if n := len(out); n > 0 && out[n-1].kind == s.kind {
				out[n-1].was, out[n-1].marked = s.value, true
			} else {
				old = s.value
			}
		default:
			s.key, s.counted = keyOf(ws, lower, i, end)
			if lead == "to" && old != "" && base.marked || old != "" && lead == "it's" {
				s.was, s.marked = old, true
				old = ""
			}
			out = append(out, s)
		}
		i = end
	}
	return slices.DeleteFunc(out, func(s statement) bool { return len(s.key) == 0 && s.was == "" && (!s.marked || s.kind == "name") })
}

// moving words stand before "from" where a value is left for another.
var moving = []string{
	"moved", "moves", "move", "changed", "changes", "change", "went", "goes", "go", "raised", "lowered", "cut", "increased", "dropped",
	"pushed", "shifted", "rescheduled", "switched", "up", "down", "grew", "fell", "rose",
}

// valueEnd is the end of the value that begins at i, or i: a number or code, or names and numbers in a
// row such as "Friday March 14" and "Bella Notte".
func valueEnd(ws []word, i int) int {
	end := i
	for end < len(ws) && ws[end].fact() {
		end++
		if ws[end-1].clause {
			break
		}
	}
	return end
}

var dateWords = []string{
	"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
	"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
}

func valueKind(lower []string, ws []word) string {
	for i, w := range ws {
		switch {
		case w.kind == codeWord:
			return "code"
		case slices.Contains(dateWords, lower[i]):
			return "date"
		case strings.ContainsAny(w.text, "$€£¥"):
			return "money"
		case strings.HasSuffix(w.text, "%"):
			return "share"
		case w.kind == numberWord && (strings.Contains(w.text, ":") || strings.HasSuffix(lower[i], "am") || strings.HasSuffix(lower[i], "pm")):
			return "clock"
		case w.kind == numberWord && len(ws) == 1:
			return "number"
		}
	}
	return "name"
}

// lead is the word before i that says how the value there stands to the rest, past articles and the
// like.
func lead(lower []string, i int) string {
	for i--; i >= 0; i-- {
		switch lower[i] {
		case "the", "a", "an", "about", "just", "only", "exactly", "now", "actually", "at", "on", "in":
			continue
		}
		return lower[i]
	}
	return ""
}

// linking words stand between a thing and its value.
var linking = []string{
	"is", "are", "was", "were", "be", "becomes", "costs", "cost", "moved", "moves", "moving", "lives", "live", "changed",
	"changes", "starts", "set", "sits", "stays", "runs", "called", "named", "located", "based", "goes", "went", "stands",
	"equals", "totals", "it's", "that's", "needs", "has", "have", "works", "dropped", "rose", "grew", "fell", "increased", "arrives", "leaves",
}

// keyOf are the words that say what the value from i to end is of: the subject before the linking
// word, or, of a number, the word behind it, which is then only counted.
func keyOf(ws []word, lower []string, i, end int) (key []string, counted bool) {
	for j := i - 1; j >= 0 && j >= i-6; j-- {
		if j < i-1 && ws[j].clause {
			break
		}
		if !slices.Contains(linking, lower[j]) {
			continue
		}
		for k := j - 1; k >= 0 && !ws[k].clause && len(key) < 4; k-- {
			if word := strings.TrimSuffix(strings.TrimSuffix(lower[k], "'s"), "’s"); contentWord(word) {
				key = append(key, word)
			}
		}
		slices.Sort(key)
		if len(key) > 0 {
			return key, false
		}
		break
	}
	if ws[end-1].kind == numberWord && end < len(ws) && !ws[end-1].clause && contentWord(lower[end]) && ws[end].kind == plainWord {
		return []string{lower[end]}, true
	}
	return nil, false
}

// contentWord reports whether a word says what a sentence is of.
func contentWord(word string) bool {
	if len(word) < 3 || slices.Contains(linking, word) || unnamed[word] {
		return false
	}
	switch word {
	case "and", "but", "that", "this", "then", "than", "with", "from", "have", "has", "had", "will", "would", "not", "now", "actually",
		"just", "about", "only", "also", "still", "she", "him", "they", "you", "there", "here", "what", "which", "who", "when", "where",
		"been", "being", "can", "could", "should", "instead", "make", "turns", "out", "all", "one", "into", "too", "yes", "okay", "really",
		"we're", "i'm", "i've", "we've", "it'll", "don't", "these", "those", "them", "are", "some", "any", "each", "per", "over", "more":
		return false
	}
	return true
}

// knownValue is the value of something as last stated.
type knownValue struct {
	key         []string
	kind, value string
	cycle       int // in which it was last stated
}

// knownValues are what statements said until now, in the order of the last statement.
type knownValues []knownValue

// differs takes a statement and returns the value it replaces, if there is one that differs. Without
// announced change a key has to be that of a known value, word for word, and not a noun that is
// counted; with it, the known value of the same kind that shares most words with the sentence is
// meant.
func (k *knownValues) differs(s statement, cycle int) (was string, changed bool) {
	at, most := -1, 0
	for i, v := range *k {
		if v.kind != s.kind {
			continue
		}
		switch shared := sharedWords(v.key, s.words); {
		case s.was != "" && folded(v.value) == folded(s.was):
			at, most = i, len(v.key)+100
		case len(s.key) > 0 && slices.Equal(v.key, s.key):
			if most < 100 {
				at, most = i, 100
			}
		case s.marked && shared > 0 && shared >= most && 2*shared >= len(v.key):
			at, most = i, shared
		}
	}
	if at >= 0 {
		old := (*k)[at]
		*k = append(slices.Delete(*k, at, at+1), knownValue{old.key, old.kind, s.value, cycle})
		if s.was != "" {
			return s.was, folded(s.was) != folded(s.value)
		}
		return old.value, folded(old.value) != folded(s.value) && (s.marked || !s.counted)
	}
	if len(s.key) > 0 {
		*k = append(*k, knownValue{s.key, s.kind, s.value, cycle})
	}
	return s.was, s.was != "" && folded(s.was) != folded(s.value)
}

// has reports whether a value of this kind is known of the key.
func (k knownValues) has(key []string, kind string) bool {
	return slices.ContainsFunc(k, func(v knownValue) bool { return v.kind == kind && slices.Equal(v.key, key) })
}

// fit drops what was stated longest ago until the rest has at most budget tokens, and returns how
// many it dropped.
func (k *knownValues) fit(budget int, tokens func(string) int) int {
	size, keep := 0, len(*k)
	for keep > 0 {
		v := (*k)[keep-1]
		if size += tokens(strings.Join(v.key, " ") + " " + v.value); size > budget {
			break
		}
		keep--
	}
	*k = slices.Delete(*k, 0, keep)
	return keep
}

func sharedWords(key, words []string) int {
	n := 0
	for _, w := range key {
		if slices.Contains(words, w) {
			n++
		}
	}
	return n
}
