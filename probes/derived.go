package probes

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// derived is the verdict on what several texts say of a value that follows from others, the newest text last; v is the
// verdict on the value itself. It is kept if all its operands are there, and stale if all those of a value that it
// replaced are. A historical probe asks for what was, so its operands may be marked as old, and may have been replaced.
func (e *evidence) derived(p probe, v Verdict, texts []string) Verdict {
	if v.Result == Kept || len(e.sc.facts[p.fact].operands) == 0 {
		return v
	}
	there := e.holds
	if p.Kind == arena.Historical {
		there = e.names
	}
	if e.operandsIn(p.fact, texts, there) {
		return Verdict{Result: Kept, Why: "all operands"}
	}
	if v.Result == Lost && slices.ContainsFunc(p.older, func(old int) bool {
		return len(e.sc.facts[old].operands) > 0 && e.operandsIn(old, texts, e.holds)
	}) {
		return Verdict{Result: Stale, Why: "all old operands"}
	}
	return v
}

// operandsIn reports whether every operand of a derived fact is there. An operand that is derived itself is there if
// its value is, or all its own operands are.
func (e *evidence) operandsIn(fact int, texts []string, there func(fact int, texts []string) bool) bool {
	for _, operand := range e.sc.facts[fact].operands {
		if there(operand, texts) {
			continue
		}
		if len(e.sc.facts[operand].operands) == 0 {
			return false
		} else if !e.operandsIn(operand, texts, there) {
			return false
		}
	}
	return true
}

// names reports whether a text has the value of a fact.
func (e *evidence) names(fact int, texts []string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return t != "" && len(e.mentions(t).seen(fact)) > 0 })
}

// holds reports whether the value of a fact is what the newest text says that has it or one that it replaced.
func (e *evidence) holds(fact int, texts []string) bool {
	at, asked := e.sc.current[fact]
	if !asked {
		return e.names(fact, texts)
	}
	for _, t := range slices.Backward(texts) {
		if found := e.stated(e.sc.probes[at], t); found.Result != Lost {
			return found.Result == Kept
		}
	}
	return false
}

// taken reports whether another fact's value stands at a value of a fact, with its own label.
func (m *mentions) taken(fact int, v words.Span) bool {
	g := m.sc.lineage
	for i, f := range m.sc.facts {
		if i != fact && !g.oneThing(i, fact) && slices.ContainsFunc(within(f.bare.Find(m.text), m.of(i)), v.Overlaps) {
			return true
		}
	}
	return false
}
