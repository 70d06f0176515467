package match

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// item is one thing a text pattern asks for: a word, or a symbol such as the + of C++.
type item struct {
	word   string
	symbol rune
	soft   []rune // punctuation that may stand before it, because the pattern has it there
}

// textMatcher finds words, one behind the other.
type textMatcher []item

// compileText reads the words of a pattern. Hyphens, spaces, apostrophes and emphasis between
// words make no difference; full stops, commas, quotes and brackets of the pattern may be
// missing from a text; all other marks must be there.
func compileText(p arena.Pattern) (Matcher, error) {
	t := words.Read(p.Text)
	var items textMatcher
	var soft []rune
	n := 0
	for i := range t.Tokens() {
		switch {
		case t.IsWord(i):
			items = append(items, item{word: t.Word(i), soft: soft})
			soft = nil
			n++
		case skipped(t.Char(i)):
		case optional(t.Char(i)) && !insideNumber(t, i):
			soft = append(soft, t.Char(i))
		default:
			items = append(items, item{symbol: t.Char(i), soft: soft})
			soft = nil
		}
	}
	if n == 0 {
		return nil, fmt.Errorf("text: %q has no word", p.Text)
	}
	return items, nil
}

// skipped marks make no difference between words.
func skipped(r rune) bool {
	switch r {
	case '-', '\'', '*', '_', '`', '~':
		return true
	}
	return false
}

// optional marks of a pattern may be missing from a text.
func optional(r rune) bool {
	switch r {
	case '.', ',', ';', ':', '!', '?', '"', '(', ')', '[', ']', '{', '}', '—', '…', '«', '»':
		return true
	}
	return false
}

// insideNumber reports whether token i stands between digits without a space.
func insideNumber(t *words.Text, i int) bool {
	return t.Glued(i) && t.Glued(i+1) && t.IsNumber(i-1) && t.IsNumber(i+1)
}

// Find returns the places where the words stand.
func (m textMatcher) Find(t *words.Text) []words.Span {
	if t.Tokens() == 0 {
		return nil
	}
	for _, it := range m {
		if it.word != "" && t.First(it.word) < 0 {
			return nil
		}
	}
	var out []words.Span
	try := func(i int) {
		if last := m.matchAt(t, i); last >= 0 && t.WholeWords(i, last) {
			out = append(out, t.Span(i, last))
		}
	}
	if m[0].word == "" {
		for i := range t.Tokens() {
			if t.Is(i, m[0].symbol) {
				try(i)
			}
		}
		return out
	}
	for i := t.First(m[0].word); i >= 0; i = t.Next(i) {
		try(i)
	}
	return out
}

// matchAt is the last token of a match that begins at token i, -1 if there is none.
func (m textMatcher) matchAt(t *words.Text, i int) int {
	j := i
	for k, it := range m[1:] {
		from := j
		j++
		for !m[k+1].matches(t, j) {
			c := t.Char(j)
			if j-from > 8 || !(skipped(c) || slices.Contains(it.soft, c) || c == '.' && t.IsTitle(j-1)) {
				return -1
			}
			j++
		}
		if !t.SameBlock(i, j) {
			return -1
		}
	}
	return j
}

func (it item) matches(t *words.Text, i int) bool {
	if it.word == "" {
		return t.Is(i, it.symbol)
	}
	return t.Word(i) == it.word
}
