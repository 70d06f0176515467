package sim

import (
	"slices"
	"strings"
)

// isExample reports whether a quoted block shows what JSON is to look like.
func isExample(b block) bool {
	text := strings.TrimSpace(b.text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	if b.label == "" {
		return true
	}
	for w := range wordsOf(b.label) {
		if w == "json" || w == "format" || w == "like" || w == "schema" || w == "shape" || w == "form" || w == "structure" || strings.HasPrefix(w, "exampl") || strings.HasPrefix(w, "follow") || w == "this" || w == "output" {
			return true
		}
	}
	return false
}

// partOf tells by a label what a piece of a request is: "Reference answer", "<gaps>".
func partOf(label string) (part, bool) {
	words := slices.Collect(wordsOf(label))
	if len(words) == 0 || len(words) > 5 {
		return 0, false
	}
	for _, row := range partWords {
		for _, w := range words {
			if slices.Contains(row.words, w) {
				return row.part, true
			}
		}
	}
	return 0, false
}

// partWords are the words of labels by what they label, the more telling rows first.
var partWords = []struct {
	part  part
	words []string
}{
	{partReference, []string{"reference", "expected", "gold", "truth", "correct", "key", "target"}},
	{partGaps, []string{"gaps", "gap", "missing", "missed", "uncovered", "unclassified"}},
	{partTypes, []string{"schema", "types", "taxonomy", "ontology", "categories"}},
	{partKind, []string{"type", "kind"}},
	{partAnswer, []string{"answer", "response", "candidate", "reply", "prediction", "submission", "student", "given"}},
	{partQuestions, []string{"questions"}},
	{partQuestion, []string{"question"}},
}

// sections takes labelled lines such as "Reference: 40 guests" out of a text.
func (s *structure) sections(text string) string {
	var rest strings.Builder
	into := part(255)
	for line := range strings.Lines(text) {
		name, said, ok := strings.Cut(line, ":")
		if p, is := partOf(strings.Trim(name, "#* ")); ok && is && len(name) < 40 && !tells(name) {
			s.parts[p], into = strings.TrimSpace(strings.Trim(said, "* \n")), p
			continue
		}
		if strings.TrimSpace(line) == "" || into != 255 && startsOrder(line) {
			into = 255
		}
		if into == 255 {
			rest.WriteString(line)
			continue
		}
		s.parts[into] = strings.TrimSpace(s.parts[into] + "\n" + strings.TrimSpace(line))
	}
	return rest.String()
}

// startsOrder reports whether a line tells the model to do something.
func startsOrder(line string) bool {
	for w := range wordsOf(line) {
		return orders[w] || structuredVerbs[w] != anyWant
	}
	return false
}

// tells reports whether a label is an order rather: "Judge the answer".
func tells(name string) bool {
	for w := range wordsOf(name) {
		return structuredVerbs[w] != anyWant || orders[w] && w != "question" && w != "answer" && w != "reply"
	}
	return false
}
