package sim

import (
	"cmp"
	"slices"
)

// belief is what the material of a request says: of each fact whether it is known, and whether its
// value is the one that holds.
type belief struct {
	w     *World
	known []bool
	holds []bool
	at    []order // where it was first stated
	value []string
	quote []string // the sentence that states it
	told  []bool   // stated in talk
	noted []bool   // stated in notes
	loose []loose  // sentences that belong to no fact
}

// order is a place in the material.
type order struct{ part, at int }

// loose is a sentence that is a fact of its own: its content words are its label.
type loose struct {
	text string
	talk bool
}

// believe reads the material. Noticed says of a statement whether the reader takes it in.
func believe(w *World, looks *memo[*look], parts []part, noticed func(p, fact int, talk bool) bool) *belief {
	b := &belief{w: w}
	seen := make([]*look, len(parts))
	had := map[string]bool{}
	for k, p := range parts {
		seen[k] = looks.of(w, p.text, newLook)
		for _, s := range seen[k].loose {
			if text := p.text[s.Start:s.End]; !had[text] {
				had[text] = true
				b.loose = append(b.loose, loose{text, p.talk})
			}
		}
	}
	if w == nil {
		return b
	}
	n := len(w.Facts)
	b.known, b.holds, b.told, b.noted = make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n)
	b.at, b.value, b.quote = make([]order, n), make([]string, n), make([]string, n)
	said := make([][]stand, n)
	for k, l := range seen {
		for _, s := range l.sightings {
			if !noticed(k, s.Fact, parts[k].talk) {
				continue
			}
			said[s.Fact] = append(said[s.Fact], stand{order{k, s.Start}, s.Fact, s.old, s.earlier})
			if parts[k].talk {
				b.told[s.Fact] = true
			} else {
				b.noted[s.Fact] = true
			}
			if !b.known[s.Fact] {
				b.known[s.Fact], b.at[s.Fact] = true, order{k, s.Start}
				b.value[s.Fact] = l.text[s.Value.Start:s.Value.End]
				b.quote[s.Fact] = l.text[s.around.Start:s.around.End]
			}
		}
	}
	for _, members := range w.chains {
		b.decide(members, said)
	}
	b.derive()
	return b
}

// stand is one statement of a fact.
type stand struct {
	order
	fact    int
	old     bool
	earlier bool // in a line of notes that begins with Earlier
}

// decide finds which value of a chain holds. The text decides, never the world: what the newest part
// that mentions any of them says; in it a value that nothing marks as old; of these the last. If there
// all are marked, the last of them. What stands in notes as "Earlier: ..." never holds. Facts with equal values stand and fall together.
func (b *belief) decide(members []int, said [][]stand) {
	best := stand{fact: -1}
	for _, i := range members {
		for _, s := range said[i] {
			switch {
			case s.earlier:
			case best.fact < 0, s.part == best.part && best.old && !s.old, (s.part != best.part || s.old == best.old) && best.before(s):
				best = s
			}
		}
	}
	for _, i := range members {
		b.holds[i] = best.fact >= 0 && b.known[i] && b.w.Facts[i].Value == b.w.Facts[best.fact].Value
	}
}

// before reports whether a statement stands before another; of two in one place that of the newer fact
// is the later.
func (s stand) before(t stand) bool {
	return later(t.order, s.order) || s.order == t.order && s.fact < t.fact
}

// derive adds the values that follow from others: one is known if all its operands are. Within a
// chain the one whose operands hold is preferred, then one that the text states, then the newer.
func (b *belief) derive() {
	stated := slices.Clone(b.known)
	for range 4 { // a value may follow from others that follow
		for i, f := range b.w.Facts {
			if len(f.Operands) > 0 && !b.known[i] && !slices.ContainsFunc(f.Operands, func(o int) bool { return !b.known[o] }) {
				b.known[i] = true
				for _, o := range f.Operands {
					if later(b.at[o], b.at[i]) {
						b.at[i] = b.at[o]
					}
					b.told[i], b.noted[i] = b.told[i] || b.told[o], b.noted[i] || b.noted[o]
				}
			}
		}
		for _, members := range b.w.chains {
			b.prefer(members, stated)
		}
	}
}

func later(a, b order) bool { return a.part > b.part || a.part == b.part && a.at > b.at }

func (b *belief) prefer(members []int, stated []bool) {
	best, most := -1, 0
	for n, i := range members {
		operands := b.w.Facts[i].Operands
		if len(operands) == 0 || !b.known[i] {
			continue
		}
		score := 1 + n
		switch {
		case slices.ContainsFunc(operands, func(o int) bool { return !b.known[o] }):
			if b.holds[i] {
				score += 1000
			}
		case !slices.ContainsFunc(operands, func(o int) bool { return !b.holds[o] && b.w.chain[o] != b.w.chain[i] }): // a change of the old value needs it
			score += 2000
		case stated[i] && b.holds[i]:
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
			b.holds[i] = i == best
		case b.w.replaces(best, i):
			b.holds[i] = false
		}
	}
}

// holder is the fact of a chain that holds, -1 for none.
func (b *belief) holder(i int) int {
	for _, j := range slices.Backward(b.w.chains[b.w.chain[i]]) {
		if b.holds[j] {
			return j
		}
	}
	return -1
}

// says is a fact as the reader states it: its own text, unless that holds a value which the material
// hasn't; then the sentence of the material.
func (b *belief) says(i int) string {
	for _, other := range b.w.spread[i] {
		if !b.known[other] && b.quote[i] != "" {
			return b.quote[i]
		}
	}
	return b.w.Facts[i].Text
}

// ordered are the facts that are known, in the order of the material.
func (b *belief) ordered() []int {
	var out []int
	for i := range b.known {
		if b.known[i] {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(x, y int) int {
		return cmp.Or(cmp.Compare(b.at[x].part, b.at[y].part), cmp.Compare(b.at[x].at, b.at[y].at))
	})
	return out
}

// unclaimed are the sentences that are worth writing down: all that belong to no fact where the world
// has no fact in the material. Where it has, nobody can be asked for the rest.
func (b *belief) unclaimed() []loose {
	if slices.Contains(b.known, true) {
		return nil
	}
	return b.loose
}
