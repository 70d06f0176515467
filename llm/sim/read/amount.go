package read

import "strings"

// amount reads a number that begins at token i, with its currency or measure, what it counts and
// what it is per. The counted noun and the period stay outside the value's text: they are what
// the clause is about.
func (r *reader) amount(i int) (found, bool) {
	v, last, ok := r.number(i)
	if !ok {
		return found{}, false
	}
	f := found{Value: Value{Kind: Amount, Number: v.low, Unit: v.unit}, first: i, last: last}
	f.Key = number(v.low)
	if v.high != v.low {
		f.Key += "-" + number(v.high)
	} else if v.of > 0 {
		f.Key += "/" + number(v.of)
	}
	next := last + 1
	if f.Unit == "" || r.at(next).is(money) {
		n := r.at(next)
		if n.mark == '%' {
			f.Unit, f.last = "%", next
		} else if n.form == letter && (n.is(money) || n.is(measure) && !n.capital) {
			if f.Unit == "" || n.caps {
				f.Unit = n.word.unit
			}
			f.last = next
		} else if n.hash == hashPer && r.at(next+1).hash == hashed("cent") {
			f.Unit, f.last = "%", next+1
		}
	}
	if f.Unit == "" {
		f.Unit = r.counted(f.last + 1)
	}
	f.Per = r.per(f.last+1, &f)
	return f, true
}

// quantum is a number as read: one value, a range, or a part of a whole.
type quantum struct {
	low, high, of float64
	unit          string
}

func exactly(x float64, unit string) quantum { return quantum{low: x, high: x, unit: unit} }

func (r *reader) number(i int) (quantum, int, bool) {
	t := r.at(i)
	switch t.form {
	case digits, mixed:
		q, ok := figure(r.text(i))
		if !ok {
			return q, i, false
		}
		last := i
		for r.at(last+1).is(scale) && r.at(last+1).form == letter && !(r.at(last+1).end-r.at(last+1).start == 1 && r.at(last+1).glued) && r.at(last+1).end-r.at(last+1).start > 1 {
			last++
			q.low *= r.at(last).word.number
			q.high *= r.at(last).word.number
		}
		// "12 000 units": groups of thousands.
		if s := r.text(i); t.form == digits && len(s) <= 3 && s[0] != '0' {
			for n := r.at(last + 1); n.form == digits && n.end-n.start == 3 && n.start == r.toks[last].end+1; n = r.at(last + 1) {
				last++
				q.low = q.low*1000 + float64(smallInt(r.text(last)))
				q.high = q.low
			}
		}
		if r.at(last+1).hash == hashOut && r.at(last+2).hash == hashOf {
			if of, end, ok := r.number(last + 3); ok && of.high == of.low {
				q.of = of.low
				return q, end, true
			}
		}
		// "30 to 40", "30–40", but not "from 30 to 40": that may be a change.
		if n := r.at(last + 1); (n.mark == '–' || n.hash == hashTo && r.at(i-1).hash != hashFrom) && r.at(last+2).form == digits && q.unit == "" {
			if high, ok := figure(r.text(last + 2)); ok && high.low > q.low && n.mark == '–' {
				q.high = high.low
				return q, last + 2, true
			}
		}
		return q, last, true
	}
	return r.spelled(i)
}

// spelled reads number words: forty-two, two hundred and fifty, a dozen, half a, one and a half.
func (r *reader) spelled(i int) (quantum, int, bool) {
	total, part := 0.0, 0.0
	last, seen := i-1, false
	for j := i; j < i+12; j++ {
		t := r.at(j)
		if t.form != letter {
			break
		}
		switch {
		case t.is(numeral):
			if seen && (!r.at(j-1).is(scale) && r.at(j-1).hash != hashAnd) && (t.word.number > 9 || r.at(j-1).word.number < 20) {
				j = i + 12
				continue
			}
			part += t.word.number
		case t.is(scale) && t.end-t.start > 2:
			if part == 0 {
				if seen && total > 0 { // "two thousand thousand"
					return quantum{}, i, false
				}
				part = 1
			}
			if part *= t.word.number; t.word.number >= 1000 {
				total += part
				part = 0
			}
		case t.hash == hashHalf && !seen:
			if a := r.at(j + 1); a.hash == hashA || a.hash == hashAn || a.is(measure) {
				if a.is(measure) {
					return exactly(0.5, ""), j, true
				}
				return exactly(0.5, ""), j + 1, true
			}
			return quantum{}, i, false
		case (t.hash == hashA || t.hash == hashAn) && !seen && r.at(j+1).is(scale) && r.at(j+1).end-r.at(j+1).start > 2:
			continue
		case t.hash == hashAnd && seen && r.at(j+1).is(numeral) && r.at(j-1).is(scale) && r.at(j-1).hash != hashed("dozen"):
			continue
		case t.hash == hashAnd && seen && r.at(j+1).hash == hashA && r.at(j+2).hash == hashHalf:
			part += 0.5
			last = j + 2
			j = i + 12
			continue
		default:
			n, ok := hyphenated(r.text(j))
			if !ok {
				j = i + 12
				continue
			}
			part += n
		}
		seen, last = true, j
	}
	if !seen {
		return quantum{}, i, false
	}
	q := exactly(total+part, "")
	if last == i && r.at(i).word.number == 1 && !r.counts(i) {
		return quantum{}, i, false
	}
	if r.at(last+1).hash == hashOut && r.at(last+2).hash == hashOf {
		if of, end, ok := r.number(last + 3); ok {
			q.of = of.low
			return q, end, true
		}
	}
	return q, last, true
}

// counts says whether "one" at token i counts something: it doesn't in "that one" or "one of them".
func (r *reader) counts(i int) bool {
	next := r.at(i + 1)
	if before := r.at(i - 1); before.is(determiner) || before.form == letter && before.value < 0 && !before.is(aux|verb|preposition|joining|adverb|dull) || idle[next.hash] {
		return false
	}
	if next.form != letter || next.own || next.is(dull) && next.hash != hashed("more") {
		return false
	}
	return !next.is(aux|verb|dull|adverb) || next.is(measure|period) || next.hash == hashed("more")
}

// idle are nouns that "one" doesn't count: "one day", "one way".
var idle = wordSet("way thing day time side hand anywhere")

// hyphenated reads forty-two.
func hyphenated(s string) (float64, bool) {
	tens, ones, ok := strings.Cut(s, "-")
	if !ok || len(s) > 16 {
		return 0, false
	}
	a, b := look(strings.ToLower(tens)), look(strings.ToLower(ones))
	if a.sense&numeral == 0 || b.sense&numeral == 0 || a.number < 20 || b.number > 9 {
		return 0, false
	}
	return a.number + b.number, true
}
