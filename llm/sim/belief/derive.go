package belief

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/read"
)

// derive answers a part by combining facts, if it asks for what follows from several. It reports
// false if it asks for nothing of the kind, or if a fact that it takes is missing.
func (a *asker) derive(p *part, hits []hit) (string, bool) {
	if len(p.chain) > 1 {
		return a.chain(p.chain)
	}
	lower := strings.ToLower(p.text)
	words := strings.FieldsFunc(lower, func(r rune) bool { return r == ' ' || r == ',' || r == '?' || r == '.' })
	if line, ok := a.between(p, words); ok {
		return line, true
	}
	if !a.tells(p, hits) {
		if line, ok := a.lasts(p); ok {
			return line, true
		}
	}
	if line, ok := a.grand(p, words); ok {
		return line, true
	}
	if line, ok := a.gathered(p, words, hits); ok {
		return line, true
	}
	if !p.wants.has(read.Amount) && !has(words, "come", "sum", "total") {
		return "", false
	}
	switch {
	case has(words, "left", "remain", "remains", "remaining", "spare", "still") || has(words, "more") && has(words, "fit", "room", "take"):
		if line, ok := a.remainder(p, hits); ok {
			return line, true
		}
		return a.rest(p, hits)
	case has(words, "more", "less", "fewer", "further", "longer") && has(words, "than"):
		return a.rest(p, hits)
	case words[0] == "by" && !p.past || has(words, "difference", "increase", "decrease"):
		return a.difference(p, hits)
	case has(words, "together", "altogether", "total", "totals", "combined", "sum", "overall", "whole", "entire", "both", "all"):
		return a.sumUp(p, words, hits)
	case has(words, "per", "each", "average", "every"):
		return a.share(p, words, hits)
	}
	return "", false
}

// has reports whether any of the wanted words is among words.
func has(words []string, wanted ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(wanted, w) })
}

// gathered answers a question about a group: who is in it, how many are, every group of a sort.
func (a *asker) gathered(p *part, words []string, hits []hit) (string, bool) {
	var lines []string
	for i := range a.facts {
		f := &a.facts[i]
		if f.Group == "" {
			continue
		}
		key := tokens(strings.ToLower(f.Group))
		sort, whole := false, true
		for _, w := range key {
			c := a.cell(read.Hash(w))
			is := c.word != 0 && p.words&(1<<(c.word-1)) != 0
			sort = sort || is
			whole = whole && (is || grammar[w])
		}
		switch {
		case whole && !p.wants.has(read.Date) && !p.wants.has(read.Identifier):
			if p.wants.has(read.Amount) && a.tells(p, hits) {
				return "", false
			}
			return f.Line(), true
		case sort && (p.all || has(words, "every", "each")) && (p.wants == 0 || p.wants.has(read.Name)):
			lines = append(lines, f.Line())
		}
	}
	return strings.Join(lines, "; "), len(lines) > 1
}

// tells reports whether the best fact states the amount that a part asks for in its unit.
func (a *asker) tells(p *part, hits []hit) bool {
	if len(hits) == 0 || p.unit == "" {
		return false
	}
	_, ok := a.pick(p, &a.facts[hits[0].fact], p.unit)
	return ok && a.covers(p, hits[0])
}

// amounts are the amounts in the facts that fit a part best, the best first, at most one of a
// fact.
func (a *asker) amounts(p *part, hits []hit, unit string) []operand {
	var out []operand
	for k, h := range hits {
		if k >= 8 || h.score < 0.3*hits[0].score {
			break
		}
		if a.facts[h.fact].Absorbed || a.sentenceHas(h.fact)&p.words&^p.attrs == 0 {
			continue
		}
		if v, ok := a.pick(p, &a.facts[h.fact], unit); ok && v.Kind == read.Amount {
			out = append(out, operand{v, h.fact})
		}
	}
	return out
}

// rest is what is left of an amount when another is taken off.
func (a *asker) rest(p *part, hits []hit) (string, bool) {
	ops := a.amounts(p, hits, p.unit)
	if len(ops) < 2 || !a.covers(p, hits[0]) {
		return "", false
	}
	for _, o := range ops[1:] {
		if o.Unit == ops[0].Unit && o.Key != ops[0].Key {
			x, y := ops[0], o
			if y.Number > x.Number {
				x, y = y, x
			}
			return a.result(label(p), x.Number-y.Number, x.Unit, []operand{x, y}, []string{"", "-"}), true
		}
	}
	return "", false
}

// difference is how much a value changed, or how far two are apart.
func (a *asker) difference(p *part, hits []hit) (string, bool) {
	if len(hits) == 0 || !a.covers(p, hits[0]) {
		return "", false
	}
	for _, h := range hits[:min(3, len(hits))] {
		f := &a.facts[h.fact]
		now, ok := a.pick(p, f, p.unit)
		if !ok {
			continue
		}
		for k := len(f.Was) - 1; k >= 0; k-- {
			if was := f.Was[k]; was.Kind == read.Amount && was.Unit == now.Unit && was.Number != now.Number {
				x, y := operand{now, h.fact}, operand{was, h.fact}
				if y.Number > x.Number {
					x, y = y, x
				}
				return a.result(label(p), x.Number-y.Number, x.Unit, []operand{x, y}, []string{"", "-"}), true
			}
		}
	}
	return a.rest(p, hits)
}

// sumUp is what several amounts come to: a rate times what it is per, or a sum.
func (a *asker) sumUp(p *part, words []string, hits []hit) (string, bool) {
	if len(hits) == 0 || !a.covers(p, hits[0]) {
		return "", false
	}
	if statesTotal(a.facts[hits[0].fact].Clause.Text) {
		return "", false
	}
	if line, ok := a.product(p, hits); ok {
		return line, true
	}
	if line := a.implied(p, hits); line != "" {
		return line, true
	}
	if !has(words, "both", "together", "altogether", "combined", "total", "sum") {
		return "", false
	}
	ops := a.amounts(p, hits, p.unit)
	if len(ops) < 2 {
		return "", false
	}
	total := 0.0
	var used []operand
	for _, o := range ops {
		if o.Unit != ops[0].Unit || o.Per != ops[0].Per || slices.ContainsFunc(used, func(u operand) bool { return u.Key == o.Key }) {
			continue
		}
		if has(words, "both", "two") && !has(words, "and") && len(used) == 2 {
			break
		}
		used = append(used, o)
		total += o.Number
	}
	if len(used) < 2 {
		return "", false
	}
	signs := make([]string, len(used))
	for i := range signs {
		signs[i] = "+"
	}
	return a.result(label(p), total, ops[0].Unit, used, signs), true
}

// product is a rate times the count of what it is per: "$35 per person" for 60 people.
func (a *asker) product(p *part, hits []hit) (string, bool) {
	own := 0.0
	for _, h := range hits {
		own = max(own, a.sum(a.sentenceHas(h.fact)&p.words))
	}
	for _, h := range hits[:min(4, len(hits))] {
		f := &a.facts[h.fact]
		if a.sum(a.sentenceHas(h.fact)&p.words) < 0.8*own {
			continue
		}
		for _, rate := range f.Now {
			if rate.Kind != read.Amount {
				continue
			}
			per := rate.Per
			if per == "" || per == "each" {
				if !eachIn(f.Clause.Text) && per == "" {
					continue
				}
				per = ""
			}
			if !p.counts(rate) {
				continue
			}
			if n, ok := a.countOf(p, f, per, hits); ok {
				return a.result(label(p), rate.Number*n.Number, rate.Unit, []operand{{rate, h.fact}, n}, []string{"", "*"}), true
			}
		}
	}
	return "", false
}

// sentenceHas is which asked words stand in the sentences that state a fact.
func (a *asker) sentenceHas(fact int) uint64 {
	m := a.masks[fact]
	from, to := a.sentence(a.facts[fact].Last)
	for k := from; k <= to; k++ {
		m |= a.said[k]
	}
	return m
}

// eachIn reports whether a text gives the price of one.
func eachIn(text string) bool {
	return slices.ContainsFunc(tokens(text), func(w string) bool { return w == "each" || w == "apiece" || w == "per" || w == "every" })
}

// countOf is how many there are of a unit: among the facts that fit the part best, then anywhere,
// the newest. Without a unit it is of something that the part asks for.
func (a *asker) countOf(p *part, rate *Fact, unit string, hits []hit) (operand, bool) {
	counts := func(v read.Value) bool {
		if v.Kind != read.Amount || v.Per != "" || v.Unit == "" || v.Number < 2 {
			return false
		}
		if unit != "" {
			return v.Unit == unit || people[v.Unit] && people[unit]
		}
		c := a.cell(read.Hash(v.Unit))
		return c.word != 0 && p.words&(1<<(c.word-1)) != 0
	}
	for _, h := range hits {
		for _, v := range a.facts[h.fact].Now {
			if counts(v) {
				return operand{v, h.fact}, true
			}
		}
	}
	best := operand{fact: -1}
	for i := range a.facts {
		f := &a.facts[i]
		if f == rate || f.Clause.Unsure || f.Absorbed || f.Gone {
			continue
		}
		for _, v := range f.Now {
			if counts(v) && (best.fact < 0 || f.Last >= a.facts[best.fact].Last) {
				best = operand{v, i}
			}
		}
	}
	return best, best.fact >= 0
}

// people are units that count people: what is per person is per guest.
var people = set(`person people guest head traveller traveler attendee participant adult player member`)

// statesTotal reports whether a text gives a total itself.
func statesTotal(text string) bool {
	for w := range words(text) {
		switch strings.ToLower(w) {
		case "total", "altogether", "together", "combined", "overall", "sum":
			return true
		}
	}
	return false
}
