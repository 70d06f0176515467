package sim

import (
	"strings"

	"contextarena.internal/llm/sim/read"
)

// questionWords ask, alone or inside a request: "tell me who comes and what it costs".
var questionWords = set("what", "who", "whom", "whose", "when", "where", "which", "how", "what's", "who's", "where's", "what’s", "who’s", "where’s")

// questionIn is what a message asks that has no request in it (see requestIn); empty if it asks
// nothing. Where a message mostly tells something, its questions are an aside, and only they are what
// it asks: people say "Do you remember the old bakery?" and go on.
func questionIn(text string, told []*read.Clause) (question string, aside bool) {
	asks, values := 0, 0
	for _, c := range told {
		if c.Asks {
			asks++
		}
		values += len(c.Values)
	}
	if asks == 0 {
		if len(told) < 2 && strings.Contains(text, "?") || values == 0 && hasWord(text, "please") {
			return text, false
		}
		return "", false
	}
	if 3*asks >= len(told) {
		return text, false
	}
	var b strings.Builder
	asking := false
	for _, c := range told {
		asking = c.Asks || asking && c.Listed // what is listed below a question belongs to it
		if asking {
			b.WriteString(c.Text)
			b.WriteByte('\n')
		}
	}
	return b.String(), true
}

// fewestWanted is how many things a request lists at least.
const fewestWanted = 3

// requestIn is where a request with a list of what is wanted begins, -1 if there is none: "One page
// for the door, please: when we start, who drives, and what it costs." The request is a sentence
// with "please", an order, or a colon, and from there on questions or, behind the colon, commas follow.
func requestIn(text string) int {
	wanted := 0 // question words that are still to come
	for w := range wordsOf(text) {
		if questionWords[w] {
			wanted++
		}
	}
	for at := 0; at < len(text); {
		end := at + sentenceEnd(text[at:])
		sentence := text[at:end]
		colon := strings.Index(sentence, ": ")
		listed := colon >= 0 && strings.Count(sentence[colon:], ",") >= fewestWanted-1
		begins := instructs(sentence) || hasWord(sentence, "please")
		if begins && (wanted >= fewestWanted || listed) {
			return at
		}
		here, behind := 0, 0
		for w := range wordsOf(sentence) {
			if questionWords[w] {
				here++
			}
		}
		if colon >= 0 {
			for w := range wordsOf(sentence[colon:]) {
				if questionWords[w] {
					behind++
				}
			}
		}
		if listed && behind >= fewestWanted {
			return at
		}
		wanted -= here
		at = end
	}
	return -1
}

// sentenceEnd is where the first sentence of a text ends, its mark and the spaces after it included.
func sentenceEnd(text string) int {
	for i := range len(text) {
		if c := text[i]; c == '\n' || (c == '.' || c == '!' || c == '?') && i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n') {
			return i + 1
		}
	}
	return len(text)
}

func hasWord(text, word string) bool {
	for w := range wordsOf(text) {
		if w == word {
			return true
		}
	}
	return false
}
