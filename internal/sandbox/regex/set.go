package regex

import "unicode"

// set is a set of characters: those below 128 as bits, others as ranges and tables.
type set struct {
	ascii  [2]uint64
	ranges []span
	tables []*unicode.RangeTable
	others []*set // sets that belong to it
	not    bool
	fold   bool

	frozen bool
	bits   [2]uint64 // once frozen, which characters below 128 it has
}

// span is a range of characters, both ends included.
type span struct{ lo, hi rune }

func (s *set) add(lo, hi rune) {
	for r := lo; r <= hi && r < 128; r++ {
		s.ascii[r>>6] |= 1 << (r & 63)
	}
	if hi >= 128 {
		s.ranges = append(s.ranges, span{max(lo, 128), hi})
	}
}

// freeze works out once what it has below 128, and returns how much the others are to look up.
func (s *set) freeze() (weight int) {
	if !s.frozen {
		var bits [2]uint64
		for r := range rune(128) {
			if s.has(r) {
				bits[r>>6] |= 1 << (r & 63)
			}
		}
		s.bits, s.frozen = bits, true
	}
	return s.weight() / 8
}

// weight is how many parts it has.
func (s *set) weight() int {
	n := len(s.ranges) + 8*len(s.tables)
	for _, o := range s.others {
		n += 1 + o.weight()
	}
	return n
}

// join adds all of another set.
func (s *set) join(o *set) { s.others = append(s.others, o) }

// has reports whether a character is in the set.
func (s *set) has(r rune) bool {
	if s.frozen && r < 128 && r >= 0 {
		return s.bits[r>>6]&(1<<(r&63)) != 0
	}
	in := s.holds(r)
	if !in && s.fold {
		for f := unicode.SimpleFold(r); f != r && !in; f = unicode.SimpleFold(f) {
			in = s.holds(f)
		}
	}
	return in != s.not
}

func (s *set) holds(r rune) bool {
	if r < 128 && s.ascii[r>>6]&(1<<(r&63)) != 0 {
		return true
	}
	if r >= 128 {
		for _, x := range s.ranges {
			if x.lo <= r && r <= x.hi {
				return true
			}
		}
	}
	for _, t := range s.tables {
		if unicode.Is(t, r) {
			return true
		}
	}
	for _, o := range s.others {
		if o.has(r) {
			return true
		}
	}
	return false
}

// The classes that have a letter.
var (
	digits = &set{ascii: [2]uint64{0x03ff << 48, 0}}
	words  = &set{ascii: [2]uint64{0x03ff << 48, 0x07fffffe87fffffe}}
	spaces = func() *set {
		s := &set{}
		for _, r := range "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" {
			s.add(r, r)
		}
		s.add(0x2000, 0x200a)
		return s
	}()
	lines = func() *set {
		s := &set{}
		for _, r := range "\n\r\u2028\u2029" {
			s.add(r, r)
		}
		return s
	}()
	all = &set{not: true}
)

// They are shared by goroutines, so that nothing may change them later.
func freezeAll() bool {
	for _, s := range []*set{digits, words, spaces, lines, all} {
		s.freeze()
	}
	return true
}

var _ = freezeAll()

// class is the set of a letter behind a backslash, nil if it has none.
func class(r rune) *set {
	switch r {
	case 'd':
		return digits
	case 'w':
		return words
	case 's':
		return spaces
	case 'D':
		return &set{others: []*set{digits}, not: true}
	case 'W':
		return &set{others: []*set{words}, not: true}
	case 'S':
		return &set{others: []*set{spaces}, not: true}
	}
	return nil
}

// canonical is the character that stands for all that differ from r in case alone.
func canonical(r rune) rune {
	if r < 128 {
		if 'a' <= r && r <= 'z' {
			return r - 32
		}
		return r
	}
	if up := unicode.ToUpper(r); up >= 128 {
		return up
	}
	return r
}
