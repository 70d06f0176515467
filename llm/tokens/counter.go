// Package tokens counts tokens as OpenAI's newer models do. The vocabulary is large, and who counts otherwise needn't have it.
package tokens

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
			panic(fmt.Sprintf("tokens: counting: %v", err)) // only a match timeout, and none is set
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
