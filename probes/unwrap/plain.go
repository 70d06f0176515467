// Package unwrap takes from what a model wrote what isn't said: its reasoning, JSON, citations; and puts into English what another language says of
// values.
package unwrap

import (
	"strings"

	"contextarena.internal/words"
)

// Plain is what a reply says: without the reasoning of a model that thinks aloud, with the members of a JSON answer as lines, without citations, with
// the line ends of Unix, of a reply in another language with the words that matter here in English. A reply that has none of this is returned as
// it is.
func Plain(text string) string {
	text = thoughtOut(strings.ReplaceAll(text, "\r\n", "\n"))
	if lines, ok := Lines(text); ok {
		text = answerOf(lines)
	}
	lines := strings.Split(strings.TrimSpace(citation.ReplaceAllString(text, "")), "\n")
	for i, line := range lines {
		lines[i] = quoted.ReplaceAllString(numbered.ReplaceAllString(line, "$1- "), "")
	}
	return inEnglish(strings.Join(lines, "\n"))
}

var (
	// thinking is what a model puts its reasoning between.
	thinking = words.Lazy(`(?is)<(think|thinking|thought|thoughts|reasoning|scratchpad|analysis|reflection)>.*?(?:</(?:think|thinking|thought|thoughts|reasoning|scratchpad|analysis|reflection)>|\z)`)
	// thought is the end of reasoning whose beginning isn't in the reply.
	thought = words.Lazy(`(?is)\A.*</(?:think|thinking|thought|reasoning|scratchpad|analysis)>`)
	// answerTag is what stands around an answer.
	answerTag = words.Lazy(`(?is)<(?:answer|final_answer|response|output)>(.*?)(?:</(?:answer|final_answer|response|output)>|\z)`)
	// numbered and quoted are what a line of a list and of a quotation begins with.
	numbered = words.Lazy(`^([ \t]*)\d{1,2}[.)][ \t]+`)
	quoted   = words.Lazy(`^(?:> ?)+`)
	citation = words.Lazy(`\s?\[(?:\d{1,3}|[Tt]urn \d+|[Mm]sg\.? \d+|source:[^\]\n]{0,60}|\^\d+)\]|【[^】\n]{0,40}】`)
)

// thoughtOut is a reply without its reasoning.
func thoughtOut(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	text = thinking.ReplaceAllString(text, " ")
	text = thought.ReplaceAllString(text, "")
	if all := answerTag.FindAllStringSubmatch(text, -1); len(all) > 0 {
		return all[len(all)-1][1]
	}
	return text
}
