package words

import (
	"slices"
	"strings"
)

// Clause is a part of a text that says one thing.
type Clause struct {
	Span
	Asks bool // it ends with a question mark
}

// What stands between two clauses of a sentence: marks; a conjunction before a space; behind a comma, and behind a bracket, other words too.
var (
	joints       = []string{";", ")", "—", "→", "->", ": ", " – ", " - "}
	conjunctions = Set("although because but since so though unless until whereas while yet")
	behindComma  = Set("and he it not she that then there they this we which who you")
	inBrackets   = Set("before down formerly it not originally previously the up was were")
)

// jointAt is the length of what stands between two clauses at the beginning of a text, 0 if nothing does.
func jointAt(text string) int {
	if strings.IndexByte(" ;,:()-\xe2", text[0]) < 0 {
		return 0
	}
	for _, mark := range joints {
		if strings.HasPrefix(text, mark) {
			return len(mark)
		}
	}
	word, comma := strings.CutPrefix(text, ", ")
	if !comma {
		word = text[1:]
	}
	behind := strings.TrimLeftFunc(word, func(r rune) bool { return r == '_' || r <= 'z' && !notInWord(r) })
	word = strings.ToLower(strings.TrimSuffix(word, behind))
	end := len(text) - len(behind)
	switch {
	case !comma && text[0] != ' ' && text[0] != '(':
	case conjunctions[word] && strings.HasPrefix(behind, " "):
		return end + 1
	case comma && behindComma[word], text[0] == '(' && inBrackets[word]:
		return end
	}
	return 0
}

// longestLabel is how many words before a colon are a label and no clause.
const longestLabel = 4

// Clauses are the parts of the text that say one thing each, in their order.
func (t *Text) Clauses() []Clause {
	return t.Once("clauses", func() any {
		var out []Clause
		from := 0
		for _, end := range append(SentenceEnds(t.src), Span{len(t.src), len(t.src)}) {
			asks := strings.HasSuffix(strings.TrimRight(t.src[from:end.End], " \n\t*_\"'”)"), "?")
			out = append(out, clausesIn(t.src, Span{from, end.End}, asks)...)
			from = end.End
		}
		return out
	}).([]Clause)
}

// clausesIn are the clauses of a sentence.
func clausesIn(text string, sentence Span, asks bool) []Clause {
	if strings.TrimSpace(text[sentence.Start:sentence.End]) == "" {
		return nil
	}
	var out []Clause
	at := sentence.Start
	for i := at; i < sentence.End; {
		n := jointAt(text[i:sentence.End])
		if n > 0 && i > at && (text[i:i+n] != ": " || len(strings.Fields(text[at:i])) > longestLabel) {
			out = append(out, Clause{Span: Span{at, i}})
			at = i
		}
		i += max(n, 1)
	}
	return append(out, Clause{Span{at, sentence.End}, asks})
}

// ClauseAt is the place among the clauses of the one in which a span begins; -1 if the text has none.
func (t *Text) ClauseAt(s Span) int {
	all := t.Clauses()
	i, _ := slices.BinarySearchFunc(all, s.Start, func(c Clause, at int) int { return c.End - at - 1 })
	return min(i, len(all)-1)
}
