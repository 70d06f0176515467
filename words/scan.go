package words

import (
	"strconv"
	"time"
)

// scan finds the dates, clock times and numbers of the text in one pass. What is part of a date
// or a time is no number, and neither are identifiers, phone numbers, versions and list markers.
func (t *Text) scan() {
	markers := t.listMarkers()
	for i := 0; i < len(t.tokens); {
		i = t.scanAt(i, markers)
	}
}

// scanAt reads what begins at token i and returns where to go on.
func (t *Text) scanAt(i int, markers map[int]bool) int {
	switch t.kind(i) {
	case letters:
		m := t.meaning(i)
		if m.month != 0 {
			if next := t.monthFirst(i); next > 0 {
				return next
			}
		}
		if next := t.spokenAt(i); next > 0 {
			return next
		}
		if m.spelled || t.aHundred(i) {
			return t.numbersAt(i)
		}
		t.scanNamedHour(i)
		return i + 1
	case digits:
		if int(t.tokens[i].start) < t.blocks[t.tokens[i].block].body {
			if markers[t.value(i)] {
				return i + 1
			}
		}
		if next := t.numericDate(i); next > 0 {
			return next
		}
		if next := t.clockAt(i); next > 0 {
			return next
		}
		if next := t.dayFirst(i); next > 0 {
			return next
		}
		if next := t.hourInWords(i); next > 0 {
			return next
		}
		if next := t.phoneEnd(i); next > 0 {
			return next
		}
		return t.numbersAt(i)
	case punct:
		if _, ok := lexicon.fractions[t.tokens[i].char]; ok {
			return t.numbersAt(i)
		}
		if t.Is(i, '.') && t.Glued(i+1) && t.kind(i+1) == digits && !(t.Glued(i) && (t.alnum(i-1) || t.Is(i-1, '.'))) {
			return t.numbersAt(i)
		}
	}
	return i + 1
}

// listMarkers are the numbers before a line ("3. ") that number a list: 0, 1, and those whose
// neighbour stands before another line. "370. That is all of them" is a number.
func (t *Text) listMarkers() map[int]bool {
	seen := map[int]bool{}
	for _, b := range t.blocks {
		for i := int(b.first); i <= int(b.last) && int(t.tokens[i].start) < b.body; i++ {
			if t.kind(i) == digits {
				seen[t.value(i)] = true
			}
		}
	}
	out := map[int]bool{}
	for n := range seen {
		if n <= 1 || seen[n-1] || seen[n+1] {
			out[n] = true
		}
	}
	return out
}

// value is the digits at token i as an integer, -1 if there are none or more than nine.
func (t *Text) value(i int) int {
	if t.kind(i) != digits || t.tokens[i].end-t.tokens[i].start > 27 {
		return -1
	}
	word := t.Word(i)
	if len(word) > 9 {
		return -1
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		return -1
	}
	return n
}

// joined reports whether token i is part of something that began before it: digits behind a
// letter, or behind a joint such as the hyphen of RMC-2847.
func (t *Text) joined(i int) bool {
	if !t.Glued(i) {
		return false
	}
	if t.alnum(i - 1) {
		return true
	}
	switch t.Char(i - 1) {
	case '-', '.', '_':
		return t.Glued(i-1) && t.alnum(i-2)
	case ':':
		return t.Glued(i-1) && t.kind(i-2) == digits
	}
	return false
}

// clusterEnd is where the run of letters, digits and the joints between them ends.
func (t *Text) clusterEnd(i int) int {
	for i++; t.Glued(i); i++ {
		if t.alnum(i) {
			continue
		}
		switch t.Char(i) {
		case '-', '.', '/', ':', '_':
			if t.Glued(i+1) && t.alnum(i+1) {
				continue
			}
		}
		return i
	}
	return i
}

// phoneEnd is where the phone number that begins at token i ends, 0 if there is none: groups of
// digits, apart by a space, hyphen or dot, that begin with 0, behind a + or in parentheses, and
// have seven digits or more.
func (t *Text) phoneEnd(i int) int {
	first := t.Word(i)
	plus, bracket := t.Glued(i) && t.Is(i-1, '+'), t.Glued(i) && t.Is(i-1, '(')
	if !plus && !bracket && (first[0] != '0' || len(first) < 2) {
		return 0
	}
	count, groups, j := len(first), 1, i+1
	if bracket {
		if !t.Is(j, ')') {
			return 0
		}
		j++
	}
	for groups < 6 {
		k := j
		if c := t.Char(k); (c == '-' || c == '.' || c == '(') && t.SameBlock(k, k+1) {
			k++
		}
		if t.kind(k) != digits || !t.SameBlock(i, k) || t.value(k) < 0 {
			break
		}
		if t.Glued(k+1) && t.alnum(k+1) || t.decimalAfter(k) && t.Is(k+1, ',') {
			break
		}
		count, groups, j = count+len(t.Word(k)), groups+1, k+1
		if t.Is(j, ')') {
			j++
		}
	}
	if groups < 2 || count < 7 || groups == 2 && bracket && count < 9 {
		return 0
	}
	return j
}

// connects returns the token behind a dash or a "to" at i that can make a range, 0 if there is
// none. A dash has spaces on both sides or on neither.
func (t *Text) connects(i int) int {
	if !t.SameBlock(i, i+1) || !t.SameBlock(i-1, i) {
		return 0
	}
	switch c := t.Char(i); {
	case c == '-' || c == '—':
		if t.Glued(i) == t.Glued(i+1) {
			return i + 1
		}
	case t.kind(i) == letters && !t.Glued(i):
		switch t.Word(i) {
		case "to", "through", "thru", "until", "till":
			return i + 1
		}
	}
	return 0
}

// through is connects for what begins at token first: "between five and ten" is a range as well.
func (t *Text) through(first, i int) int {
	if t.Word(i) == "and" && t.SameBlock(first-1, i+1) && (t.Word(first-1) == "between" || t.Word(first-1) == "the" && t.Word(first-2) == "between") {
		return i + 1
	}
	return t.connects(i)
}

// daysIn is the number of days a month has at most.
func daysIn(m time.Month) int { return time.Date(2000, m+1, 0, 0, 0, 0, 0, time.UTC).Day() }
