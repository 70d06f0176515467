package probes

import (
	"math/big"
	"regexp"
	"strings"
	"unicode/utf8"

	"contextarena.internal/arena"
	"contextarena.internal/probes/reply"
	"contextarena.internal/words"
)

// number is the one number that a fact is about, as its text has it: of "she is treated in room 6" it is 6, of rooms.
type number struct {
	words.Amount
	label string // the stem of the word before it, if the question has that word: room
}

// numberOf is that of a fact; ok is false if its value isn't one number, or the question names that too.
func numberOf(f arena.Fact) (n number, ok bool) {
	t, asked := words.Read(reply.Plain(f.Text)), words.Read(f.Question) // the third floor is floor 3
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
	return n, n.Units != nil || n.label != ""
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

// find is where the number stands in a reply to its question, which needn't say of what it is: "it's six" of a room, "14" of
// minutes, "T4" of a table, "the second" of a phase. Behind a word of its own it is a number of something else.
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
	if n.label == "" {
		return out
	}
	initial, _ := utf8.DecodeRuneInString(n.label)
	for i := range t.Tokens() {
		switch k, next := t.Ordinal(i); {
		case k > 0 && t.Word(i-1) == "the" && n.Value.IsInt() && n.Value.Num().Int64() == int64(k) && (t.CountsNothing(next-1) || t.Word(next) == "one"):
			out = append(out, t.Span(i, next-1))
		case t.Word(i) == "one" && n.Value.IsInt() && n.Value.Num().Int64() == 1 && t.CountsNothing(i) &&
			(t.Word(i-1) == "number" || t.Word(i-1) == "no" && !t.Glued(i) || words.Stem(t.Word(i-1)) == n.label):
			out = append(out, t.Span(i, i))
		case t.IsNumber(i) && t.Glued(i) && t.Word(i) == n.Value.RatString() && strings.EqualFold(t.Slice(t.Span(i-1, i-1)), string(initial)) && !t.Glued(i-1) && t.CountsNothing(i):
			out = append(out, t.Span(i-1, i))
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

// joint is what stands between a value and the one that took its place, where the second is only its number.
var joint = regexp.MustCompile(`(?i)^[\s,;:([*_"']*(?:→|->|=>|>|\b(?:and |but )?(?:not|no longer|was|were|then|now|to|instead of|rather than|formerly|previously|earlier|before|at first|first|initially|originally|once|old|ex|it was|had been|it had been)\b)(?: (?:in|on|at|from|first|at first))?[\s:*_]*$`)

// halfSaid are the values of a fact in notes of which only the number is said, beside one whose place it took or that took its
// own: "room 12, not 7", "bay 6 → 11".
func (m *mentions) halfSaid(fact int) []words.Span {
	n := m.sc.facts[fact].number
	if n == nil || n.label == "" {
		return nil
	}
	var out []words.Span
	for i := range m.sc.facts {
		if !m.sc.lineage.oneThing(i, fact) {
			continue
		}
		for _, o := range within(m.sc.facts[i].bare.Find(m.text), m.of(i)) {
			for _, v := range n.find(m.text) {
				a, b := o, v
				if b.Start < a.Start {
					a, b = b, a
				}
				if a.End <= b.Start && joint.MatchString(m.text.Source()[a.End:b.Start]) {
					out = append(out, v)
				}
			}
		}
	}
	return ordered(out)
}

// owns reports whether the word before a number isn't that of another thing that goes by a number.
func (n number) owns(t *words.Text, first int) bool {
	w := t.Word(first - 1)
	return w == "" || n.label == "" || words.Stem(w) == n.label || !reply.Things[words.Stem(w)]
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
