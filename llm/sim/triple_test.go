package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm/sim/read"
)

func TestParsed(t *testing.T) {
	for text, want := range map[string][3]string{
		"The rent is $2,400 per month.":      {"rent", "is", "$2,400 per month"},
		"Actually, our hotel is the Aman.":   {"hotel", "is", "the Aman"},
		"Dr. Sarah Chen leads the project.":  {"Dr. Sarah Chen", "leads", "the project"},
		"Ann reports to Tom Baker.":          {"Ann", "reports to", "Tom Baker"},
		"yard: Hallam's, berth 12":           {"yard", "is", "Hallam's, berth 12"},
		"engine hours 1,312":                 {"engine hours", "is", "1,312"},
		"The opening is on 3 May":            {"opening", "is on", "3 May"},
		"":                                   {"", "is", ""},
		"ok":                                 {"ok", "is", "ok"},
		"The order has been moved to Friday": {"order", "has been moved to", "Friday"},
	} {
		var values []read.Value
		for _, c := range read.Clauses(text) {
			values = append(values, c.Values...)
		}
		s, p, o := parsed(text, values)
		require.Equal(t, want, [3]string{s, p, o}, text)
	}
}
