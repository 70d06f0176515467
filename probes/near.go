package probes

import (
	"fmt"
	"slices"
	"sort"

	"contextarena.internal/arena"
)

// defaultWithin is how many words may stand between neighbours where a scenario says nothing.
const defaultWithin = 12

// maxNear bounds the patterns of a near, whose cost doubles with each.
const maxNear = 6

// leadInReach bounds how many spots in one lead-in are tried for each block under it: the last
// ones, which are the nearest.
const leadInReach = 64

// nearMatcher finds spots of several patterns close to each other.
type nearMatcher struct {
	of     []Matcher
	within int32
	not    []Matcher
}

func compileNear(p arena.NearPattern) (Matcher, error) {
	if len(p.Of) < 2 || len(p.Of) > maxNear {
		return nil, fmt.Errorf("near: %d patterns, want 2 to %d", len(p.Of), maxNear)
	}
	if p.Within < 0 {
		return nil, fmt.Errorf("near.within: %d is negative", p.Within)
	}
	m := &nearMatcher{within: int32(min(p.Within, 1<<20))}
	if p.Within == 0 {
		m.within = defaultWithin
	}
	for i, of := range p.Of {
		if placeless(of) {
			return nil, fmt.Errorf("near[%d]: none has no place that something could be near to", i)
		}
	}
	var err error
	if m.of, err = compileList("near", p.Of); err != nil {
		return nil, err
	}
	if len(p.Not) > 0 {
		if m.not, err = compileList("near.not", p.Not); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// placeless reports whether a pattern may match without standing anywhere.
func placeless(p arena.Pattern) bool {
	return len(p.None) > 0 || slices.ContainsFunc(p.Any, placeless) ||
		len(p.All) > 0 && !slices.ContainsFunc(p.All, func(q arena.Pattern) bool { return !placeless(q) })
}

// spot is where one of the patterns matches.
type spot struct {
	Span
	of          int
	first, last int32 // tokens
	block       int32 // of the first token
}

// chain is a row of spots of different patterns, neighbours close to each other, that ends at
// end.
type chain struct {
	end   spot
	start int // where it begins in the block of end; -1 if end is in a lead-in
	ok    bool
}

// Find returns the smallest spans that hold one place of every pattern. Places are close if at
// most within words stand between neighbours. They stand in one block, or in a block and its
// lead-ins, whose last word counts as next to the first of the block; then the span is the part
// that isn't in a lead-in.
func (m *nearMatcher) Find(t *Text) []Span {
	var spots []spot
	for k, of := range m.of {
		spans := of.Find(t)
		if len(spans) == 0 {
			return nil
		}
		for _, s := range spans {
			first, last := t.cover(s)
			if first > last {
				continue
			}
			spots = append(spots, spot{s, k, int32(first), int32(last), t.tokens[first].block})
		}
	}
	slices.SortFunc(spots, func(a, b spot) int {
		if c := compareSpans(a.Span, b.Span); c != 0 {
			return c
		}
		return a.of - b.of
	})
	s := search{m: m, t: t, not: union(t, m.not), states: make([][]chain, len(m.of))}
	for k := range s.states {
		s.states[k] = make([]chain, 1<<len(m.of))
	}
	for lo := 0; lo < len(spots); {
		hi := lo
		for hi < len(spots) && spots[hi].block == spots[lo].block {
			hi++
		}
		s.block(spots, lo, hi)
		lo = hi
	}
	return smallest(s.found)
}

// search is one Find at work.
type search struct {
	m      *nearMatcher
	t      *Text
	not    []Span
	states [][]chain // by pattern of the last place and set of patterns: the nearest such chain
	found  []Span
}

// block looks for matches that end in the block of spots[lo:hi], with its lead-ins before it.
func (s *search) block(spots []spot, lo, hi int) {
	for k := range s.states {
		clear(s.states[k])
	}
	var over []int32
	for b := s.t.blocks[spots[lo].block].parent; b >= 0; b = s.t.blocks[b].parent {
		over = append(over, b)
	}
	for _, b := range slices.Backward(over) {
		from := sort.Search(lo, func(i int) bool { return spots[i].block >= b })
		to := sort.Search(lo, func(i int) bool { return spots[i].block > b })
		for _, p := range spots[max(from, to-leadInReach):to] {
			s.add(p, false)
		}
	}
	for _, p := range spots[lo:hi] {
		s.add(p, true)
	}
}

// add extends every chain that p is close to. The nearest chain of each kind is all that needs
// to be kept: one further away reaches nothing that the nearer doesn't.
func (s *search) add(p spot, inBlock bool) {
	alone := chain{end: p, start: -1, ok: true}
	if inBlock {
		alone.start = p.Start
	}
	bit := 1 << p.of
	full := len(s.states[0]) - 1
	fresh := make([]chain, 0, 8)
	sets := make([]int, 0, 8)
	for of := range s.states {
		if of == p.of {
			continue
		}
		for set, c := range s.states[of] {
			if !c.ok || set&bit != 0 || !s.close(c.end, p) {
				continue
			}
			next := alone
			if c.start >= 0 {
				next.start = min(c.start, p.Start)
			}
			if c.end.block == p.block && c.end.End > p.End {
				next.end.End, next.end.last = c.end.End, c.end.last
			}
			if set|bit == full {
				if inBlock {
					s.found = append(s.found, Span{next.start, next.end.End})
				}
				continue
			}
			fresh, sets = append(fresh, next), append(sets, set|bit)
		}
	}
	s.states[p.of][bit] = alone
	for i, c := range fresh {
		if old := s.states[p.of][sets[i]]; !old.ok || old.end.Span != p.Span || c.start > old.start {
			s.states[p.of][sets[i]] = c
		}
	}
}

// close reports whether few enough words, and nothing of not, stand between two spots. The
// first begins no later and stands in the same block or a lead-in of it.
func (s *search) close(a, b spot) bool {
	t := s.t
	if a.block == b.block {
		return t.words[max(b.first, a.last+1)]-t.words[a.last+1] <= s.m.within && s.clear(a.End, b.Start)
	}
	over, under := &t.blocks[a.block], &t.blocks[b.block]
	left, right := over.last+1, under.first
	if over.kind == tableRow { // the header of the cell's own column leads it in
		if t.column(a.first) != t.column(b.first) {
			return false
		}
		left, right = t.cellEnd(a.last), t.cellStart(b.first)
	}
	gap := max(t.words[max(left, a.last+1)]-t.words[a.last+1], 0) + t.words[b.first] - t.words[right]
	if gap > s.m.within || !s.clear(a.End, t.endOf(left)) || !s.clear(int(t.tokens[right].start), b.Start) {
		return false
	}
	for at := under.parent; at >= 0 && at != a.block; at = t.blocks[at].parent {
		between := &t.blocks[at]
		if between.kind != tableRow && between.first <= between.last && !s.clear(int(t.tokens[between.first].start), t.endOf(between.last+1)) {
			return false
		}
	}
	return true
}

// clear reports whether nothing of not lies between two offsets.
func (s *search) clear(from, to int) bool {
	i := sort.Search(len(s.not), func(i int) bool { return s.not[i].Start >= from })
	for ; i < len(s.not) && s.not[i].Start < to; i++ {
		if s.not[i].End <= to {
			return false
		}
	}
	return true
}

// endOf is the offset behind the token before i.
func (t *Text) endOf(i int32) int { return int(t.tokens[i-1].end) }

// column counts the bars before token i in its table row.
func (t *Text) column(i int32) int {
	n := 0
	for j := t.blocks[t.tokens[i].block].first; j < i; j++ {
		if t.is(int(j), '|') {
			n++
		}
	}
	return n
}

// cellStart is the first token of the table cell that token i is in.
func (t *Text) cellStart(i int32) int32 {
	for i > t.blocks[t.tokens[i].block].first && !t.is(int(i-1), '|') {
		i--
	}
	return i
}

// cellEnd is the token behind the table cell that token i is in.
func (t *Text) cellEnd(i int32) int32 {
	for last := t.blocks[t.tokens[i].block].last; i <= last && !t.is(int(i), '|'); {
		i++
	}
	return i
}

// smallest drops spans that hold another one, and doubles.
func smallest(spans []Span) []Span {
	spans = ordered(spans)
	out := spans[:0:0]
	end := int(^uint(0) >> 1)
	for i := len(spans) - 1; i >= 0; i-- {
		if spans[i].End < end {
			if n := len(out); n > 0 && out[n-1].Start == spans[i].Start {
				out = out[:n-1]
			}
			out = append(out, spans[i])
			end = spans[i].End
		}
	}
	slices.Reverse(out)
	return out
}
