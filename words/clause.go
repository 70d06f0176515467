package words

import (
	"regexp"
	"slices"
	"strings"
)

// Clause is a part of a text that says one thing.
type Clause struct {
	Span
	Asks bool // it ends with a question mark
}

// joint stands between two clauses of a sentence.
var joint = regexp.MustCompile(`(?i);|—| [–-] |(?:,? |\()(?:but|while|whereas|though|although|because|since|so|until|unless|yet) |, (?:and|then|which|who|it|they|he|she|we|you|there|that|this|not)\b|: |\((?:not|was|were|formerly|previously|originally|up|down|the|it|before)\b|\)|→|->`)

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
	at, n := sentence.Start, sentence.End-sentence.Start
	for _, j := range append(joint.FindAllStringIndex(text[sentence.Start:sentence.End], -1), []int{n, n}) {
		cut := sentence.Start + j[0]
		if label := text[cut:sentence.Start+j[1]] == ": " && len(strings.Fields(text[at:cut])) <= longestLabel; !label && cut > at {
			out = append(out, Clause{Span: Span{at, cut}})
			at = cut
		}
	}
	out[len(out)-1].Asks = asks
	return out
}

// ClauseAt is the place among the clauses of the one in which a span begins; -1 if the text has none.
func (t *Text) ClauseAt(s Span) int {
	all := t.Clauses()
	i, _ := slices.BinarySearchFunc(all, s.Start, func(c Clause, at int) int { return c.End - at - 1 })
	return min(i, len(all)-1)
}
