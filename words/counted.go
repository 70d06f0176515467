package words

import (
	"math/big"
	"slices"
	"time"
)

// countedDays are the dates of the text, with those that are counted from one of them beside it: "the day after March 10", "two weeks
// before 18 June". Without a year the end of February is passed in no common year and in no leap year alike, and counted over by none.
func (t *Text) countedDays() []Date {
	out := t.dates
	for _, d := range t.dates {
		first, last := t.Cover(d.Span)
		if first < len(t.tokens) && t.Word(first-1) == "the" {
			first--
		}
		from, days, ok := t.countedFrom(first)
		if !ok {
			continue
		}
		year := d.Year
		if year == 0 {
			year = 2001
		}
		day := time.Date(year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).AddDate(0, 0, days)
		leap := time.Date(2004, d.Month, d.Day, 0, 0, 0, 0, time.UTC).AddDate(0, 0, days)
		if d.Year == 0 && (leap.Month() != day.Month() || leap.Day() != day.Day()) || d.order == eitherOrder {
			continue
		}
		counted := Date{Span: t.Span(from, last), Month: day.Month(), Day: day.Day()}
		if d.Year != 0 {
			counted.Year = day.Year()
		}
		out = append(slices.Clip(out), counted)
	}
	if len(out) > len(t.dates) {
		slices.SortStableFunc(out, func(a, b Date) int { return a.Span.Compare(b.Span) })
	}
	return out
}

// countedFrom reads "the day after" and "two weeks before", which end before token i: from which token on, and how many days.
func (t *Text) countedFrom(i int) (from, days int, ok bool) {
	sign := t.direction(i - 1)
	if sign == 0 || !t.SameBlock(i-2, i) {
		return 0, 0, false
	}
	unit := 1
	switch t.Word(i - 2) {
	case "day", "days":
	case "week", "weeks":
		unit = 7
	default:
		return 0, 0, false
	}
	switch w := t.Word(i - 3); {
	case w == "a" || w == "the" && unit == 1:
		return i - 3, sign * unit, true
	default:
		for from := i - 3; from >= i-5 && from >= 0; from-- {
			if a := t.amountAt(from); a != nil && a.Value.IsInt() && a.Approx > 0 && a.Approx < 1000 {
				if _, last := t.Cover(a.Span); last == i-3 {
					return from, sign * unit * int(a.Value.Num().Int64()), true
				}
			}
		}
	}
	return 0, 0, false
}

// direction is 1 of a word for after, -1 of one for before, 0 of others.
func (t *Text) direction(i int) int {
	switch t.Word(i) {
	case "after", "past", "following":
		return 1
	case "before":
		return -1
	}
	return 0
}

// countedHours are the times of the text, with those that are counted from one of them beside it: "half an hour before midnight".
func (m *measuring) countedHours() []Clock {
	t := m.t
	out := t.clocks
	for _, c := range t.clocks {
		first, last := t.Cover(c.Span)
		sign := t.direction(first - 1)
		if sign == 0 {
			continue
		}
		length := func(a Amount) bool {
			_, end := t.Cover(a.Span)
			if t.measureWord(t.hyphen(end+1)) && end+2 < first {
				end = t.hyphen(end + 1)
			}
			return end == first-2 && t.SameBlock(end, first)
		}
		at := slices.IndexFunc(m.whole, length)
		of := m.whole
		if at < 0 {
			of, at = t.amounts, slices.IndexFunc(t.amounts, length)
		}
		if at < 0 {
			continue
		}
		minutes := Unit{units: []string{"minute"}}.In(&of[at])
		if slices.Contains(of[at].Units, "minute") {
			minutes = new(big.Rat).Set(of[at].Value)
		}
		if minutes == nil || !minutes.IsInt() || minutes.Cmp(big.NewRat(2*halfDay, 1)) >= 0 {
			continue
		}
		counted := Clock{Span: Span{of[at].Span.Start, t.Span(last, last).End}}
		for k := range counted.Minutes {
			counted.Minutes[k] = ((c.Minutes[k]+sign*int(minutes.Num().Int64()))%(2*halfDay) + 2*halfDay) % (2 * halfDay)
		}
		out = append(slices.Clip(out), counted)
	}
	if len(out) > len(t.clocks) {
		slices.SortStableFunc(out, func(a, b Clock) int { return a.Span.Compare(b.Span) })
	}
	return out
}
