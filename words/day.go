package words

import (
	"strings"
	"time"
)

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
	weekday   = Set("mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday")
	beforeDay = Set("on by until till from since before after through to is was falls for out back home due leaves returns starts begins ends arrives comes")
	beforeThe = Set("not longer and or then than around about of at was")
	afterDay  = Set("and at in is to from with because for so but or as was by if when then instead now due till until before after off since not against over under among around beside behind near during without within into onto about via except unless although though while per plus between the a an my our your his her their all everybody everyone morning afternoon evening night noon anyway again already only still fell falls will would has had went goes comes came starts started begins began which where who we they it he she i this that there too also exactly sharp early late")
	ofMonth   = Set("in of mid early late since until till by during for")
)

// dayAlone reads "Friday the 14th" and "on the 16th", where the month is that of what stands before it (monthBefore), and "the 19th
// fell through" at the start of a part of a sentence. What is counted rather than dated ("on the 3rd floor") is none. It returns 0
// if there is none.
func (t *Text) dayAlone(i int) int {
	d, next := t.day(i)
	if d == 0 || next != i+2 {
		return 0
	}
	return t.dayOfMonthBefore(i, d, next)
}

// dayOfMonthBefore files the day d that the tokens from i to next name, if it is one of the month before it, and returns next.
func (t *Text) dayOfMonthBefore(i, d, next int) int {
	p := i - 1
	the := t.Word(p) == "the"
	if the {
		p--
	}
	begins := the && (!t.SameBlock(p, i) || t.kind(p) == punct || beforeThe[t.Word(p)])
	if t.Is(p, ',') {
		p--
	}
	named := weekday[t.Word(p)]
	if !begins && !t.heads(i, next) && (!t.SameBlock(max(p, 0), i) || !named && !beforeDay[t.Word(p)]) || t.kind(next) == letters && t.SameBlock(i, next) && !afterDay[t.Word(next)] {
		return 0
	}
	if t.Glued(next) && (t.Is(next, '-') || t.Is(next, '/')) {
		return 0
	}
	year, month := t.monthBefore(i, named)
	if month == 0 || d > daysIn(month) {
		return 0
	}
	t.dates = append(t.dates, Date{Year: year, Month: month, Day: d, Span: t.Span(i, next-1)})
	return next
}

// heads reports whether what the tokens from i to next say is what a line is about: "9th – the build starts", "10th: generator".
func (t *Text) heads(i, next int) bool {
	if !t.opens(i) {
		return false
	}
	return t.Is(next, ':') || (t.Is(next, '-') || t.Is(next, '—') || t.Is(next, '=')) && !t.Glued(next)
}

// opens reports whether token i is the first of its line behind the marker of a list.
func (t *Text) opens(i int) bool {
	return t.LineStart(i) == i || int(t.tokens[i].start) == t.blocks[t.tokens[i].block].body
}

// daysInLine files the days of a line that a month leads in and of which each part ends with one, or each begins with one: "OCT: kit 8 /
// harvest 14 / waste 16"; one part will do under such a line. i is the token of the month.
func (t *Text) daysInLine(i int) {
	if !t.Is(i+1, ':') || !t.opens(i) {
		return
	}
	var parts [][2]int
	from := i + 2
	for j := from; ; j++ {
		end := !t.SameBlock(i, j) || t.starts[j] != t.starts[i]
		if end || t.Is(j, '/') && !t.Glued(j) || t.Is(j, ',') || t.Is(j, ';') {
			parts = append(parts, [2]int{from, j - 1})
			from = j + 1
		}
		if end {
			break
		}
	}
	for _, last := range []bool{true, false} {
		var at []int
		for _, p := range parts {
			k := p[0]
			if last {
				for k = p[1]; k > p[0] && (t.Is(k, '.') || t.Is(k, ')')); k-- {
				}
			}
			d, next := t.day(k)
			if p[1] <= p[0] || d == 0 || d > daysIn(t.meaning(i).month) || !last && t.kind(next) != letters || last && t.kind(k-1) != letters || t.unitsAt(next) != nil && next <= p[1] {
				at = nil
				break
			}
			at = append(at, k)
		}
		if len(at) > 1 || len(at) == 1 && last && len(t.listed) > 0 {
			t.listed = append(t.listed, at...)
			return
		}
	}
}

// daysBefore files the days that are listed before their month from token i on, "3, 10 and 17 March", and returns the token of the
// last one, 0 if there are none.
func (t *Text) daysBefore(i int) int {
	var at []int
	joined := false // by a word
	for last := 0; ; {
		d, next := t.day(i)
		if d <= last || !t.SameBlock(i, next) {
			return 0
		}
		m := t.meaning(next).month
		if m != 0 && t.namesMonth(next) && joined && d <= daysIn(m) {
			year, _ := t.yearBehind(next)
			for _, j := range at {
				t.dates = append(t.dates, Date{Year: year, Month: m, Day: t.value(j), Span: t.Span(j, j)})
			}
			return i
		}
		at, last, i = append(at, i), d, next
		for t.Is(i, ',') || t.Is(i, '&') || t.Word(i) == "and" || t.Word(i) == "or" {
			joined = !t.Is(i, ',')
			i++
		}
		if i == next || i > next+2 {
			return 0
		}
	}
}

// moreDays files the days of a month that are listed behind one of them, up to token next: "Feb 6, 20 and 27".
func (t *Text) moreDays(next int) int {
	last := t.dates[len(t.dates)-1]
	for {
		j := next
		for t.Is(j, ',') || t.Is(j, '&') || t.Word(j) == "and" || t.Word(j) == "or" {
			j++
		}
		d, end := t.day(j)
		if j == next || j > next+2 || d <= last.Day || d > daysIn(last.Month) || !t.SameBlock(next-1, j) {
			return next
		}
		if t.SameBlock(j, end) && (t.kind(end) == letters && !afterDay[t.Word(end)] || !t.Is(end, ',') && !t.Is(end, '.') && !t.Is(end, ';') && !t.Is(end, ')') && !t.Is(end, '&') && t.kind(end) != letters) {
			return next
		}
		last.Day, last.Span = d, t.Span(j, end-1)
		t.dates = append(t.dates, last)
		next = end
	}
}

// monthBefore is the month that is named last before token i, with a day or without: in its block, in what leads it in, or in an
// item before it in its list; anywhere if a weekday is named too, or the whole text is of one month. It is 0 if there is none, or nobody can tell which of two it is.
func (t *Text) monthBefore(i int, anywhere bool) (year int, m time.Month) {
	at := -1
	anywhere = anywhere || t.oneMonth()
	if n := len(t.dates); n > 0 {
		last := t.dates[n-1]
		if first, _ := t.Cover(last.Span); last.order != eitherOrder && (anywhere || t.goesOn(first, i) || t.oneMonth()) {
			at, year, m = first, last.Year, last.Month
		}
	}
	if n := len(t.months); n > 0 && t.months[n-1] > at && (anywhere || t.goesOn(t.months[n-1], i)) {
		return 0, t.meaning(t.months[n-1]).month
	}
	return year, m
}

// oneMonth reports whether the text names several days so far, and no month but theirs anywhere.
func (t *Text) oneMonth() bool {
	if len(t.dates) < 2 {
		return false
	}
	month := t.dates[0].Month
	for _, d := range t.dates {
		if d.Month != month || d.order == eitherOrder {
			return false
		}
	}
	for _, e := range t.vocab {
		if e.mean != nil && e.mean.month != 0 && e.mean.month != month && t.namesMonth(int(e.first)) {
			return false
		}
	}
	return true
}

// goesOn reports whether what is said at token i goes on from what is said at token from: in the same block, in one that it leads
// in, or in an item of the same list.
func (t *Text) goesOn(from, i int) bool {
	a, b := t.Block(from), t.Block(i)
	if t.IsUnder(b, a) {
		return true
	}
	for ; b > a; b-- {
		if k := t.blocks[b].kind; t.Parent(b) != t.Parent(a) || k != t.blocks[a].kind || k != listItem && k != tableRow {
			return false
		}
	}
	return true
}

// fileMonth files a month that stands without a day at token i.
func (t *Text) fileMonth(i int) {
	if !t.namesMonth(i) || t.Glued(i+1) && t.alnum(i+1) {
		return
	}
	switch t.Word(i) {
	case "may", "march":
		if t.kind(i+1) == letters && t.SameBlock(i, i+1) && !(t.SameBlock(i-1, i) && ofMonth[t.Word(i-1)]) {
			return
		}
	}
	t.months = append(t.months, i)
	t.daysInLine(i)
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

// namedDays are days that go by a name, the same each year.
var namedDays = map[string]Date{
	"new year's day": {Month: time.January, Day: 1}, "new year's eve": {Month: time.December, Day: 31}, "may day": {Month: time.May, Day: 1},
	"christmas eve": {Month: time.December, Day: 24}, "christmas day": {Month: time.December, Day: 25}, "boxing day": {Month: time.December, Day: 26},
	"valentine's day": {Month: time.February, Day: 14}, "leap day": {Month: time.February, Day: 29}, "bastille day": {Month: time.July, Day: 14},
	"all saints' day": {Month: time.November, Day: 1}, "april fools' day": {Month: time.April, Day: 1},
}

// namedDay reads such a day at token i: its name ends with a word for a day that begins with a capital. It returns 0 if there is none.
func (t *Text) namedDay(i int) int {
	if !t.capital(i) {
		return 0
	}
	for end := i + 1; end < i+6 && t.SameBlock(i, end); end++ {
		if w := t.Word(end); (w == "day" || w == "eve") && t.capital(end) {
			d, ok := namedDays[strings.ReplaceAll(strings.ToLower(t.Slice(t.Span(i, end))), "’", "'")]
			if !ok {
				return 0
			}
			next := end + 1
			d.Year, next = t.year(next)
			d.Span = t.Span(i, next-1)
			t.dates = append(t.dates, d)
			return next
		}
	}
	return 0
}
