package words

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
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
		"rollout: 04-27":                              {"04-27 = April 27"},
		"hearing: 07-09":                              {"07-09 = July 9 or the other way round"},
		"op 1/14, MRI 14/1, then 3/4":                 {"1/14 = January 14", "14/1 = January 14", "3/4 = March 4 or the other way round"},
		"MRI 9/10":                                    {"9/10 = September 10 or the other way round"},
		"due 3/4/2027":                                {"3/4/2027 = March 4 2027 or the other way round"},
		"rows 4-27, 10-12 people, score 21-19":        nil,
		"call 04-27-88 or 555-04-27":                  nil,
		"07-09 555 or 44 07-09":                       nil,
		"runs 07-09% or at 07-09:30":                  nil,
		"deck: 19 → 23 June":                          {"19 = June 19", "19 → 23 June = June 23"},
		"fire marshal Aug 11 -> 12":                   {"Aug 11 = August 11", "Aug 11 -> 12 = August 12"},
		"June 1 to June 18\n\nback 9th\n\nMay is out": {"June 1 = June 1", "June 18 = June 18"},
		"end of February":                             nil,
		"near the end of the month":                   nil,
		"the weekend of October":                      nil,
		"in the end may be":                           nil,
		"by the end of May 5":                         {"May 5 = May 5"},
		"May 15, on the 3rd floor":                    {"May 15 = May 15"},
		"May 15 is the 2nd time":                      {"May 15 = May 15"},
		"May 15\n\non the 3rd":                        {"May 15 = May 15"},
		"op 9/10. Back on the 27th":                   {"9/10 = September 10 or the other way round"},
		"on the 3rd":                                  nil,
		"start monday 10 may. rain 21 may, the roof":  {"10 may = May 10", "21 may = May 21"},
		"10 may come, 12 may not":                     nil,
	} {
		t.Run(text, func(t *testing.T) { require.Equal(t, want, days(text)) })
	}
}
