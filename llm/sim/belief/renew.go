package belief

import "contextarena.internal/llm/sim/read"

// When a newer fact takes the place of one that fits better.
const (
	rivalry   = 0.85 // it fits nearly as well
	sameWords = 0.6  // it has as much of the question in its own words
	apartBy   = 4    // and so many clauses lie between them
	overturn  = 0.65 // it fits less well, but gives another value of the sort
	renamed   = 0.97 // if that is a name
	sameOwn   = 0.6  // and its sentence has as much of what is asked
	sameSeen  = 0.8  // or that stands around it, and it says that something changed
)

// renew puts the newest first of the facts that rival the best: that have as much of the question
// in their own words, said at another time; or the oldest, if the past is asked for.
func (a *asker) renew(p *part, hits []hit) {
	if len(hits) == 0 {
		return
	}
	best := 0
	own := a.sum(a.masks[hits[0].fact] & p.words)
	for k := 1; k < len(hits) && hits[k].score >= overturn*hits[0].score; k++ {
		x, y := a.facts[hits[best].fact].Last, a.facts[hits[k].fact].Last
		if p.past {
			x, y = y, x
		}
		if x >= y || !a.apart(x, y) {
			continue
		}
		h, f := &hits[k], &a.facts[hits[k].fact]
		if h.score >= rivalry*hits[0].score && a.sum(a.masks[h.fact]&p.words) >= sameWords*own ||
			h.score >= least(p, hits[0]) && a.opposes(p, &a.facts[hits[best].fact], f) && a.takesOver(p, hits[best], *h) {
			best = k
		}
	}
	h := hits[best]
	copy(hits[1:best+1], hits[:best])
	hits[0] = h
}

// takesOver reports whether a newer fact speaks of what an older one speaks of: it says that
// something changed, close to the same words, or it says most of those words itself.
func (a *asker) takesOver(p *part, old, h hit) bool {
	about := p.words &^ p.attrs
	if about == 0 {
		about = p.words
	}
	own := a.sentenceHas(h.fact) & about
	theirs := a.sum(a.sentenceHas(old.fact) & about)
	if theirs > 0 && a.sum(own) >= sameOwn*theirs {
		return true
	}
	return a.sum(h.seen&p.words) >= sameSeen*a.sum(old.seen&p.words) && a.turns(a.facts[h.fact].Last)
}

// least is how well a newer fact has to fit to take the place of the best. Of names many more are
// said than one that took another's place.
func least(p *part, best hit) float64 {
	if p.wants.has(read.Name) {
		return renamed * best.score
	}
	return overturn * best.score
}

// opposes reports whether two facts give different values of the sort that a part asks for.
func (a *asker) opposes(p *part, f, g *Fact) bool {
	if p.wants == 0 {
		return false
	}
	for _, v := range f.Now {
		if !p.suits(v) || a.asks(v) || hasKey(g.Now, v) {
			continue
		}
		for _, w := range g.Now {
			if w.Kind == v.Kind && p.suits(w) && !a.asks(w) && w.Unit == v.Unit && w.Per == v.Per && !hasKey(f.Now, w) &&
				(v.Kind != read.Place || kindOf(v) == kindOf(w)) {
				return true
			}
		}
	}
	return false
}

// suits reports whether a value is of a sort that a part asks for.
func (p *part) suits(v read.Value) bool {
	if p.wants == 0 {
		return v.Kind != read.Name
	}
	return p.wants.has(v.Kind) && (v.Kind != read.Amount || p.counts(v))
}

// apart reports whether what was said at two indexes was said at different times: somebody else
// spoke in between, or much was said.
func (a *asker) apart(x, y int) bool {
	for k := x + 1; k < y; k++ {
		if a.by[k] != 0 && a.by[k] != a.by[y] {
			return true
		}
	}
	return y-x > apartBy
}
