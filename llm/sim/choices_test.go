package sim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestChoices(t *testing.T) {
	for text, want := range map[string]string{
		"Reply with one of: medical, business trip or other.": "medical|business trip|other",
		"Classify each line as stable or plastic.":            "stable|plastic",
		"Answer YES or NO.":                                          "YES|NO",
		"Judge the answer: CORRECT or INCORRECT.":                    "CORRECT|INCORRECT",
		"Say whether it is \"kept\", \"lost\" or \"stale\".":         "kept|lost|stale",
		"The label is stable/plastic":                                "stable|plastic",
		"Genres:\n- planning: dates, budgets\n- **support**: orders": "planning|support",
		"1. debugging\n2. story writing\n":                           "debugging|story writing",
		"Choose a depth from 0 to 3.":                                "0|1|2|3",
		"Choose between low, medium and high.":                       "low|medium|high",
		"Pick the category (a|b|c).":                                 "a|b|c",
		"What is this about?":                                        "",
		"":                                                           "",
	} {
		var got []string
		for _, c := range choices(text) {
			got = append(got, c.Label)
		}
		require.Equal(t, want, strings.Join(got, "|"), text)
	}
	require.Equal(t, "dates, budgets", choices("- planning: dates, budgets\n- support: orders")[0].About)
}
