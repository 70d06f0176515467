package sim

import (
	"strings"

	"contextarena.internal/llm/sim/belief"
)

// answers are one line for each of the questions that a message quotes, with their numbers or marks.
func (f *finder) answers(questions string) string {
	var b strings.Builder
	for line := range strings.Lines(questions) {
		line = strings.TrimSpace(line)
		question := strings.TrimLeft(line, "-*• 0123456789.)")
		if question == "" {
			continue
		}
		mark := line[:len(line)-len(question)]
		answer := dontKnow[len(dontKnow)-1]
		for i, try := range plainly(question) {
			if lines := belief.Answer(try, f.facts, f.slips(onAnswer)); len(lines) > 0 {
				if i > 0 {
					lines = lines[:1] // one thing is asked
				}
				answer = sentence(strings.Join(lines, "; "))
				break
			}
		}
		b.WriteString(mark + answer + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// newestWords ask for the value that holds, which is the one that any question asks for.
var newestWords = set("most", "recently", "recent", "stated", "latest", "newest", "current", "currently", "last", "final")

// plainly is a question as it stands, without the words that ask for the newest value, and without
// the alternatives it offers and what follows it.
func plainly(question string) []string {
	out := []string{question}
	asked := question[:sentenceEnd(question)]
	if thing, offered, ok := strings.Cut(asked, ": "); ok && strings.Contains(offered, " or ") {
		asked = strings.TrimRight(thing, " ") + "?"
	}
	words := strings.Fields(asked)
	bare := words[:0:0]
	for _, w := range words {
		if !newestWords[strings.ToLower(w)] {
			bare = append(bare, w)
		}
	}
	if len(bare) < len(words) && len(bare) > 1 {
		out = append(out, strings.Replace(strings.Join(bare, " "), "Which is", "What is", 1))
	}
	return append(out, asked)
}
