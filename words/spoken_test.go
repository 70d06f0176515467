package words

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// cardinals in words, by number.
var units = []string{
	"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
	"seventeen", "eighteen", "nineteen", "twenty",
}

func TestSpokenHours(t *testing.T) {
	at := func(hour, minute int) [2]int { m := (hour*60 + minute) % halfDay; return [2]int{m, m + halfDay} }
	for text, want := range map[string][2]int{
		"quarter past two": at(2, 15), "a quarter to nine": at(8, 45), "half past eleven": at(11, 30), "half past 11": at(11, 30), "twenty to twelve": at(11, 40),
		"five past three": at(3, 5), "twenty-five to one": at(12, 35), "eleven o'clock": at(11, 0), "12 minutes past 4": at(4, 12),
		"half an hour before midnight": {1410, 1410}, "twenty minutes to noon": {700, 700}, "a quarter of an hour after midnight": {15, 15},
		"half an hour before seven": at(6, 30), "an hour past noon": {780, 780}, "6 in the evening": {1080, 1080}, "11 at night": {1380, 1380},
		"seven in the morning": {420, 420}, "half past 11 at night": {1410, 1410}, "quarter past two in the afternoon": {855, 855}, "ten to six this evening": {1070, 1070},
	} {
		read := Read("We meet at " + text + ", then.")
		require.Len(t, read.Clocks(), 1, text)
		require.Equal(t, want, read.Clocks()[0].Minutes, text)
		require.Equal(t, text, read.Slice(read.Clocks()[0].Span))
	}
	for _, text := range []string{"half of two", "a quarter of nine people", "ten to twelve days", "twenty to thirty", "seven people", "half past", "third past two", "half an hour before the show", "an hour to spare", "5 to 10"} {
		require.Empty(t, Read(text).Clocks(), text)
	}
}

// Every five minutes of the day are the same in words as in digits.
func TestAnySpokenHour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hour, five := rapid.IntRange(1, 12).Draw(t, "hour"), rapid.IntRange(1, 6).Draw(t, "fives")
		before := five < 6 && rapid.Bool().Draw(t, "before the hour")
		minutes, said, joint := 5*five, "", "past"
		switch minutes {
		case 15:
			said = "quarter"
		case 30:
			said = "half"
		case 25:
			said = "twenty-five"
		default:
			said = units[minutes]
		}
		at := hour*60 + minutes
		if before {
			joint, at = "to", hour*60-minutes
		}
		read := Read(fmt.Sprintf("It begins at %s %s %s.", said, joint, units[hour]))
		require.Len(t, read.Clocks(), 1, read.Source())
		require.Equal(t, at%halfDay, read.Clocks()[0].Minutes[0], read.Source())
		require.Equal(t, at%halfDay+halfDay, read.Clocks()[0].Minutes[1], read.Source())
	})
}

// ordinalWord is an ordinal in words.
func ordinalWord(n int) string {
	for w, i := range ordinals {
		if i == n {
			return w
		}
	}
	return []string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}[n/10] + "-" + ordinalWord(n%10)
}

func TestAnyOrdinalAndAnyDayInWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 99).Filter(func(n int) bool { return n <= 30 || n%10 > 0 }).Draw(t, "n")
		have, next := Read(ordinalWord(n)).Ordinal(0)
		require.Equal(t, n, have, ordinalWord(n))
		require.Positive(t, next)

		day := time.Date(2028, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 365).Draw(t, "day"))
		said := ordinalWord(day.Day())
		if day.Day()%10 == 0 && day.Day() > 20 {
			said = "thirtieth"
		}
		form := rapid.SampledFrom([]string{"the %s of %s", "%s of %s", "%s %s", "the %s day of %s"}).Draw(t, "form")
		text := fmt.Sprintf("It is due on "+form+", 2028.", said, day.Month())
		read := Read(text)
		require.Len(t, read.Dates(), 1, text)
		d := read.Dates()[0]
		require.Equal(t, day.Format("2006-01-02"), fmt.Sprintf("%d-%02d-%02d", d.Year, d.Month, d.Day), text)
	})
}

func TestSpokenDays(t *testing.T) {
	for text, want := range map[string]string{
		"the last day of April": "04-30", "last day of February": "02-28", "first of June": "06-01", "the thirty-first of May": "05-31", "the twenty first of May": "05-21",
		"20/03": "03-20", "03/20": "03-20", "20/03/2027": "03-20", "13/12": "12-13",
	} {
		read := Read("It is " + text + " then.")
		require.Len(t, read.Dates(), 1, text)
		require.Equal(t, want, fmt.Sprintf("%02d-%02d", read.Dates()[0].Month, read.Dates()[0].Day), text)
	}
	for _, text := range []string{"the thirty-first of April", "the third of may be", "the first of all", "second to last", "20/13", "32/01", "the last of June"} {
		require.Empty(t, Read(text).Dates(), text)
	}
}

// A day behind the month and one before it are one, if only one of them can be the day.
func TestAnyDayBeforeItsMonth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		month, day := rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(13, 31).Draw(t, "day")
		european, american := fmt.Sprintf("Due %02d/%02d.", day, month), fmt.Sprintf("Due %02d/%02d.", month, day)
		a, b := Read(american).Dates(), Read(european).Dates()
		require.Len(t, a, min(len(b), 1))
		require.True(t, len(b) == 0 || a[0].Same(b[0]) && a[0].Month == b[0].Month)
	})
}

func TestARangeNamesBothDays(t *testing.T) {
	for text, want := range map[string][]string{
		"June 1 to June 18": {"June 1", "June 18"}, "1 June to 18 June": {"1 June", "18 June"}, "June 1-18": {"June 1", "June 1-18"}, "June 28 – July 2": {"June 28", "July 2"},
	} {
		read := Read(text)
		var have []string
		for _, d := range read.Dates() {
			have = append(have, read.Slice(d.Span))
		}
		require.Equal(t, want, have, text)
	}
}

func TestIn(t *testing.T) {
	for _, c := range []struct{ text, unit, want string }{
		{"84 months", "years", "7"},
		{"90 minutes", "hours", "3/2"},
		{"2 weeks", "days", "14"},
		{"1.5 kg", "g", "1500"},
		{"3 tablespoons", "teaspoons", "9"},
		{"24 hours", "days", "1"},
		{"36 inches", "ft", "3"},
		{"2 GB", "MB", "2000"},
		{"7 years", "days", ""},
		{"5 kg", "km", ""},
		{"half a pound", "oz", "8"},
		{"2 pounds", "usd", ""},
		{"5 people", "days", ""},
		{"5 days", "days", ""},
		{"5", "days", ""},
	} {
		read := Read(c.text).Measured()
		require.Len(t, read.Amounts(), 1, c.text)
		have := UnitOf(c.unit).In(&read.Amounts()[0])
		if c.want == "" {
			require.Nil(t, have, c.text)
			continue
		}
		require.NotNil(t, have, c.text)
		require.Equal(t, c.want, have.RatString(), c.text)
	}
}

// What was put into another unit of its kind and back is what it was.
func TestInAndBack(t *testing.T) {
	names := slices.Sorted(maps.Keys(measures))
	for _, n := range names {
		require.Equal(t, []string{n}, UnitOf(n).units, "a measure of the name that texts have for it")
	}
	rapid.Check(t, func(t *rapid.T) {
		from, to := rapid.SampledFrom(names).Draw(t, "from"), rapid.SampledFrom(names).Draw(t, "to")
		n := big.NewRat(rapid.Int64Range(1, 1_000_000).Draw(t, "n"), rapid.Int64Range(1, 12).Draw(t, "parts"))
		there := Unit{units: []string{to}}.In(&Amount{Value: n, Units: []string{from}})
		if from == to || measures[from].kind != measures[to].kind {
			require.Nil(t, there)
			return
		}
		back := Unit{units: []string{from}}.In(&Amount{Value: there, Units: []string{to}})
		require.Equal(t, n.RatString(), back.RatString())
	})
}

// "A hundred" is one hundred, but for a part of it.
func TestAHundred(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		scale := rapid.SampledFrom([]string{"hundred", "thousand"}).Draw(t, "scale")
		want := map[string]int64{"hundred": 100, "thousand": 1000}[scale]
		read := Read(fmt.Sprintf("They cook for a %s and %s, all told.", scale, units[n]))
		require.Len(t, read.Amounts(), 1, read.Source())
		require.Equal(t, big.NewRat(want+int64(n), 1), read.Amounts()[0].Value, read.Source())
	})
	require.Equal(t, big.NewRat(100, 1), Read("a hundred guests").Amounts()[0].Value)
	for _, part := range []string{"half a million", "a quarter of a million"} {
		require.NotContains(t, fmt.Sprint(Read(part).Amounts()), "1000000", part)
	}
}
