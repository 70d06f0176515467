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

// settleOrder reads the dates that may be two days as the others of the text are written: beside 24/2, 3/4 is the
// third of April. Where there are none, or some of both kinds, they stay two.
func (t *Text) settleOrder() {
	var seen [dayOrder + 1]bool
	for _, d := range t.dates {
		seen[d.order] = seen[d.order] || d.Month != time.Month(d.Day)
	}
	if !seen[eitherOrder] || seen[monthOrder] == seen[dayOrder] {
		return
	}
	for i := range t.dates {
		d := &t.dates[i]
		if d.order != eitherOrder {
			continue
		}
		d.order = monthOrder
		if seen[dayOrder] {
			d.Month, d.Day, d.order = time.Month(d.Day), int(d.Month), dayOrder
		}
	}
}

// monthDashDay files a date such as 04-27: two digits each, one of them written with a zero, since 4-27 may be a range
// or a score. It returns 0 if it is none.
func (t *Text) monthDashDay(i int, d Date) int {
	a, b := t.Word(i), t.Word(i+2)
	if len(a) != 2 || len(b) != 2 || a[0] != '0' && b[0] != '0' {
		return 0
	}
	if t.Glued(i+3) && (t.alnum(i+3) || t.Is(i+3, '-') || t.Is(i+3, '%') || t.Is(i+3, ':')) || t.decimalAfter(i+2) {
		return 0
	}
	if t.kind(i+3) == digits && t.SameBlock(i, i+3) || t.kind(i-1) == digits && t.SameBlock(i-1, i) { // groups of a phone number
		return 0
	}
	t.dates = append(t.dates, d)
	return i + 3
}

// monthEnd reads "end of October" and "end of Sept 2028" at the word end: the last day of the month. A February
// without a year has two. It returns 0 if there is none.
func (t *Text) monthEnd(i int) int {
	j := i + 1
	switch {
	case t.Word(j) == "of":
		j++
	case t.Is(j, '-') && t.Glued(j) && t.Glued(j+1):
		j++
	}
	m := t.meaning(j).month
	if m == 0 || !t.SameBlock(i, j) || !t.namesMonth(j) || t.Glued(j+1) && t.alnum(j+1) {
		return 0
	}
	if _, d, _ := t.monthDay(j); d > 0 {
		return 0
	}
	year, end := t.yearBehind(j)
	if m == time.February && year == 0 {
		return 0
	}
	last := daysIn(m)
	if year != 0 {
		last = time.Date(year, m+1, 0, 0, 0, 0, 0, time.UTC).Day()
	}
	t.dates = append(t.dates, Date{Year: year, Month: m, Day: last, Span: t.Span(i, end-1)})
	return end
}

var (
	beforeDay = Set("on by until till from since before after through to for around is was falls mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday")
	afterDay  = Set("and at in is to from with because for so but or as was by if when then instead now due till until before after off since not morning afternoon evening night noon fell falls it he she they we i that which where will would has had already again anyway stays went only latest")
)

// dayAlone reads "Friday the 14th", "on the 16th" and "The 19th fell through", where the month is the one named last before it, in
// a date or alone ("SEPTEMBER. The season opened on the 19th"). What is counted rather than dated ("on the 3rd floor") is none. It
// returns 0 if there is none.
func (t *Text) dayAlone(i int) int {
	d, next := t.day(i)
	if d == 0 || next != i+2 {
		return 0
	}
	p := i - 1
	the := t.Word(p) == "the"
	if the {
		p--
	}
	if t.Is(p, ',') {
		p--
	}
	if t.kind(next) == letters && t.SameBlock(i, next) && !afterDay[t.Word(next)] || t.Glued(next) && (t.Is(next, '-') || t.Is(next, '/')) {
		return 0
	}
	begins := the && (p < 0 || !t.SameBlock(p, i) || t.Is(p, '.') || t.Is(p, ';') || t.Is(p, '(') || t.Is(p, ':'))
	if !begins && !(t.SameBlock(max(p, 0), i) && beforeDay[t.Word(p)]) {
		return 0
	}
	month, year := t.monthBefore(i)
	if month == 0 || d > daysIn(month) {
		return 0
	}
	t.dates = append(t.dates, Date{Year: year, Month: month, Day: d, Span: t.Span(i, next-1)})
	return next
}

// monthBefore is the month that is named last before token i, and its year if a date in the same block has one; 0 if there is
// none, or it may be two.
func (t *Text) monthBefore(i int) (month time.Month, year int) {
	from := 0
	var last Date
	if n := len(t.dates); n > 0 {
		last = t.dates[n-1]
		_, from = t.Cover(last.Span)
		if t.SameBlock(from, i) {
			year = last.Year
		}
		from++
	}
	for j := i - 1; j >= from; j-- {
		if m := t.meaning(j).month; m != 0 && t.capital(j) && t.namesMonth(j) {
			return m, 0
		}
	}
	if last.order == eitherOrder {
		return 0, 0
	}
	return last.Month, year
}
