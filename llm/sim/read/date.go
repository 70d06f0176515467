package read

import (
	"fmt"
	"strconv"
	"strings"
)

// date reads a day, month, year or time of day that begins at token i. Keys are as in ISO 8601 as
// far as they are known: 2027-03-15, --03-15 without a year, 2027-03, --03, 2027, 14:30, and
// "tuesday", "15th", "tomorrow", "2027-q3" for what ISO has no short form.
func (r *reader) date(i int) (found, bool) {
	t := r.at(i)
	if key, last, ok := r.clock(i); ok {
		return dated(key, i, last), true
	}
	if key, last, ok := r.day(i); ok {
		return dated(key, i, last), true
	}
	switch {
	case t.is(weekday) && t.form == letter:
		if !t.capital && t.end-t.start < 6 { // "sat", "sun", "wed"
			return found{}, false
		}
		key := weekdays[int(t.word.number)]
		j := i + 1
		if r.at(j).mark == '.' && t.end-t.start < 6 {
			j++
		}
		if r.at(j).mark == ',' {
			j++
		}
		if r.at(j).hash == hashThe {
			j++
		}
		if k, last, ok := r.day(j); ok {
			return dated(k, i, last), true
		}
		return dated(key, i, i), true
	case t.is(holiday):
		if t.capital || r.at(i-1).is(preposition) {
			if t.hash == hashNew {
				if !strings.HasPrefix(r.text(i+1), "Year") {
					return found{}, false
				}
				last := i + 1
				if h := r.at(last + 1).hash; h == hashed("eve") || h == hashed("day") {
					last++
				}
				return dated(strings.ToLower(r.span(i, last)), i, last), true
			}
			last := i
			if h := r.at(i + 1).hash; h == hashed("eve") || h == hashed("day") {
				last++
			}
			return dated(strings.ToLower(trimOwn(r.span(i, last))), i, last), true
		}
	case t.hash == hashTomorrow:
		return dated("tomorrow", i, i), true
	case t.hash == hashNext:
		if n := r.at(i + 1); n.hash == hashed("week") || n.hash == hashed("month") || n.hash == hashed("year") {
			return dated("next "+strings.ToLower(r.text(i+1)), i, i+1), true
		}
	}
	return found{}, false
}

var weekdays = [8]string{"", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

func dated(key string, first, last int) found {
	return found{Value: Value{Kind: Date, Key: key}, first: first, last: last}
}

// day reads a date of the calendar.
func (r *reader) day(i int) (key string, last int, ok bool) {
	t := r.at(i)
	switch {
	case t.form == mixed:
		s := r.text(i)
		if y, m, d, ok := numericDate(s); ok {
			return isoDate(y, m, d), i, true
		}
		if len(s) == 2 && (s[0] == 'Q' || s[0] == 'q') && s[1] >= '1' && s[1] <= '4' {
			if y, ok := r.year(i + 1); ok {
				return fmt.Sprintf("%d-q%c", y, s[1]), i + 1, true
			}
			return "q" + s[1:], i, true
		}
		if d := ordinalDay(s); d > 0 {
			if key, last, ok := r.monthAfter(i, d); ok {
				return key, last, true
			}
			before, next := r.at(i-1), r.at(i+1)
			if (before.hash == hashThe || before.hash == hashOn) && (next.form == mark || next.is(dull|preposition|aux|joining|verb) && !next.is(place)) {
				return strconv.Itoa(d) + ordinalEnding(d), i, true
			}
			return "", 0, false
		}
		if a, b, ok := strings.Cut(s, "-"); ok { // "14-16 July"
			if d, e := smallInt(a), smallInt(b); d > 0 && d < e && e <= 31 && r.at(i+1).is(month) && r.at(i+1).capital {
				m := int(r.at(i + 1).word.number)
				return fmt.Sprintf("--%02d-%02d/%02d", m, d, e), i + 1, true
			}
		}
	case t.form == digits:
		s := r.text(i)
		if q := r.at(i - 1); len(s) == 2 && t.glued && (q.mark == '\'' || q.mark == '’' || q.mark == '‘') && !q.glued && !r.at(i+1).glued {
			return "'" + s, i, true
		}
		if d := smallInt(s); d > 0 && d <= 31 && len(s) <= 2 {
			return r.monthAfter(i, d)
		}
		if y, ok := r.year(i); ok && seasons[r.at(i-1).hash] {
			return strconv.Itoa(y), i, true
		}
		if y, ok := r.year(i); ok && r.at(i-1).is(preposition|month) && !r.countable(i+1) && r.at(i-1).hash != hashTo && r.at(i-1).hash != hashed("about") {
			return strconv.Itoa(y), i, true
		}
	case t.is(month) && t.form == letter:
		return r.monthFirst(i)
	case t.is(numeral) && t.word.number >= 18 && t.word.number <= 20:
		return r.spelledYear(i)
	}
	return "", 0, false
}

// spelledYear reads "nineteen eighty-eight" and "twenty twenty-seven".
func (r *reader) spelledYear(i int) (string, int, bool) {
	next, century := r.at(i+1), int(r.at(i).word.number)
	if next.form != letter {
		return "", 0, false
	}
	if n, ok := hyphenated(r.text(i + 1)); ok {
		return strconv.Itoa(100*century + int(n)), i + 1, true
	}
	if !next.is(numeral) || next.word.number < 10 {
		return "", 0, false
	}
	y := 100*century + int(next.word.number)
	if ones := r.at(i + 2); next.word.number >= 20 && ones.is(numeral) && ones.word.number < 10 {
		return strconv.Itoa(y + int(ones.word.number)), i + 2, true
	}
	return strconv.Itoa(y), i + 1, true
}

var seasons = wordSet("spring summer autumn fall winter")

// monthAfter reads the rest of "15 March 2027", "15th of March".
func (r *reader) monthAfter(i, d int) (string, int, bool) {
	j := i + 1
	if r.at(j).hash == hashOf {
		j++
	}
	m := r.at(j)
	if m.form != letter || !m.is(month) || !m.capital && (m.end-m.start < 5 || j == i+1 && m.hash == hashed("march")) {
		return "", 0, false
	}
	last := j
	if r.at(j+1).mark == '.' && r.at(j+1).glued && m.end-m.start <= 4 {
		j++
	}
	k := j + 1
	if r.at(k).mark == ',' {
		k++
	}
	if y, ok := r.year(k); ok {
		return isoDate(y, int(m.word.number), d), k, true
	}
	return isoDate(0, int(m.word.number), d), last, true
}

// monthFirst reads "March 15, 2027", "Mar 15", "March 2027", "July 14-16" and "in March".
func (r *reader) monthFirst(i int) (string, int, bool) {
	t := r.at(i)
	m := int(t.word.number)
	short := t.end-t.start <= 3 && t.hash != hashMay || t.hash == hashed("sept")
	word := t.hash == hashMay || t.hash == hashed("march") || t.hash == hashed("mar") || t.hash == hashed("dec") || t.hash == hashed("jan")
	j := i + 1
	if short && r.at(j).mark == '.' && r.at(j).glued && r.at(j+1).form == digits {
		j++
	}
	d := 0
	switch n := r.at(j); {
	case n.form == digits:
		d = smallInt(r.text(j))
		if n.end-n.start > 2 || d > 31 {
			d = 0
		}
	case n.form == mixed:
		s := r.text(j)
		if d = ordinalDay(s); d == 0 {
			if a, b, ok := strings.Cut(s, "-"); ok {
				if a, b := smallInt(a), smallInt(b); a > 0 && a < b && b <= 31 && (t.capital || !word) {
					return fmt.Sprintf("--%02d-%02d/%02d", m, a, b), j, true
				}
			}
		}
	}
	if word && !t.capital && (d == 0 || t.hash == hashMay) {
		before := r.at(i - 1).hash
		return fmt.Sprintf("--%02d", m), i, !short && d == 0 && (before == hashIn || before == hashed("since") || before == hashed("until")) && (r.at(j).form == mark || r.at(j).is(dull))
	}
	if d > 0 {
		k := j + 1
		if r.at(k).mark == ',' {
			k++
		}
		if y, ok := r.year(k); ok {
			return isoDate(y, m, d), k, true
		}
		return isoDate(0, m, d), j, true
	}
	k := i + 1
	if r.at(k).mark == ',' || r.at(k).hash == hashOf {
		k++
	}
	if y, ok := r.year(k); ok {
		return fmt.Sprintf("%d-%02d", y, m), k, true
	}
	if short && !t.capital || word && !r.at(i-1).is(preposition|determiner|numeral) {
		return "", 0, false
	}
	return fmt.Sprintf("--%02d", m), i, true
}

// year is the year that token i is.
func (r *reader) year(i int) (int, bool) {
	t := r.at(i)
	if t.form != digits || t.end-t.start != 4 {
		return 0, false
	}
	y := smallInt(r.text(i))
	return y, y >= 1800 && y < 2200
}

func isoDate(y, m, d int) string {
	if y == 0 {
		return fmt.Sprintf("--%02d-%02d", m, d)
	}
	return fmt.Sprintf("%04d-%02d-%02d", y, m, d)
}

// numericDate reads 2027-03-15 (a time may follow), 15.03.2027, 3/15/2027 and 2027/03/15. Where
// day and month could be either, the month comes first with slashes and the day with full stops.
func numericDate(s string) (y, m, d int, ok bool) {
	if len(s) > 10 && (s[10] == 'T' || s[10] == 't') {
		s = s[:10]
	}
	if len(s) < 8 || len(s) > 10 {
		return 0, 0, 0, false
	}
	for _, sep := range []byte("-/.") {
		a, rest, found := strings.Cut(s, string(sep))
		b, c, more := strings.Cut(rest, string(sep))
		if !found || !more {
			continue
		}
		switch {
		case len(a) == 4:
			y, m, d = smallInt(a), smallInt(b), smallInt(c)
		case len(c) == 4:
			y, m, d = smallInt(c), smallInt(a), smallInt(b)
			if sep == '.' || m > 12 {
				m, d = d, m
			}
		}
		return y, m, d, y >= 1800 && y < 2200 && m >= 1 && m <= 12 && d >= 1 && d <= 31
	}
	return 0, 0, 0, false
}

// ordinalDay is 15 for "15th", 0 for anything else.
func ordinalDay(s string) int {
	if len(s) < 3 || len(s) > 4 {
		return 0
	}
	n := smallInt(s[:len(s)-2])
	switch strings.ToLower(s[len(s)-2:]) {
	case "st", "nd", "rd", "th":
		if n <= 31 {
			return n
		}
	}
	return 0
}

func ordinalEnding(n int) string {
	switch {
	case n%10 == 1 && n != 11:
		return "st"
	case n%10 == 2 && n != 12:
		return "nd"
	case n%10 == 3 && n != 13:
		return "rd"
	}
	return "th"
}

// smallInt is the number a text of up to nine digits is, 0 for anything else.
func smallInt(s string) int {
	if len(s) == 0 || len(s) > 9 {
		return 0
	}
	n := 0
	for i := range len(s) {
		if !isDigit(s[i]) {
			return 0
		}
		n = 10*n + int(s[i]-'0')
	}
	return n
}
