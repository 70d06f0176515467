package words

import (
	"math/big"
	"slices"
)

// Measured is the text with each amount that takes several words or some arithmetic as one: "a minute and a half" is 1.5 minutes, "a
// quarter of a kilo" 0.25 kilos, "1 hour 20 minutes" 80 minutes, "half a million" 500,000. It is t itself where
// there is none.
func (t *Text) Measured() *Text {
	m := measuring{t: t}
	rest := t.amounts
	for i := 0; i < len(t.tokens); i++ {
		if t.kind(i) == punct && lexicon.signs[t.tokens[i].char] == nil {
			continue
		}
		at := int(t.tokens[i].start)
		for len(rest) > 0 && rest[0].Span.End <= at {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0].Span.Start < at { // the half of two and a half
			continue
		}
		if starts := len(rest) > 0 && rest[0].Span.Start == at; !starts && !opening[t.Word(i)] {
			continue
		}
		if last := m.at(i); last > i {
			i = last
		}
	}
	if m.whole == nil {
		return t
	}
	out := m.whole
	for _, a := range t.amounts {
		if !slices.ContainsFunc(m.whole, func(o Amount) bool { return o.Span.Overlaps(a.Span) }) {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Amount) int { return a.Span.Compare(b.Span) })
	return &Text{
		src: t.src, lower: t.lower, tokens: t.tokens, next: t.next, words: t.words, vocab: t.vocab, ids: t.ids, starts: t.starts, blocks: t.blocks,
		amounts: out, dates: t.dates, clocks: t.clocks,
	}
}

// opening are the words that begin an amount without being a number.
var opening = Set("a an one half quarter third")

// measuring is a text being measured.
type measuring struct {
	t     *Text
	whole []Amount // stand for those in them
}

// piece is an amount up to a token.
type piece struct {
	Amount
	last    int
	several bool // it takes more words than a number and its unit
	one     bool // a unit alone: "a cent"
}

// at reads what begins at token i, and returns its last token, i or less if there is nothing to file.
func (m *measuring) at(i int) int {
	t := m.t
	p, ok := t.sum(i)
	if !ok {
		return i
	}
	switch {
	case p.several:
	case p.one && t.lasts(i, p.last):
	default:
		return i
	}
	p.Span, p.after = t.Span(i, p.last), -1
	p.set(p.Value)
	m.whole = append(m.whole, p.Amount)
	return p.last
}

// lasts reports whether a unit alone at token i ("an hour") is an amount and not what something is counted by ("£5 an hour"): it opens its
// line, or stands behind a word of duration, and counts nothing.
func (t *Text) lasts(i, last int) bool {
	if w := t.Word(last + 1); !t.CountsNothing(last) || w == "and" || w == "or" || w == "of" || w == "per" {
		return false
	}
	return i == 0 || !t.SameBlock(i-1, i) || duration[t.Word(i-1)] || t.Is(i-1, ':')
}

var duration = Set("for takes take took taken lasts last lasted is was within needs wants exactly weighs of to about it's that's costs")

// amountAt is the amount that begins at token i, nil if there is none.
func (t *Text) amountAt(i int) *Amount {
	if t.kind(i) == none {
		return nil
	}
	start := int(t.tokens[i].start)
	at, ok := slices.BinarySearchFunc(t.amounts, start, func(a Amount, start int) int { return a.Span.Start - start })
	if !ok {
		return nil
	}
	return &t.amounts[at]
}

// measureWord reports whether the word at token i names a unit, and isn't one letter or two, which may be anything.
func (t *Text) measureWord(i int) bool { return len(t.Word(i)) > 2 && t.unitWord(i) != nil }

// simple is an amount with its unit, "an hour", "half an hour", "a quarter of a kilo", "half a million" or "a half hour" at token i.
func (t *Text) simple(i int) (p piece, ok bool) {
	w := t.Word(i)
	part := t.meaning(i).part
	switch {
	case w == "half" || w == "quarter" || w == "third": // half an hour, quarter of a kilo, a half hour
		return t.partOfOne(i, i+1, big.NewRat(1, part))
	case (w == "a" || w == "an" || w == "one") && t.meaning(i+1).part > 0:
		return t.partOfOne(i, i+2, big.NewRat(1, t.meaning(i+1).part))
	case (w == "a" || w == "an") && t.Word(i+1) != "second" && t.measureWord(i+1) && t.SameBlock(i, i+1):
		return piece{Amount: Amount{Value: big.NewRat(1, 1), Units: t.unitWord(i + 1)}, last: i + 1, one: true}, true
	}
	a := t.amountAt(i)
	if a == nil {
		return p, false
	}
	_, last := t.Cover(a.Span)
	if a.Value.Cmp(big.NewRat(1, 1)) < 0 && a.Units == nil {
		if p, ok := t.partOfOne(i, last+1, a.Value); ok {
			return p, true
		}
	}
	if t.measureWord(t.hyphen(last+1)) && t.SameBlock(last, last+1) {
		last = t.hyphen(last + 1)
	}
	return piece{Amount: *a, last: last}, true
}

// partOfOne is a part of one that begins at token i and whose unit is named from token j on: "of a kilo", "an hour", "a million",
// "hour" of "half hour".
func (t *Text) partOfOne(i, j int, part *big.Rat) (p piece, ok bool) {
	at := t.hyphen(j)
	if t.Word(at) == "of" {
		at++
	}
	switch w := t.Word(at); {
	case w == "a" || w == "an" || w == "one":
		at++
	case at > j && t.Word(at-1) == "of", !t.measureWord(at) && t.meaning(at).scale == 0:
		return p, false
	}
	if !t.SameBlock(i, at) {
		return p, false
	}
	if scale := t.meaning(at).scale; scale >= 100 && len(t.Word(at)) > 2 {
		n := new(big.Rat).Mul(part, new(big.Rat).SetInt64(scale))
		return piece{Amount: Amount{Value: n, Units: t.unitsAt(at + 1)}, last: at, several: true}, true
	}
	if !t.measureWord(at) || t.Word(at) == "second" && at == j {
		return p, false
	}
	return piece{Amount: Amount{Value: part, Units: t.unitWord(at)}, last: at, several: true}, true
}

// sum is a simple amount at token i with what is added to it: "and a half", "and 35 seconds", "and a day", "forty" of "two hours forty", "and
// ten more".
func (t *Text) sum(i int) (p piece, ok bool) {
	if p, ok = t.simple(i); !ok {
		return p, false
	}
	j := p.last + 1
	and := t.Word(j) == "and"
	if part := t.meaning(j + 2).part; and && part > 0 && p.Units != nil && (t.Word(j+1) == "a" || t.Word(j+1) == "one") && t.Word(j+3) != "of" && t.SameBlock(i, j+2) {
		p.Value, p.last, p.several = new(big.Rat).Add(p.Value, big.NewRat(1, part)), j+2, true
		return p, true
	}
	if and {
		j++
	}
	b, ok := t.simple(j)
	if !ok || !t.SameBlock(i, b.last) || b.one && !and {
		return p, true
	}
	switch {
	case len(b.Units) == 1 && p.Units != nil:
		whole := Unit{units: b.Units}.In(&p.Amount)
		if whole == nil || whole.Cmp(p.Value) <= 0 || b.Value.Cmp(whole) >= 0 {
			return p, true // not a smaller unit
		}
		return piece{Amount: Amount{Value: whole.Add(whole, b.Value), Units: b.Units}, last: b.last, several: true}, true
	case b.Units != nil:
	case p.Units == nil:
		more := t.Word(b.last + 1)
		if and && t.even(p) && b.Value.Cmp(p.Value) < 0 && (more == "more" || more == "extra" || t.even(b) || t.CountsNothing(b.last) && b.Approx < float64(t.meaning(p.last).scale)) {
			if more == "more" || more == "extra" {
				b.last++
			}
			return piece{Amount: Amount{Value: new(big.Rat).Add(p.Value, b.Value)}, last: b.last, several: true}, true
		}
	case t.CountsNothing(b.last) && b.Value.IsInt() && b.Value.Sign() > 0 && t.unitBefore(p):
		sixty, hundred := Unit{units: []string{"minute"}}.In(&p.Amount), t.currency(p.Units)
		switch {
		case sixty != nil && p.Units[0] == "hour" && b.Approx < 60:
			return piece{Amount: Amount{Value: sixty.Add(sixty, b.Value), Units: []string{"minute"}}, last: b.last, several: true}, true
		case hundred && b.Approx < 100 && p.Value.IsInt():
			n := new(big.Rat).Quo(b.Value, big.NewRat(100, 1))
			return piece{Amount: Amount{Value: n.Add(n, p.Value), Units: p.Units}, last: b.last, several: true}, true
		}
	case p.Units[0] == "hour" && and && b.Value.Cmp(big.NewRat(1, 1)) < 0: // an hour and three quarters
		return piece{Amount: Amount{Value: new(big.Rat).Add(p.Value, b.Value), Units: p.Units}, last: b.last, several: true}, true
	}
	return p, true
}

// even reports whether a number ends with a factor that is a word: a dozen, two hundred.
func (t *Text) even(p piece) bool { return t.meaning(p.last).scale >= 12 && len(t.Word(p.last)) > 2 }

// unitBefore reports whether an amount ends with the word for its unit, not with its number: "two dollars", not "$2".
func (t *Text) unitBefore(p piece) bool { return t.measureWord(p.last) }

// currency reports whether these are units of money with a hundredth.
func (t *Text) currency(units []string) bool {
	return ShareUnit(units, []string{"usd", "gbp", "eur", "cad", "aud", "chf"})
}
