package belief

import (
	"slices"

	"contextarena.internal/llm/sim/read"
)

// common is how many clauses may use a word that still tells what a clause is about; of commoner
// words only the newest clauses are looked at.
const common = 24

// meet gathers in m.near the facts that share words with a clause, and in their marks how much.
// It returns the weight of the words of the clause's topic.
func (m *memory) meet(c *read.Clause) float64 {
	m.near = m.near[:0]
	m.turn++
	turn := m.turn
	topic, n := 0.0, int32(0)
	for k, words := range [2][]uint32{c.Topic, c.Keys} {
		for _, w := range words {
			n++
			s := m.index.at(w)
			weight := rarity(int(s.count), m.index.read)
			if k == 0 {
				topic += weight
			}
			if s.count == 0 {
				continue
			}
			for p, left := s.head, common; p > 0 && left > 0; left-- {
				post := m.index.posts[p-1]
				p = post.next
				mk := &m.marks[post.fact]
				if mk.clause != turn {
					*mk = mark{clause: turn}
					m.near = append(m.near, post.fact)
				}
				if mk.word != n {
					mk.word = n
					if k == 0 {
						mk.shared += weight
					} else {
						mk.keyed += weight
					}
				}
			}
		}
	}
	return topic
}

// restated finds the fact that says what a clause says: all its values, and most of its words,
// and little else. It returns -1 if there is none. Of several the newest is taken.
func (m *memory) restated(c *read.Clause, now []read.Value) int {
	if len(now) == 0 {
		return -1
	}
	topic := m.meet(c)
	fact := -1
	for _, f := range m.near {
		old, shared := &m.facts[f], m.marks[f].shared
		if old.Gone || old.Absorbed || int(f) < fact || shared < 0.6*topic || shared == 0 && topic > 0 {
			continue
		}
		if !hasKeys(old.Now, now) || shared < 0.5*m.weight(old) {
			continue
		}
		fact = int(f)
	}
	return fact
}

// subject finds the fact that a clause without values of its own speaks of, or -1.
func (m *memory) subject(c *read.Clause) int {
	total := m.meet(c)
	best, closeness := -1, 0.5
	if c.Follows {
		return best
	}
	for _, f := range m.near {
		fact := &m.facts[f]
		if len(fact.Now) == 0 || fact.Absorbed {
			continue
		}
		if is := m.marks[f].shared / max(total, 0.1); is > closeness || is == closeness && (best < 0 || fact.Last > m.facts[best].Last) {
			best, closeness = int(f), is
		}
	}
	return best
}

// corrected finds the fact whose value a clause replaces, and which values take which place. It
// returns -1 if the clause corrects nothing. A clause that says it corrects needs to share some of
// its words with the fact; one that doesn't has to be the same sentence with one other value.
func (m *memory) corrected(c *read.Clause, now, was []read.Value) (fact int, changes []change) {
	fact = -1
	if len(now) == 0 || c.Denies && len(was) == 0 || c.Speaker == "tool" {
		return fact, nil
	}
	topic := m.meet(c)
	marked := c.How != read.Unmarked || len(was) > 0 || c.Change == read.Move || c.Change == read.Restore
	best := 0.0
	for _, f := range m.near {
		old, shared := &m.facts[f], m.marks[f].shared
		if len(old.Now) == 0 || old.Absorbed || old.Clause.Speaker == "assistant" || old.Clause.Speaker == "tool" ||
			!marked && (old.Clause.Shape != c.Shape || c.Follows || len(c.Topic) == 0) {
			continue
		}
		theirs := m.weight(old)
		lo, hi := shared/max(topic, 0.1), shared/max(theirs, 0.1)
		closeness := max(lo, hi)
		if len(was) == 0 && (closeness < best || marked && (closeness < 0.5 || min(lo, hi) < 0.15 || shared < 1.5)) {
			continue
		}
		ch, ok := rivals(m.spare[:0], old, now, was)
		m.spare = ch
		if !ok || len(ch) > 1 && c.How == read.Unmarked {
			continue
		}
		if len(was) > 0 {
			if !slices.ContainsFunc(ch, func(x change) bool { return hasKey(was, old.Now[x.from]) }) {
				continue
			}
			closeness += 2
		}
		if closeness > best || fact >= 0 && closeness == best && old.Last > m.facts[fact].Last {
			fact, changes, best = int(f), ch, closeness
			m.best, m.spare = ch, m.best
		}
	}
	return fact, changes
}

// weight is that of the words a fact's newest clause has in its topic.
func (m *memory) weight(f *Fact) float64 {
	w := 0.0
	for _, t := range f.Clause.Topic {
		w += rarity(int(m.index.at(t).count), m.index.read)
	}
	return w
}

// rivals appends to changes how it pairs the values of a clause with those of a fact whose place they would take: values of
// one kind, the strongest that differs. It reports false if none does, or if the two speak of
// different things, each naming something that the other doesn't.
func rivals(changes []change, f *Fact, now, was []read.Value) (_ []change, ok bool) {
	taken := uint64(0)
	strongest := read.Plain
	for i := range now {
		v := &now[i]
		if hasKey(f.Now, *v) {
			continue
		}
		at := -1
		for k := range f.Now {
			o := &f.Now[k]
			if k > 63 || taken&(1<<k) != 0 || o.Kind != v.Kind || hasKey(now, *o) || !agree(o, v) {
				continue
			}
			// What a statement names first is what it is about, if it goes on to another value.
			if v.Kind <= read.Place && !hasKey(was, *o) && (i == 0 && len(now) > 1 || k == 0 && len(f.Now) > 1) {
				continue
			}
			if at < 0 || hasKey(was, *o) {
				at = k
			}
		}
		if at >= 0 {
			taken |= 1 << at
			changes = append(changes, change{to: *v, from: at})
			strongest = max(strongest, v.Kind)
		}
	}
	changes = slices.DeleteFunc(changes, func(ch change) bool { return ch.to.Kind < strongest && !hasKey(was, f.Now[ch.from]) })
	return changes, len(changes) > 0 && !others(f, now, changes)
}

// others reports whether a clause and a fact name different things, apart from what changes.
func others(f *Fact, now []read.Value, changes []change) bool {
	names := func(v *read.Value) bool { return v.Kind == read.Name || v.Kind == read.Identifier }
	mine, common, theirs := false, false, false
	for i := range now {
		if v := &now[i]; names(v) && !slices.ContainsFunc(changes, func(ch change) bool { return ch.to.Key == v.Key }) {
			mine = true
			common = common || hasKey(f.Now, *v)
		}
	}
	for k := range f.Now {
		theirs = theirs || names(&f.Now[k]) && !slices.ContainsFunc(changes, func(ch change) bool { return ch.from == k })
	}
	return mine && theirs && !common
}

// agree reports whether one value can take the other's place: amounts of one unit.
func agree(old, v *read.Value) bool {
	if v.Kind != read.Amount {
		return true
	}
	return (old.Unit == v.Unit || old.Unit == "" || v.Unit == "") && (old.Per == v.Per || old.Per == "" || v.Per == "")
}
