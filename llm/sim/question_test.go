package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm/sim/read"
)

func TestQuestionIn(t *testing.T) {
	for text, want := range map[string]string{
		"What is the budget?":          "What is the budget?",
		"The budget is $5,000.":        "",
		"Thanks, that will do.":        "",
		"The guest list, please.":      "The guest list, please.",
		"Please note: the code is 84.": "",
		"Back from lunch. Now the sheet, please: the date, who drives, when we start and what it costs.":                         " Now the sheet, please: the date, who drives, when we start and what it costs.",
		"Boots off. Ann wants one page: who leads, where it is, how long it takes.":                                              " Ann wants one page: who leads, where it is, how long it takes.",
		"One sheet, please. Tickets and what they cost. When Tom comes. Where the tents are.":                                    "One sheet, please. Tickets and what they cost. When Tom comes. Where the tents are.",
		"We met Tom at the mill. He has a dog. The dog bit Ann. She laughed. Do you like dogs? I don't. The mill is closed now.": "Do you like dogs?\n",
	} {
		var told []*read.Clause
		clauses := read.Clauses(text)
		for i := range clauses {
			told = append(told, &clauses[i])
		}
		got, _ := questionIn(text, told)
		if at := requestIn(text); at >= 0 {
			got = text[at:]
		}
		require.Equal(t, want, got, text)
	}
}
