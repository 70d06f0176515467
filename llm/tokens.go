package llm

import (
	"fmt"
	"hash/maphash"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer/codec"
)

// Counter counts tokens exactly as OpenAI's newer models do and remembers what it counted. It is safe
// for concurrent use, and its memory is bounded (about 16 MiB).
type Counter struct {
	seeds  [2]maphash.Seed // of countKey; no result depends on them
	shards [counterShards]counterShard
}

const (
	counterShards = 16
	mostCounted   = 1 << 13 // of a shard's generation; one takes about 64 bytes
	maxStretch    = 512     // bytes; see cutStretches
)

// countKey names a text by two hashes of 64 bits that know nothing of each other.
type countKey [2]uint64

// counterShard remembers counts in two generations: when the young one is full it becomes the
// old one, whose entries are forgotten unless they were used meanwhile.
type counterShard struct {
	mu         sync.Mutex
	young, old map[countKey]int
}

// o200k is a large table that never changes; it is set up when first needed.
var o200k = sync.OnceValue(codec.NewO200kBase)

// NewCounter counts with o200k_base, the vocabulary of GPT-4o and all later OpenAI models. For
// models of others its count is an estimate.
func NewCounter() *Counter {
	return &Counter{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}}
}

// Count is the number of tokens of text, read as ordinary text: "<|endoftext|>" is no special
// token. Stretches of more than 512 bytes of letters, of spaces or of punctuation without
// anything else between them are counted in pieces, as the tokenizer needs quadratic time for
// them: their count may be a few tokens too high.
func (c *Counter) Count(text string) int {
	if text == "" {
		return 0
	}
	key, shard := c.place(text)
	if n, ok := shard.lookup(key); ok {
		return n
	}
	n := 0
	if at := afterLine(text); at < len(text) {
		for len(text) > 0 { // notes grow by lines, and most of them have been counted before
			at := afterLine(text)
			n += c.Count(text[:at])
			text = text[at:]
		}
	} else {
		n = tokenize(text)
	}
	shard.keep(key, n)
	return n
}

// tokenize counts without remembering.
func tokenize(text string) int {
	n := 0
	for _, piece := range cutStretches(text, maxStretch) {
		k, err := o200k().Count(piece)
		if err != nil {
			panic(fmt.Sprintf("llm: counting tokens: %v", err)) // only a match timeout, and none is set
		}
		n += k
	}
	return n
}

// afterLine is the length of the first line of text with the line breaks behind it, or of all of
// it. No token reaches from one such line into the next: the patterns by which the tokenizer
// splits text let a token that holds a line break end in line breaks, spaces or slashes only,
// and there is no cut before a space or slash.
func afterLine(text string) int {
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '\n')
		if i < 0 {
			return len(text)
		}
		from += i + 1
		if from == len(text) {
			return from
		}
		if r, _ := utf8.DecodeRuneInString(text[from:]); r != '/' && !unicode.IsSpace(r) {
			return from
		}
	}
}

// place is the name under which the count of text is kept, and where.
func (c *Counter) place(text string) (countKey, *counterShard) {
	key := countKey{maphash.String(c.seeds[0], text), maphash.String(c.seeds[1], text)}
	return key, &c.shards[key[0]%counterShards]
}

// chatTokens is the number of tokens a chat of ms is charged as input: that of its texts, 3 for
// each message and 3 for the reply's beginning (OpenAI's published rule of thumb). Tool calls
// count with their names, arguments and ids.
func chatTokens(ms []Message, count func(string) int) int {
	n := 3
	for _, m := range ms {
		n += 3 + count(m.Text)
		if m.ToolCallID != "" {
			n += count(m.ToolCallID)
		}
		for _, t := range m.ToolCalls {
			n += count(t.ID) + count(t.Name) + count(t.Arguments)
		}
	}
	return n
}

// promptTokens estimates the input of a request: its chat and its schema, or the texts to embed, of which each is
// a token at least.
func promptTokens(req Request, count func(string) int) int {
	if req.Texts != nil {
		n := 0
		for _, t := range req.Texts {
			n += max(1, count(t))
		}
		return n
	}
	return chatTokens(req.Messages, count) + schemaTokens(req, count)
}

// schemaTokens are those of the schema that a request brings, as it is written.
func schemaTokens(req Request, count func(string) int) int {
	if req.Schema == nil {
		return 0
	}
	return count(req.Schema.Name) + count(req.Schema.JSON)
}

func (s *counterShard) lookup(key countKey) (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n, ok := s.young[key]; ok {
		return n, true
	}
	n, ok := s.old[key]
	if ok {
		s.insert(key, n)
	}
	return n, ok
}

func (s *counterShard) keep(key countKey, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.insert(key, n)
}

// insert needs the lock.
func (s *counterShard) insert(key countKey, n int) {
	if s.young == nil || len(s.young) >= mostCounted {
		s.young, s.old = map[countKey]int{}, s.young
	}
	s.young[key] = n
}

// cutStretches cuts text so that no piece has a stretch of more than most bytes (at least 4) of
// one class: letters, spaces or punctuation. Digits are tokens of at most three and need no cut.
// Text without such stretches, which is nearly all text, comes back whole.
func cutStretches(text string, most int) []string {
	var pieces []string
	start, stretch, last := 0, 0, classDigit
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		class := classOf(r)
		if class == classMark { // part of a word or of punctuation, whichever it follows
			class = classLetter
			if last == classOther {
				class = classOther
			}
		}
		if class != last || class == classDigit {
			stretch, last = 0, class
		}
		if stretch+size > most {
			pieces = append(pieces, text[start:i])
			start, stretch = i, 0
		}
		stretch += size
		i += size
	}
	return append(pieces, text[start:])
}

const (
	classDigit = iota
	classLetter
	classSpace
	classOther
	classMark
)

// classOf is the class of r in the patterns by which the tokenizer splits text into words.
func classOf(r rune) int {
	switch {
	case r < utf8.RuneSelf && ('a' <= r|0x20 && r|0x20 <= 'z'):
		return classLetter
	case unicode.IsSpace(r):
		return classSpace
	case unicode.IsLetter(r):
		return classLetter
	case unicode.IsMark(r):
		return classMark
	case unicode.IsNumber(r):
		return classDigit
	}
	return classOther
}
