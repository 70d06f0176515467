package sim

import (
	"math/bits"
	"slices"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// Who writes notes goes over them once more, and sees statements side by side that were made far
// apart and in other words: "The AGM is down for April 24" and "We're a week later, that's May 1 now".
// A newer statement replaces the value of an older one if both speak of the same thing, give values
// of one sort, and something nearby says that there was a change; or, without that, if they name the
// same thing and nothing says that they tell different things of it.
const (
	nearWords  = 0.5 // what a word counts for that stands around a clause
	aware      = 2.4 // telling words in common that suffice where a change is spoken of
	least      = 1.6 // how much of that must stand in the clause itself, if it says of what it speaks
	offhand    = 5.0 // how much is needed around it, if it doesn't
	covered    = 0.2 // share of the older clause's words that must be met
	sameThing  = 0.4 // share of a clause's words that make it speak of the same, where nothing says so
	whole      = 24  // what a clause's words weigh at most
	clearly    = 1.2 // how much more the best has than the next
	aroundBy   = 3   // clauses on either side that stand around one
	mostLinked = 24  // statements that a word still tells apart
	farOff     = 0.5 // what a value counts for that isn't near the older one
)

// turning are words by which people say that something isn't as it was.
var turning = set("now", "instead", "actually", "changed", "changes", "moved", "moves", "moving", "new", "forget", "scrap", "cancelled", "canceled", "corrected", "correction", "correct", "wrong", "turns", "turned", "switched", "switch", "swapped", "longer", "anymore", "updated", "revised", "later", "earlier", "rather", "replaced", "went", "sorry", "bury", "delete", "mistake")

// settling looks for older statements that newer ones replace.
type settling struct {
	clauses []*read.Clause // as they were read
	facts   []belief.Fact
	posts   map[uint32][]int32 // by word: the facts that have it
	shared  []float64          // by fact, of the statement that is looked at
	own     []float64
	near    []int32
	turn    []int32         // by clause: whose turn it is in, counted on
	names   map[uint32]bool // words of names
	sorts   []uint8         // by fact: the kinds of its values that could replace others, a bit for each
	counted map[string]int  // by unit: the amounts in it
	turned  []bool          // by clause: says that something changed
	which   []uint32        // by clause: the ordinals in it, a bit for each
}

// settle lets newer facts take over from older ones that they replace. Facts that then tell nothing
// any more are left out; the order stays.
func (r *reading) settle(clauses []*read.Clause, facts []belief.Fact) []belief.Fact {
	s := &settling{
		clauses: clauses, facts: facts, posts: make(map[uint32][]int32, 4*len(facts)),
		names: map[uint32]bool{}, counted: map[string]int{}, shared: make([]float64, len(facts)), own: make([]float64, len(facts)), turn: make([]int32, len(clauses)),
	}
	s.turned, s.which = make([]bool, len(clauses)), make([]uint32, len(clauses))
	for i, c := range clauses {
		s.turned[i] = c.How != read.Unmarked
		for w := range wordsOf(c.Text) {
			s.turned[i] = s.turned[i] || turning[w]
			s.which[i] |= ordinals[w]
		}
	}
	for i := 1; i < len(clauses); i++ {
		s.turn[i] = s.turn[i-1]
		if clauses[i].Speaker != clauses[i-1].Speaker {
			s.turn[i]++
		}
	}
	for _, c := range clauses {
		for _, v := range c.Values {
			if v.Kind == read.Name {
				for w := range wordsOf(v.Key) {
					s.names[read.Hash(w)] = true
				}
			}
		}
	}
	s.sorts = make([]uint8, len(facts))
	for i := range facts {
		s.remember(i)
		for _, v := range facts[i].Now {
			if v.Kind == read.Amount {
				s.counted[v.Unit]++
			}
			if v.Kind == read.Name || sort(v) != "" {
				s.sorts[i] |= 1 << v.Kind
			}
		}
	}
	gone := make([]bool, len(facts))
	order := make([]int, 0, len(facts))
	for i := range facts {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return facts[a].Last - facts[b].Last })
	for _, i := range order {
		f := &facts[i]
		if f.Absorbed || f.Group != "" || f.Gone || len(f.Now) == 0 || f.Clause.Asks || len(f.Was) > 0 && !f.Sum {
			continue
		}
		if f.Clause.Speaker == "user" && !f.Clause.Denies {
			if old, from, to := s.replaced(i); old >= 0 && !gone[old] {
				was := facts[old].Clause
				gone[i] = s.merge(old, i, from, to)
				r.put(facts[old].Clause, was)
			}
		}
	}
	out := facts[:0]
	for i := range facts {
		if !gone[i] {
			out = append(out, facts[i])
		}
	}
	return out
}

// remember makes a fact known to be found by its words.
func (s *settling) remember(i int) {
	c := s.facts[i].Clause
	for _, words := range [2][]uint32{c.Topic, c.Keys} {
		for _, w := range words {
			if p := s.posts[w]; len(p) == 0 || p[len(p)-1] != int32(i) {
				s.posts[w] = append(p, int32(i))
			}
		}
	}
}

// weight is how telling a word is.
func (s *settling) weight(w uint32) float64 {
	n := len(s.posts[w])
	if n == 0 || n > mostLinked {
		return 0
	}
	return float64(bits.Len(uint(max(len(s.facts), 16)/n))) - 0.9
}

// replaced finds the fact whose value fact i replaces, with the old value and the new one; -1 if there
// is none.
func (s *settling) replaced(i int) (old int, from, to read.Value) {
	f := &s.facts[i]
	at := f.Last
	s.near = s.near[:0]
	for k := max(0, at-aroundBy); k <= min(len(s.clauses)-1, at+aroundBy); k++ {
		if s.turn[k] == s.turn[at] {
			s.meet(s.clauses[k], k == at)
		}
	}
	if len(s.near) == 0 {
		return -1, from, to
	}
	turns := s.turns(max(0, at-aroundBy), at+1, at)
	itself := s.turns(at, at, at)
	old, best, second := -1, 0.0, 0.0
	for _, o := range s.near {
		g, own := &s.facts[o], s.own[o]
		score := own + nearWords*s.shared[o]
		s.shared[o], s.own[o] = 0, 0
		if g.Last >= at || f.Clause.How == read.Unmarked && g.Last >= at-aroundBy && s.turn[g.Last] == s.turn[at] || g.Gone || g.Absorbed || g.Clause.Denies {
			continue
		}
		if s.sorts[o]&s.sorts[i] == 0 {
			continue
		}
		if turns && (score < aware || own < least && (len(f.Clause.Topic) > 3 || score < offhand) || score < covered*min(s.weigh(g.Clause), whole)) ||
			!turns && own < least {
			continue
		}
		a, b, ok := rivals(g, f, itself)
		if !ok {
			continue
		}
		close := closeness(a, b)
		if close == 0 || s.differ(g, f, a, b) || !turns && !sameNames(g, f) && !s.onlyCount(a, b) && !s.saysAgain(g, f, own) {
			continue
		}
		if b.Kind == read.Amount && b.Unit == "" && own < sameThing*s.weigh(f.Clause) && own < sameThing*s.weigh(g.Clause) {
			continue // a bare number may be of anything
		}
		score *= close
		switch {
		case score > best || score == best && old >= 0 && g.Last > s.facts[old].Last:
			if old >= 0 {
				second = best
			}
			old, from, to, best = int(o), a, b, score
		case score > second:
			second = score
		}
	}
	if best < clearly*second {
		return -1, from, to
	}
	return old, from, to
}

// meet notes how much the facts known share with a clause.
func (s *settling) meet(c *read.Clause, own bool) {
	for k, words := range [2][]uint32{c.Topic, c.Keys} {
		for _, w := range words {
			weight := s.weight(w)
			if weight == 0 || k == 1 && !s.names[w] {
				continue
			}
			for _, o := range s.posts[w] {
				if s.shared[o] == 0 && s.own[o] == 0 {
					s.near = append(s.near, o)
				}
				if own {
					s.own[o] += weight
				} else {
					s.shared[o] = max(s.shared[o], 0.001) + weight
				}
			}
		}
	}
}

// weigh is how much the words of a clause weigh.
func (s *settling) weigh(c *read.Clause) float64 {
	sum := 0.0
	for _, w := range c.Topic {
		sum += s.weight(w)
	}
	for _, w := range c.Keys {
		if s.names[w] {
			sum += s.weight(w)
		}
	}
	return sum
}

// turns reports whether one of some clauses, in the same turn as the one at index at, says that something
// changed.
func (s *settling) turns(from, to, at int) bool {
	for k := from; k <= min(len(s.clauses)-1, to); k++ {
		if s.turned[k] && s.turn[k] == s.turn[at] {
			return true
		}
	}
	return false
}

// merge lets fact i's value take the place of the old one, and reports whether that leaves fact i with
// nothing to tell.
func (s *settling) merge(old, i int, from, to read.Value) bool {
	o, n := &s.facts[old], &s.facts[i]
	told := true
	for _, v := range n.Now {
		told = told && (keeps(o.Now, v) || v.Key == to.Key && v.Kind == to.Kind)
	}
	o.Clause = replacing(o.Clause, from, to)
	o.Now = slices.Clone(o.Now)
	for k := range o.Now {
		if o.Now[k].Kind == from.Kind && o.Now[k].Key == from.Key {
			o.Now[k] = to
		}
	}
	o.Was = append([]read.Value{from}, o.Was...)
	o.Said += n.Said
	o.Last = n.Last
	return told
}
