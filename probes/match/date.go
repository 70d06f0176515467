package match

import (
	"fmt"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// dateMatcher finds a day.
type dateMatcher arena.DatePattern

func compileDate(pattern arena.Pattern) (Matcher, error) {
	p := pattern.Date
	switch {
	case p.Month < time.January || p.Month > time.December:
		return nil, fmt.Errorf("date: month %d is not 1 to 12", p.Month)
	case !words.ValidDay(p.Month, p.Day):
		return nil, fmt.Errorf("date: %s has no day %d", p.Month, p.Day)
	case p.Year != 0 && (p.Year < 1900 || p.Year > 2199):
		return nil, fmt.Errorf("date: year %d is not 1900 to 2199", p.Year)
	case p.Year != 0 && time.Date(p.Year, p.Month, p.Day, 0, 0, 0, 0, time.UTC).Day() != p.Day:
		return nil, fmt.Errorf("date: %s %d has no day %d", p.Month, p.Year, p.Day)
	}
	return dateMatcher(*p), nil
}

// Find returns the dates that are this day; a date without a year is it too.
func (m dateMatcher) Find(t *words.Text) []words.Span {
	var out []words.Span
	for _, d := range t.Dates() {
		if d.Month == m.Month && d.Day == m.Day && (d.Year == m.Year || d.Year == 0 || m.Year == 0) {
			out = append(out, d.Span)
		}
	}
	return ordered(out)
}
