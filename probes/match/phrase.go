package match

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// item is one thing a text pattern asks for: a word, or a symbol such as the + of C++.
type item struct {
	word   string
	plural string // San Marzanos
	symbol rune
	soft   []rune // punctuation that may stand before it, because the pattern has it there
	after  string // the article that may stand before it, because the pattern has it there
	loose  bool   // inflections of the word and what is short for it will do
	number bool   // it numbers the word before it: box 14, row C
}

// leastLoose is how many letters a word has at least of which inflections are looked for.
const leastLoose = 4

// compileLabel is the matcher of what a value stands beside: inflections and abbreviations of its words are labels too,
// "failed" for "failure" and "eng" for "engineering", and so are the words that say the same. A word with a capital is a name, and
// has none.
func compileLabel(p arena.Pattern) (Matcher, error) {
	switch {
	case p.Text != "" && p.Text == strings.ToLower(p.Text):
		var of phrasings
		for _, label := range append([]string{p.Text}, words.Alike("label", p.Text)...) {
			ways, err := compileLoose(label)
			if err != nil {
				return nil, err
			}
			of = append(of, ways...)
		}
		return of, nil
	case len(p.Any) > 0:
		of := make([]Matcher, len(p.Any))
		for i, q := range p.Any {
			var err error
			if of[i], err = compileLabel(q); err != nil {
				return nil, err
			}
		}
		return finder(func(t *words.Text) []words.Span { return anyOf(t, of) }), nil
	}
	return compile(p)
}

var phrases = kept(compileWays)

// compileLoose reads the ways to say a phrase, with the inflections of its words.
func compileLoose(phrase string) (phrasings, error) {
	ways, err := compileWays(phrase)
	for _, items := range ways {
		for i, it := range items {
			items[i].loose = len(it.word) >= leastLoose && strings.Trim(it.word, "abcdefghijklmnopqrstuvwxyz") == ""
		}
	}
	return ways, err
}

// forms are the words of a text that will do for an item.
func (it item) forms(t *words.Text) []string {
	if it.loose {
		return t.Forms(it.word)
	}
	if it.plural != "" {
		return []string{it.word, it.plural}
	}
	return []string{it.word}
}

// textMatcher finds words, one behind the other.
type textMatcher []item

// phrasings finds what any of its members does.
type phrasings []textMatcher

// Find returns the places where the words of a member stand.
func (m phrasings) Find(t *words.Text) []words.Span {
	if len(m) == 1 {
		return m[0].Find(t)
	}
	var out []words.Span
	for _, way := range m {
		out = append(out, way.Find(t)...)
	}
	return ordered(out)
}

// compileText reads the words of a pattern, and those that say the same of a place or a numbered thing.
func compileText(p arena.Pattern) (Matcher, error) { return phrases(p.Text) }

// compileWays reads the ways to say a phrase.
func compileWays(phrase string) (phrasings, error) {
	ways := []string{phrase}
	if phrase == strings.ToLower(phrase) {
		ways = words.Rephrased(phrase)
	}
	var out phrasings
	for _, way := range ways {
		m, err := compileWords(way)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// articles between words may be missing from a text, and "the" from a pattern: half a day is no half day.
var articles = words.Set("the a an")

// compileWords reads the words of a phrase. Hyphens, spaces, apostrophes, emphasis and articles between
// words make no difference, a name or a thing may be in the plural; a number may be told of its thing ("box: 14", "box no. 14"); full
// stops, commas, quotes and
// brackets of the pattern may be missing from a text; all other marks must be there.
func compileWords(phrase string) (textMatcher, error) {
	t := words.Read(phrase)
	var items textMatcher
	var soft []rune
	var after string
	n := 0
	for i := range t.Tokens() {
		switch {
		case n > 0 && i+1 < t.Tokens() && articles[t.Word(i)] && soft == nil:
			after = t.Word(i)
		case t.IsWord(i):
			items = append(items, item{word: t.Word(i), soft: soft, after: after, number: numbers(t, i)})
			soft, after = nil, ""
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
		return nil, fmt.Errorf("text: %q has no word", phrase)
	}
	if last := &items[len(items)-1]; aThing.MatchString(phrase) && last.word != "" {
		last.plural = last.word + "s"
	}
	return items, nil
}

// aThing ends in a word that may have a plural.
var aThing = words.Lazy(`(?:^|\s)\p{Lu}\p{Ll}{2,}[^\Ws]$|^[\pL'-]+ (?:[\pL'-]+ )?\p{Ll}{3,}[^\Ws]$`)

// numbers reports whether the token at i is a number or a letter that tells the thing before it from others of its kind: box 14, row C.
func numbers(t *words.Text, i int) bool {
	w := t.Word(i)
	return !t.Glued(i) && len(t.Word(i-1)) > 2 && !t.IsNumber(i-1) && i == t.Tokens()-1 && (t.IsNumber(i) || len(w) == 1 && w != "a" && w != "i")
}

// colons may stand between a thing and its number, as between a key and what it is.
func colons(t *words.Text, i int) bool {
	switch t.Char(i) {
	case ':', '=', '#', '"':
		return true
	}
	switch t.Word(i) {
	case "no", "number", "nr":
		return true
	}
	return t.Is(i, '|') && t.SameBlock(i, i+1) && (!t.SameBlock(i+1, i+2) || t.Is(i+2, '|')) // the next cell, and nothing else in it
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
		if it.word != "" && !slices.ContainsFunc(it.forms(t), func(w string) bool { return t.First(w) >= 0 }) {
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
	for _, w := range m[0].forms(t) {
		for i := t.First(w); i >= 0; i = t.Next(i) {
			try(i)
		}
	}
	return ordered(out)
}

// matchAt is the last token of a match that begins at token i, -1 if there is none.
func (m textMatcher) matchAt(t *words.Text, i int) int {
	j := max(i, m[0].end(t, i))
	for _, it := range m[1:] {
		from := j
		j++
		for it.end(t, j) < 0 {
			c := t.Char(j)
			if j-from > 8 || !(skipped(c) || slices.Contains(it.soft, c) || c == '.' && t.IsTitle(j-1) || t.Word(j) == "the" || it.after != "" && t.Word(j) == it.after ||
				it.number && (colons(t, j) || c == '.' && t.Word(j-1) == "no")) {
				return -1
			}
			j++
		}
		j = it.end(t, j)
		if !t.SameBlock(i, j) {
			return -1
		}
	}
	return j
}

// end is the last token of an item that begins at token i, -1 if it doesn't.
func (it item) end(t *words.Text, i int) int {
	if it.word == "" {
		if t.Is(i, it.symbol) {
			return i
		}
		return -1
	}
	w := t.Word(i)
	if w == it.word || w != "" && w == it.plural || it.loose && slices.Contains(t.Forms(it.word), w) {
		return i
	}
	return -1
}
