package sim

import (
	"math/bits"
	"slices"
	"strings"

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
}

// settle lets newer facts take over from older ones that they replace. Facts that then tell nothing
// any more are left out; the order stays.
func (r *reading) settle(clauses []*read.Clause, facts []belief.Fact) []belief.Fact {
	s := &settling{
		clauses: clauses, facts: facts, posts: make(map[uint32][]int32, 4*len(facts)),
		names: map[uint32]bool{}, shared: make([]float64, len(facts)), own: make([]float64, len(facts)), turn: make([]int32, len(clauses)),
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
		if f.Absorbed || f.Group != "" || f.Gone || len(f.Now) == 0 || f.Clause.Asks {
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
	mine, theirs, both := 0, 0, 0
	if to.Kind == read.Name {
		return false
	}
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

// closeness is how near a value is to the one it would replace.
func closeness(a, b read.Value) float64 {
	if a.Kind != read.Amount {
		return 1
	}
	switch ratio := max(a.Number/b.Number, b.Number/a.Number); {
	case ratio > 5 || !(ratio > 0):
		return 0
	case ratio > 2.5:
		return farOff
	}
	return 1
}

// turns reports whether one of some clauses, in the same turn as the one at index at, says that something
// changed.
func (s *settling) turns(from, to, at int) bool {
	for k := from; k <= min(len(s.clauses)-1, to); k++ {
		c := s.clauses[k]
		if s.turn[k] != s.turn[at] {
			continue
		}
		if c.How != read.Unmarked {
			return true
		}
		for w := range wordsOf(c.Text) {
			if turning[w] {
				return true
			}
		}
	}
	return false
}

// saysAgain reports whether a clause says what an older one says, with another value: most of its words
// are that one's. Lists and logs say such things of many.
func (s *settling) saysAgain(old, f *belief.Fact, own float64) bool {
	return own >= aware && !f.Clause.Listed && sorted(f) == 1 && own >= sameThing*s.weigh(f.Clause) && own >= sameThing/2*min(s.weigh(old.Clause), whole)
}

// sorted is how many values of a fact could replace others.
func sorted(f *belief.Fact) int {
	n := 0
	for _, v := range f.Now {
		if sort(v) != "" {
			n++
		}
	}
	return n
}

// onlyCount reports whether two amounts count the same sort of thing, which nothing else counts, and
// are near each other: "64 volunteers signed up", "we're at 58 volunteers".
func (s *settling) onlyCount(a, b read.Value) bool {
	if a.Kind != read.Amount || measures[a.Unit] || max(a.Number/b.Number, b.Number/a.Number) > 1.6 {
		return false
	}
	n := 0
	for i := range s.facts {
		for _, v := range s.facts[i].Now {
			if v.Kind == read.Amount && v.Unit == a.Unit {
				n++
			}
		}
	}
	return n == 2
}

// measures are units that many sorts of things are counted in.
var measures = set("", "$", "£", "€", "%", "unit", "piece", "item", "kg", "g", "l", "m", "km", "cm", "mm", "metre", "meter", "foot", "feet", "inch", "mile", "litre", "liter", "kilowatt", "degree", "second", "minute", "hour", "day", "night", "week", "month", "year", "time", "people", "person", "percent", "dollar", "pound", "euro", "cent", "gram", "kilo", "kilogram", "ton", "tonne", "millimetre", "centimetre", "square metre", "thing", "one", "way", "page")

// rivals are the values of one sort that two facts give; of several the strongest.
func rivals(old, f *belief.Fact, names bool) (from, to read.Value, ok bool) {
	for _, b := range f.Now {
		kind := sort(b)
		if b.Kind == read.Name && names && onlyName(f) && onlyName(old) && taking(f.Clause) {
			kind = "name"
		}
		if kind == "" || ok && b.Kind < to.Kind || keeps(old.Now, b) || keeps(old.Was, b) {
			continue
		}
		best := -1
		for k, a := range old.Now {
			if a.Kind != b.Kind || keeps(f.Now, a) || sort(a) != kind && !(kind == "name" && !strings.Contains(a.Text, b.Text)) {
				continue
			}
			if a.Per != b.Per && a.Per != "" && b.Per != "" {
				continue
			}
			meant := 0
			if len(old.Now) > 1 {
				meant = led(old, k, f.Clause.Text)
			}
			if meant > best {
				from, to, ok, best = a, b, true, meant
			}
		}
	}
	return from, to, ok
}

// led is how many words of a text stand in what leads up to value k of a fact: "the band $650" for "make
// that $700 for the band".
func led(f *belief.Fact, k int, text string) int {
	v := f.Now[k]
	begin, end := 0, v.At
	for _, o := range f.Clause.Values {
		if o.At < v.At && o.Kind == v.Kind {
			begin = max(begin, o.At+len(o.Text))
		}
	}
	if begin > end || end > len(f.Clause.Text) {
		return 0
	}
	n := 0
	for w := range wordsOf(f.Clause.Text[begin:end]) {
		if len(w) > 2 && !leading[w] && w != "and" && hasWord(text, w) {
			n++
		}
	}
	return n
}

// taking reports whether a clause says that something takes a place: "The inn is the Turnip now".
func taking(c *read.Clause) bool {
	is, now := false, false
	for w := range wordsOf(c.Text) {
		is = is || w == "is" || strings.HasSuffix(w, "'s") || w == "becomes" || w == "gone"
		now = now || w == "now" || w == "instead"
	}
	return is && now
}

// onlyName reports whether a fact gives one name and nothing else.
func onlyName(f *belief.Fact) bool { return len(f.Now) == 1 && f.Clause.Kind != read.Plain }

func keeps(values []read.Value, v read.Value) bool {
	return slices.ContainsFunc(values, func(o read.Value) bool { return o.Kind == v.Kind && o.Key == v.Key })
}

// sort is what a value could be replaced with: another of the same measure, form or sort. It is empty
// for what says too little: a bare number, a day of the week, a name.
func sort(v read.Value) string {
	switch v.Kind {
	case read.Amount:
		if v.Unit == "" && !strings.ContainsAny(v.Text, "0123456789") {
			return ""
		}
		return v.Unit + "."
	case read.Place:
		word := ""
		for w := range strings.FieldsSeq(v.Text) {
			if w[0] >= 'a' && w[0] <= 'z' && !leading[w] && !spatial[w] {
				word = w
			}
		}
		return word
	case read.Date:
		switch {
		case strings.Contains(v.Key, ":"):
			return "time"
		case strings.Contains(strings.TrimLeft(v.Key, "-"), "-"):
			return "day"
		case len(v.Key) == 4 && v.Key[0] >= '1' && v.Key[0] <= '9':
			return "year"
		}
		return ""
	case read.Identifier:
		return composition(v.Text)
	}
	return ""
}

// composition is how an identifier is made: runs of letters and digits.
func composition(text string) string {
	var b strings.Builder
	last, digits := byte(0), 0
	for i := range len(text) {
		c := text[i]
		switch {
		case c >= '0' && c <= '9':
			c = '0'
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			c = 'a'
		default:
			continue
		}
		if c == '0' {
			digits++
		}
		if c != last {
			b.WriteByte(c)
		}
		last = c
	}
	if b.Len() == 1 {
		return strings.Repeat("0", digits) // a number of as many digits
	}
	return b.String()
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

// replacing is a clause with a value in the place of another, and a mark that says so: "bay 11 (was
// bay 6)". If that took the place of a third, the mark names it as well.
func replacing(c *read.Clause, from, to read.Value) *read.Clause {
	k := slices.IndexFunc(c.Values, func(v read.Value) bool { return v.Kind == from.Kind && v.Key == from.Key })
	if k < 0 || c.Values[k].At+len(c.Values[k].Text) > len(c.Text) {
		return c
	}
	at := c.Values[k].At
	end := at + len(c.Values[k].Text)
	mark := " (" + wasMark + c.Values[k].Text
	rest := c.Text[end:]
	if before, ok := strings.CutPrefix(rest, " ("+wasMark); ok {
		mark += ", earlier "
		rest = before
	} else {
		mark += ")"
	}
	out := *c
	out.Text = c.Text[:at] + to.Text + mark + rest
	out.Values = slices.Clone(c.Values)
	to.At = at
	out.Values[k] = to
	for j := k + 1; j < len(out.Values); j++ {
		out.Values[j].At += len(out.Text) - len(c.Text)
	}
	out.Kind = read.Correction
	return &out
}

// wasMark begins what stands in brackets behind a value that took the place of another.
const wasMark = "was "
