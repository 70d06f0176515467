package probes

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Span is a part of a text, as byte offsets; End is exclusive.
type Span struct{ Start, End int }

// Text is a text read once, so that hundreds of matchers can be tried on it: its tokens with
// their places, the blocks they stand in, and the numbers, dates and clock times it holds. It is
// safe for concurrent use.
type Text struct {
	src    string
	lower  string
	tokens []token
	next   []int32 // by token: the next token with the same word; -1 at the last
	words  []int32 // words[i] counts the words before token i; one longer than tokens
	vocab  []entry
	ids    map[string]int32
	blocks []block

	numbers []number
	dates   []date
	clocks  []clock

	memo memo
}

// entry is one distinct word of a text.
type entry struct {
	word        string   // folded
	mean        *meaning // nil for a word that says nothing about amounts or dates
	first, last int32    // tokens
}

// Read reads a text. Any bytes will do: what isn't UTF-8 is punctuation.
func Read(s string) *Text {
	t := &Text{src: s, lower: strings.ToLower(s)}
	t.lex()
	t.layout()
	t.countWords()
	t.scan()
	return t
}

// Slice is the part of the text that a span covers.
func (t *Text) Slice(s Span) string { return t.src[s.Start:s.End] }

// source is the whole text.
func (t *Text) source() string { return t.src }

// countWords fills the running count of words. A number such as 8,500, an amount with its unit
// attached (8oz) and a possessive are one word; list markers are none.
func (t *Text) countWords() {
	t.words = make([]int32, len(t.tokens)+1)
	for i := range t.tokens {
		n := t.words[i]
		if t.beginsWord(i) {
			n++
		}
		t.words[i+1] = n
	}
}

func (t *Text) beginsWord(i int) bool {
	tok := &t.tokens[i]
	if tok.kind == punct || int(tok.start) < t.blocks[tok.block].body {
		return false
	}
	if !tok.glued || i == 0 {
		return true
	}
	switch prev := &t.tokens[i-1]; {
	case prev.kind != punct:
		return prev.kind == tok.kind
	case tok.kind == digits:
		return !(prev.glued && numberJoint(prev.char) && i > 1 && t.tokens[i-2].kind == digits)
	default:
		return !(prev.char == '\'' && prev.glued && tok.end-tok.start == 1)
	}
}

func numberJoint(r rune) bool { return r == '.' || r == ',' || r == ':' || r == '/' }

// span covers the tokens from first to last.
func (t *Text) span(first, last int) Span {
	return Span{int(t.tokens[first].start), int(t.tokens[last].end)}
}

// cover is the range of tokens that a span touches; of an empty span, first > last.
func (t *Text) cover(s Span) (first, last int) {
	first = sort.Search(len(t.tokens), func(i int) bool { return int(t.tokens[i].end) > s.Start })
	last = sort.Search(len(t.tokens), func(i int) bool { return int(t.tokens[i].start) >= s.End }) - 1
	return first, last
}

// kind is the kind of token i, none outside the text.
func (t *Text) kind(i int) kind {
	if i < 0 || i >= len(t.tokens) {
		return none
	}
	return t.tokens[i].kind
}

// is reports whether token i is the punctuation r.
func (t *Text) is(i int, r rune) bool { return t.kind(i) == punct && t.tokens[i].char == r }

// char is the punctuation at token i, 0 if there is none.
func (t *Text) char(i int) rune {
	if t.kind(i) != punct {
		return 0
	}
	return t.tokens[i].char
}

// glued reports whether token i exists and follows the one before without a space.
func (t *Text) glued(i int) bool { return i > 0 && i < len(t.tokens) && t.tokens[i].glued }

// alnum reports whether token i is a run of letters or digits. An ideograph isn't: it never
// forms one word with what stands beside it.
func (t *Text) alnum(i int) bool {
	k := t.kind(i)
	return k == digits || k == letters && !t.tokens[i].lone
}

// raw is token i as written.
func (t *Text) raw(i int) string {
	if t.kind(i) == none {
		return ""
	}
	return t.src[t.tokens[i].start:t.tokens[i].end]
}

// word is the folded word at token i, empty if there is none.
func (t *Text) word(i int) string {
	if k := t.kind(i); k != letters && k != digits {
		return ""
	}
	return t.vocab[t.tokens[i].word].word
}

// meaning is what the word at token i says of amounts and dates, never nil.
func (t *Text) meaning(i int) *meaning {
	if t.kind(i) == letters {
		if m := t.vocab[t.tokens[i].word].mean; m != nil {
			return m
		}
	}
	return noMeaning
}

// sameBlock reports whether tokens i and j exist and stand in one block.
func (t *Text) sameBlock(i, j int) bool {
	return t.kind(i) != none && t.kind(j) != none && t.tokens[i].block == t.tokens[j].block
}

// wholeWords reports whether the tokens from first to last begin and end with whole words and
// whole numbers: "447" isn't whole in "UA447", "12" not in "12.5" and "12k"; "oz" is in "8oz".
func (t *Text) wholeWords(first, last int) bool {
	if t.kind(first) == digits && t.glued(first) {
		if t.alnum(first-1) || t.decimalBefore(first) {
			return false
		}
	}
	if t.glued(last+1) && t.alnum(last) {
		if t.alnum(last+1) || t.kind(last) == digits && t.decimalAfter(last) {
			return false
		}
	}
	return true
}

// decimalBefore reports whether token i continues a number such as 1.500 or 8,500.
func (t *Text) decimalBefore(i int) bool {
	return t.glued(i) && (t.is(i-1, '.') || t.is(i-1, ',')) && t.glued(i-1) && t.kind(i-2) == digits
}

// decimalAfter reports whether the number at token i continues behind it.
func (t *Text) decimalAfter(i int) bool { return t.glued(i+2) && t.decimalBefore(i+2) }

// memo keeps what was found in a text: the probes of a scenario share expressions and sections.
type memo struct {
	mu    sync.Mutex
	found map[string][]Span // by expression
	parts map[Span]*Text
}

// expression is what a regular expression finds in the text, found once.
func (t *Text) expression(re *regexp.Regexp) []Span {
	t.memo.mu.Lock()
	spans, ok := t.memo.found[re.String()]
	t.memo.mu.Unlock()
	if ok {
		return slices.Clone(spans)
	}
	for _, at := range re.FindAllStringIndex(t.src, -1) {
		if at[1] > at[0] {
			spans = append(spans, Span{at[0], at[1]})
		}
	}
	t.memo.mu.Lock()
	defer t.memo.mu.Unlock()
	if t.memo.found == nil {
		t.memo.found = map[string][]Span{}
	}
	t.memo.found[re.String()] = spans
	return slices.Clone(spans)
}

// part is a part of the text, read as a text of its own, once.
func (t *Text) part(s Span) *Text {
	t.memo.mu.Lock()
	defer t.memo.mu.Unlock()
	p, ok := t.memo.parts[s]
	if !ok {
		p = Read(t.Slice(s))
		if t.memo.parts == nil {
			t.memo.parts = map[Span]*Text{}
		}
		t.memo.parts[s] = p
	}
	return p
}
