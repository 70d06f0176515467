// Package signals is what can be told of a segment without a model.
package signals

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/words"
)

// Signals are what can be told of a segment without a model. Replies of the assistant count in
// Identifiers only: what they acknowledge or restate was said before, and would make a segment look
// noisy or twice corrected.
type Signals struct {
	Tokens    int     // of the segment's messages, replies included
	Density   float64 // distinct names, numbers and identifiers per token
	Changes   int     // words that announce a change: "actually", "instead", "no longer"
	Noise     float64 // share of messages without a name, number or identifier; 1 if there is none
	Knowledge int     // tokens of the notes so far
	// Identifiers are the distinct phone numbers, codes and addresses, in the order in which they
	// occur.
	Identifiers []string
}

// Of measures a segment and the notes there are so far. It reads every word once.
func Of(segment []arena.Message, notes string, tokens func(string) int) Signals {
	s := Signals{Noise: 1}
	if notes != "" {
		s.Knowledge = tokens(notes)
	}
	facts := map[string]bool{}
	heard, noisy, spoken := 0, 0, 0
	for _, m := range segment {
		size := m.Tokens
		if size == 0 && m.Text != "" {
			size = tokens(m.Text)
		}
		s.Tokens += size
		for _, id := range words.Identifiers(excerpt.Head(m.Text)) {
			if !slices.Contains(s.Identifiers, id.Value) {
				s.Identifiers = append(s.Identifiers, id.Value)
			}
		}
		if m.Role == llm.Assistant {
			continue
		}
		found := namesAndNumbers(m.Text)
		for _, w := range found {
			facts[w] = true
		}
		before := ""
		for w := range strings.FieldsSeq(strings.ToLower(m.Text)) {
			w = strings.Trim(w, `"'“”‘’()[]{}<>,;:.!?*_`)
			if announces(before, w) {
				s.Changes++
			}
			before = w
		}
		heard, spoken = heard+1, spoken+size
		if len(found) == 0 {
			noisy++
		}
	}
	if heard > 0 {
		s.Noise = float64(noisy) / float64(heard)
	}
	if spoken > 0 {
		s.Density = float64(len(facts)) / float64(spoken)
	}
	return s
}

// changeWords are the words that announce a change of what was said before, and changePairs those that do behind another.
var (
	changeWords = strings.Fields("actually correction corrected instead changed revised updated update mistake wrong misspoke correct rescheduled " +
		"postponed renamed replaced replaces switched cancelled canceled renegotiated anymore")
	changePairs = strings.Split("no longer, make that, scratch that, forget that, as of, now on, from today, of today, used to, moved to, change to, "+
		"bumped to, pushed to, raised to, lowered to, cut to, switch to, rather than, turns out, turned out, is now, are now, it's now, "+
		"he's now, she's now, they're now", ", ")
)

// announces reports whether a word, behind the one before it, announces a change.
func announces(before, word string) bool {
	return slices.Contains(changeWords, word) || slices.Contains(changePairs, before+" "+word)
}

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
