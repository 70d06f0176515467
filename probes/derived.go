package probes

import (
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
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
// its value is, or all its own operands are; one that is stated, if it stands beside another of them, or if it is a number of days and two days stand together
// that are so many apart.
func (e *evidence) operandsIn(fact int, texts []string, there func(fact int, texts []string) bool) bool {
	for _, operand := range e.sc.facts[fact].operands {
		if there(operand, texts) {
			continue
		}
		if len(e.sc.facts[operand].operands) == 0 {
			if !e.beside(fact, operand, texts) && !e.lasts(operand, texts) {
				return false
			}
		} else if !e.operandsIn(operand, texts, there) {
			return false
		}
	}
	return true
}

// beside reports whether a text has the value of an operand without a label in the paragraph, the line or the item in which
// another operand of the same fact stands with its own, the first of them by all appearances: "budget: 15k engineering, 10k
// sales, 5k", "catering 35 dollars, 3 times". A value that is another fact's there is none, and neither is one where what it
// replaced stands.
func (e *evidence) beside(fact, operand int, texts []string) bool {
	g, f := e.sc.lineage, e.sc.facts[operand]
	return slices.ContainsFunc(texts, func(text string) bool {
		if text == "" || f.Value.Number == nil && f.Value.Date == nil && f.Value.Time == nil {
			return false
		}
		m := e.mentions(text)
		if slices.ContainsFunc(g.Superseded(operand), func(old int) bool { return len(m.seen(old)) > 0 }) {
			return false
		}
		blocks := map[int]bool{}
		for _, o := range e.sc.facts[fact].operands {
			if o == operand {
				continue
			}
			for _, s := range m.seen(o) {
				first, _ := m.text.Cover(s)
				blocks[m.text.Block(first)] = true
			}
		}
		return slices.ContainsFunc(f.bare.Find(m.text), func(v words.Span) bool {
			first, last := m.text.Cover(v)
			return first <= last && blocks[m.text.Block(first)] && !m.taken(operand, v)
		})
	})
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
		if found := e.noted(e.sc.probes[at], t); found.Result != Lost {
			return found.Result == Kept
		}
	}
	return false
}

// overtaken reports whether what a text says of the operands of a derived value, of those that changed, replaced all that it says of
// its old values: "total £13,580 for seven. Later one dropped out, so six". What is an operand's value is no old one.
func (e *evidence) overtaken(p probe, text string) bool {
	m := e.mentions(text)
	var now, operands []words.Span
	for _, i := range e.sc.facts[p.fact].operands {
		for _, at := range append(slices.Clone(e.sc.facts[i].leaves), i) {
			seen := m.seen(at)
			operands = append(operands, seen...)
			if len(e.sc.lineage.Older(at)) > 0 {
				now = append(now, seen...)
			}
		}
	}
	old := slices.DeleteFunc(e.sc.oldSpans(p, m), func(o words.Span) bool { return slices.ContainsFunc(operands, o.Overlaps) })
	return match.FirstUnmarked(m.text, e.sc.days, now, old, nil) == nil
}

// lasts reports whether a fact is a number of days, nights or weeks that lie between two days which a text names one behind the
// other in a block, "8 to 13 March". Of days both ends may count.
func (e *evidence) lasts(fact int, texts []string) bool {
	n := e.sc.facts[fact].Value
	for _, p := range n.Any {
		if p.Number != nil {
			n = p
			break
		}
	}
	if n.Number == nil {
		return false
	}
	count, err := strconv.Atoi(n.Number.Value)
	inclusive := 0
	switch strings.TrimSuffix(n.Number.Unit, "s") {
	case "day":
		inclusive = 1
	case "week":
		count *= 7
	case "night":
	default:
		return false
	}
	return err == nil && slices.ContainsFunc(texts, func(text string) bool {
		if text == "" {
			return false
		}
		t := e.mentions(text).text
		dates := t.Dates()
		for i := 1; i < len(dates); i++ {
			first, _ := t.Cover(dates[i-1].Span)
			second, _ := t.Cover(dates[i].Span)
			if apart := dates[i].After(dates[i-1]); t.SameBlock(first, second) && (apart == count || inclusive > 0 && apart+inclusive == count) {
				return true
			}
		}
		return false
	})
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
