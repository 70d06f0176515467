package words

import (
	"slices"
	"strings"
)

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
