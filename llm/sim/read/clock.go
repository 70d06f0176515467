package read

import (
	"fmt"
	"strings"
)

// clock reads a time of day: 14:30, 2:30 pm, 2pm, half past two, noon. Without am or pm a time is
// taken as it stands.
func (r *reader) clock(i int) (key string, last int, ok bool) {
	t := r.at(i)
	switch {
	case t.hash == hashNoon && t.form == letter:
		return "12:00", i, true
	case t.hash == hashMidnight && t.form == letter:
		return "00:00", i, true
	case t.form == mixed:
		s := r.text(i)
		h, m, half, ok := clockTime(s)
		if !ok {
			a, b, cut := strings.Cut(s, "-") // "10:00-11:30", "9am-5pm"
			if !cut || !strings.ContainsAny(s, ":mM") {
				return "", 0, false
			}
			h, m, half, ok = clockTime(a)
			h2, m2, half2, ok2 := clockTime(b)
			if !ok && half2 != 0 && smallInt(a) > 0 && smallInt(a) <= 12 {
				h, half, ok = smallInt(a), half2, true
			}
			if !ok || !ok2 {
				return "", 0, false
			}
			return timeKey(h, m, half) + "-" + timeKey(h2, m2, half2), i, true
		}
		last = i
		if half == 0 {
			if half, last = r.halfDay(i + 1); half == 0 {
				last = i
			}
		}
		return timeKey(h, m, half), last, true
	case t.form == digits || t.is(numeral) && t.form == letter:
		h := 0
		if t.form == digits {
			if t.end-t.start <= 2 {
				h = smallInt(r.text(i))
			}
		} else {
			h = int(t.word.number)
		}
		if h >= 1 && h <= 12 {
			if half, last := r.halfDay(i + 1); half != 0 {
				return timeKey(h, 0, half), last, true
			}
		}
		if h >= 1 && h <= 12 && r.at(i+1).hash == hashOclock {
			if half, last := r.halfDay(i + 2); half != 0 {
				return timeKey(h, 0, half), last, true
			}
			return timeKey(h, 0, 0), i + 1, true
		}
		if key, last, ok := r.past(i, h); ok {
			return key, last, true
		}
		// "closes at four", "at 9 on Fridays"
		before, next := r.at(i-1).hash, r.at(i+1)
		if r.at(i - 1).is(approximates) { // "since about ten"
			before = r.at(i - 2).hash
		}
		if h >= 1 && h <= 12 && (before == hashAt || before == hashUntil || before == hashTill || (before == hashAfter || before == hashBefore || before == hashSince) && t.form == letter) && r.text(i)[0] != '$' &&
			(next.form == mark && next.mark != '%' && next.mark != '/' && !next.glued || next.mark == '.' || next.mark == ',' || next.mark == '?' || next.mark == '!' || next.form == letter && next.is(preposition|joining|subordinate|adverb|weekday) && next.hash != hashOf && next.hash != hashPer && next.hash != hashOut || next.hash == hashTomorrow || next.hash == hashSharp || next.is(verb) && strings.HasSuffix(r.text(i+1), "ing") || r.at(i+2).is(daypart) && next.is(determiner)) {
			return timeKey(h, 0, 0), i, true
		}
		return "", 0, false
	case t.hash == hashHalf:
		return r.past(i, 30)
	case t.hash == hashQuarter:
		return r.past(i, 15)
	}
	return "", 0, false
}

var hashAfter, hashBefore, hashSharp, hashSince = hashed("after"), hashed("before"), hashed("sharp"), hashed("since")

var hashOclock, hashPm, hashAm = hashed("o'clock"), hashed("pm"), hashed("am")

// halfDay reads am or pm at token i: 1 or 2, and its last token.
func (r *reader) halfDay(i int) (half, last int) {
	t := r.at(i)
	if t.form != letter {
		return 0, 0
	}
	switch s := r.text(i); {
	case t.hash == hashPm, strings.EqualFold(s, "p.m"):
		half = 2
	case strings.EqualFold(s, "a.m"), t.hash == hashAm && !r.at(i-1).is(subject):
		half = 1
	default:
		return 0, 0
	}
	if r.at(i+1).mark == '.' && r.at(i+1).glued && strings.IndexByte(r.text(i), '.') > 0 {
		i++
	}
	return half, i
}

// past reads "half past two" and "ten to three" after its first word.
func (r *reader) past(i, minutes int) (key string, last int, ok bool) {
	how, hour := r.at(i+1), r.at(i+2)
	if how.form == letter && how.is(numeral) && r.at(i).hash == hashHalf { // "half seven", as the British say
		h, after := int(how.word.number), r.at(i+2)
		if h >= 1 && h <= 12 && (after.form == mark || after.is(preposition|joining|dull)) {
			return timeKey(h, 30, 0), i + 1, true
		}
		return "", 0, false
	}
	h := int(hour.word.number)
	if hour.form == digits {
		h = smallInt(r.text(i + 2))
	} else if !hour.is(numeral) {
		return "", 0, false
	}
	if h < 1 || h > 12 || minutes < 1 || minutes > 30 {
		return "", 0, false
	}
	switch {
	case how.hash == hashPast && minutes%5 == 0:
	case how.hash == hashTo && (r.at(i).hash == hashQuarter || minutes%5 == 0 && hour.form == letter && r.at(i).form == letter && r.at(i-1).hash != hashFrom && (r.at(i-1).is(preposition) || r.at(i-1).form == mark || r.at(i-1).is(aux) && (i == 1 || r.at(i-2).is(anaphor))) && (r.at(i+3).form == mark || r.at(i+3).is(preposition|joining))):
		h, minutes = (h+10)%12+1, 60-minutes
	default:
		return "", 0, false
	}
	last = i + 2
	half, end := r.halfDay(i + 3)
	if half != 0 {
		last = end
	}
	return timeKey(h, minutes, half), last, true
}

// clockTime reads "14:30", "2:30pm", "2pm", "02:15:30".
func clockTime(s string) (h, m, half int, ok bool) {
	if n := len(s); n > 2 && s[n-1]|0x20 == 'm' {
		switch s[n-2] | 0x20 {
		case 'p':
			half = 2
		case 'a':
			half = 1
		default:
			return 0, 0, 0, false
		}
		s = s[:n-2]
	}
	if s == "" || !isDigit(s[0]) {
		return 0, 0, 0, false
	}
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i > 2 {
		return 0, 0, 0, false
	}
	h = smallInt(s[:i])
	if i == len(s) {
		return h, 0, half, half != 0 && h >= 1 && h <= 12
	}
	if s[i] != ':' && !(s[i] == '.' && half != 0) || len(s) < i+3 {
		return 0, 0, 0, false
	}
	m = smallInt(s[i+1 : i+3])
	rest := s[i+3:]
	ok = isDigit(s[i+1]) && isDigit(s[i+2]) && h <= 24 && m < 60
	if rest != "" && (len(rest) < 3 || rest[0] != ':' || !isDigit(rest[1]) || !isDigit(rest[2])) {
		ok = false
	}
	return h, m, half, ok
}

func timeKey(h, m, half int) string {
	if half == 2 && h < 12 {
		h += 12
	} else if half == 1 && h == 12 {
		h = 0
	}
	return fmt.Sprintf("%02d:%02d", h, m)
}
