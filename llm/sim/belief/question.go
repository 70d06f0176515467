package belief

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/llm/sim/read"
)

// kinds is a set of kinds of values.
type kinds uint16

func of(ks ...read.Kind) kinds {
	var s kinds
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

func (s kinds) has(k read.Kind) bool { return s&(1<<k) != 0 }

// most is how many different words a question may have; those beyond are not looked for.
const most = 64

// question is what is asked, in parts, with the words of all of them.
type question struct {
	parts []part
	words [most]asked
	n     int
	cells int        // of table that are taken
	table [1024]cell // open addressing: from a word's hash, or a related word's, to the asked word
}

// asked is one content word of a question.
type asked struct {
	text  string // in lower case
	named bool   // written like a name or an identifier
}

// cell maps a hash to a word, counted from 1.
type cell struct {
	hash uint32
	word uint8
}

// part is one thing that is asked for.
type part struct {
	text      string
	words     uint64 // its content words, a bit for each
	inherited uint64 // words of what was asked before, where it says "his" or "it"
	attrs     uint64 // those that say what of it is asked rather than what it is: "cost", "phone"
	wants     kinds  // kinds that can answer; 0 if any can
	unit      string // what is to be counted, stemmed; "" if nothing is
	units     string // all words that may be the unit, each between spaces
	moment    moment // what sort of date is asked for
	relates   bool   // how two are related
	money     bool   // the amount is a sum of money
	heads     uint64 // the nouns after "which": the answer is one of them
	decides   bool   // what was decided
	past      bool   // the value that held before
	listed    bool   // one of several things on a list, rather than a question by itself
	all       bool   // all of a kind: "every table", "all ingredients"
	chain     []step // operations on values that are named: "add A and B"
}

// split reads what is asked.
func split(text string) *question {
	q := &question{}
	var before uint64
	all := sentences(text)
	some := len(all) > 1 && slices.ContainsFunc(all, requests)
	listing := false
	for _, s := range all {
		if some && !requests(s) && !(listing && !tellsOf(s)) {
			continue // said on the way: "Back, and it was lentil."
		}
		listing = some
		if ss := steps(s); len(ss) > 1 {
			p := q.part(s)
			p.chain = ss
			q.parts = append(q.parts, p)
			continue
		}
		if k := len(q.parts); k > 0 && q.parts[k-1].chain != nil && content(tokens(strings.ToLower(s))) < 2 {
			continue // "What comes out?"
		}
		for _, piece := range pieces(s, listing && len(q.parts) > 0) {
			p := q.part(piece.text)
			p.listed = piece.listed
			if p.words == 0 {
				continue
			}
			if pronoun(piece.text) || piece.listed && bitCount(p.words) < 2 {
				p.inherited = before &^ p.words
			}
			if !pronoun(piece.text) {
				before = p.words
			}
			q.parts = append(q.parts, p)
		}
	}
	return q
}

// tokens are the words of a text. Inner hyphens, slashes, points and apostrophes belong to them.
func tokens(text string) []string { return slices.Collect(words(text)) }

// words goes through the tokens of a text.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range text {
			inner := unicode.IsLetter(r) || unicode.IsDigit(r)
			if !inner && start >= 0 && strings.ContainsRune("-'’./@_", r) {
				if next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):]); unicode.IsLetter(next) || unicode.IsDigit(next) {
					inner = true
				}
			}
			if inner && start < 0 {
				start = i
			}
			if !inner && start >= 0 {
				if !yield(text[start:i]) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(text[start:])
		}
	}
}

// part reads one thing that is asked for.
func (q *question) part(text string) part {
	p := part{text: text}
	words := tokens(text)
	lower := make([]string, len(words))
	for i, w := range words {
		lower[i] = strings.ToLower(w)
	}
	which := false
	for i, w := range lower {
		p.want(lower, i)
		if w == "before" && p.past && i > 2 && pastWord(w, lower, i) {
			break // what changed then isn't asked for
		}
		p.decides = p.decides || decisive[w]
		if w == "which" || w == "what" {
			which = true
		} else if grammar[w] || asking[w] {
			which = false
		}
		if i > 0 && lower[i-1] == "how" {
			continue // "how high", "how long"
		}
		if grammar[w] && !(i > 0 && isCapital(words[i]) && !grammar[lower[i-1]]) {
			continue
		}
		b := q.bits(words[i], i > 0)
		p.words |= b
		if attributes[w] {
			p.attrs |= b
		}
		if which {
			p.heads |= b
		}
	}
	if p.wants == of(read.Amount)|of(read.Identifier) && p.unit != "" {
		p.wants = of(read.Amount)
	}
	return p
}

func isCapital(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}

// bits is the asked word that a word stands for; the halves of a compound stand for it too.
func (q *question) bits(word string, inside bool) uint64 {
	lower := strings.ToLower(word)
	lower = strings.TrimSuffix(strings.TrimSuffix(lower, "'s"), "’s")
	named := inside && isCapital(word) && !titles[lower] || strings.ContainsFunc(word, unicode.IsDigit)
	if !named || !strings.ContainsFunc(lower, parting) {
		return q.bit(lower, named)
	}
	b := uint64(0) // "Widget-A" is kept as its parts
	for half := range strings.FieldsFuncSeq(lower, parting) {
		b |= q.bit(half, named)
	}
	return b
}

// parting reports whether a letter parts the words of a key.
func parting(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// bit is that of one asked word.
func (q *question) bit(lower string, named bool) uint64 {
	h := read.Hash(lower)
	c := q.cell(h)
	if c.word == 0 {
		if q.n == most {
			return 0
		}
		q.words[q.n] = asked{lower, named}
		q.n++
		*c = cell{h, uint8(q.n)}
		q.cells++
		forms := related(lower)
		if strings.ContainsAny(lower, "-/") {
			forms = append(forms, strings.FieldsFunc(lower, func(r rune) bool { return r == '-' || r == '/' })...)
		}
		for _, r := range forms {
			if len(r) < 2 || grammar[r] {
				continue
			}
			if k := q.cell(read.Hash(r)); k.word == 0 && q.cells < len(q.table)-2*most {
				*k = cell{read.Hash(r), uint8(q.n)}
				q.cells++
			}
		}
	}
	return 1 << (c.word - 1)
}

// cell is that of a hash in the table, empty if no asked word has it. The table is never full:
// related words are left out before that.
func (q *question) cell(h uint32) *cell {
	for i := h; ; i++ {
		c := &q.table[i%uint32(len(q.table))]
		if c.word == 0 || c.hash == h {
			return c
		}
	}
}

// mask is which of the asked words a clause has.
func (q *question) mask(c *read.Clause) uint64 {
	var m uint64
	for _, words := range [3][]uint32{c.Topic, c.Keys, c.Under} {
		for _, w := range words {
			if c := q.cell(w); c.word != 0 {
				m |= 1 << (c.word - 1)
			}
		}
	}
	return m
}
