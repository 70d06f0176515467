package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

func dateOf(year int, month time.Month, day int) arena.Pattern {
	return arena.Pattern{Date: &arena.DatePattern{Year: year, Month: month, Day: day}}
}

func TestDate(t *testing.T) {
	deadline := dateOf(2027, time.March, 15)
	june1, june18 := dateOf(0, time.June, 1), dateOf(0, time.June, 18)
	for _, c := range []struct {
		name string
		p    arena.Pattern
		text string
		want []string // nil: not found
	}{
		{"long", deadline, "due March 15, 2027.", []string{"March 15, 2027"}},
		{"no comma", deadline, "March 15 2027", []string{"March 15 2027"}},
		{"ordinal", deadline, "March 15th, 2027", []string{"March 15th, 2027"}},
		{"day first", deadline, "on 15 March 2027", []string{"15 March 2027"}},
		{"of", deadline, "the 15th of March", []string{"15th of March"}},
		{"abbreviated", deadline, "Mar. 15", []string{"Mar. 15"}},
		{"lower case", deadline, "march 15", []string{"march 15"}},
		{"iso", deadline, "2027-03-15", []string{"2027-03-15"}},
		{"iso in a sentence", deadline, "by 2027-03-15.", []string{"2027-03-15"}},
		{"iso with time", deadline, "2027-03-15T14:30", []string{"2027-03-15"}},
		{"slashes", deadline, "2027/03/15", []string{"2027/03/15"}},
		{"american", deadline, "3/15/2027", []string{"3/15/2027"}},
		{"american with zero", deadline, "03/15/2027", []string{"03/15/2027"}},
		{"short year", deadline, "3/15/27", []string{"3/15/27"}},
		{"no year", deadline, "(3/15)", []string{"3/15"}},
		{"day can only be first", deadline, "15/3/2027", []string{"15/3/2027"}},
		{"month by name with hyphens", deadline, "15-Mar-2027", []string{"15-Mar-2027"}},
		{"bold", deadline, "**March 15, 2027**", []string{"March 15, 2027"}},
		{"another year", deadline, "March 15, 2026", nil},
		{"another iso year", deadline, "2026-03-15", nil},
		{"another day", deadline, "March 5, 2027", nil},
		{"any year", dateOf(0, time.March, 15), "March 15, 2026", []string{"March 15, 2026"}},
		{"day in a thousand", dateOf(0, time.March, 15), "by March 15,000 users", nil},
		{"identifier", deadline, "X-2027-03-15", nil},
		{"longer identifier", deadline, "2027-03-15-01", nil},
		{"version", dateOf(0, time.March, 15), "3.15", nil},

		{"range, first", june1, "June 1-18", []string{"June 1"}},
		{"range, last", june18, "June 1-18", []string{"June 1-18"}},
		{"en dash", june18, "June 1–18", []string{"June 1–18"}},
		{"both months", june18, "June 1 – June 18", []string{"June 18"}},
		{"to", june18, "June 1 to 18th", []string{"June 1 to 18th"}},
		{"to month", june18, "June 1 to June 18", []string{"June 18"}},
		{"day first range", june18, "1-18 June", []string{"1-18 June"}},
		{"day first, both months", june18, "1 June–18 June", []string{"18 June"}},
		{"day first, both months, first", june1, "1 June–18 June", []string{"1 June"}},
		{"day first, year of both", dateOf(2026, time.June, 1), "1 June – 18 June 2027", nil},
		{"day first range, first", june1, "1-18 June", []string{"1"}},
		{"through months", dateOf(0, time.July, 2), "June 28 – July 2", []string{"July 2"}},
		{"year of both", dateOf(2026, time.June, 1), "June 1 – June 18, 2027", nil},
		{"inside the range", dateOf(0, time.June, 14), "June 1-18", nil},
		{"longer day", june1, "June 10, June 14, June 18", nil},
		{"no range", dateOf(0, time.June, 3), "June 7 - 3 people", nil},

		{"may the verb", dateOf(0, time.May, 5), "5 may come", nil},
		{"may the month", dateOf(0, time.May, 5), "on May 5", []string{"May 5"}},
		{"month behind a number", dateOf(0, time.March, 3), "table 3 March 15", nil},
		{"month before a number", dateOf(0, time.March, 15), "table 3 March 15", []string{"March 15"}},
		{"impossible day", dateOf(0, time.April, 30), "April 31", nil},
		{"month 13", dateOf(2027, time.January, 3), "2027-13-03", nil},
		{"time follows", dateOf(0, time.March, 14), "Friday 14 March 10:00", []string{"14 March"}},
		{"birthday", dateOf(0, time.March, 8), "March 8th", []string{"March 8th"}},
		{"fraction or date", dateOf(0, time.March, 4), "on 3/4 we go", []string{"3/4"}},
		{"fraction", dateOf(0, time.March, 4), "3/4 cup", nil},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, found(t, c.p, c.text)) })
	}
}

func TestClock(t *testing.T) {
	at := func(hour, minute int) arena.Pattern {
		return arena.Pattern{Time: &arena.ClockPattern{Hour: hour, Minute: minute}}
	}
	for _, c := range []struct {
		name string
		p    arena.Pattern
		text string
		want []string
	}{
		{"pm", at(14, 30), "Thursday 2:30pm", []string{"2:30pm"}},
		{"spaced capital", at(14, 30), "2:30 PM", []string{"2:30 PM"}},
		{"dotted", at(14, 30), "at 2.30 p.m. sharp", []string{"2.30 p.m."}},
		{"universal time", at(4, 26), "04:26Z", []string{"04:26Z"}},
		{"universal time, wrong half", at(16, 26), "04:26Z", nil},
		{"24 hours", at(14, 30), "14:30", []string{"14:30"}},
		{"french", at(14, 30), "14h30", []string{"14h30"}},
		{"seconds", at(14, 30), "14:30:00", []string{"14:30:00"}},
		{"either half", at(14, 30), "at 2:30", []string{"2:30"}},
		{"either half, morning", at(2, 30), "at 2:30", []string{"2:30"}},
		{"leading zero is morning", at(14, 30), "02:30", nil},
		{"am", at(14, 30), "2:30 am", nil},
		{"hour", at(15, 0), "Friday 3pm EST", []string{"3pm"}},
		{"hour on the dot", at(15, 0), "15:00", []string{"15:00"}},
		{"o'clock", at(15, 0), "3 o'clock", []string{"3 o'clock"}},
		{"noon", at(12, 0), "at noon", []string{"noon"}},
		{"12pm", at(12, 0), "12pm", []string{"12pm"}},
		{"midnight", at(0, 0), "by midnight", []string{"midnight"}},
		{"12am", at(0, 0), "12 am", []string{"12 am"}},
		{"range, first", at(14, 0), "2–4pm", []string{"2"}},
		{"range, last", at(16, 0), "2–4pm", []string{"4pm"}},
		{"range over noon", at(11, 0), "11-2pm", []string{"11"}},
		{"iso stamp", at(14, 30), "2027-03-15T14:30", []string{"14:30"}},
		{"bare hour", at(15, 0), "3 people", nil},
		{"decimal", at(14, 30), "2.30", nil},
		{"ratio", at(16, 9), "16:9", nil},
		{"identifier", at(14, 30), "X-14:30", nil},
		{"price", at(14, 30), "$2:30", nil},
		{"two readings", at(7, 15), "departs 7:15am", []string{"7:15am"}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, found(t, c.p, c.text)) })
	}
}
