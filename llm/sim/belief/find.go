package belief

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"contextarena.internal/llm/sim/read"
)

// asker answers one question.
type asker struct {
	*question
	facts  []Fact
	slips  Slips
	said   []uint64       // of each clause, by its index, which asked words it has
	by     []int32        // in whose turn it was said, 0 if unknown
	text   []*read.Clause // the clause itself; nil for a question
	masks  []uint64       // of each fact, those of all clauses that state it
	weight [most]float64  // of each asked word
	known  uint64         // the asked words that were said at all
	people uint64         // the asked words that may name a person
}

// newAsker looks once through all facts for all words.
func newAsker(q *question, facts []Fact, s Slips) *asker {
	a := &asker{question: q, facts: facts, slips: s, masks: make([]uint64, len(facts))}
	last := 0
	for i := range facts {
		last = max(last, facts[i].Last)
	}
	a.said = make([]uint64, last+1)
	a.by = make([]int32, last+1)
	a.text = make([]*read.Clause, last+1)
	var count [most]int
	for i := range facts {
		f := &facts[i]
		for _, e := range f.Earlier {
			m := q.mask(e.Clause)
			a.said[e.At] |= m
			a.by[e.At], a.text[e.At] = e.turn, e.Clause
			a.masks[i] |= m
		}
		m := q.mask(f.Clause)
		a.said[f.Last] |= m
		a.text[f.Last] = f.Clause
		if f.Group == "" {
			a.by[f.Last] = f.turn
		}
		a.masks[i] |= m
		a.known |= a.masks[i]
		for m := a.masks[i]; m != 0; m &= m - 1 {
			count[bits.TrailingZeros64(m)]++
		}
	}
	for w := range q.n {
		a.weight[w] = math.Log(1 + float64(len(facts)+4)/float64(count[w]+2))
		if q.words[w].named {
			a.weight[w] *= 1.3
			a.people |= 1 << w
		}
	}
	return a
}

func bitCount(m uint64) int { return bits.OnesCount64(m) }

// sum is the weight of a set of words.
func (a *asker) sum(m uint64) float64 {
	s := 0.0
	for ; m != 0; m &= m - 1 {
		s += a.weight[bits.TrailingZeros64(m)]
	}
	return s
}

// hit is a fact that may answer a part.
type hit struct {
	fact  int
	score float64
	found float64 // weight of the part's own words found in it or around it
	seen  uint64  // those words
}

// find ranks the facts that may answer a part, the best first, rivals by age.
func (a *asker) find(p *part) []hit {
	want := p.words | p.inherited
	hits := make([]hit, 0, len(a.facts))
	for i := range a.facts {
		f := &a.facts[i]
		if f.Group != "" && !p.all {
			continue
		}
		if a.masks[i]&want == 0 && !a.around(f.Last, want) && (len(f.Earlier) == 0 || !a.around(f.Earlier[0].At, want)) {
			continue
		}
		h := a.hit(p, i)
		if h.score > 0 {
			hits = append(hits, h)
		}
	}
	byScore := func(x, y hit) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(y.fact, x.fact))
	}
	slices.SortFunc(hits, byScore)
	a.bridge(p, hits)
	kept := hits[:0]
	for _, h := range hits {
		if h.score *= a.fits(p, &a.facts[h.fact]); h.score > 0 {
			kept = append(kept, h)
		}
	}
	hits = kept
	slices.SortFunc(hits, byScore)
	a.renew(p, hits)
	return hits
}

// bridge raises facts about somebody of whom another fact says what the question asks for: "the
// phone of the driver who comes in on overtime" is Kofi's, if another fact says that Kofi does.
func (a *asker) bridge(p *part, hits []hit) {
	for t := range min(len(hits), 4) {
		f := &a.facts[hits[t].fact]
		direct := a.masks[hits[t].fact] & p.words
		for _, v := range f.Now {
			if direct == 0 || v.Kind != read.Name || a.asks(v) {
				continue
			}
			for k := range hits {
				h := &hits[k]
				missing := direct &^ h.seen
				if k == t || missing == 0 || a.masks[h.fact]&p.words == 0 || !hasKey(a.facts[h.fact].Now, v) {
					continue
				}
				more := bridged * a.sum(missing)
				h.score += more
				h.found += more
				h.seen |= missing
			}
		}
	}
}
