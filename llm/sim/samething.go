package sim

import (
	"slices"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// sameNames reports whether two facts name the same, and anything at all.
func sameNames(old, f *belief.Fact) bool {
	named := false
	for _, v := range f.Now {
		if v.Kind == read.Name {
			if !keeps(old.Now, v) {
				return false
			}
			named = true
		}
	}
	return named && !slices.ContainsFunc(old.Now, func(v read.Value) bool { return v.Kind == read.Name && !keeps(f.Now, v) })
}

// differ reports whether two facts speak of different things: each names something, or tells something
// of it, that the other doesn't.
func (s *settling) differ(old, f *belief.Fact, from, to read.Value) bool {
	if len(f.Clause.Old) > 0 && !keeps(f.Was, from) {
		return true // it says itself what it replaces
	}
	if s.which[f.Last]&^s.which[old.Last] != 0 {
		return true // "the second talk"
	}
	if to.Kind == read.Name {
		return false
	}
	mine, theirs, both := 0, 0, 0
	for _, v := range f.Now {
		if v.Kind == read.Name {
			mine++
			if keeps(old.Now, v) {
				both++
			}
		}
	}
	for _, v := range old.Now {
		if v.Kind == read.Name {
			theirs++
		}
	}
	if mine > 0 && theirs > 0 && both == 0 {
		return true
	}
	if to.Kind == read.Amount {
		return false
	}
	mine, theirs, both = 0, 0, 0
	for _, w := range f.Clause.Topic {
		if s.tells(w, to) {
			mine++
			if slices.Contains(old.Clause.Topic, w) {
				both++
			}
		}
	}
	for _, w := range old.Clause.Topic {
		if s.tells(w, from) {
			theirs++
		}
	}
	return mine > 0 && theirs > 0 && both == 0
}

// ordinals tell one thing of a sort from another.
var ordinals = map[string]uint32{"first": 1, "second": 2, "third": 4, "fourth": 8, "fifth": 16, "sixth": 32, "last": 64, "next": 128, "another": 256, "other": 512}

// tells reports whether a word is said of several things together with values of this sort, as
// "inspection" is with dates.
func (s *settling) tells(w uint32, v read.Value) bool {
	n := 0
	for _, o := range s.posts[w] {
		if slices.ContainsFunc(s.facts[o].Now, func(x read.Value) bool { return x.Kind == v.Kind }) {
			n++
		}
	}
	return n > 1 && n >= len(s.posts[w])*2/3
}

// saysAgain reports whether a clause says what an older one says, with another value: most of its words
// are that one's. Lists and logs say such things of many.
func (s *settling) saysAgain(old, f *belief.Fact, own float64) bool {
	return own >= aware && !f.Clause.Listed && sorted(f) == 1 && own >= sameThing*s.weigh(f.Clause) && own >= sameThing/2*min(s.weigh(old.Clause), whole)
}

// onlyCount reports whether two amounts count the same sort of thing, which nothing else counts, and
// are near each other: "64 volunteers signed up", "we're at 58 volunteers".
func (s *settling) onlyCount(a, b read.Value) bool {
	if a.Kind != read.Amount || measures[a.Unit] || max(a.Number/b.Number, b.Number/a.Number) > 1.6 {
		return false
	}
	return s.counted[a.Unit] == 2
}
