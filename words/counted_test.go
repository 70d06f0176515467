package words

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// told are the dates and the times of a text, measured.
func told(text string) []string {
	var out []string
	read := Read(text).Measured()
	for _, d := range read.Dates() {
		out = append(out, fmt.Sprintf("%s = %d-%d", read.Slice(d.Span), d.Month, d.Day))
	}
	for _, c := range read.Clocks() {
		out = append(out, fmt.Sprintf("%s = %d:%02d", read.Slice(c.Span), c.Minutes[0]/60, c.Minutes[0]%60))
	}
	return out
}

func TestDaysAndHoursInWords(t *testing.T) {
	for text, want := range map[string][]string{
		"The first of June until the eighteenth":                     {"first of June = 6-1", "eighteenth = 6-18"},
		"from the first to the eighteenth of June":                   {"first = 6-1", "eighteenth of June = 6-18"},
		"between the 1st and the 18th of June":                       {"1st = 6-1", "18th of June = 6-18"},
		"between 8 and 13 March":                                     {"8 = 3-8", "8 and 13 March = 3-13"},
		"March fifteenth, twenty twenty-seven":                       {"March fifteenth, twenty twenty-seven = 3-15"},
		"on June eleven, and March the third":                        {"June eleven = 6-11", "March the third = 3-3"},
		"On May Day, before New Year's Eve":                          {"May Day = 5-1", "New Year's Eve = 12-31"},
		"the day after March 10":                                     {"the day after March 10 = 3-11", "March 10 = 3-10"},
		"two weeks before the eighteenth of June":                    {"two weeks before the eighteenth of June = 6-4", "eighteenth of June = 6-18"},
		"ten days before March 3":                                    {"March 3 = 3-3"}, // of which year?
		"Five minutes after three":                                   {"Five minutes after three = 3:05"},
		"at half nine, till half six in the evening":                 {"half nine = 9:30", "half six in the evening = 18:30"},
		"at seven thirty or at three-oh-five":                        {"seven thirty = 7:30", "three-oh-five = 3:05"},
		"Seven thirty.":                                              {"Seven thirty = 7:30"},
		"Seven thirty people":                                        nil,
		"nine fifteen in the evening":                                {"nine fifteen in the evening = 21:15"},
		"twelve-fifty":                                               {"twelve-fifty = 0:50"},
		"At twenty minutes to noon":                                  {"twenty minutes to noon = 11:40"},
		"ten past midnight, quarter to midnight":                     {"ten past midnight = 0:10", "quarter to midnight = 23:45"},
		"half an hour before midnight":                               {"half an hour before midnight = 23:30"},
		"thirty minutes after 9pm":                                   {"thirty minutes after 9pm = 21:30", "9pm = 21:00"},
		"between 2:30 and 4pm":                                       {"2:30 = 14:30", "4pm = 16:00"},
		"between 5 and 6 o'clock":                                    {"6 o'clock = 6:00"},
		"five minutes after three people left, five to ten thousand": nil,
		"half six people, half of nine, the half nine wanted":        nil,
		"at five fifteen-minute breaks, seven thirty-year-olds":      nil,
		"in June two people; in June second place":                   nil,
		"you may second that, may day, the second":                   nil,
		"the day after the tenth":                                    nil,
	} {
		require.Equal(t, want, told(text), text)
	}
	require.Equal(t, 2027, Read("March fifteenth, twenty twenty-seven").Dates()[0].Year)
	require.Equal(t, 2031, Read("the third of May, two thousand and thirty-one").Dates()[0].Year)
}

// Any day is the same in words behind its month as before it, and any number of days after or before another.
func TestAnyCountedDay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 364).Draw(t, "day"))
		has := func(text string, at time.Time) bool {
			for _, d := range Read(text).Measured().Dates() {
				if d.Same(Date{Year: at.Year(), Month: at.Month(), Day: at.Day()}) {
					return true
				}
			}
			return false
		}
		said := inWords(day.Day())
		if day.Day() > 1 {
			require.True(t, has(fmt.Sprintf("It is on %s %s, then.", day.Month(), said), day))
		}
		require.False(t, has(fmt.Sprintf("In %s %s people came.", day.Month(), said), day))
		n := rapid.IntRange(2, 40).Draw(t, "n")
		require.True(t, has(fmt.Sprintf("It is %d days after %s.", n, day.Format("January 2, 2006")), day.AddDate(0, 0, n)))
		require.True(t, has(fmt.Sprintf("It is %s weeks before %s.", inWords(n), day.Format("2 January 2006")), day.AddDate(0, 0, -7*n)))
		require.False(t, has(fmt.Sprintf("It is %d years after %s.", n, day.Format("2 January 2006")), day.AddDate(0, 0, n)))
	})
}

// Any hour and minute in words is that time behind "at" or with the part of the day, and none before a thing.
func TestAnyHourAndMinutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hour, minute := rapid.IntRange(1, 12).Draw(t, "hour"), rapid.IntRange(1, 59).Draw(t, "minute")
		said := inWords(minute)
		if minute < 10 {
			said = "oh " + said
		}
		at := fmt.Sprintf("%d:%02d", hour%12, minute)
		clock := fmt.Sprintf("%s %s", inWords(hour), said)
		require.Equal(t, []string{clock + " = " + at}, told("It begins at "+clock+"."))
		require.Equal(t, []string{clock + " in the morning = " + at}, told(clock+" in the morning"))
		if minute >= 10 {
			require.Empty(t, told("at "+clock+" people"))
		}
		before := rapid.IntRange(2, 90).Draw(t, "before")
		require.Contains(t, told(fmt.Sprintf("%s minutes before %d:%02d pm", inWords(before), hour, minute)),
			fmt.Sprintf("%s minutes before %d:%02d pm = %d:%02d", inWords(before), hour, minute, (720+hour%12*60+minute-before)/60, (720+hour%12*60+minute-before)%60))
	})
}
