package match

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"contextarena.internal/arena"
	"contextarena.internal/words"
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
	within int
	not    []Matcher
}

func compileNear(pattern arena.Pattern) (Matcher, error) {
	p := pattern.Near
	if len(p.Of) < 2 || len(p.Of) > maxNear {
		return nil, fmt.Errorf("near: %d patterns, want 2 to %d", len(p.Of), maxNear)
	}
	if p.Within < 0 {
		return nil, fmt.Errorf("near.within: %d is negative", p.Within)
	}
	m := &nearMatcher{within: min(cmp.Or(p.Within, defaultWithin), 1<<20)}
	for i, of := range p.Of {
		if placeless(of) {
			return nil, fmt.Errorf("near[%d]: none has no place that something could be near to", i)
		}
	}
	var err error
	if m.of, err = compileList("near", p.Of); err != nil {
		return nil, err
	}
	if m.not, err = compileList("near.not", p.Not); err != nil {
		return nil, err
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
	words.Span
	of          int
	first, last int // tokens
	block       int // of the first token
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
// lead-ins, whose last word counts as next to the first of each line and sentence of the block; then
// the span is the part that isn't in a lead-in.
func (m *nearMatcher) Find(t *words.Text) []words.Span {
	var spots []spot
	for k, of := range m.of {
		spans := of.Find(t)
		if len(spans) == 0 {
			return nil
		}
		for _, s := range spans {
			first, last := t.Cover(s)
			if first > last {
				continue
			}
			spots = append(spots, spot{s, k, first, last, t.Block(first)})
		}
	}
	slices.SortFunc(spots, func(a, b spot) int {
		return cmp.Or(a.Compare(b.Span), a.of-b.of)
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
	t      *words.Text
	not    []words.Span
	states [][]chain // by pattern of the last place and set of patterns: the nearest such chain
	found  []words.Span
}

// block looks for matches that end in the block of spots[lo:hi], with its lead-ins before it.
func (s *search) block(spots []spot, lo, hi int) {
	for k := range s.states {
		clear(s.states[k])
	}
	var over []int
	for b := s.t.Parent(spots[lo].block); b >= 0; b = s.t.Parent(b) {
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
					s.found = append(s.found, words.Span{Start: next.start, End: next.end.End})
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
		return t.WordsBefore(max(b.first, a.last+1))-t.WordsBefore(a.last+1) <= s.m.within && s.clear(a.End, b.Start)
	}
	_, left := t.Bounds(a.block)
	left++
	right, at := t.LineStart(b.first), b.first
	if t.IsRow(a.block) { // the header of the cell's own column leads it in
		if t.Column(a.first) != t.Column(b.first) {
			return false
		}
		left, right = t.CellEnd(a.last), t.CellStart(b.first)
	}
	gap := max(t.WordsBefore(max(left, a.last+1))-t.WordsBefore(a.last+1), 0) + t.WordsBefore(max(at, right)) - t.WordsBefore(right)
	if gap > s.m.within || !s.clear(a.End, t.Span(left-1, left-1).End) || !s.clear(t.Span(right, right).Start, b.Start) {
		return false
	}
	for over := t.Parent(b.block); over >= 0 && over != a.block; over = t.Parent(over) {
		if first, last := t.Bounds(over); !t.IsRow(over) && first <= last {
			if between := t.Span(first, last); !s.clear(between.Start, between.End) {
				return false
			}
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

// smallest drops spans that hold another one, and doubles.
func smallest(spans []words.Span) []words.Span {
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
