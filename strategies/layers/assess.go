package layers

import (
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
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

// Assess measures a segment and the notes there are so far. It reads every word once.
func Assess(segment []arena.Message, notes string, tokens func(string) int) Signals {
	s := Signals{Noise: 1}
	if notes != "" {
		s.Knowledge = tokens(notes)
	}
	facts := map[string]bool{}
	codes := map[string]bool{}
	heard, noisy, spoken := 0, 0, 0
	for _, m := range segment {
		size := m.Tokens
		if size == 0 && m.Text != "" {
			size = tokens(m.Text)
		}
		s.Tokens += size
		found, before, reply := false, "", m.Role == llm.Assistant
		for w := range words(m.Text) {
			if w.kind == codeWord && !codes[w.text] {
				codes[w.text] = true
				s.Identifiers = append(s.Identifiers, w.text)
			}
			if reply {
				continue
			}
			if w.fact() {
				facts[w.text] = true
				found = true
			}
			lower := strings.ToLower(w.text)
			if announces(before, lower) {
				s.Changes++
			}
			before = lower
		}
		if reply {
			continue
		}
		heard, spoken = heard+1, spoken+size
		if !found {
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

// announces reports whether a word, behind the one before it, announces a change of what was said
// before.
func announces(before, word string) bool {
	switch word {
	case "actually", "correction", "corrected", "instead", "changed", "revised", "updated", "update", "mistake", "wrong", "misspoke",
		"correct", "rescheduled", "postponed", "renamed", "replaced", "replaces", "switched", "cancelled", "canceled", "renegotiated", "anymore":
		return true
	case "longer":
		return before == "no"
	case "that":
		return before == "make" || before == "scratch" || before == "forget"
	case "of":
		return before == "as"
	case "on":
		return before == "now"
	case "today":
		return before == "from" || before == "of"
	case "to":
		switch before {
		case "used", "moved", "change", "bumped", "pushed", "raised", "lowered", "cut", "switch":
			return true
		}
	case "than":
		return before == "rather"
	case "out":
		return before == "turns" || before == "turned"
	case "now":
		switch before {
		case "is", "are", "it's", "he's", "she's", "they're":
			return true
		}
	}
	return false
}
