package generate

import (
	"slices"
	"strings"
)

// happen sets the values of the events of one turn and computes anew what follows from them.
func (w *world) happen(group int, events []event) {
	touched := map[int]bool{}
	for _, e := range events {
		f := w.facts[e.fact]
		f.versions = append(f.versions, version{w.next(f, e.step), group})
		for _, d := range f.feeds {
			touched[d] = true
		}
		for _, d := range f.feeds {
			if n, ok := w.compute(w.derived[d]); ok && w.derived[d].op != 'n' {
				w.urn.numbers[n] = true
			}
		}
	}
	for i, d := range w.derived { // a term comes before what is computed from it
		if !touched[i] {
			continue
		}
		if n, ok := w.compute(d); ok {
			d.versions = append(d.versions, result{n, group, w.operands(d)})
		}
	}
}

// next is the value that a step gives a fact.
func (w *world) next(f *fact, step int) value {
	switch {
	case step == changes && f.deleted:
		return value{gone: true}
	case step == states && f.zone != nil:
		return *f.zone
	}
	return w.urn.draw(f.what, f.spread, func(v value) bool { return w.fits(f, v) })
}

// fits reports whether a value may be that of f: what follows from it must be new numbers too, and it isn't a value
// that f had, turned round ("oak over copper"), since the same words say both.
func (w *world) fits(f *fact, v value) bool {
	top, under, _ := strings.Cut(v.key, " over ")
	if slices.ContainsFunc(f.versions, func(had version) bool { return had.key == under+" over "+top }) {
		return false
	}
	f.versions = append(f.versions, version{value: v})
	defer func() { f.versions = f.versions[:len(f.versions)-1] }()
	const itself = -1
	fresh := map[int]int{v.number: itself} // number → what has it
	for _, i := range f.feeds {
		d := w.derived[i]
		n, ok := w.compute(d)
		if !ok || d.op == 'n' {
			continue
		}
		if of, taken := fresh[n]; n < anyNumber.from || w.urn.numbers[n] || taken && of != i || yearLike(n) {
			return false
		}
		fresh[n] = i
	}
	return true
}
