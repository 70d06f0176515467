package words

import (
	"math/big"
	"strconv"
)

// spelledOut reads a number in words: "sixty", "twenty-five", "three hundred and fifty", "thirty-eight thousand", "a hundred
// and forty", "two million three hundred thousand", "nought point four", "a million and a half".
func (t *Text) spelledOut(i int) (*big.Rat, int) {
	var total, part, least int64 // least is the smallest factor from a thousand on
	j := i
	for {
		m := t.meaning(j)
		switch {
		case m.spelled && (part%100 == 0 || part%100 >= 20 && part%10 == 0 && m.cardinal > 0 && m.cardinal < 10) &&
			(j == i || m.cardinal > 0):
			part += m.cardinal
		case j == i && t.aHundred(i):
			part = 1
		case j > i && m.scale == 100 && part > 0 && part < 100:
			part *= 100
		case j > i && m.scale >= 1000 && len(t.raw(j)) > 3 && part > 0 && (least == 0 || m.scale < least):
			total, part, least = total+part*m.scale, 0, m.scale
		default:
			n := new(big.Rat).SetInt64(total + part)
			end := t.spelledEnd(i, j)
			if total == 0 && part < 100 {
				if next := t.pointed(n, end); next > end {
					return n, next
				}
			}
			if next := t.parts(n, end); next > end {
				return n, next
			}
			return n, t.andAPart(n, end)
		}
		j++
		if t.Is(j, ',') && total > 0 && part == 0 && t.meaning(j+1).spelled { // thirty thousand, two hundred
			j++
		}
		if next := j + 1; t.Glued(j) && t.Is(j, '-') && t.Glued(next) && (t.meaning(next).spelled || t.meaning(next).scale >= 100) {
			j = next
		} else if t.Word(j) == "and" && part%100 == 0 && t.meaning(next).spelled && (total > 0 || part > 0) && t.meaning(next).cardinal < 100 && !t.another(next, part, least) {
			j = next
		}
		if !t.SameBlock(i, j) {
			n := new(big.Rat).SetInt64(total + part)
			return n, j
		}
	}
}

// aHundred reports whether "a" is the one of "a hundred and forty". It isn't in "half a million".
func (t *Text) aHundred(i int) bool {
	if t.Word(i) != "a" || t.meaning(i+1).scale < 100 || len(t.raw(i+1)) < 4 || t.Glued(i) || t.Glued(i+1) || !t.SameBlock(i, i+1) {
		return false
	}
	before := t.Word(i - 1)
	return before != "half" && before != "quarter" && !(before == "of" && t.meaning(i-2).part > 0)
}

// spelledEnd takes back a joint that was skipped for a word that then didn't fit.
func (t *Text) spelledEnd(i, j int) int {
	if j > i+1 && (t.Is(j-1, '-') || t.Word(j-1) == "and") {
		return j - 1
	}
	return j
}

// pointed adds the decimals in words behind a number that ends before j: three point two, nought point one five. It returns j
// if there are none.
func (t *Text) pointed(n *big.Rat, j int) int {
	if t.Word(j) != "point" || !t.SameBlock(j-1, j) {
		return j
	}
	decimals, next := "", j+1
	for t.SameBlock(j, next) {
		m := t.meaning(next)
		digit := m.spelled && m.cardinal < 10
		if !digit && t.Word(next) != "oh" {
			break
		}
		decimals += strconv.FormatInt(m.cardinal, 10)
		next++
	}
	if decimals == "" {
		if two, end := t.SmallNumber(next); two >= 10 && t.meaning(next).spelled { // six point twenty-five
			decimals, next = strconv.Itoa(two), end
		}
	}
	if decimals == "" || len(decimals) > maxDigits {
		return j
	}
	n.Add(n, parseDecimal("0."+decimals))
	return next
}

// andAPart adds a part to the number before j if it is named there: two and a half, one and three quarters, two-and-a-half. Of a
// number that ends with a factor it is a part of that: a million and a half.
func (t *Text) andAPart(n *big.Rat, j int) int {
	at := t.hyphen(j)
	if t.Word(at) != "and" {
		return j
	}
	first := t.hyphen(at + 1)
	second := t.hyphen(first + 1)
	under, over := t.meaning(second).part, int64(1)
	if under == 0 || !t.SameBlock(j-1, second) {
		return j
	}
	if w := t.Word(first); w != "a" && w != "one" {
		m := t.meaning(first)
		if over = m.cardinal; !m.spelled || over < 2 || over >= under || t.Word(second+1) == "of" {
			return j
		}
	}
	part := big.NewRat(over, under)
	if scale := t.meaning(j - 1).scale; scale > 0 && t.Word(second+1) != "of" {
		part.Mul(part, new(big.Rat).SetInt64(scale))
	} else if scale > 0 {
		return j
	}
	n.Add(n, part)
	return second + 1
}

// hyphen is the token at j, or the one behind it if that is a hyphen between two words.
func (t *Text) hyphen(j int) int {
	if t.Is(j, '-') && t.Glued(j) && t.Glued(j+1) {
		return j + 1
	}
	return j
}

// parts divides a number in words by the parts named at j: three quarters, two-thirds, four tenths.
func (t *Text) parts(n *big.Rat, j int) int {
	at := t.hyphen(j)
	under := t.meaning(at).part
	if under == 0 || n.Num().Int64() >= under {
		return j
	}
	f := big.NewRat(n.Num().Int64(), under)
	if under < 10 && f.Denom().Int64() != under { // two quarters of a year aren't half of it
		return j
	}
	if w := t.Word(at); under > 5 && under != 8 && ((n.Num().Int64() > 1) != (w[len(w)-1] == 's') || !t.CountsNothing(at)) { // two sixth formers
		return j
	}
	n.Set(f)
	return at + 1
}

// another reports whether the small number at token i has a factor of its own that can't stand behind a number with such hundreds
// and such a factor: "between two hundred and three hundred".
func (t *Text) another(i int, part, least int64) bool {
	_, next := t.twoDigits(i)
	scale := t.meaning(next).scale
	return scale == 100 && part > 0 || scale >= 1000 && least > 0 && scale >= least
}
