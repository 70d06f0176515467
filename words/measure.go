package words

import (
	"math/big"
	"slices"
)

// Measured is the text with each amount that takes several words as one: "a minute and a half" is 1.5 minutes, "a quarter of a kilo"
// 0.25 kilos, "1 hour 20 minutes" 80 minutes, "half a million" 500,000, "a fifth of them" 1/5. It is t itself where there is none.
func (t *Text) Measured() *Text {
	var out []Amount // with those of several words in them
	rest := t.amounts
	for i := 0; i < len(t.tokens); i++ {
		if t.kind(i) == punct {
			continue
		}
		at := t.Span(i, i).Start
		for len(rest) > 0 && rest[0].Span.Start < at {
			rest = rest[1:]
		}
		a, last := t.measure(i, rest)
		if last <= i {
			continue
		}
		a.Span, a.after = t.Span(i, last), -1
		a.set(a.Value)
		out = append(out, a)
		i = last
	}
	if out == nil {
		return t
	}
	for _, a := range t.amounts {
		if !slices.ContainsFunc(out, func(o Amount) bool { return o.Span.Overlaps(a.Span) }) {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b Amount) int { return a.Span.Compare(b.Span) })
	return &Text{
		src: t.src, lower: t.lower, tokens: t.tokens, next: t.next, words: t.words, vocab: t.vocab, ids: t.ids, starts: t.starts, blocks: t.blocks,
		amounts: out, dates: t.dates, clocks: t.clocks,
	}
}

// measure is the amount of several words that begins at token i, with its last token; i if there is none. amounts are those of the
// text that begin there or later.
func (t *Text) measure(i int, amounts []Amount) (a Amount, last int) {
	switch w := t.Word(i); {
	case w == "half" || w == "quarter" || w == "third": // half an hour, quarter of a kilo
		return t.partOfOne(i, i+1, big.NewRat(1, t.meaning(i).part))
	case (w == "a" || w == "one") && t.meaning(i+1).part > 0 && t.SameBlock(i, i+1) && !t.Glued(i+1):
		part := big.NewRat(1, t.meaning(i+1).part)
		switch a, last := t.partOfOne(i, i+2, part); {
		case last > i:
			return a, last
		case t.Word(i-1) != "and" && (t.Word(i+2) == "of" || t.Word(i+2) == ""): // a fifth of them, and no third place
			return Amount{Value: part}, i + 1
		}
	case (w == "a" || w == "an") && t.measureWord(i+1):
		return t.withRest(i, i+2, Amount{Value: big.NewRat(1, 1), Units: t.unitWord(i + 1)}, amounts)
	case len(amounts) > 0 && amounts[0].Span.Start == t.Span(i, i).Start:
		a := amounts[0]
		_, end := t.Cover(a.Span)
		end++
		if a.Value.Cmp(big.NewRat(1, 1)) < 0 && a.Units == nil {
			return t.partOfOne(i, end, a.Value)
		}
		if t.measureWord(end) {
			end++
		}
		if a.Units != nil {
			return t.withRest(i, end, a, amounts[1:])
		}
	}
	return a, i
}

// measureWord reports whether the word at token i names a unit, and isn't one letter or two, which may be anything.
func (t *Text) measureWord(i int) bool { return len(t.Word(i)) > 2 && t.unitWord(i) != nil }

// partOfOne is a part of one that begins at token i and whose unit is named from token j on: "of a kilo", "an hour", "a million".
func (t *Text) partOfOne(i, j int, part *big.Rat) (a Amount, last int) {
	if t.Word(j) == "of" {
		j++
	}
	w := t.Word(j)
	if w != "a" && w != "an" && w != "one" || !t.SameBlock(i, j+1) {
		return a, i
	}
	if scale := t.meaning(j + 1).scale; scale >= 1e6 && len(t.Word(j+1)) > 2 {
		return Amount{Value: new(big.Rat).Mul(part, new(big.Rat).SetInt64(scale)), Units: t.unitsAt(j + 2)}, j + 1
	}
	if !t.measureWord(j + 1) {
		return a, i
	}
	return Amount{Value: part, Units: t.unitWord(j + 1)}, j + 1
}

// withRest is an amount from token i on with what is added to it from token j on: "and a half", "and 35 seconds".
func (t *Text) withRest(i, j int, a Amount, amounts []Amount) (sum Amount, last int) {
	and := t.Word(j) == "and"
	if part := t.meaning(j + 2).part; and && part > 0 && (t.Word(j+1) == "a" || t.Word(j+1) == "one") && t.Word(j+3) != "of" && t.SameBlock(i, j+2) {
		return Amount{Value: new(big.Rat).Add(a.Value, big.NewRat(1, part)), Units: a.Units}, j + 2
	}
	if and {
		j++
	}
	for len(amounts) > 0 && amounts[0].Span.Start < t.Span(j, j).Start {
		amounts = amounts[1:]
	}
	if len(amounts) == 0 || !t.SameBlock(i, j) || t.Span(j, j).Start != amounts[0].Span.Start || len(amounts[0].Units) != 1 {
		return a, i
	}
	b := amounts[0]
	whole := Unit{units: b.Units}.In(&a)
	if whole == nil || whole.Cmp(a.Value) <= 0 || b.Value.Cmp(whole) >= 0 {
		return a, i // not a smaller unit
	}
	_, end := t.Cover(b.Span)
	if t.measureWord(end + 1) {
		end++
	}
	return Amount{Value: whole.Add(whole, b.Value), Units: b.Units}, end
}
