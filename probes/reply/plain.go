// Package reply reads what a model wrote in answer to one question: without its reasoning and its wrapping
// (Plain), and, of the values that stand in it, which are given as the answer and which are only named
// (Reading).
package reply

import (
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// Plain is what a reply says: without the reasoning of a model that thinks aloud, with the members of a
// JSON answer as lines, without citations, with the line ends of Unix, of a reply in another language with the words that matter
// here in English, and with what is spelled out as it is written (spoken). A reply that has none of this is returned as it is.
func Plain(text string) string { return spoken(words.Read(unwrapped(text, strings.ToLower(text)))) }

// PlainText is Plain of a text that has been read; the text itself where nothing changes.
func PlainText(t *words.Text) *words.Text {
	if text := unwrapped(t.Source(), t.Lower()); text != t.Source() {
		t = words.Read(text)
	}
	if text := spoken(t); text != t.Source() {
		t = words.Read(text)
	}
	return t
}

// unwrapped is Plain but for what is spelled out. lower is the text in lower case.
func unwrapped(text, lower string) string {
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
		lower = strings.ToLower(text)
	}
	whole := text
	text = thoughtOut(text)
	if lines, ok := Lines(text); ok {
		text = answerOf(lines)
	}
	if text != whole {
		lower = strings.ToLower(text)
	}
	text = announced(text, lower)
	if strings.Contains(text, "[") || strings.Contains(text, "【") {
		text = citation.ReplaceAllString(text, "")
	}
	text = oneItem(unquoted(text))
	if strings.Contains(lower, " h ") || hourMark(lower) {
		text = frenchHour.ReplaceAllString(text, "$1:$2")
	}
	if strings.Contains(text, "_") {
		text = grouped.ReplaceAllStringFunc(text, func(n string) string { return strings.ReplaceAll(n, "_", "") })
	}
	return inEnglish(hanDates(text))
}

// grouped is a number as code writes it: 54_500.
var grouped = regexp.MustCompile(`\b\d{1,3}(?:_\d{3})+\b`)

// frenchHour is a time of day with an h between its parts: 21 h 30.
var frenchHour = regexp.MustCompile(`\b([01]?\d|2[0-3]) ?h ?([0-5]\d)\b`)

// hourMark reports whether an h stands right behind a digit.
func hourMark(lower string) bool {
	for i := 1; i < len(lower); i++ {
		if lower[i] == 'h' && lower[i-1] >= '0' && lower[i-1] <= '9' {
			return true
		}
	}
	return false
}

var (
	// marker begins an item of a list or a quotation.
	marker = regexp.MustCompile(`^(?:> ?|[-*+•–] +|1[.)] +)`)
	inBold = regexp.MustCompile(`^\*\*([^*\n]+)\*\*$`)
)

// unquoted is a reply without the marks of a quotation, if all of its lines have one.
func unquoted(text string) string {
	if !strings.HasPrefix(strings.TrimLeft(text, " \n"), ">") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		rest, quoted := strings.CutPrefix(strings.TrimLeft(l, " "), ">")
		if !quoted && strings.TrimSpace(l) != "" {
			return text
		}
		lines[i] = strings.TrimPrefix(rest, " ")
	}
	return strings.Join(lines, "\n")
}

// oneItem is a reply of one line without the blank space around it, and without what makes it a list of one item, a quotation or bold.
func oneItem(text string) string {
	line := strings.TrimSpace(text)
	if strings.Contains(line, "\n") || line == "" {
		return text
	}
	for {
		at := marker.FindString(line)
		if at == "" || strings.HasPrefix(at, "1") && beginsWithMonth(line[len(at):]) || strings.Trim(line[len(at):], "-*_> ") == "" {
			break
		}
		line = line[len(at):]
	}
	return inBold.ReplaceAllString(line, "$1")
}

var (
	// thinking is what a model puts its reasoning between.
	thinking = regexp.MustCompile(`(?is)<(think|thinking|thought|thoughts|reasoning|scratchpad|analysis|reflection)>.*?(?:</(?:think|thinking|thought|thoughts|reasoning|scratchpad|analysis|reflection)>|\z)`)
	// thought is the end of reasoning whose beginning isn't in the reply.
	thought = regexp.MustCompile(`(?is)\A.*</(?:think|thinking|thought|reasoning|scratchpad|analysis)>`)
	// answerTag is what stands around an answer.
	answerTag = regexp.MustCompile(`(?is)<(?:answer|final_answer|response|output)>(.*?)(?:</(?:answer|final_answer|response|output)>|\z)`)
	citation  = regexp.MustCompile(`\s?\[(?:\d{1,3}|[Tt]urn \d+|[Mm]sg\.? \d+|source:[^\]\n]{0,60}|\^\d+)\]|【[^】\n]{0,40}】`)
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

var (
	// answerLine is a line that says that the answer follows.
	answerLine = regexp.MustCompile(`(?im)^[ \t>*_#-]*(?:final |short |my |the |direct |correct |bottom-line |so,? (?:the |my )?)?(?:answer|conclusion|bottom line|verdict|tl;?dr|in short)[ *_]*(?: is)?[ *_]*:[*_ \t]*`)
	// aloud is how reasoning begins that no tag marks.
	aloud = regexp.MustCompile(`(?i)^[\s*_#>]*(?:let me (?:think|see|check|recall|work|go|look|trace|scan)|let's (?:think|see|check|work|go|trace)|thinking(?: out loud| aloud)?\b|reasoning\b|step 1\b|okay, (?:so|let)|hmm\b|first, (?:i|let))`)
	// therefore begins what reasoning leads to.
	therefore = regexp.MustCompile(`(?i)(?:^|[\n.!?;] *)(?:so|therefore|thus|hence|answer|conclusion|final answer|which means|that means|that leaves|=>|→)\b[:, ]`)
)

// announces reports whether a reply has a word that announces an answer, or begins as reasoning does.
func announces(text, lower string) bool {
	if aloud.MatchString(text[:min(len(text), 80)]) {
		return true
	}
	return slices.ContainsFunc(announcing, func(w string) bool { return strings.Contains(lower, w) })
}

// announcing are the words of which a line has one that says that the answer follows.
var announcing = []string{"answer", "conclusion", "bottom line", "verdict", "tldr", "tl;dr", "in short"}

// answerLines are the places of answerLine in a text.
func answerLines(text string) [][]int {
	var out [][]int
	for from := 0; from < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
			end = from + i + 1
		}
		line := text[from:end]
		if colon := strings.IndexByte(line, ':'); colon >= 0 {
			lower := strings.ToLower(line[:colon])
			if slices.ContainsFunc(announcing, func(w string) bool { return strings.Contains(lower, w) }) {
				if at := answerLine.FindStringIndex(line); at != nil {
					out = append(out, []int{from + at[0], from + at[1]})
				}
			}
		}
		from = end
	}
	return out
}

// announced is, of a reply that says where its answer stands, what stands there.
func announced(text, lower string) string {
	if !announces(text, lower) {
		return text
	}
	if at := answerLines(text); len(at) > 0 {
		last := at[len(at)-1]
		if rest := text[last[1]:]; strings.TrimSpace(rest) != "" {
			// What goes before the line is the way to the answer; what comes behind it explains.
			if aloud.MatchString(text) || len(at) == 1 && last[0] > 0 {
				return rest
			}
			return text[at[0][1]:]
		}
	}
	if aloud.MatchString(text) {
		if at := therefore.FindAllStringIndex(text, -1); len(at) > 0 {
			if rest := text[at[len(at)-1][1]:]; strings.TrimSpace(rest) != "" {
				return rest
			}
		}
	}
	return text
}
