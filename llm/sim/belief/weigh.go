package belief

import (
	"contextarena.internal/llm/sim/read"
)

// What makes a fact answer a question. The figures were found by trying: they hold for talk in
// which people introduce a thing and give its details in the sentences that follow.
const (
	inSentence = 0.82  // a word said in another clause of the sentence
	bridged    = 0.6   // a word said of somebody in another clause: "the driver on overtime" is Kofi
	pronouned  = 0.35  // a name that the clause has a pronoun for
	carried    = 0.5   // a word that the question inherits from what was asked before
	estranged  = 0.85  // what stands around a clause that names somebody else
	offhand    = 0.5   // how much less a word counts that says what of a thing is asked
	hearsay    = 0.3   // what an assistant says, who knows it from the user
	lookedUp   = 0.5   // what a tool returned: much, and little of it meant
	movement   = 0.6   // a movement that a total has taken in
	tentative  = 0.9   // "maybe", "I think"
	denied     = 0.95  // what isn't so
	correcting = 1.15  // a clause that says it corrects, unless the past is asked for
	deciding   = 1.05  // one that decides or relates, where that is asked for
	heading    = 1.5   // a value of the sort that "which" names: "bay 3" for "which bay"
	valueless  = 0.88  // a clause without any value
	idle       = 0.65  // one that says nothing but what is asked
	wordy      = 0.013 // for every content word it has
)

// What a word counts for that isn't said in the very sentence that answers, but in the clauses
// before it or after it, the nearest first.
var (
	before = fading(10, 0.75, 0.87)
	behind = fading(5, 0.28, 0.93)
)

func fading(n int, first, by float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = first
		first *= by
	}
	return out
}

// hit weighs fact i: by the words of the question it has, those that stand around it where it was
// stated last or first, and by what sort of statement it is.
func (a *asker) hit(p *part, i int) hit {
	f := &a.facts[i]
	best := a.hitAt(p, i, f.Last, f.Clause)
	if len(f.Earlier) > 0 {
		if first := a.hitAt(p, i, f.Earlier[0].At, f.Earlier[0].Clause); first.score > best.score {
			best = first
		}
	}
	best.score *= a.standing(p, f)
	return best
}

// hitAt weighs fact i as the clause at index at states it.
func (a *asker) hitAt(p *part, i, at int, c *read.Clause) hit {
	seen, carry := a.masks[i]&p.words, a.masks[i]&p.inherited
	found, extra := a.sum(seen), a.sum(carry)
	take := func(m uint64, share float64) {
		found += share * a.sum(m&p.words&^seen)
		extra += share * a.sum(m&p.inherited&^carry)
		seen |= m & p.words
		carry |= m & p.inherited
	}
	from, to := a.sentence(at)
	for k := from; k <= to; k++ {
		take(a.said[k], inSentence)
	}
	foreign, near := uint64(0), 1.0
	if !p.wants.has(read.Name) && a.others(c.Values) {
		foreign, near = a.people, estranged // what is said of one isn't said of the other
	}
	for k, share := range before {
		if !a.sameTime(at, at-k-1) {
			break
		}
		take(a.said[at-k-1]&^foreign, near*share)
	}
	for k, share := range behind {
		if !a.sameTime(at, at+k+1) {
			break
		}
		take(a.said[at+k+1]&^foreign, share)
	}
	if people := p.words & a.people &^ seen; people != 0 && personal(c.Text) {
		found += pronouned * a.sum(people)
	}
	attrs := a.sum(seen & p.attrs)
	return hit{i, found + carried*extra - offhand*attrs, found - attrs, seen}
}

// sameTime reports whether what was said at two indexes was said in one go, as far as is known.
func (a *asker) sameTime(at, k int) bool {
	return k >= 0 && k < len(a.by) && (a.by[k] == 0 || a.by[k] == a.by[at])
}

// standing is how much a fact counts for what sort of statement it is and who made it.
func (a *asker) standing(p *part, f *Fact) float64 {
	c, s := f.Clause, 1.0
	switch {
	case c.How == read.Unmarked:
	case p.past:
		s /= correcting
	default:
		s *= correcting
	}
	if c.Kind == read.Relation && p.relates || p.decides && concludes(c) {
		s *= deciding
	}
	switch c.Speaker {
	case "assistant":
		s *= hearsay
	case "tool":
		s *= lookedUp
	}
	if f.Absorbed {
		s *= movement
	}
	if c.Unsure {
		s *= tentative
	}
	if c.Denies {
		s *= denied
	}
	if words := len(c.Topic) + len(c.Keys); words < 6 && bitCount(a.said[f.Last]) >= words-1 && !a.news(f) {
		s *= idle
	}
	return s / (1 + wordy*float64(len(c.Topic)))
}

// sentence is from which clause to which the sentence goes that the clause at index at is in: a
// clause that begins with a small letter goes on with the one before.
func (a *asker) sentence(at int) (from, to int) {
	from, to = at, at
	for from > 0 && at-from < 4 && a.goesOn(from) {
		from--
	}
	for to+1 < len(a.text) && to-at < 4 && a.goesOn(to+1) {
		to++
	}
	return from, to
}

// goesOn reports whether the clause at index at goes on with the sentence before it.
func (a *asker) goesOn(at int) bool {
	c := a.text[at]
	return c != nil && a.text[at-1] != nil && !c.Listed && a.by[at] == a.by[at-1] && c.Text != "" && c.Text[0] >= 'a' && c.Text[0] <= 'z'
}

// around reports whether a clause near index at has any of the words.
func (a *asker) around(at int, want uint64) bool {
	for k := max(0, at-len(before)); k < min(len(a.said), at+len(behind)+1); k++ {
		if a.said[k]&want != 0 {
			return true
		}
	}
	return false
}
