package words

import "math/big"

// spelledOut reads a number in words: "sixty", "twenty-five", "three hundred and fifty",
// "thirty-eight thousand", "a hundred and forty".
func (t *Text) spelledOut(i int) (*big.Rat, int) {
	var total, part int64
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
		case j > i && m.scale >= 1000 && len(t.raw(j)) > 3 && part > 0 && total == 0:
			total, part = part*m.scale, 0
		default:
			n := new(big.Rat).SetInt64(total + part)
			end := t.spelledEnd(i, j)
			if next := t.parts(n, end); next > end {
				return n, next
			}
			return n, t.andAHalf(n, end)
		}
		j++
		if t.Is(j, ',') && total > 0 && part == 0 && t.meaning(j+1).spelled { // thirty thousand, two hundred
			j++
		}
		if next := j + 1; t.Glued(j) && t.Is(j, '-') && t.Glued(next) && (t.meaning(next).spelled || t.meaning(next).scale >= 100) {
			j = next
		} else if t.Word(j) == "and" && part%100 == 0 && t.meaning(next).spelled && (total > 0 || part > 0) && t.meaning(next).cardinal < 100 {
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
	return before != "half" && before != "of"
}

// spelledEnd takes back a joint that was skipped for a word that then didn't fit.
func (t *Text) spelledEnd(i, j int) int {
	if j > i+1 && (t.Is(j-1, '-') || t.Word(j-1) == "and") {
		return j - 1
	}
	return j
}

// andAHalf adds a part to the number before j if it is named there: two and a half, one and a third.
func (t *Text) andAHalf(n *big.Rat, j int) int {
	if t.Word(j) == "and" && (t.Word(j+1) == "a" || t.Word(j+1) == "one") && t.SameBlock(j-1, j+2) {
		if under := t.meaning(j + 2).part; under > 0 {
			n.Add(n, big.NewRat(1, under))
			return j + 3
		}
	}
	return j
}

// parts divides a number in words by the parts named at j: three quarters, two-thirds.
func (t *Text) parts(n *big.Rat, j int) int {
	at := j
	if t.Is(at, '-') && t.Glued(at) && t.Glued(at+1) {
		at++
	}
	under := t.meaning(at).part
	if under == 0 || n.Num().Int64() >= under {
		return j
	}
	f := big.NewRat(n.Num().Int64(), under)
	if f.Denom().Int64() != under { // two quarters of a year aren't half of it
		return j
	}
	n.Set(f)
	return at + 1
}
