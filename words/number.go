package words

import (
	"math/big"
	"strconv"
	"strings"
)

// Amount is a number that a text states, however it is written.
type Amount struct {
	Span   Span // with sign, currency and factor (k, million), and a unit that is attached
	Value  *big.Rat
	Approx float64  // the value, as near as can be
	Units  []string // what known unit it has; several if the word is ambiguous; nil if none
	scaled bool     // a factor was written
	after  int32    // the word behind it in the vocabulary, -1 if none
	weak   bool     // it counts only with a unit: "one", or digits with an unknown word attached
}

// maxDigits bounds the digits of an amount; longer runs are identifiers.
const maxDigits = 30

// numbersAt reads the number, or the range of two, that begins at token i and returns where to
// go on. Both ends of a range have the factor and the unit of either.
func (t *Text) numbersAt(i int) int {
	a, next, ok := t.numberAt(i, false)
	if !ok {
		return next
	}
	first, _ := t.Cover(a.Span)
	if j := t.through(first, next); j > 0 && !t.tells(next, j) {
		for isCurrency(t.Char(j)) || t.meaning(j).code {
			j++
		}
		if t.kind(j) == digits && !t.meaning(next).spelled {
			if b, end, ok := t.numberAt(j, true); ok {
				if t.Glued(next) && t.groups(i, end) {
					return t.clusterEnd(i)
				}
				if b.scaled && !a.scaled && a.Value.Sign() >= 0 {
					t.shareScale(&a, &b)
				}
				if a.Units == nil && !a.weak {
					a.Units = b.Units
				}
				if b.Units == nil {
					b.Units = a.Units
				}
				t.amounts = append(t.amounts, a, b)
				return end
			}
			if t.Glued(next) {
				return t.clusterEnd(i)
			}
		}
	}
	t.amounts = append(t.amounts, a)
	return next
}

// tells reports whether what stands at j behind an "and" is a time of day or a day: "between 5 and 6 o'clock".
func (t *Text) tells(and, j int) bool {
	if t.Word(and) != "and" {
		return false
	}
	r, ok := t.reading(j)
	_, next := t.day(j)
	return ok && !r.bare || t.meaning(next).month != 0
}

// groups reports whether the hyphenated pair from token i to end is a phone number or another
// identifier, not a range: a third group follows, or it is written like 555-0147.
func (t *Text) groups(i, end int) bool {
	if t.Is(end, '-') && t.Glued(end) && t.Glued(end+1) && t.alnum(end+1) && t.kind(end+1) == digits {
		return true
	}
	plainPair := end == i+3 && t.kind(i) == digits && t.kind(i+2) == digits
	if !plainPair || t.Glued(i) && isCurrency(t.Char(i-1)) {
		return false
	}
	a, b := t.Word(i), t.Word(i+2)
	round := strings.HasSuffix(a, "00") && strings.HasSuffix(b, "00")
	return len(a) == 3 && len(b) == 4 && !round && t.unitsAt(end) == nil
}

// shareScale gives the lower end of a range the factor of the upper one: $145-175k.
func (t *Text) shareScale(a, b *Amount) {
	for _, scale := range []int64{1e3, 1e6, 1e9, 1e12} {
		factor := new(big.Rat).SetInt64(scale)
		if up := new(big.Rat).Quo(b.Value, factor); up.Cmp(big.NewRat(1000, 1)) < 0 && a.Value.Cmp(up) < 0 {
			a.set(new(big.Rat).Mul(a.Value, factor))
			return
		}
	}
}

func (n *Amount) set(value *big.Rat) {
	n.Value = value
	if num := value.Num(); value.IsInt() && num.IsInt64() {
		n.Approx = float64(num.Int64())
		return
	}
	n.Approx, _ = value.Float64()
}

// numberAt reads one number. Where there is none, it returns the token to go on at. The number
// behind a dash has no sign.
func (t *Text) numberAt(i int, behindDash bool) (n Amount, next int, ok bool) {
	first, negative, units, ok := t.before(i, behindDash)
	if !ok {
		return n, t.clusterEnd(i), false
	}
	n.Units, n.after = units, -1
	var value *big.Rat
	spelled := t.kind(i) == letters
	if spelled {
		value, next = t.spelledOut(i)
		n.weak = next == i+1 && t.meaning(i).cardinal == 1
	} else {
		value, next = t.numeral(i)
	}
	if value == nil {
		return n, next, false
	}
	if value, next, ok = t.suffix(&n, value, next, spelled); !ok {
		return n, t.clusterEnd(i), false
	}
	if negative {
		value.Neg(value)
	}
	n.set(value)
	n.Span = t.Span(first, next-1)
	return n, next, true
}

// before reads what stands before a number: currency, sign. It is not ok if the digits are part
// of something longer.
func (t *Text) before(i int, behindDash bool) (first int, negative bool, units []string, ok bool) {
	p := i - 1
	first = i
	code := func(p int) bool { return t.kind(p) == letters && t.meaning(p).code && !(t.Glued(p) && t.joined(p)) }
	if !t.Glued(i) {
		switch {
		case p < 0 || !t.SameBlock(p, i):
		case code(p):
			first, units = p, t.meaning(p).units
		case isCurrency(t.Char(p)) && !(t.Glued(p) && t.kind(p-1) == digits):
			first, units = p, lexicon.signs[t.Char(p)]
		case t.kind(p) == letters && t.Word(p) == "negative":
			return p, true, nil, true
		}
		return first, false, units, true
	}
	if isCurrency(t.Char(p)) {
		first, units = p, lexicon.signs[t.Char(p)]
		p--
		if t.Glued(first) && (t.kind(p) == letters && strings.EqualFold(t.raw(p), "us") || code(p)) {
			first, p = p, p-1
		}
	} else if code(p) {
		first, units = p, t.meaning(p).units
		p--
	} else if t.times(p) && (!t.Glued(p) || t.Is(p-1, '(')) && !(t.Is(i+1, '_') && t.Glued(i+1)) { // kayaks x8
		return first, false, nil, true
	} else if t.joined(i) && !behindDash {
		return 0, false, nil, false
	}
	if behindDash || !t.Glued(first) {
		return first, false, units, true
	}
	if t.Is(p, '-') && !(t.Glued(p) && (t.alnum(p-1) || strings.ContainsRune(`-)]"'%`, t.Char(p-1)))) {
		first, negative = p, true
		if units == nil && t.Glued(p) && isCurrency(t.Char(p-1)) {
			first, units = p-1, lexicon.signs[t.Char(p-1)]
		}
	}
	return first, negative, units, true
}

// times reports whether the token at i is the x of "kayaks x8" and "8x kayaks".
func (t *Text) times(i int) bool { return t.kind(i) == letters && t.raw(i) == "x" }

// numeral reads digits with thousands separators, decimals and fractions. The value is nil if
// they are something else, such as a version.
func (t *Text) numeral(i int) (value *big.Rat, next int) {
	if f, ok := lexicon.fractions[t.Char(i)]; ok {
		return big.NewRat(f[0], f[1]), i + 1
	}
	var b strings.Builder
	j := i
	if t.Is(i, '.') {
		b.WriteByte('0')
	} else {
		first := t.Word(i)
		b.WriteString(first)
		j = t.thousands(&b, i+1, len(first))
		if first[0] == '0' && len(first) > 1 {
			return nil, t.clusterEnd(i)
		}
	}
	whole := true
	if t.Is(j, '.') && (j == i || t.Glued(j)) && t.Glued(j+1) && t.kind(j+1) == digits {
		b.WriteByte('.')
		b.WriteString(t.Word(j + 1))
		j += 2
		whole = false
	}
	dotted := t.Is(j, '.') && !whole || t.Is(j, ':')
	if dotted && t.Glued(j) && t.Glued(j+1) && t.kind(j+1) == digits && (!t.Is(j, ':') || len(t.Word(j+1)) == 2) {
		return nil, t.clusterEnd(j)
	}
	if b.Len() > maxDigits {
		return nil, t.clusterEnd(i)
	}
	if value = parseDecimal(b.String()); value == nil {
		return nil, t.clusterEnd(i)
	}
	if !whole {
		return value, j
	}
	return t.withFraction(value, i, j)
}

// Digits are the digits of a text.
func Digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// parseDecimal is decimal text as a number, nil if it isn't decimal (digits of another script).
// Whole numbers that fit a word, which most are, take a short way.
func parseDecimal(s string) *big.Rat {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return new(big.Rat).SetInt64(n)
	}
	value, _ := new(big.Rat).SetString(s)
	return value
}

// thousands reads the groups behind the first one, which has n digits: ",250" or, behind a thin
// or no-break space, "250". Behind a plain space only "050" is one: it can't be a number itself.
func (t *Text) thousands(b *strings.Builder, j, n int) int {
	if n > 3 {
		return j
	}
	if t.separated(j) > 0 {
		k, groups, sizes := j, []string{}, 0
		for next := t.separated(k); next > 0 && len(groups) < 9; next = t.separated(k) {
			groups = append(groups, t.Word(next))
			sizes = sizes*10 + len(t.Word(next))
			k = next + 1
		}
		switch sizes {
		case 3, 33, 333, 3333, 33333, 23, 223, 2223: // the last three as written in India
			for _, g := range groups {
				b.WriteString(g)
			}
			return k
		}
		return j
	}
	for t.kind(j) == digits && len(t.Word(j)) == 3 && b.Len() < maxDigits {
		switch t.src[t.tokens[j-1].end:t.tokens[j].start] {
		case "\u00a0", "\u202f", "\u2009":
		case " ":
			if t.Word(j)[0] != '0' {
				return j
			}
		default:
			return j
		}
		b.WriteString(t.Word(j))
		j++
	}
	return j
}

// separated returns the digits behind a thousands separator at token j, 0 if there is none:
// a comma, TeX's {,} or an apostrophe.
func (t *Text) separated(j int) int {
	next := j + 1
	switch {
	case !t.Glued(j):
		return 0
	case t.Is(j, '{') && t.Is(j+1, ',') && t.Is(j+2, '}') && t.Glued(j+1) && t.Glued(j+2):
		next = j + 3
	case !t.Is(j, ',') && !t.Is(j, '\''):
		return 0
	}
	if !t.Glued(next) || t.kind(next) != digits {
		return 0
	}
	return next
}

// withFraction adds what follows a whole number: "/4" makes it a fraction, "1/3", "½" and "and
// a half" come on top. Fractions are those of kitchens: 3/4 is one, 85/100 is two numbers.
func (t *Text) withFraction(whole *big.Rat, i, j int) (*big.Rat, int) {
	if f, next := t.fraction(i); f != nil && next > j {
		return f, next
	}
	at := j
	if t.Is(at, '-') && t.Glued(at) && t.Glued(at+1) {
		at++
	}
	if !t.SameBlock(i, at) {
		return whole, j
	}
	if f, ok := lexicon.fractions[t.Char(at)]; ok {
		return whole.Add(whole, big.NewRat(f[0], f[1])), at + 1
	}
	if f, next := t.fraction(at); f != nil && f.Cmp(big.NewRat(1, 1)) < 0 {
		return whole.Add(whole, f), next
	}
	return whole, t.andAPart(whole, j)
}

// fraction reads "3/4", nil if there is none.
func (t *Text) fraction(i int) (*big.Rat, int) {
	if t.kind(i) != digits || !t.Is(i+1, '/') || !t.Glued(i+1) || !t.Glued(i+2) {
		return nil, i
	}
	over, under := t.value(i), t.value(i+2)
	if t.Word(i)[0] == '0' || t.Word(i + 2)[0] == '0' { // 24/02 is a day
		return nil, i
	}
	if t.Glued(i+3) && (t.alnum(i+3) && t.kind(i+3) == digits || t.Is(i+3, '/') && t.Glued(i+4) && t.kind(i+4) == digits) {
		return nil, i
	}
	switch under {
	case 2, 3, 4, 5, 6, 8, 16:
		if over > 0 && over < 100 {
			return big.NewRat(int64(over), int64(under)), i + 3
		}
	}
	return nil, i
}
