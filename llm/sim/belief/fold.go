package belief

import (
	"slices"

	"contextarena.internal/llm/sim/read"
)

// Fold reads clauses in order and returns what they leave believed, in the order in which it was
// first stated. Questions state nothing. What an assistant says counts only where it is new: it
// corrects nobody. Groups that have come together stand at the end.
func Fold(clauses []*read.Clause, s Slips) []Fact {
	m := memory{
		facts:   make([]Fact, 0, len(clauses)),
		marks:   make([]mark, len(clauses)),
		index:   newIndex(clauses),
		slips:   s,
		clauses: clauses, around: make([]float64, len(clauses)),
	}
	for i, c := range clauses {
		if c != nil && !c.Asks {
			m.take(c, i)
		}
	}
	return append(m.facts, m.groupFacts()...)
}

// memory is a conversation being read.
type memory struct {
	facts   []Fact
	marks   []mark // one for each fact
	near    []int32
	clauses []*read.Clause
	around  []float64 // scratch, one for each fact
	turn    int32
	index   index
	groups  []group
	slips   Slips
}

// mark is what looking for a clause's fact notes about a fact on the way.
type mark struct {
	shared float64 // how much of the clause's topic is in its own
	keyed  float64 // how much of the words of its values
	clause int32   // which clause shared is about, counted from 1
	word   int32   // the last word that counted
}

// take reads the clause at index i.
func (m *memory) take(c *read.Clause, i int) {
	now, was := held(c)
	if c.Speaker == "assistant" {
		if m.restated(c, now) >= 0 {
			return
		}
		m.add(c, i, now, was)
		return
	}
	absorbed := m.regroup(c, i)
	if (c.Change == read.Add || c.Change == read.Subtract) && c.How == read.Unmarked && !c.Denies && c.Speaker != "tool" {
		absorbed = m.total(c, i) || absorbed
	}
	if absorbed {
		m.add(c, i, now, was)
		m.facts[len(m.facts)-1].Absorbed = true
		return
	}
	if f := m.restated(c, now); f >= 0 {
		m.retell(f, c, i)
		return
	}
	switch c.Change {
	case read.Drop:
		if f := m.subject(c); f >= 0 {
			if len(m.facts[f].Now) == 1 {
				m.facts[f].Gone = true
				m.retell(f, c, i)
				return
			}
			m.sellOut(f, c)
		}
	case read.Restore:
		if len(now) == 0 {
			if f := m.subject(c); f >= 0 && len(m.facts[f].Was)+len(m.facts[f].Now) > 0 {
				m.restore(f)
				m.retell(f, c, i)
				return
			}
		}
	}
	if f, change := m.corrected(c, now, was); f >= 0 {
		if m.slips.Resists != nil && m.slips.Resists(&m.facts[f], c) {
			return
		}
		m.replace(f, c, i, now, was, change)
		return
	}
	if f, change := m.overheard(i, now); f >= 0 {
		if m.slips.Resists != nil && m.slips.Resists(&m.facts[f], c) {
			return
		}
		m.replace(f, c, i, now, was, change)
		return
	}
	m.add(c, i, now, was)
}

// held are the values of a clause that it says hold, and those that it says hold no longer.
func held(c *read.Clause) (now, was []read.Value) {
	if len(c.Old) == 0 {
		return c.Values, nil
	}
	for i, v := range c.Values {
		if slices.Contains(c.Old, i) {
			was = append(was, v)
		} else {
			now = append(now, v)
		}
	}
	return now, was
}

// add believes a new fact.
func (m *memory) add(c *read.Clause, i int, now, was []read.Value) {
	m.facts = append(m.facts, Fact{Clause: c, Now: now, Was: was, Said: 1, First: i, Last: i})
	m.index.add(c, len(m.facts)-1)
}

// retell notes that clause i states fact f again.
func (m *memory) retell(f int, c *read.Clause, i int) {
	fact := &m.facts[f]
	fact.Earlier = append(fact.Earlier, Telling{fact.Clause, fact.Last})
	fact.Clause, fact.Last = c, i
	fact.Said++
	m.index.add(c, f)
}

// restore lets the values hold again that were replaced last, or that were dropped.
func (m *memory) restore(f int) {
	fact := &m.facts[f]
	if fact.Gone {
		fact.Gone = false
		return
	}
	was := fact.Was[:min(len(fact.Was), len(fact.Now))]
	for _, w := range was {
		for k, v := range fact.Now {
			if v.Kind == w.Kind && v.Unit == w.Unit {
				fact.Now = slices.Clone(fact.Now)
				fact.Now[k] = w
				fact.Was = append([]read.Value{v}, fact.Was[:min(len(fact.Was), oldest)]...)
				return
			}
		}
	}
}

// change is a new value and the place of the old one in a fact.
type change struct {
	to   read.Value
	from int
}

// replace lets the values of clause i take the place of the old ones in fact f.
func (m *memory) replace(f int, c *read.Clause, i int, now, was []read.Value, changes []change) {
	fact := &m.facts[f]
	held := slices.Clone(fact.Now)
	old := slices.Clone(was)
	for _, ch := range changes {
		if o := held[ch.from]; !hasKey(old, o) {
			old = append(old, o)
		}
		held[ch.from] = withUnit(ch.to, held[ch.from])
	}
	for _, v := range now {
		if !hasKey(held, v) && !slices.ContainsFunc(changes, func(ch change) bool { return ch.to.Key == v.Key }) {
			held = append(held, v)
		}
	}
	fact.Was = append(old, fact.Was[:min(len(fact.Was), oldest)]...)
	fact.Now = held
	fact.Gone, fact.Sum = false, false
	m.retell(f, c, i)
}

// oldest bounds how many replaced values a fact remembers besides those just replaced.
const oldest = 8

// withUnit gives a bare number the unit of the value it replaces: "make that 40".
func withUnit(v, old read.Value) read.Value {
	if v.Kind == read.Amount && old.Kind == read.Amount && v.Unit == "" {
		v.Unit, v.Per = old.Unit, old.Per
		if old.Unit == "$" || old.Unit == "£" || old.Unit == "€" {
			v.Text = old.Unit + v.Text
		}
	}
	return v
}

// hasKey reports whether a value is among values, however it is spelled.
func hasKey(values []read.Value, v read.Value) bool {
	return slices.ContainsFunc(values, func(o read.Value) bool { return same(o, v) })
}

// same reports whether two values are one.
func same(a, b read.Value) bool {
	return a.Key == b.Key && (a.Kind == b.Kind || a.Kind != read.Amount && b.Kind != read.Amount) &&
		(a.Kind != read.Amount || a.Unit == b.Unit || a.Unit == "" || b.Unit == "")
}
