package belief

import (
	"slices"
	"sync"

	"contextarena.internal/llm/sim/read"
)

// Fold reads clauses in order and returns what they leave believed, in the order in which it was
// first stated. Questions state nothing. What an assistant says counts only where it is new: it
// corrects nobody. Groups that have come together stand at the end.
func Fold(clauses []*read.Clause, s Slips) []Fact {
	m := memories.Get().(*memory)
	defer m.rest()
	m.begin(clauses, s)
	speaker := ""
	for i, c := range clauses {
		if c == nil {
			continue
		}
		if c.Speaker != speaker {
			m.speaking++
			speaker = c.Speaker
		}
		if !c.Asks {
			m.take(c, i)
		}
	}
	return append(m.facts, m.groupFacts()...)
}

// memories are kept for the room that they have: a conversation is read anew with every request.
var memories = sync.Pool{New: func() any { return &memory{} }}

// begin makes a memory ready for clauses.
func (m *memory) begin(clauses []*read.Clause, s Slips) {
	n := len(clauses)
	m.facts = make([]Fact, 0, n)
	m.clauses, m.slips, m.turn, m.speaking = clauses, s, 0, 0
	m.marks = slices.Grow(m.marks[:0], n)[:n]
	clear(m.marks)
	m.around = slices.Grow(m.around[:0], n)[:n]
	m.index.begin(clauses)
}

// rest lets go of what was read.
func (m *memory) rest() {
	clear(m.groups)
	m.groups = m.groups[:0]
	m.facts, m.clauses, m.slips = nil, nil, Slips{}
	memories.Put(m)
}

// memory is a conversation being read.
type memory struct {
	facts    []Fact
	marks    []mark // one for each fact
	near     []int32
	clauses  []*read.Clause
	around   []float64 // scratch, one for each fact
	turn     int32     // how often meet was called
	speaking int32     // how often somebody else began to speak
	index    index
	groups   []group
	slips    Slips
	best     []change // scratch
	spare    []change
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
		absorbed = m.total(c, i, c.Change) || absorbed
	} else if c.Change == read.Move && c.Speaker != "tool" && !c.Denies && m.transfer(c, i) {
		absorbed = true
	} else if step := stepped(c); step != read.Set && c.Speaker != "tool" && !c.Denies {
		absorbed = m.total(c, i, step) || absorbed
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
	f, changes := m.amended(c, i, now)
	if f < 0 {
		f, changes = m.overheard(i, now)
	}
	if f >= 0 {
		if m.slips.Resists != nil && m.slips.Resists(&m.facts[f], c) {
			return
		}
		m.replace(f, c, i, now, was, changes)
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
	m.facts = append(m.facts, Fact{Clause: c, Now: now, Was: was, Said: 1, First: i, Last: i, turn: m.speaking})
	m.index.add(c, len(m.facts)-1)
}

// retell notes that clause i states fact f again.
func (m *memory) retell(f int, c *read.Clause, i int) {
	fact := &m.facts[f]
	fact.Earlier = append(fact.Earlier, Telling{fact.Clause, fact.Last, fact.turn})
	fact.Clause, fact.Last, fact.turn = c, i, m.speaking
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
	held := append(make([]read.Value, 0, len(fact.Now)+len(now)), fact.Now...)
	old := append(make([]read.Value, 0, len(was)+len(changes)+min(len(fact.Was), oldest)), was...)
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
const oldest = 4

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
	for i := range values {
		if alike(&values[i], &v) {
			return true
		}
	}
	return false
}

// hasKeys reports whether all of some values are among values.
func hasKeys(values, some []read.Value) bool {
	for i := range some {
		if !hasKey(values, some[i]) {
			return false
		}
	}
	return true
}

// same reports whether two values are one.
func same(a, b read.Value) bool { return alike(&a, &b) }

// alike is same without copying.
func alike(a, b *read.Value) bool {
	return a.Key == b.Key && (a.Kind == b.Kind || a.Kind != read.Amount && b.Kind != read.Amount) &&
		(a.Kind != read.Amount || a.Unit == b.Unit || a.Unit == "" || b.Unit == "")
}
