package sim

import (
	"strings"
	"unicode"

	"contextarena.internal/llm/sim/shape"
)

// choices finds the labels that instructions offer: a list with a label and what it means on each line,
// a row of alternatives ("one of: planning, support or other", "YES or NO", "stable/plastic"),
// or the steps of a scale ("from 0 to 3").
func choices(text string) []shape.Choice {
	if out := listedChoices(text); len(out) > 1 {
		return out
	}
	if out := quotedChoices(text); len(out) > 1 {
		return out
	}
	for _, part := range offers(text) {
		if out := alternatives(part); len(out) > 1 {
			return out
		}
	}
	if lo, hi, ok := shape.Scale(text); ok && hi-lo <= 100 {
		var out []shape.Choice
		for v := lo; v <= hi; v++ {
			out = append(out, shape.Choice{Label: figure(v)})
		}
		return out
	}
	for w := range strings.FieldsSeq(text) {
		w = strings.Trim(w, ".,;:()\"'`?!")
		if strings.Count(w, "/")+strings.Count(w, "|") > 0 && !strings.Contains(w, "//") {
			if out := alternatives(w); len(out) > 1 {
				return out
			}
		}
	}
	return capitals(text)
}

// quotedChoices are words in quotes: "kept", "lost" or "stale". What holds marks is a form, and no label.
func quotedChoices(text string) []shape.Choice {
	var out []shape.Choice
	parts := strings.Split(strings.NewReplacer("“", "\"", "”", "\"").Replace(text), "\"")
	for i := 1; i+1 < len(parts); i += 2 {
		if p := strings.TrimSpace(parts[i]); p != "" && strings.Count(p, " ") < 3 && !strings.ContainsAny(p, ":|<>{}[](),;\n") {
			out = append(out, shape.Choice{Label: p})
		}
	}
	return out
}

// listedChoices are the labels of list items: "- planning: dates and budgets".
func listedChoices(text string) []shape.Choice {
	var out []shape.Choice
	for line := range strings.Lines(text) {
		item := strings.TrimLeft(strings.TrimSpace(line), "-*• ")
		if item == strings.TrimSpace(line) && item != "" && !(item[0] >= '0' && item[0] <= '9') {
			continue
		}
		label, about := item, ""
		for _, sep := range []string{": ", " - ", " – ", " — ", " = ", " ("} {
			if l, a, ok := strings.Cut(item, sep); ok {
				label, about = l, a
				break
			}
		}
		digits := strings.TrimLeft(label, "0123456789")
		if rest, numbered := strings.CutPrefix(digits, ". "); numbered && digits != label {
			label = rest
		}
		label = strings.Trim(label, "*_`\"'.,; ")
		if label == "" || strings.Count(label, " ") > 3 {
			continue
		}
		out = append(out, shape.Choice{Label: label, About: about})
	}
	return out
}

// leads come before a row of alternatives.
var leads = []string{"one of", "labels", "label", "categories", "genres", "options", "choices", "classes", "either", "from", "between", "as", "with", "into", "among", "answer", "reply", "say", "is", "respond", "only"}

// offers are the stretches of a text where alternatives may stand, the likeliest first: behind a lead,
// up to the end of the sentence.
func offers(text string) []string {
	var out []string
	lower := strings.ToLower(text)
	for _, lead := range leads {
		for at := 0; ; {
			i := strings.Index(lower[at:], lead)
			if i < 0 || len(lower) != len(text) {
				break
			}
			begin := at + i + len(lead)
			at = begin
			if i := begin - len(lead); i > 0 && unicode.IsLetter(rune(lower[i-1])) || begin >= len(text) || unicode.IsLetter(rune(text[begin])) {
				continue
			}
			rest := strings.TrimLeft(text[begin:], " :\n")
			if i := strings.Index(rest, "\n\n"); i >= 0 {
				rest = rest[:i]
			}
			if i := strings.IndexAny(rest, ".?!;:"); i >= 0 {
				rest = rest[:i]
			}
			if lead == "either" || strings.ContainsAny(rest, ",|/") || strings.Contains(rest, " or ") || strings.Contains(rest, " and ") && (lead == "between" || lead == "with") {
				out = append(out, rest)
			}
			if len(out) > 20 {
				return out
			}
		}
	}
	return out
}

// beforeLabel are words that lead up to a label without being part of it.
var beforeLabel = set("is", "are", "be", "it", "a", "an", "the", "either", "of", "to", "with", "only", "say", "just", "exactly")

// alternatives are the labels of a row: parted by commas, bars, slashes or "or". Each has at most four
// words; the first may stand behind words that lead up to it in a bracket.
func alternatives(part string) []shape.Choice {
	if i := strings.IndexByte(part, '('); i >= 0 && strings.IndexByte(part[i:], ')') > 0 {
		inner := part[i+1 : i+strings.IndexByte(part[i:], ')')]
		if out := alternatives(inner); len(out) > 1 {
			return out
		}
	}
	for _, link := range []string{", or ", ", and ", " or ", " and ", "|", "/", ";", "\n"} {
		part = strings.ReplaceAll(part, link, ",")
	}
	var out []shape.Choice
	for label := range strings.SplitSeq(part, ",") {
		label = strings.Trim(label, " \"'`*()[]{}<>“”.\n")
		for {
			first, rest, ok := strings.Cut(label, " ")
			if !ok || !beforeLabel[strings.ToLower(first)] {
				break
			}
			label = rest
		}
		if label == "" {
			continue
		}
		if strings.Count(label, " ") > 3 || len(label) > 60 {
			return nil
		}
		out = append(out, shape.Choice{Label: label})
	}
	return out
}

// capitals are words in capitals on both sides of an "or": "Reply YES or NO."
func capitals(text string) []shape.Choice {
	words := strings.Fields(text)
	for i := 1; i+1 < len(words); i++ {
		a, b := strings.Trim(words[i-1], ",.:;\"'`()"), strings.Trim(words[i+1], ",.:;\"'`()")
		if words[i] == "or" && shouted(a) && shouted(b) {
			return []shape.Choice{{Label: a}, {Label: b}}
		}
	}
	return nil
}
