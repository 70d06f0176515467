package pipeline

import (
	"strings"
	"unicode"

	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
)

// facts is separate facts.
type facts struct {
	Facts []struct {
		Fact string `json:"fact" about:"one fact: a whole statement, understandable by itself, with names, numbers, dates and codes copied exactly" most:"400"`
	} `json:"facts" about:"the facts, each once"`
}

// FactForm asks for them.
var FactForm = form.New[facts]("facts")

// facts are those that a reply lists.
func (p *Plan) facts(r llm.Response) ([]string, form.Count) {
	answer, c := Read(p, FactForm, r)
	out := make([]string, len(answer.Facts))
	for i, f := range answer.Facts {
		out[i] = f.Fact
	}
	return out, c
}

// listed are the separate statements of notes in free text: the items of its lists and the sentences of
// its prose. Headings are left out.
func listed(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		item := strings.TrimLeft(line, " \t-*•")
		if number, rest, ok := strings.Cut(item, ". "); ok && strings.Trim(number, "0123456789") == "" {
			item = rest
		}
		item = strings.TrimSpace(item)
		switch {
		case item == "", strings.HasPrefix(item, "#"), strings.HasSuffix(strings.TrimRight(item, "*_ "), ":"), strings.ToUpper(item) == item && strings.ToLower(item) != item && !strings.ContainsAny(item, "0123456789"):
		case strings.EqualFold(strings.TrimRight(item, "."), "none"):
		case item != strings.TrimSpace(line):
			out = append(out, item)
		default:
			for _, s := range Sentences(item) {
				out = append(out, strings.TrimSpace(s))
			}
		}
	}
	return out
}

// Sentences cuts a text behind what ends a sentence, so that the parts join to it again. What ends one
// is a line, or a mark with a space behind it and then anything but a lower-case letter, unless the mark
// is the full stop of a short word such as a title.
func Sentences(text string) []string {
	var out []string
	from := 0
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case r == '\n':
		case !strings.ContainsRune(".!?", r) || i+2 >= len(runes) || runes[i+1] != ' ' || unicode.IsLower(runes[i+2]):
			continue
		case r == '.' && shortWord(runes[from:i]):
			continue
		}
		end := i + 1
		for end < len(runes) && runes[end] == ' ' {
			end++
		}
		out, from = append(out, string(runes[from:end])), end
	}
	if from < len(runes) {
		out = append(out, string(runes[from:]))
	}
	return out
}

// shortWord reports whether a text ends in a word of a capital and at most two small letters: Dr, Mrs, J.
func shortWord(text []rune) bool {
	n := len(text)
	for n > 0 && unicode.IsLower(text[n-1]) {
		n--
	}
	size := len(text) - n
	return size <= 2 && n > 0 && unicode.IsUpper(text[n-1]) && (n == 1 || text[n-2] == ' ')
}
