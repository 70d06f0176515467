package words

import (
	"time"
	"unicode"
	"unicode/utf8"
)

// Months are their names, a space between.
const Months = "January February March April May June July August September October November December"

// Date is a day that a text names.
type Date struct {
	Span  Span
	Year  int // 0 if it isn't written
	Month time.Month
	Day   int
	order order
}

// Same reports whether two dates may be of one day: one without a year may be of any, and 9/10 may be two days if
// nothing in its text says which number is the month.
func (d Date) Same(o Date) bool {
	if d.Year != o.Year && d.Year != 0 && o.Year != 0 {
		return false
	}
	return d.Month == o.Month && d.Day == o.Day ||
		(d.order == eitherOrder || o.order == eitherOrder) && int(d.Month) == o.Day && d.Day == int(o.Month)
}

// yearBehind is the year behind the name of a month at token j, which may be cut short with a full stop, and the token behind it.
func (t *Text) yearBehind(j int) (year, end int) {
	end = j + 1
	if t.Is(end, '.') && t.Glued(end) {
		if y, _ := t.year(end + 1); y > 0 {
			end++
		}
	}
	return t.year(end)
}

// year reads a year that stands at token i, perhaps behind a comma. It returns 0 and i if there
// is none.
func (t *Text) year(i int) (year, next int) {
	j := i
	if t.Is(j, ',') || (t.Is(j, '-') || t.Is(j, '_')) && t.Glued(j) && t.Glued(j+1) || t.Word(j) == "of" {
		j++
	}
	if !t.SameBlock(i-1, j) || t.kind(j) != digits || t.Glued(j) && t.alnum(j-1) || len(t.Word(j)) != 4 {
		return 0, i
	}
	y := t.value(j)
	if y < 1900 || y > 2199 || t.Glued(j+1) && t.alnum(j+1) || t.decimalAfter(j) {
		return 0, i
	}
	return y, j + 1
}

// day reads a day of the month at token i: "15" or "15th". It returns 0 if there is none.
func (t *Text) day(i int) (day, next int) {
	if t.kind(i) != digits || len(t.Word(i)) > 2 {
		return 0, i
	}
	d := t.value(i)
	if d < 1 || d > 31 {
		return 0, i
	}
	j := i + 1
	if t.Glued(j) && t.meaning(j).ordinal {
		j++
	}
	switch {
	case t.Glued(j) && t.alnum(j),
		t.Glued(j) && (t.Is(j, ':') || t.Is(j, '/') || t.Is(j, '.') || t.Is(j, ',')) && t.Glued(j+1) && t.kind(j+1) == digits,
		t.Is(j, '%'),
		d <= 12 && t.meridiem(j) != noHalf:
		return 0, i
	}
	return d, j
}

// monthFirst reads "March 15, 2027", "Mar. 15th" and ranges such as "June 1-18" and "June 1 to
// June 18". It returns 0 if there is no date at token i.
func (t *Text) monthFirst(i int) int {
	month, d, next := t.monthDay(i)
	if d == 0 {
		return 0
	}
	from := Date{Month: month, Day: d}
	from.Year, next = t.year(next)
	if j := t.throughDays(i, next); j > 0 {
		m2, d2, end := t.monthDay(j)
		twice := d2 > 0 // the month is named
		if !twice {
			m2 = month
			d2, end = t.day(j)
			if d2 > 0 && t.meaning(end).month != 0 && t.capital(end) {
				d2 = 0
			}
		}
		if d2 > 0 && d2 <= daysIn(m2) && (m2 != month || d2 > d) {
			to := Date{Month: m2, Day: d2}
			to.Year, end = t.year(end)
			t.addRange(i, from, to, next, end)
			if twice {
				t.dates[len(t.dates)-1].Span.Start = t.Span(j, j).Start
			}
			return end
		}
	}
	from.Span = t.Span(i, next-1)
	t.dates = append(t.dates, from)
	return next
}

// monthDay reads "March 15", "Mar. 15", "March the 15th"; the day is 0 if it isn't there.
func (t *Text) monthDay(i int) (m time.Month, day, next int) {
	m = t.meaning(i).month
	if m == 0 || t.Glued(i+1) && t.alnum(i+1) {
		return 0, 0, i
	}
	j := i + 1
	if t.Is(j, '.') && t.Glued(j) || (t.Is(j, '-') || t.Is(j, '_')) && t.Glued(j) && t.Glued(j+1) || t.Word(j) == "the" {
		j++
	}
	d, next := t.day(j)
	if d == 0 || d > daysIn(m) || !t.SameBlock(i, j) {
		return 0, 0, i
	}
	return m, d, next
}

// addRange files both ends of a range that begins at token i; the first end's own text goes to
// next, the whole to end. A year behind it is that of both.
func (t *Text) addRange(i int, from, to Date, next, end int) {
	if from.Year == 0 {
		from.Year = to.Year
	}
	from.Span, to.Span = t.Span(i, next-1), t.Span(i, end-1)
	t.dates = append(t.dates, from, to)
}

// dayFirst reads "15 March 2027", "the 15th of March", "1-18 June". It returns 0 if there is no
// date at token i.
func (t *Text) dayFirst(i int) int {
	if t.joined(i) {
		return 0
	}
	return t.dayFirstFrom(i)
}

func (t *Text) dayFirstFrom(i int) int {
	d, next := t.day(i)
	if d == 0 {
		return 0
	}
	if end := t.dayMonth(i, d, 0, next, next); end > 0 {
		from := len(t.dates) - 1
		if j := t.throughDays(i, end); j > 0 { // 1 June - 18 June 2027
			if last := t.dayFirstFrom(j); last > 0 {
				if t.dates[from].Year == 0 {
					t.dates[from].Year = t.dates[from+1].Year
				}
				return last
			}
		}
		return end
	}
	if j := t.throughDays(i, next); j > 0 {
		the := t.Word(j) == "the" // the 1st to the 18th of June
		if the {
			j++
		}
		if d2, end := t.day(j); d2 > d {
			if end = t.dayMonth(i, d, d2, next, end); end > 0 && the {
				t.dates[len(t.dates)-1].Span.Start = t.Span(j, j).Start
			}
			return end
		}
	}
	return 0
}

// dayMonth reads the month and year behind one or two days.
func (t *Text) dayMonth(i, d, d2, next, j int) int {
	if t.Word(j) == "of" || (t.Is(j, '-') || t.Is(j, '_')) && t.Glued(j) && t.Glued(j+1) {
		j++
	}
	m := t.meaning(j).month
	if m == 0 || !t.SameBlock(i, j) || max(d, d2) > daysIn(m) {
		return 0
	}
	if y, _ := t.year(j + 1); y == 0 && !t.namesMonth(j) && !t.closes(j+1) {
		return 0
	}
	if t.Glued(j+1) && t.alnum(j+1) {
		return 0
	}
	year, end := t.yearBehind(j)
	if year == 0 && d2 == 0 {
		if day, _ := t.day(j + 1); day > 0 && t.Word(j-1) != "of" {
			return 0 // "table 3 March 15": the day stands behind the month
		}
	}
	from := Date{Year: year, Month: m, Day: d, Span: t.Span(i, end-1)}
	if d2 == 0 {
		t.dates = append(t.dates, from)
		return end
	}
	t.addRange(i, from, Date{Year: year, Month: m, Day: d2}, next, end)
	return end
}

// capital reports whether the word at token i begins with a capital, so that it isn't the verb
// may or march.
func (t *Text) capital(i int) bool {
	r, _ := utf8.DecodeRuneInString(t.raw(i))
	return unicode.IsUpper(r)
}

// closes reports whether nothing goes on at token i that a verb would need: "start monday 10 may, 22 days", "21 may at noon".
func (t *Text) closes(i int) bool {
	return !t.SameBlock(i-1, i) || t.kind(i) == punct || behindDate[t.Word(i)]
}

var behindDate = Set("at in on from with for and or to till until")

// namesMonth reports whether the word at token i, which may be a month, is one: it begins with a capital, or is no
// other word.
func (t *Text) namesMonth(i int) bool {
	switch t.Word(i) {
	case "march", "may", "august", "mar":
		return t.capital(i)
	}
	return true
}

// numericDate reads 2027-03-15, 3/15/2027, 3/15/27, 3/15 and 03-15. It returns 0 if there is none; of
// something like 3/4, which may be a fraction too, it files the date and returns 0.
func (t *Text) numericDate(i int) int {
	sep := t.Char(i + 1)
	if sep != '-' && sep != '/' && sep != '.' || !t.Glued(i+1) || !t.Glued(i+2) || t.kind(i+2) != digits || t.joined(i) || t.Glued(i) && t.Is(i-1, '/') {
		return 0
	}
	a, b := t.value(i), t.value(i+2)
	if !t.Is(i+3, sep) || !t.Glued(i+3) || !t.Glued(i+4) || t.kind(i+4) != digits {
		return t.monthSlashDay(i, sep, a, b)
	}
	c, end := t.value(i+4), i+5
	size := [3]int{len(t.Word(i)), len(t.Word(i + 2)), len(t.Word(i + 4))}
	var d Date
	switch {
	case size[0] == 4 && size[1] <= 2 && size[2] <= 2:
		d = Date{Year: a, Month: time.Month(b), Day: c}
	case size[0] <= 2 && size[1] <= 2 && (size[2] == 4 || size[2] == 2 && sep == '/'):
		if size[2] == 2 {
			c += 2000
		}
		d = inOrder(a, b)
		d.Year = c
	default:
		return 0
	}
	if d.Year < 1900 || d.Year > 2199 || !ValidDay(d.Month, d.Day) {
		return 0
	}
	stamp := t.Glued(end) && t.Word(end) == "t" && t.Glued(end+1) && t.kind(end+1) == digits // 2027-03-15T14:30
	if t.Glued(end) && !stamp && (t.alnum(end) || t.Is(end, sep) && t.Glued(end+1) && t.alnum(end+1)) {
		return 0
	}
	d.Span = t.Span(i, end-1)
	t.dates = append(t.dates, d)
	if stamp {
		if next := t.clockFrom(end + 1); next > 0 {
			return next
		}
	}
	return end
}

// monthSlashDay reads 3/15 and 15/3, and 03-15.
func (t *Text) monthSlashDay(i int, sep rune, a, b int) int {
	d := inOrder(a, b)
	if len(t.Word(i)) > 2 || len(t.Word(i+2)) > 2 || !ValidDay(d.Month, d.Day) {
		return 0
	}
	d.Span = t.Span(i, i+2)
	if sep == '-' {
		return t.monthDashDay(i, d)
	}
	if sep != '/' {
		return 0
	}
	if b == a+1 && !t.Glued(i+3) {
		if end := t.dayMonth(i, a, b, i+1, i+3); end > 0 { // the night of 11/12 February
			return end
		}
	}
	if t.Glued(i+3) && (t.alnum(i+3) || t.Is(i+3, '/') || t.Is(i+3, '%')) || t.decimalAfter(i+2) {
		return 0
	}
	if f, next := t.fraction(i); f != nil {
		if t.unitsAt(next) != nil {
			return 0
		}
		t.dates = append(t.dates, d)
		return 0
	}
	t.dates = append(t.dates, d)
	return i + 3
}

// ValidDay reports whether a month has such a day in some year.
func ValidDay(m time.Month, day int) bool {
	return m >= time.January && m <= time.December && day >= 1 && day <= daysIn(m)
}
