package match

import (
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// clockMatcher finds a time of day, in minutes since midnight.
type clockMatcher int

func compileClock(pattern arena.Pattern) (Matcher, error) {
	p := pattern.Time
	if p.Hour < 0 || p.Hour > 23 || p.Minute < 0 || p.Minute > 59 {
		return nil, fmt.Errorf("time: %02d:%02d is not between 00:00 and 23:59", p.Hour, p.Minute)
	}
	return clockMatcher(p.Hour*60 + p.Minute), nil
}

// Find returns the times that are, or may be, this one.
func (m clockMatcher) Find(t *words.Text) []words.Span {
	var out []words.Span
	for _, c := range t.Clocks() {
		if c.Minutes[0] == int(m) || c.Minutes[1] == int(m) {
			out = append(out, c.Span)
		}
	}
	return ordered(out)
}
