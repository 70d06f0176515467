package sim

import (
	"cmp"
	"slices"
)

// belief is what the material of a request says.
type belief struct {
	w     *World
	facts []believed // one for each fact of the world
	loose []loose    // sentences that belong to no fact
}

// believed is what is said of a fact: whether it is known, and whether its value is the one that holds.
type believed struct {
	known, holds bool
	told, noted  bool   // in talk, in notes
	at           int    // where it was first stated: a place counts the part times 1<<32 and the byte in it
	value, quote string // as stated there, with the sentence; empty where it follows from others
}

// loose is a sentence that is a fact of its own: its content words are its label.
type loose struct {
	text string
	talk bool
}

// believe reads the material. Noticed says of a statement whether the reader takes it in.
//
// Which value of a chain holds the text decides, never the world: what the newest part that mentions any
// of them says; in it a value that nothing marks as old; of these the last, of two in one place the newer
// fact. What stands in notes as "Earlier: ..." never holds. Facts with equal values stand and fall together.
func believe(w *World, looks *memo[*look], parts []part, noticed func(p, fact int) bool) *belief {
	b := &belief{w: w, facts: make([]believed, len(w.Facts))}
	type stand struct{ part, marked, at, fact int }
	last, had := map[int]stand{}, map[string]bool{} // of chains, and of loose sentences
	for k, p := range parts {
		l := looks.of(w, p.text, newLook)
		for _, s := range l.loose {
			if text := p.text[s.Start:s.End]; !had[text] {
				had[text] = true
				b.loose = append(b.loose, loose{text, p.talk})
			}
		}
		for _, s := range l.sightings {
			if !noticed(k, s.Fact) {
				continue
			}
			f := &b.facts[s.Fact]
			f.told, f.noted = f.told || p.talk, f.noted || !p.talk
			if !f.known {
				f.known, f.at = true, k<<32+s.Start
				f.value, f.quote = l.text[s.Value.Start:s.Value.End], l.text[s.around.Start:s.around.End]
			}
			this := stand{k, 1, s.Start, s.Fact}
			if s.old {
				this.marked = 0
			}
			before, stated := last[w.chain[s.Fact]]
			if !s.earlier && (!stated || cmp.Or(this.part-before.part, this.marked-before.marked, this.at-before.at, this.fact-before.fact) > 0) {
				last[w.chain[s.Fact]] = this
			}
		}
	}
	for chain, s := range last {
		for _, i := range w.chains[chain] {
			b.facts[i].holds = b.facts[i].known && w.Facts[i].Value == w.Facts[s.fact].Value
		}
	}
	b.derive()
	return b
}

// derive adds the values that follow from others: one is known if all its operands are. Within a
// chain the one whose operands hold is preferred, then one that the text states, then the newer.
func (b *belief) derive() {
	for range 4 { // a value may follow from others that follow
		for i, fact := range b.w.Facts {
			f := &b.facts[i]
			if len(fact.Operands) == 0 || f.known || slices.ContainsFunc(fact.Operands, func(o int) bool { return !b.facts[o].known }) {
				continue
			}
			f.known = true
			for _, o := range fact.Operands {
				from := b.facts[o]
				f.at, f.told, f.noted = max(f.at, from.at), f.told || from.told, f.noted || from.noted
			}
		}
		for _, members := range b.w.chains {
			b.prefer(members)
		}
	}
}

func (b *belief) prefer(members []int) {
	best, most := -1, 0
	for n, i := range members {
		f, operands := b.facts[i], b.w.Facts[i].Operands
		if len(operands) == 0 || !f.known {
			continue
		}
		score := 1 + n
		switch {
		case !slices.ContainsFunc(operands, func(o int) bool {
			return !b.facts[o].known || !b.facts[o].holds && b.w.chain[o] != b.w.chain[i] // a change of the old value needs it
		}):
			score += 2000
		case f.quote != "" && f.holds:
			score += 1000
		}
		if score > most {
			best, most = i, score
		}
	}
	if best < 0 || len(members) > 1 && most < 1000 {
		return
	}
	for _, i := range members {
		switch {
		case len(b.w.Facts[i].Operands) > 0:
			b.facts[i].holds = i == best
		case b.w.replaces(best, i):
			b.facts[i].holds = false
		}
	}
}

// holder is the fact of a chain that holds, -1 for none.
func (b *belief) holder(i int) int {
	for _, j := range slices.Backward(b.w.chains[b.w.chain[i]]) {
		if b.facts[j].holds {
			return j
		}
	}
	return -1
}

// says is a fact as the reader states it: its own text, unless that holds a value which the material
// hasn't; then the sentence of the material.
func (b *belief) says(i int) string {
	for _, other := range b.w.spread[i] {
		if !b.facts[other].known && b.facts[i].quote != "" {
			return b.facts[i].quote
		}
	}
	return b.w.Facts[i].Text
}

// ordered are the facts that are known, in the order of the material.
func (b *belief) ordered() []int {
	var out []int
	for i, f := range b.facts {
		if f.known {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(x, y int) int { return b.facts[x].at - b.facts[y].at })
	return out
}

// unclaimed are the sentences that are worth writing down: all that belong to no fact where the world
// has no fact in the material. Where it has, nobody can be asked for the rest.
func (b *belief) unclaimed() []loose {
	if slices.ContainsFunc(b.facts, func(f believed) bool { return f.known }) {
		return nil
	}
	return b.loose
}
