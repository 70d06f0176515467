package words

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// days are the dates of a text as it writes them, with what they are.
func days(text string) []string {
	var out []string
	t := Read(text)
	for _, d := range t.Dates() {
		as := fmt.Sprintf("%s %d", d.Month, d.Day)
		if d.Year > 0 {
			as += fmt.Sprintf(" %d", d.Year)
		}
		if d.order == eitherOrder {
			as += " or the other way round"
		}
		out = append(out, t.Slice(d.Span)+" = "+as)
	}
	return out
}

func TestShortDays(t *testing.T) {
	for text, want := range map[string][]string{
		"rollout: 04-27":                                {"04-27 = April 27"},
		"hearing: 07-09":                                {"07-09 = July 9 or the other way round"},
		"04-27 and 07-09":                               {"04-27 = April 27", "07-09 = July 9"},
		"op 14/1, MRI 3/4":                              {"14/1 = January 14", "3/4 = April 3"},
		"op 1/14, MRI 3/4":                              {"1/14 = January 14", "3/4 = March 4"},
		"op 1/14, MRI 14/1, then 3/4":                   {"1/14 = January 14", "14/1 = January 14", "3/4 = March 4 or the other way round"},
		"MRI 9/10":                                      {"9/10 = September 10 or the other way round"},
		"due 3/4/2027":                                  {"3/4/2027 = March 4 2027 or the other way round"},
		"rows 4-27, 10-12 people, score 21-19":          nil,
		"call 04-27-88 or 555-04-27":                    nil,
		"07-09 555 or 44 07-09":                         nil,
		"runs 07-09% or at 07-09:30":                    nil,
		"deck: 19 → 23 June":                            {"19 = June 19", "19 → 23 June = June 23"},
		"fire marshal Aug 11 -> 12":                     {"Aug 11 = August 11", "Aug 11 -> 12 = August 12"},
		"June 1 to June 18\n\nKyoto: out 7th, back 9th": {"June 1 = June 1", "June 18 = June 18", "7th = June 7", "9th = June 9"},
		"June 1 to June 18\n\nback 9th\n\nMay is out":   {"June 1 = June 1", "June 18 = June 18"},
		"until the end of October":                      {"end of October = October 31"},
		"back by end of Sept 2028":                      {"end of Sept 2028 = September 30 2028"},
		"end of Sept. 2028":                             {"end of Sept. 2028 = September 30 2028"},
		"end-June":                                      {"end-June = June 30"},
		"end of February 2028":                          {"end of February 2028 = February 29 2028"},
		"end of February":                               nil,
		"near the end of the month":                     nil,
		"the weekend of October":                        nil,
		"in the end may be":                             nil,
		"by the end of May 5":                           {"May 5 = May 5"},
		"Sat, 15 May; stalls on Friday the 14th.":       {"15 May = May 15", "14th = May 14"},
		"Sept 26; a freeze begins on the 16th and is":   {"Sept 26 = September 26", "16th = September 16"},
		"May 15, on the 3rd floor":                      {"May 15 = May 15"},
		"May 15 is the 2nd time":                        {"May 15 = May 15"},
		"May 15\n\non the 3rd":                          {"May 15 = May 15"},
		"Sept 26. The 19th fell through":                {"Sept 26 = September 26", "19th = September 19"},
		"SEPTEMBER. It opened on the 19th":              {"19th = September 19"},
		"May 15. MARCH: moved to the 27th":              {"May 15 = May 15", "27th = March 27"},
		"May 15. They march on the 27th":                {"May 15 = May 15", "27th = May 27"},
		"op 9/10. Back on the 27th":                     {"9/10 = September 10 or the other way round"},
		"on the 3rd":                                    nil,
		"audit 9 March, no longer the 3rd":              {"9 March = March 9", "3rd = March 3"},
		"start monday 10 may. rain 21 may, the roof":    {"10 may = May 10", "21 may = May 21"},
		"10 may come, 12 may not":                       nil,
	} {
		t.Run(text, func(t *testing.T) { require.Equal(t, want, days(text)) })
	}
}

// TestShortDaysOfAnyMonth fails without each of the short forms, for some day.
func TestShortDaysOfAnyMonth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		month := time.Month(rapid.IntRange(1, 12).Draw(t, "month"))
		day := rapid.IntRange(1, 28).Draw(t, "day")
		at := Date{Month: month, Day: day}
		has := func(text string) bool {
			for _, d := range Read(text).Dates() {
				if d.Same(at) {
					return true
				}
			}
			return false
		}
		require.True(t, has(fmt.Sprintf("due %d/%d", day, month)), "day first")
		require.True(t, has(fmt.Sprintf("due %d/%d", month, day)), "month first")
		if day <= 12 && day != int(month) {
			require.True(t, has(fmt.Sprintf("starts 31/1, due %d/%d", day, month)), "as the other date")
			require.False(t, has(fmt.Sprintf("starts 31/1, due %d/%d", month, day)), "not as the other date")
		}
		require.Equal(t, month < 10 || day < 10, has(fmt.Sprintf("due: %02d-%02d", month, day)), "with a zero")
		require.True(t, has(fmt.Sprintf("from %s 28, on the %dth", month, day)), "the month before")
		require.True(t, has(fmt.Sprintf("- %s 28: here\n- on the %dth", month, day)), "the month of the item before")
		require.True(t, has(fmt.Sprintf("# %s\n\ncup on the %dth", month, day)), "the month of the heading")
		require.False(t, has(fmt.Sprintf("on the %dth", day)), "no month")
		last := time.Date(2027, month+1, 0, 0, 0, 0, 0, time.UTC)
		require.Equal(t, []string{fmt.Sprintf("end of %s 2027 = %s %d 2027", month, month, last.Day())}, days(fmt.Sprintf("end of %s 2027", month)))
	})
}

// A day alone is one of the month that its block, its lead-in or an item before it in the list names last, with a day or without;
// of one in another paragraph only behind a weekday. It is a count before what can be counted.
func TestDayOfTheMonthBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		month := time.Month(rapid.IntRange(1, 12).Draw(t, "month"))
		day := rapid.IntRange(4, 28).Draw(t, "day")
		nth := fmt.Sprintf("%dth", day)
		if day > 20 && day%10 < 4 && day%10 > 0 {
			nth = fmt.Sprintf("%d%s", day, []string{"st", "nd", "rd"}[day%10-1])
		}
		want := fmt.Sprintf("%s = %s %d", nth, month, day)
		has := func(form string) bool { return slices.Contains(days(fmt.Sprintf(form, month, nth)), want) }
		for _, form := range []string{
			"%s. Cup on the %s, lost.", "In %s the roof fell; passes by the %s", "# %s\n\nA match on the %s.", "## %s\n- match: on the %s", "1 %s: start\n\nMatch on Friday the %s.",
			"- begins 1 %s\n- ends on the %s", "- begins 1 %s\n- lamb\n- ends by the %s again", "By 1 %s; the %s fell through.", "1 %s first (the %s now)", "Days of %s:\n\non the %s we open",
		} {
			require.True(t, has(form), form)
		}
		for _, form := range []string{"1 %s\n\non the %s.", "- 1 %s\n\nText.\n\n- on the %s", "1 %s, on the %s floor", "1 %s, the %s time", "# 1 %s\n\ntext\n\n# Other\n\non the %s"} {
			require.False(t, has(form), form)
		}
	})
}

// Days that are listed before or behind a month are all of it.
func TestListedDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		month := time.Month(rapid.IntRange(1, 12).Draw(t, "month"))
		a := rapid.IntRange(1, 9).Draw(t, "a")
		b, c := a+rapid.IntRange(1, 9).Draw(t, "b"), a+rapid.IntRange(10, 19).Draw(t, "c")
		for _, form := range []string{"%[1]d, %[2]d and %[3]d %[4]s", "%[4]s %[1]d, %[2]d and %[3]d.", "on %[4]s %[1]d, %[2]d & %[3]d", "%[1]d %[4]s, then on the %[2]dth, not the %[3]dth"} {
			var got []int
			for _, d := range Read(fmt.Sprintf(form, a, b, c, month)).Dates() {
				require.Equal(t, month, d.Month)
				got = append(got, d.Day)
			}
			require.Equal(t, []int{a, b, c}, got, form)
		}
		for _, form := range []string{"%[4]s %[1]d, %[2]d people", "%[4]s %[1]d, %[2]d%% and more", "%[4]s %[1]d, %[2]d:30", "%[4]s %[1]d and %[2]d pm"} {
			require.Len(t, Read(fmt.Sprintf(form, a, b, c, month)).Dates(), 1, form)
		}
		require.Len(t, Read(fmt.Sprintf("the night of %d/%d %s", a, a+1, month)).Dates(), 2)
	})
}

func TestDaysAfter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 364).Draw(t, "from"))
		n := rapid.IntRange(1, 200).Draw(t, "n")
		to := from.AddDate(0, 0, n)
		format := rapid.SampledFrom([]string{"2 January 2006", "Jan 2", "January 2, 2006", "2006-01-02"}).Draw(t, "format")
		dates := Read(from.Format(format) + " and " + to.Format(format)).Dates()
		require.Equal(t, n, dates[1].After(dates[0]), dates)
	})
}

// The days of a line that a month leads in stand behind what they are of, or before it; they are counts where not all parts have one.
func TestDaysInTheLineOfAMonth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		month := time.Month(rapid.IntRange(1, 12).Draw(t, "month"))
		name := rapid.SampledFrom([]string{month.String(), strings.ToUpper(month.String()[:3]), "- " + month.String()}).Draw(t, "name")
		list := rapid.SliceOfN(rapid.IntRange(1, 28), 2, 5).Draw(t, "days")
		sep := rapid.SampledFrom([]string{" / ", ", ", "; "}).Draw(t, "sep")
		var behind, before, mixed []string
		for i, d := range list {
			behind, before = append(behind, fmt.Sprintf("thing %d", d)), append(before, fmt.Sprintf("%d thing", d))
			mixed = append(mixed, []string{"thing and more", fmt.Sprintf("thing %d", d)}[i%2])
		}
		for _, parts := range [][]string{behind, before} {
			dates := Read(name + ": " + strings.Join(parts, sep)).Dates()
			require.Len(t, dates, len(list))
			for i, d := range dates {
				require.Equal(t, Date{Month: month, Day: list[i], Span: d.Span}, d)
			}
		}
		require.Empty(t, Read(name+": "+strings.Join(mixed, sep)).Dates())
		require.Empty(t, Read("Things: "+strings.Join(behind, sep)).Dates())
		nth := fmt.Sprintf("%dth", 4+list[0]%16)
		for _, form := range []string{"%s\n  %s – start", "# %s\n- %s: start", "%s %[2]s: start"} {
			require.NotEmpty(t, Read(fmt.Sprintf(form, month, nth)).Dates(), form)
		}
		require.Empty(t, Read(fmt.Sprintf("# %s\n%s thing", month, nth)).Dates())
	})
}

// Where all days so far are of one month, a day alone is of it too, wherever it stands; behind 10-05, 11-12 is a day.
func TestTheMonthOfAText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		month := time.Month(rapid.IntRange(1, 12).Draw(t, "month"))
		day := rapid.IntRange(4, 20).Draw(t, "day")
		want := fmt.Sprintf("%dth = %s %d", day, month, day)
		for _, form := range []string{"- 1 %[1]s\n- 2 %[1]s\n\nMarket on the %[2]dth.", "From %[1]s 1 to 3.\n\nThe market is on the %[2]dth", "%[1]s 1-3\n\nKyoto: out %[2]dth, back again"} {
			require.Contains(t, days(fmt.Sprintf(form, month, day)), want, form)
		}
		for _, form := range []string{"1 %[1]s. 2 %[3]s.\n\nMarket on the %[2]dth.", "1 %[1]s.\n\nMarket on the %[2]dth"} {
			require.NotContains(t, days(fmt.Sprintf(form, month, day, month%12+1)), want, form)
		}
		require.Len(t, days(fmt.Sprintf("05-%02d start. Committee 11-%02d", day, max(day, 10))), 2)
		require.Empty(t, days(fmt.Sprintf("Committee 11-%02d", max(day, 10))))
	})
}
