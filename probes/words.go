package probes

import (
	"fmt"
	"slices"
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
func compileText(s string) (Matcher, error) {
	t := Read(s)
	var items textMatcher
	var soft []rune
	words := 0
	for i := range t.tokens {
		switch {
		case t.kind(i) != punct:
			items = append(items, item{word: t.word(i), soft: soft})
			soft = nil
			words++
		case skipped(t.char(i)):
		case optional(t.char(i)) && !t.insideNumber(i):
			soft = append(soft, t.char(i))
		default:
			items = append(items, item{symbol: t.char(i), soft: soft})
			soft = nil
		}
	}
	if words == 0 {
		return nil, fmt.Errorf("text: %q has no word", s)
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
func (t *Text) insideNumber(i int) bool {
	return t.glued(i) && t.glued(i+1) && t.kind(i-1) == digits && t.kind(i+1) == digits
}

// Find returns the places where the words stand.
func (m textMatcher) Find(t *Text) []Span {
	if len(t.tokens) == 0 {
		return nil
	}
	for _, it := range m {
		if _, ok := t.ids[it.word]; it.word != "" && !ok {
			return nil
		}
	}
	var out []Span
	try := func(i int) {
		if last := m.matchAt(t, i); last >= 0 && t.wholeWords(i, last) {
			out = append(out, t.span(i, last))
		}
	}
	if m[0].word == "" {
		for i := range t.tokens {
			if t.is(i, m[0].symbol) {
				try(i)
			}
		}
		return out
	}
	for i := t.vocab[t.ids[m[0].word]].first; i >= 0; i = t.next[i] {
		try(int(i))
	}
	return out
}

// matchAt is the last token of a match that begins at token i, -1 if there is none.
func (m textMatcher) matchAt(t *Text, i int) int {
	j := i
	for k, it := range m[1:] {
		from := j
		j++
		for !m[k+1].matches(t, j) {
			c := t.char(j)
			if j-from > 8 || !(skipped(c) || slices.Contains(it.soft, c) || c == '.' && t.title(j-1)) {
				return -1
			}
			j++
		}
		if !t.sameBlock(i, j) {
			return -1
		}
	}
	return j
}

func (it item) matches(t *Text, i int) bool {
	if it.word == "" {
		return t.is(i, it.symbol)
	}
	return t.word(i) == it.word
}

// title reports whether token i is an abbreviation that is written with or without a full stop.
func (t *Text) title(i int) bool {
	switch t.word(i) {
	case "dr", "mr", "mrs", "ms", "st", "prof", "jr", "sr":
		return true
	}
	return false
}

// identifierMatcher finds an identifier: the same letters, digits and marks without spaces.
type identifierMatcher struct {
	items []item
	phone bool // digits and hyphens: the hyphens may be spaces or full stops
}

func compileIdentifier(s string) (Matcher, error) {
	t := Read(s)
	m := identifierMatcher{phone: true}
	for i := range t.tokens {
		if i > 0 && !t.tokens[i].glued {
			return nil, fmt.Errorf("identifier: %q has a space (use a text pattern)", s)
		}
		if t.kind(i) == punct {
			m.items = append(m.items, item{symbol: t.char(i)})
			m.phone = m.phone && t.is(i, '-')
			continue
		}
		m.items = append(m.items, item{word: t.word(i)})
		m.phone = m.phone && t.kind(i) == digits
	}
	if len(m.items) == 0 || m.items[0].word == "" || m.items[len(m.items)-1].word == "" {
		return nil, fmt.Errorf("identifier: %q doesn't begin and end with a letter or digit", s)
	}
	m.phone = m.phone && len(m.items) > 1
	return m, nil
}

// Find returns the places where the identifier stands by itself.
func (m identifierMatcher) Find(t *Text) []Span {
	id, ok := t.ids[m.items[0].word]
	if !ok {
		return nil
	}
	var out []Span
	for i := t.vocab[id].first; i >= 0; i = t.next[i] {
		if last := m.matchAt(t, int(i)); last >= 0 && t.alone(int(i), last) {
			first := int(i)
			if m.phone && t.glued(first) && t.is(first-1, '(') && t.is(first+1, ')') {
				first--
			}
			out = append(out, t.span(first, last))
		}
	}
	return out
}

func (m identifierMatcher) matchAt(t *Text, i int) int {
	j := i
	for k := 1; k < len(m.items); k++ {
		it := m.items[k]
		switch {
		case m.phone && it.word == "":
			switch {
			case k == 1 && t.is(j+1, ')') && t.glued(i) && t.is(i-1, '('):
				j++
				if t.is(j+1, '-') {
					j++
				}
			case t.is(j+1, '-') || t.is(j+1, '.'):
				j++
			case t.kind(j+1) != digits || !t.sameBlock(i, j+1):
				return -1
			}
		case !it.matches(t, j+1) || !t.glued(j+1) && !m.phone:
			return -1
		default:
			j++
		}
	}
	if !t.sameBlock(i, j) {
		return -1
	}
	return j
}

// alone reports whether the tokens from first to last aren't part of a longer identifier or
// number.
func (t *Text) alone(first, last int) bool {
	if t.glued(first) {
		if t.alnum(first-1) || t.identJoint(first-1) && t.glued(first-1) && t.alnum(first-2) || t.kind(first) == digits && t.decimalBefore(first) {
			return false
		}
	}
	if t.glued(last + 1) {
		if t.alnum(last+1) || t.identJoint(last+1) && t.glued(last+2) && t.alnum(last+2) || t.kind(last) == digits && t.decimalAfter(last) {
			return false
		}
	}
	return true
}

func (t *Text) identJoint(i int) bool { return t.is(i, '-') || t.is(i, '_') }

// ordered sorts spans and drops doubles.
func ordered(spans []Span) []Span {
	slices.SortFunc(spans, compareSpans)
	return slices.Compact(spans)
}

func compareSpans(a, b Span) int {
	if a.Start != b.Start {
		return a.Start - b.Start
	}
	return a.End - b.End
}
