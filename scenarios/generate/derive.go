package generate

import (
	"fmt"
	"slices"
)

// operators are those of a chain's steps. A product comes once, so that numbers stay small; a
// difference follows a sum and takes off less than was added, so that none is negative.
var operators = [mostDepth + 1]byte{0, '+', '-', '*', '+', '-', '+', '-', '+'}

// sharing is how many things stand in one place that is counted.
const sharing = 3

// derive sets up what follows from facts: chains of sums, differences and a product; days between
// the dates of each pair; how many things stand in a place. first is the first fact of each type.
func (w *world) derive(s Settings, first, corrected []int) {
	if s.ChainDepth == 0 {
		return
	}
	for c := range s.chains() {
		term := first[quantity] + c*(s.ChainDepth+1)
		for step := 1; step <= s.ChainDepth; step++ {
			d := &derived{base: fmt.Sprintf("chain-%d-step-%d", c+1, step), op: operators[step], from: -1, facts: []int{term + step}}
			if step == 1 {
				d.facts = []int{term, term + 1}
			} else {
				d.from = len(w.derived) - 1
			}
			w.add(d)
		}
	}
	for pair := 0; pair+1 < s.Facts[date]; pair += 2 {
		at := first[date] + pair
		w.add(&derived{base: fmt.Sprintf("days-between-%d", pair/2+1), op: 'd', from: -1, facts: []int{at, at + 1}})
	}
	for n := 0; n+sharing <= s.Facts[spatial]; n += sharing {
		group := make([]int, sharing)
		moved := 0
		for i := range group {
			group[i] = first[spatial] + n + i
			if slices.Contains(corrected, group[i]) {
				moved++
			}
		}
		if moved > sharing-2 {
			continue // one or none would be left: too easy to guess
		}
		zone := w.urn.draw(w.facts[group[0]].what, spread{}, nil)
		for _, i := range group {
			w.facts[i].zone = &zone
		}
		w.add(&derived{base: kebabbed(zone.text[len("the "):]) + "-count", op: 'n', from: -1, facts: group, zone: zone})
	}
}

// add files a derived value with all facts that it depends on.
func (w *world) add(d *derived) {
	at := len(w.derived)
	w.derived = append(w.derived, d)
	for {
		for _, f := range d.facts {
			w.facts[f].feeds = append(w.facts[f].feeds, at)
		}
		if d.from < 0 {
			return
		}
		d = w.derived[d.from]
	}
}

// compute is what a derived value comes to now; it is not ok while a term is unknown.
func (w *world) compute(d *derived) (n int, ok bool) {
	for _, f := range d.facts {
		if len(w.facts[f].versions) == 0 {
			return 0, false
		}
	}
	switch d.op {
	case 'd':
		a, b := w.facts[d.facts[0]].now().day, w.facts[d.facts[1]].now().day
		days := int(b.Sub(a).Hours()) / 24
		return max(days, -days), true
	case 'n':
		for _, f := range d.facts {
			if w.facts[f].now().key == d.zone.key {
				n++
			}
		}
		return n, true
	}
	if d.from < 0 {
		return w.facts[d.facts[0]].now().number + w.facts[d.facts[1]].now().number, true
	}
	n, ok = w.compute(w.derived[d.from])
	if !ok {
		return 0, false
	}
	term := w.facts[d.facts[0]].now().number
	switch d.op {
	case '-':
		return n - term, true
	case '*':
		return n * term, true
	}
	return n + term, true
}

// operands are the ids of what a derived value is computed from now.
func (w *world) operands(d *derived) []string {
	var ids []string
	if d.from >= 0 {
		from := w.derived[d.from]
		ids = append(ids, numbered(from.base, len(from.versions)-1))
	}
	for _, f := range d.facts {
		ids = append(ids, w.facts[f].id(len(w.facts[f].versions)-1))
	}
	return ids
}
