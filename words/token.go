package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// kind is the kind of a token.
type kind uint8

const (
	none    kind = iota
	punct        // one rune that is neither letter, digit nor space
	letters      // a run of letters and marks, or one ideograph
	digits       // a run of digits
)

// token is a piece of a text.
type token struct {
	start, end int32
	word       int32 // of letters and digits: index in the vocabulary
	char       rune  // of punctuation: the rune, its variants made one
	block      int32
	kind       kind
	glued      bool // no space between it and the token before
	lone       bool // an ideograph or kana
}

// class is what a rune is to the lexer.
type class uint8

const (
	classPunct class = iota
	classLetter
	classMark
	classDigit
	classSpace
	classIgnored // invisible: neither a token nor a gap
	classLone
)

func classify(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		switch {
		case r|0x20 >= 'a' && r|0x20 <= 'z':
			return classLetter
		case r >= '0' && r <= '9':
			return classDigit
		case r <= ' ' || r == 0x7f:
			return classSpace
		}
		return classPunct
	case r == utf8.RuneError, r == 'º', r == '˚', r == 'ʼ':
		return classPunct
	case unicode.Is(unicode.Nd, r):
		return classDigit
	case unicode.IsLetter(r):
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			return classLone
		}
		return classLetter
	case unicode.IsMark(r):
		return classMark
	case unicode.IsSpace(r), unicode.Is(unicode.Zs, r):
		return classSpace
	case unicode.Is(unicode.Cf, r):
		return classIgnored
	}
	return classPunct
}

// plain makes the variants of a punctuation mark one: hyphens, minus and en dash are '-',
// curly quotes straight, wide forms narrow.
func plain(r rune) rune {
	switch r {
	case '‐', '‑', '‒', '–', '−', '﹣', '-':
		return '-'
	case '―':
		return '—'
	case '‘', '’', 'ʼ', '′', '＇':
		return '\''
	case '“', '”', '„', '″':
		return '"'
	case '⁄', '∕':
		return '/'
	case 'º', '˚':
		return '°'
	case '￥':
		return '¥'
	case '￡':
		return '£'
	}
	if r >= '！' && r <= '～' {
		return r - '！' + '!'
	}
	return r
}

// fold is a word as it is compared: without differences of case and width.
func fold(word string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(word)))
}

// lex splits the text into tokens and files every word under its folded form.
func (t *Text) lex() {
	t.ids = make(map[string]int32, 64+len(t.src)/32)
	t.tokens = make([]token, 0, 16+len(t.src)/3)
	foreign := map[string]int32{} // ids of words that aren't ASCII, as written
	glued := false
	for i := 0; i < len(t.src); {
		r, size := rune(t.src[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(t.src[i:])
		}
		tok := token{start: int32(i), glued: glued}
		switch c := classify(r); c {
		case classSpace:
			glued = false
			i += size
			continue
		case classIgnored:
			i += size
			continue
		case classPunct, classMark:
			tok.kind, tok.char = punct, plain(r)
			i += size
		case classDigit:
			tok.kind = digits
			i = t.run(i+size, classDigit)
		case classLone:
			tok.kind, tok.lone = letters, true
			i = t.run(i+size, classMark)
		default:
			tok.kind = letters
			i = t.run(i+size, classLetter)
		}
		tok.end = int32(i)
		if tok.kind != punct {
			raw := t.src[tok.start:tok.end]
			if isASCII(raw) {
				lower := strings.ToLower(raw)
				id, ok := t.ids[lower]
				if !ok {
					id = t.enter(lower)
				}
				tok.word = id
			} else {
				id, ok := foreign[raw]
				if !ok {
					folded := fold(raw)
					if id, ok = t.ids[plainApostrophes(folded)]; !ok {
						id = t.enter(plainApostrophes(folded))
					}
					foreign[raw] = id
				}
				tok.word = id
			}
		}
		t.tokens = append(t.tokens, tok)
		glued = true
	}
	t.chain()
}

// run is the end of the run of class c that goes on at i. Marks belong to any run of letters,
// and so does an apostrophe between two letters, unless it begins a possessive.
func (t *Text) run(i int, c class) int {
	for i < len(t.src) {
		r, size := utf8.DecodeRuneInString(t.src[i:])
		got := classify(r)
		switch {
		case got == c, got == classMark && c == classLetter:
		case c == classLetter && got == classPunct && plain(r) == '\'' && t.joins(i+size):
		default:
			return i
		}
		i += size
	}
	return i
}

// joins reports whether an apostrophe before i stands inside a word: a letter follows, and not
// just the s of a possessive.
func (t *Text) joins(i int) bool {
	r, size := utf8.DecodeRuneInString(t.src[i:])
	if classify(r) != classLetter {
		return false
	}
	after, _ := utf8.DecodeRuneInString(t.src[i+size:])
	return r|0x20 != 's' || i+size < len(t.src) && classify(after) == classLetter
}

// enter adds a word to the vocabulary.
func (t *Text) enter(folded string) int32 {
	id := int32(len(t.vocab))
	t.vocab = append(t.vocab, entry{word: folded, mean: lexicon.words[folded], first: -1, last: -1})
	t.ids[folded] = id
	return id
}

// chain links the tokens of each word.
func (t *Text) chain() {
	t.next = make([]int32, len(t.tokens))
	for i := range t.tokens {
		t.next[i] = -1
		if t.tokens[i].kind == punct {
			continue
		}
		e := &t.vocab[t.tokens[i].word]
		if e.first < 0 {
			e.first = int32(i)
		} else {
			t.next[e.last] = int32(i)
		}
		e.last = int32(i)
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func plainApostrophes(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if classify(r) == classPunct {
			r = plain(r)
		}
		out = append(out, r)
	}
	return string(out)
}
