package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDependencies(t *testing.T) {
	for talk, want := range map[string]string{
		"We ordered 12 lamps. A lamp costs $40. The lamps come to $480 in total.":        `12 \* 40`,
		"The hall costs $3,000. The deposit is 20% of the hall, so $600.":                `20 / 100 \* 3000`,
		"The flour costs $45. The sugar costs $30. Flour and sugar make $75 altogether.": `45 \+ 30`,
		"We have 120 chairs. We bought 30 more chairs.":                                  `120 \+ 30`,
		"The permit is due on 4 June. The permit inspection depends on the permit date.": `permit`,
		"The hall costs $3,000. The piano is in room 12.":                                `^none$`,
	} {
		got := complete(t, request("You help.", "List the dependencies between values, one a line.\n<transcript>\nuser: "+talk+"\nassistant: ok\n</transcript>")).Text
		require.Regexp(t, want, got, talk)
	}
}
