package scenarios

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

// edited is the party with changes, under another id.
func edited(t *testing.T, id string, pairs ...string) *arena.Scenario {
	t.Helper()
	text := strings.Replace(party, "id: party", "id: "+id, 1)
	for i := 0; i < len(pairs); i += 2 {
		require.Contains(t, text, pairs[i])
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	s, err := Parse(id+".yaml", []byte(text))
	require.NoError(t, err)
	return s
}

func TestLintFindings(t *testing.T) {
	for _, tc := range []struct {
		name  string
		pairs []string
		want  []Finding
	}{
		{"clean", nil, nil},
		{
			"leak in an earlier turn",
			[]string{"Eight guests come from work.", "Eight guests come from work. The old budget was $700."},
			[]Finding{{"party", `leak: fact budget-raised (turn 3) is found at turn 2: "budget was $700"`, true}},
		},
		{
			"leak in a tool's result",
			[]string{"result: one page", "result: 4 guests"},
			[]Finding{{"party", `leak: fact guests-school (turn 3) is found at turn 2: "4 guests"`, true}},
		},
		{
			"leak before the tool's result",
			[]string{"result: one page", "result: 8 guests from work", "id: guests-work\n    turn: 2", "id: guests-work\n    turn: 2\n    in: tool"},
			[]Finding{{"party", `leak: fact guests-work (result of a tool at turn 2) is found in what the user says there: "Eight guests"`, true}},
		},
		{
			"stated by the tool alone",
			[]string{"Eight guests come from work.", "Who comes?", "result: one page", "result: 8 guests from work", "id: guests-work\n    turn: 2", "id: guests-work\n    turn: 2\n    in: tool"},
			nil,
		},
		{
			"leak of a derived value",
			[]string{"Frank sits", "All 12 guests are here. Frank sits"},
			[]Finding{{"party", `leak: fact guests (turn 3) is found at turn 1: "12 guests"`, true}},
		},
		{
			"leak in the system prompt",
			[]string{"You help with a party.", "You help with a party of 8 guests."},
			[]Finding{{"party", `leak: fact guests-work (turn 2) is found in the system prompt: "8 guests"`, true}},
		},
		{
			"reply restates",
			[]string{"I have changed it.", "The budget is $700 now."},
			[]Finding{{"party", `the scripted reply at turn 3 restates fact budget-raised: "budget is $700"`, true}},
		},
		{
			"question with the answer",
			[]string{"How many come?", "Do 12 come?"},
			[]Finding{{"party", `fact guests: the question holds the answer: "12"`, true}},
		},
		{
			"question with the old value",
			[]string{"How much may be spent?", "Is it still $500?"},
			[]Finding{{"party", `fact budget-raised: the question holds the old value of fact budget: "$500"`, false}},
		},
		{"nothing to find for an absent probe", []string{"{fact: guests, type: quantity, kind: derived,", "{id: guests, type: quantity, kind: absent, question: Do 12 come?,"}, nil},
		{
			"what is derived",
			[]string{
				"    supersedes: budget\n", "    supersedes: budget\n  - {id: host, turn: 3, text: the host is Sunniva Pell, question: Who is the host?, value: Sunniva Pell}\n",
				"4 guests come", "4 guests come, the host is Sunniva Pell",
			},
			[]Finding{
				{"party", `fact host: its labels are ["host"]`, false},
				{"party", `fact host: beside a label its value may be said as well by ["Sunniva" "Pell"]`, false},
			},
		},
		// A correction back to the first value finds it before with good reason.
		{"a value that returns", []string{
			"    supersedes: budget\n", "    supersedes: budget\n  - {id: budget-back, turn: 3, text: 8 guests, question: How many guests come back?, about: guests, value: {number: 8}, supersedes: guests-work}\n",
			"4 guests come", "4 guests come, 8 guests",
		}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := Lint([]*arena.Scenario{edited(t, "party", tc.pairs...)})
			require.Equal(t, tc.want, r.Findings)
			require.Zero(t, r.Trials)
			require.Zero(t, r.Rate())
		})
	}
}

// What is asked of no fact can't be found in another scenario either.
func TestLintTriesNoAbsentProbe(t *testing.T) {
	absent := edited(t, "feast", "fact: guests, type: quantity, kind: derived,", "id: who, type: quantity, kind: absent, question: Who comes?,")
	r := Lint([]*arena.Scenario{absent, edited(t, "party")})
	require.Len(t, r.Probes, 5)
	require.Equal(t, 5, r.Trials)
}

// A probe whose fact is found in another scenario's transcript is a false positive there.
func TestLintVacuous(t *testing.T) {
	other := edited(t, "feast",
		"budget of $500", "budget of $900", "the budget is $500", "the budget is $900", "text: the budget is $700", "text: the budget is $800", "{number: 700}]", "{number: 800}]",
		"8 guests from work", "12 guests from work", "text: 12 guests\n", "text: 16 guests\n",
		"number: 500, unit: usd", "number: 900, unit: usd",
		"budget is $700 now", "budget is $800 now", "value: {number: 700, unit: usd}", "value: {number: 800, unit: usd}",
		"Eight guests", "Twelve guests", "value: {number: 8}", "value: {number: 12}", "value: {number: 12}\n    derived_from", "value: {number: 16}\n    derived_from")
	r := Lint([]*arena.Scenario{edited(t, "party"), other})
	require.Equal(t, []Finding{{"party", `probe guests is vacuous: its fact is found in feast, where nobody says it: "Twelve guests"`, false}}, r.Findings)
	require.Equal(t, []ProbeRate{
		{"party", "budget-raised", 0, 1},
		{"party", "guests", 1, 1},
		{"party", "first-budget", 0, 1},
		{"feast", "budget-raised", 0, 1},
		{"feast", "guests", 0, 1},
		{"feast", "first-budget", 0, 1},
	}, r.Probes)
	require.Equal(t, 1, r.FalsePositives)
	require.Equal(t, 6, r.Trials)
	require.InDelta(t, 1.0/6, r.Rate(), 1e-12)
}
