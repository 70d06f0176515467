// Package words recognises what a text says without knowing what it is about: tokens, blocks, amounts
// with their units, dates, times of day, identifiers, sentences, names; and whether it has a value, however
// that is written.
//
// A Text is read once (Read). It knows its tokens, which are numbered from 0: runs of letters, runs of
// digits, and marks. Functions of a token that doesn't exist say no, or are empty. The tokens stand in
// blocks: paragraphs, list items, table rows, headings.
//
// It is pure and imports no other room, so that all may use it. It knows English.
package words

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Span is a part of a text, as byte offsets; End is exclusive.
type Span struct{ Start, End int }

// Contains reports whether o lies in s.
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Overlaps reports whether the two have a byte in common.
func (s Span) Overlaps(o Span) bool { return s.Start < o.End && o.Start < s.End }

// Compare orders spans by Start, then End.
func (s Span) Compare(o Span) int {
	return cmp.Or(cmp.Compare(s.Start, o.Start), cmp.Compare(s.End, o.End))
}

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
	starts []int32 // by token: the first one of its line or sentence
	blocks []block

	amounts []Amount
	dates   []Date
	clocks  []Clock
	dashed  bool // it has a date such as 04-27

	sections Memo[Span, *Text]
	forms    Memo[string, []string]
	roots    Memo[string, []string] // of the vocabulary, under ""
	made     Memo[any, any]
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
	t.lineStarts()
	t.scan()
	return t
}

// Slice is the part of the text that a span covers.
func (t *Text) Slice(s Span) string { return t.src[s.Start:s.End] }

// Source is the whole text.
func (t *Text) Source() string { return t.src }

// Lower is the whole text in lower case.
func (t *Text) Lower() string { return t.lower }

// Amounts are the numbers of the text, in their order. What is part of a date or a time is none, and
// neither are identifiers, phone numbers, versions and list markers. Callers must not change them.
func (t *Text) Amounts() []Amount { return t.amounts }

// Dates are the days that the text names, in their order. Callers must not change them.
func (t *Text) Dates() []Date { return t.dates }

// Clocks are the times of day of the text, in their order. Callers must not change them.
func (t *Text) Clocks() []Clock { return t.clocks }

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
		return !(prev.glued && strings.ContainsRune(".,:/", prev.char) && i > 1 && t.tokens[i-2].kind == digits)
	default:
		return !(prev.char == '\'' && prev.glued && tok.end-tok.start == 1)
	}
}

// WordsBefore counts the words before token i.
func (t *Text) WordsBefore(i int) int { return int(t.words[i]) }

// Tokens is the number of tokens.
func (t *Text) Tokens() int { return len(t.tokens) }

// First is the first token that is a word, given as Word has it; -1 if there is none.
func (t *Text) First(word string) int {
	id, ok := t.ids[word]
	if !ok {
		return -1
	}
	return int(t.vocab[id].first)
}

// Next is the next token that is the same word as token i, -1 if there is none.
func (t *Text) Next(i int) int { return int(t.next[i]) }

// Span covers the tokens from first to last.
func (t *Text) Span(first, last int) Span {
	return Span{int(t.tokens[first].start), int(t.tokens[last].end)}
}

// Cover is the range of tokens that a span touches; of an empty span, first > last.
func (t *Text) Cover(s Span) (first, last int) {
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

// IsWord reports whether token i is a run of letters or digits.
func (t *Text) IsWord(i int) bool {
	k := t.kind(i)
	return k == letters || k == digits
}

// IsNumber reports whether token i is a run of digits.
func (t *Text) IsNumber(i int) bool { return t.kind(i) == digits }

// Is reports whether token i is the punctuation r.
func (t *Text) Is(i int, r rune) bool { return t.kind(i) == punct && t.tokens[i].char == r }

// Char is the punctuation at token i, 0 if there is none.
func (t *Text) Char(i int) rune {
	if t.kind(i) != punct {
		return 0
	}
	return t.tokens[i].char
}

// Glued reports whether token i exists and follows the one before without a space.
func (t *Text) Glued(i int) bool { return i > 0 && i < len(t.tokens) && t.tokens[i].glued }

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

// Word is the folded word at token i, empty if there is none.
func (t *Text) Word(i int) string {
	if k := t.kind(i); k != letters && k != digits {
		return ""
	}
	return t.vocab[t.tokens[i].word].word
}

// IsTitle reports whether token i is an abbreviation that is written with or without a full stop.
func (t *Text) IsTitle(i int) bool { return t.meaning(i).title }

// meaning is what the word at token i says of amounts and dates, never nil.
func (t *Text) meaning(i int) *meaning {
	if t.kind(i) == letters {
		if m := t.vocab[t.tokens[i].word].mean; m != nil {
			return m
		}
	}
	return noMeaning
}

// SameBlock reports whether tokens i and j exist and stand in one block.
func (t *Text) SameBlock(i, j int) bool {
	return t.kind(i) != none && t.kind(j) != none && t.tokens[i].block == t.tokens[j].block
}

// WholeWords reports whether the tokens from first to last begin and end with whole words and
// whole numbers: "447" isn't whole in "UA447", "12" not in "12.5" and "12k"; "oz" is in "8oz".
func (t *Text) WholeWords(first, last int) bool {
	if t.kind(first) == digits && t.Glued(first) {
		if t.alnum(first-1) || t.decimalBefore(first) {
			return false
		}
	}
	if t.Glued(last+1) && t.alnum(last) {
		if t.alnum(last+1) || t.kind(last) == digits && t.decimalAfter(last) {
			return false
		}
	}
	return true
}

// WholeIdentifier reports whether the tokens from first to last aren't part of a longer identifier or
// number.
func (t *Text) WholeIdentifier(first, last int) bool {
	if t.Glued(first) {
		if t.alnum(first-1) || t.identJoint(first-1) && t.Glued(first-1) && t.alnum(first-2) || t.IsNumber(first) && t.decimalBefore(first) {
			return false
		}
	}
	if t.Glued(last + 1) {
		if t.alnum(last+1) || t.identJoint(last+1) && t.Glued(last+2) && t.alnum(last+2) || t.IsNumber(last) && t.decimalAfter(last) {
			return false
		}
	}
	return true
}

func (t *Text) identJoint(i int) bool { return t.Is(i, '-') || t.Is(i, '_') }

// decimalBefore reports whether token i continues a number such as 1.500 or 8,500.
func (t *Text) decimalBefore(i int) bool {
	return t.Glued(i) && (t.Is(i-1, '.') || t.Is(i-1, ',')) && t.Glued(i-1) && t.kind(i-2) == digits
}

// decimalAfter reports whether the number at token i continues behind it.
func (t *Text) decimalAfter(i int) bool {
	return t.kind(i+2) == digits && t.decimalBefore(i+2)
}

// Memo keeps what was found in a text: the probes of a scenario share expressions and sections. Its zero value is empty, and it is safe for
// concurrent use.
type Memo[K comparable, V any] struct {
	Most int // it begins anew with as many; 0 for any number
	mu   sync.Mutex
	have map[K]V
}

// Of is what there is for a key, made when it is first asked for; two who ask at once may both make it.
func (m *Memo[K, V]) Of(key K, find func() V) V {
	m.mu.Lock()
	v, ok := m.have[key]
	m.mu.Unlock()
	if ok {
		return v
	}
	v = find() // others may read the text meanwhile
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.have == nil || m.Most > 0 && len(m.have) >= m.Most {
		m.have = map[K]V{}
	}
	m.have[key] = v
	return v
}

// Once is what somebody makes of the text under a name, made when it is first asked for.
func (t *Text) Once(name any, make func() any) any { return t.made.Of(name, make) }

// found is what expressions found in parts of texts, from where the part begins: notes are written again and again with most of their
// lines, and a simulated model and who judges it read the same ones.
var found = Memo[partOf, []Span]{Most: 1 << 16}

// partOf is a part of a text, by two hashes that know nothing of each other, on which an expression is tried.
type partOf struct {
	by   *Expression
	text [2]uint64
}

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()} // no result depends on them

// FindAll is what an expression finds in the text but for matches of nothing.
func (t *Text) FindAll(e *Expression) (out []Span) {
	for _, part := range t.linesFor(e) {
		text := t.Slice(part)
		for _, at := range found.Of(partOf{e, [2]uint64{maphash.String(seeds[0], text), maphash.String(seeds[1], text)}}, func() (spans []Span) {
			for _, at := range e.compiled().FindAllStringIndex(text, -1) {
				if at[1] > at[0] {
					spans = append(spans, Span{at[0], at[1]})
				}
			}
			return spans
		}) {
			out = append(out, Span{part.Start + at.Start, part.Start + at.End})
		}
	}
	return out
}

// linesFor are the parts of the text in which all matches lie: lines that have what the expression needs, each with as many around it as a
// match may reach.
func (t *Text) linesFor(e *Expression) (out []Span) {
	needs, around := e.shape()
	if needs == nil || strings.Contains(t.lower, "ſ") {
		return []Span{{0, len(t.src)}}
	}
	var having []int
	for _, w := range needs {
		for at := 0; at < len(t.lower); {
			i := strings.Index(t.lower[at:], w)
			if i < 0 {
				break
			}
			_, lower := t.lines()
			line, _ := slices.BinarySearch(lower, at+i+1)
			having, at = append(having, line-1), lower[line]
		}
	}
	slices.Sort(having)
	for _, line := range slices.Compact(having) {
		begins, _ := t.lines()
		part := Span{begins[max(0, line-around)], begins[min(len(begins)-1, line+around+1)]}
		if last := len(out) - 1; last >= 0 && part.Start < out[last].End {
			out[last].End = part.End
		} else {
			out = append(out, part)
		}
	}
	return out
}

// lines are where the lines of the text begin, and where in lower case, with where a next one would.
func (t *Text) lines() (begins, lower []int) {
	of := t.Once("lines", func() any { return [2][]int{lineBegins(t.src), lineBegins(t.lower)} }).([2][]int)
	return of[0], of[1]
}

func lineBegins(s string) []int {
	begins := []int{0}
	for line := range strings.SplitAfterSeq(s, "\n") {
		begins = append(begins, begins[len(begins)-1]+len(line))
	}
	return begins
}

// Part is a part of the text, read as a text of its own, once.
func (t *Text) Part(s Span) *Text {
	return t.sections.Of(s, func() *Text { return Read(t.Slice(s)) })
}

// Begins are the tokens whose word is the beginning of a run of letters and digits.
func (t *Text) Begins(run string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := 1; n <= len(run); n++ {
			for i := t.First(run[:n]); i >= 0; i = t.Next(i) {
				if !yield(i) {
					return
				}
			}
		}
	}
}
