package belief

import (
	"math/bits"
	"slices"

	"contextarena.internal/llm/sim/read"
)

// index finds the clauses that use a word, the newest first. Its zero value is of no use
// before begin.
type index struct {
	slots []slot // open addressing, a power of two long
	mask  uint32
	posts []post
	read  int // clauses so far
}

// slot is a word: in how many clauses it occurs, and where its newest occurrence stands in posts,
// counted from 1.
type slot struct {
	word  uint32
	count int32
	head  int32
}

// post is one occurrence of a word in the clause of a fact.
type post struct {
	fact int32
	next int32
}

// begin empties an index and makes room for the words of the clauses.
func (x *index) begin(clauses []*read.Clause) {
	n := 0
	for _, c := range clauses {
		if c != nil {
			n += len(c.Topic) + len(c.Keys)
		}
	}
	size := 1 << bits.Len(uint(n+n/2+16))
	x.slots = slices.Grow(x.slots[:0], size)[:size]
	clear(x.slots)
	x.mask, x.read = uint32(size-1), 0
	x.posts = slices.Grow(x.posts[:0], n)
}

// at is the slot of a word, empty if it never occurred.
func (x *index) at(word uint32) *slot {
	h := word * 2654435761
	for i := h >> 7; ; i++ {
		s := &x.slots[i&x.mask]
		if s.count == 0 || s.word == word {
			return s
		}
	}
}

// add notes that the words of a clause speak of a fact.
func (x *index) add(c *read.Clause, fact int) {
	x.read++
	for _, words := range [2][]uint32{c.Topic, c.Keys} {
		for _, w := range words {
			s := x.at(w)
			x.posts = append(x.posts, post{fact: int32(fact), next: s.head})
			s.word, s.count, s.head = w, s.count+1, int32(len(x.posts))
		}
	}
}

// rarity is how telling a word is that occurs in count of read clauses: from 1 for a word said
// once among few to about 0 for one that every clause has.
func rarity(count, read int) float64 {
	// A logarithm to base 2 in steps of one is exact enough, and this is the innermost loop.
	return float64(bits.Len(uint((max(read, 16)+count)/max(count, 1)))) - 0.9
}
