package words

import (
	"math/big"
	"slices"
	"strings"
	"unicode"
)

// suffix reads what stands behind a numeral: a factor, a percent or currency sign, a unit. It
// isn't ok if the digits go on as an identifier.
func (t *Text) suffix(n *Amount, value *big.Rat, next int, spelled bool) (*big.Rat, int, bool) {
	last := next - 1 // of the span
	if t.kind(next) == letters && t.SameBlock(next-1, next) {
		if scale := t.scaleAt(next, n.Units != nil); scale > 0 {
			value.Mul(value, new(big.Rat).SetInt64(scale))
			n.scaled, n.weak = true, false
			last = next
			if t.Is(next+1, '.') && strings.EqualFold(t.raw(next), "mil") {
				last++
			}
			last = t.andAPart(value, last+1) - 1
		} else if t.times(next) && t.Glued(next) && !t.Glued(next+1) && t.kind(next+1) == letters {
			last = next // 8x kayaks
		} else if t.Glued(next) && t.alnum(next) && !spelled {
			units := t.unitWord(next)
			switch {
			case t.meaning(next).ordinal:
				return nil, 0, false
			case units == nil:
				n.weak = true
			case n.Units == nil:
				n.Units = units
			}
			n.after = t.tokens[next].word
			last = next
		}
		if last == next && t.Glued(next+1) && t.kind(next+1) == digits {
			return nil, 0, false
		}
	}
	next = last + 1
	if t.Glued(next) && t.Is(next, '-') && t.Glued(next+1) && t.kind(next+1) == letters && !t.tokens[next+1].lone {
		if !t.partOfWord(next + 1) {
			return nil, 0, false
		}
	}
	mark := t.Char(next)
	switch units := lexicon.signs[mark]; {
	case units == nil || !t.SameBlock(next-1, next):
	case isCurrency(mark):
		if n.Units == nil && !(t.Glued(next+1) && (t.kind(next+1) == digits || t.Is(next+1, '.'))) {
			n.Units = units
			next++
		}
	case mark == '°':
		if n.Units == nil {
			n.Units = units
		}
		next++
		if c := t.meaning(next); t.Glued(next) && ShareUnit(c.units, units) {
			n.Units = c.units
			next++
		}
	default:
		if n.Units == nil {
			n.Units = units
		}
		next++
	}
	if n.after < 0 {
		t.unitBehind(n, next)
	}
	if n.weak && n.Units != nil {
		n.weak = false
	}
	return value, next, true
}

// partOfWord reports whether a word hyphenated to a number qualifies something (30-day,
// 5-person, 8-ounce) and isn't the rest of an identifier (99284-B).
func (t *Text) partOfWord(i int) bool {
	if t.Glued(i+1) && t.kind(i+1) == digits {
		return false
	}
	r := []rune(t.raw(i))
	return len(r) > 1 && (t.unitWord(i) != nil || t.meaning(i).scale > 0 || unicode.IsLower(r[len(r)-1]))
}

// scaleAt is the factor that the word at i gives to the number before it, 0 for none. An m is a
// million only as a capital or behind a currency: it may be metres or minutes; a capital B is a
// billion only behind a currency. A grand that counts nothing is a thousand, and not a piano; a score is twenty behind a
// number in words, and not of a match.
func (t *Text) scaleAt(i int, currency bool) int64 {
	scale := t.meaning(i).scale
	switch raw := t.raw(i); {
	case raw == "MM" && currency:
		return 1e6
	case raw == "grand" && t.CountsNothing(i) && !t.Glued(i):
		return 1e3
	case raw == "score" && t.meaning(i-1).cardinal > 2 && t.meaning(i-1).cardinal < 10:
		return 20
	case raw == "m" && !(currency && t.Glued(i)), raw == "b", raw == "B" && !currency:
		return 0
	}
	return scale
}

// CountsNothing reports whether nothing stands behind token i that a number there could count: a word that names no thing, a mark or
// the end of the line.
func (t *Text) CountsNothing(i int) bool {
	w := t.Word(i + 1)
	return w == "" || !t.SameBlock(i, i+1) || functional[w] || strings.Contains(t.src[t.tokens[i].end:t.tokens[i+1].start], "\n")
}

var functional = Set(`and or but so because since as at in on for from with to until till before after then now today again instead is was are were
	that which it he she they you we i not if when while though although by per of there here please too also still`)

// unitBehind looks for the unit word behind a number: after a space or hyphen, past emphasis.
func (t *Text) unitBehind(n *Amount, i int) {
	prev := i - 1
	for t.Is(i, '*') || t.Is(i, '_') || t.Is(i, '`') {
		i++
	}
	if t.Is(i, '-') && t.Glued(i) && t.Glued(i+1) {
		i++
	}
	if t.kind(i) != letters || !t.SameBlock(prev, i) {
		if t.Is(i, '°') && n.Units == nil && t.SameBlock(prev, i) {
			n.Units = t.unitsAt(i)
		}
		return
	}
	n.after = t.tokens[i].word
	if n.Units == nil {
		n.Units = t.unitsAt(i)
	}
}

// unitWord is what known unit the word at token i names. A single capital is one only where it
// is customary: 400F and 2L are amounts, 3D and 5G aren't.
func (t *Text) unitWord(i int) []string {
	switch t.raw(i) {
	case "D", "G", "H", "S":
		return nil
	}
	return t.meaning(i).units
}

// NamesUnit reports whether the word at token i is that of a known unit.
func (t *Text) NamesUnit(i int) bool { return t.kind(i) == letters && t.unitWord(i) != nil }

// unitsAt is what known unit the token at i names; nil for none. "Degrees" may go on.
func (t *Text) unitsAt(i int) []string {
	units := lexicon.signs[t.Char(i)]
	if t.Word(i) == "per" && t.Word(i+1) == "cent" {
		return lexicon.signs['%']
	}
	if t.kind(i) == letters {
		units = t.unitWord(i)
	}
	if units == nil {
		return nil
	}
	if more := t.unitWord(i + 1); len(units) > 1 && len(more) == 1 && ShareUnit(units, more) {
		return more
	}
	return units
}

// Unit is what an amount is asked for in. The zero Unit is any.
type Unit struct {
	units []string // the known units it may be; an unknown one is its word
	word  string   // as an ordinary word, folded
}

// UnitOf is the unit that a word or a mark names: kg, $, people.
func UnitOf(name string) Unit {
	u := Unit{word: fold(name)}
	m := lexicon.words[u.word]
	switch r := []rune(u.word); {
	case u.word == "m": // in a text it may be minutes too
	case len(r) == 1 && lexicon.signs[r[0]] != nil:
		u.units = lexicon.signs[r[0]]
	case m != nil:
		u.units = m.units
	}
	if u.units == nil {
		u.units = []string{u.word}
	}
	return u
}

// Fits reports whether an amount of a text may have the unit. One that counts only with a unit must
// have it.
func (u Unit) Fits(t *Text, a *Amount) bool {
	if a.weak {
		return u.word != "" && a.after >= 0 && t.sameWord(a.after, u.word)
	}
	return u.units == nil || a.Units == nil || ShareUnit(u.units, a.Units)
}

// sameWord reports whether a word of the text is word, in singular or plural.
func (t *Text) sameWord(id int32, word string) bool {
	for _, w := range []string{word, word + "s", strings.TrimSuffix(word, "s")} {
		if got, ok := t.ids[w]; ok && got == id {
			return true
		}
	}
	return false
}

// isCurrency reports whether a mark may stand before an amount.
func isCurrency(r rune) bool { return r != 0 && lexicon.currencies[r] }

// ShareUnit reports whether two lists have a unit in common.
func ShareUnit(a, b []string) bool {
	return slices.ContainsFunc(a, func(unit string) bool { return slices.Contains(b, unit) })
}
