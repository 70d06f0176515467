package probes

import (
	"math/big"

	"contextarena.internal/arena"
	"contextarena.internal/probes/unwrap"
	"contextarena.internal/words"
)

// number is the one number that a fact is about, as its text has it: of "she is treated in room 6" it is 6, of rooms.
type number struct {
	words.Amount
	label string // the stem of the word before it, if the question has that word: room
}

// numberOf is that of a fact; ok is false if its value isn't one number, or the question names that too.
func numberOf(f arena.Fact) (n number, ok bool) {
	t, asked := words.Read(unwrap.Plain(f.Text)), words.Read(f.Question) // the third floor is floor 3
	if len(t.Dates())+len(t.Clocks()) > 0 || len(f.Value.All) > 1 {
		return n, false
	}
	var all []words.Amount
	for _, a := range t.Amounts() {
		known := false
		for _, b := range asked.Amounts() {
			known = known || a.Same(b)
		}
		if !known {
			all = append(all, a)
		}
	}
	if last := t.Tokens() - 1; len(all) == 0 && t.Word(last) == "one" { // walk-in one
		all = append(all, words.Amount{Span: t.Span(last, last), Value: big.NewRat(1, 1)})
	}
	if len(all) != 1 {
		return n, false
	}
	n.Amount, n.label = all[0], labelOf(t, all[0], f.Question)
	_, last := t.Cover(n.Span)
	counts := t.Word(last + 1) // how many desks?
	return n, n.Units != nil || n.label != "" || counts != "" && words.Stems(f.Question)[words.Stem(counts)]
}

// labelOf is the stem of the word before an amount if it is one of the question's, so that an answer needn't have it.
func labelOf(t *words.Text, a words.Amount, question string) string {
	first, _ := t.Cover(a.Span)
	w := t.Word(first - 1)
	if t.Is(first-2, '-') && t.Glued(first-1) { // walk-in 2
		w = t.Slice(t.Span(first-3, first-1))
	}
	if stem := words.Stem(w); len(w) > 2 && words.Stems(question)[stem] {
		return stem
	}
	return ""
}

// find is where the number stands in a reply to its question, which needn't say of what it is: "it's six" of a room, "14" of minutes. Behind a word of its own it is a number of something else.
func (n number) find(t *words.Text) []words.Span {
	var out []words.Span
	for _, a := range t.Amounts() {
		first, last := t.Cover(a.Span)
		if n.comesTo(&a) {
			out = append(out, a.Span)
			continue
		}
		if a.Value.Cmp(n.Value) == 0 && (a.Units == nil || words.ShareUnit(a.Units, n.Units)) && first <= last && (a.Units != nil || t.CountsNothing(last)) && n.owns(t, first) {
			out = append(out, a.Span)
		}
	}
	return out
}

// comesTo reports whether an amount in another unit is the number: half a pound of eight ounces.
func (n number) comesTo(a *words.Amount) bool {
	if len(n.Units) != 1 {
		return false
	}
	v := words.UnitOf(n.Units[0]).In(a)
	return v != nil && v.Cmp(n.Value) == 0
}

// owns reports whether the word before a number isn't that of another thing that goes by a number.
func (n number) owns(t *words.Text, first int) bool {
	w := t.Word(first - 1)
	return w == "" || n.label == "" || words.Stem(w) == n.label || !things[words.Stem(w)]
}

// elided is where the values stand of which a reply says only the number.
func (sc *Scorer) elided(facts []int, t *words.Text) []words.Span {
	var out []words.Span
	for _, i := range facts {
		if n := sc.facts[i].number; n != nil {
			out = append(out, n.find(t)...)
		}
	}
	return ordered(out)
}

// things are what goes by a number or a letter.
var things = words.Set(`floor story storey level phase table row gate platform room stage chapter week session scene bay dock berth
	lane track pitch court cabin plot shelf cage rack slot version round act line page terminal district avenue street shift block unit
	day step turn route version column aisle drawer door seat bed apartment flat hall zone pier locker bin ward field pool house building stall
	tent booth box car desk counter oven barrel tank lot studio tier deck chute`)
