package words

import "time"

// order says which number of a numeric date is the month.
type order uint8

const (
	noOrder     order = iota // the month is named, or the year stands first
	eitherOrder              // both may be the month: 9/10
	monthOrder               // 3/15
	dayOrder                 // 15/3
)

// inOrder is the day that two numbers name: the month stands first unless it can't.
func inOrder(a, b int) Date {
	switch {
	case a > 12:
		return Date{Month: time.Month(b), Day: a, order: dayOrder}
	case b > 12 || a == b:
		return Date{Month: time.Month(a), Day: b, order: monthOrder}
	}
	return Date{Month: time.Month(a), Day: b, order: eitherOrder}
}

// monthDashDay files a date such as 04-27: two digits each, one of them written with a zero, since 4-27 may be a range
// or a score; behind such a one 11-12 is one too. It returns 0 if it is none.
func (t *Text) monthDashDay(i int, d Date) int {
	a, b := t.Word(i), t.Word(i+2)
	if len(a) != 2 || len(b) != 2 || a[0] != '0' && b[0] != '0' && !t.dashed {
		return 0
	}
	if t.Glued(i+3) && (t.alnum(i+3) || t.Is(i+3, '-') || t.Is(i+3, '%') || t.Is(i+3, ':')) || t.decimalAfter(i+2) {
		return 0
	}
	if t.kind(i+3) == digits && t.SameBlock(i, i+3) || t.kind(i-1) == digits && t.SameBlock(i-1, i) { // groups of a phone number
		return 0
	}
	t.dates = append(t.dates, d)
	t.dashed = true
	return i + 3
}

// throughDays is leadsTo for what begins at token first: "between the 8th and the 13th" joins two days as well.
func (t *Text) throughDays(first, i int) int {
	if j := t.through(first, i); j > 0 {
		return j
	}
	return t.leadsTo(i)
}

// leadsTo returns the token behind what joins two days at token i: a dash, "to" or an arrow. It is 0 if there is none.
func (t *Text) leadsTo(i int) int {
	switch {
	case !t.SameBlock(i-1, i+1):
	case t.Is(i, '→'):
		return i + 1
	case t.Is(i, '-') && t.Is(i+1, '>') && t.Glued(i+1) && t.SameBlock(i, i+2):
		return i + 2
	}
	return t.connects(i)
}
