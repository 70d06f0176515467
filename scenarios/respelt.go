package scenarios

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"contextarena.internal/words"
)

// respelt is a value written in other ways: a day with the month behind it or in digits, a time of day on
// the other clock, a small number in words. Most values have none.
func respelt(value string) []string {
	t := words.Read(value)
	switch {
	case len(t.Dates()) == 1 && strings.TrimSpace(value) == t.Slice(t.Dates()[0].Span):
		return otherDays(t.Dates()[0])
	case len(t.Clocks()) == 1:
		return otherTimes(value)
	}
	if m := smallNumber.FindStringSubmatchIndex(value); m != nil {
		if n, err := strconv.Atoi(value[m[2]:m[3]]); err == nil && n < len(numerals) {
			return []string{value[:m[2]] + numerals[n] + value[m[3]:]}
		}
	}
	return nil
}

var (
	// A number that stands by itself, and is no part of an identifier, an amount of money or a fraction.
	smallNumber = words.Lazy(`(?:^|[a-z] )([0-9]{1,2})(?: [a-z]|$)`)
	numerals    = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")
)

func otherDays(d words.Date) []string {
	month, year := d.Month.String(), ""
	if d.Year > 0 {
		year = fmt.Sprintf(" %d", d.Year)
	}
	out := []string{
		fmt.Sprintf("%d %s%s", d.Day, month, year),
		fmt.Sprintf("the %s of %s", words.Ordinal(d.Day), month),
		fmt.Sprintf("%s. %s", month[:3], words.Ordinal(d.Day)),
	}
	if d.Year > 0 {
		out = append(out, fmt.Sprintf("%d-%02d-%02d", d.Year, d.Month, d.Day))
	}
	return out
}

// otherTimes is a time of the 24-hour clock on that of 12 hours; none where it is written otherwise.
func otherTimes(value string) []string {
	t, err := time.Parse("15:04", strings.Replace(value, ".", ":", 1))
	if err != nil {
		return nil
	}
	return []string{t.Format("3:04 pm")}
}
