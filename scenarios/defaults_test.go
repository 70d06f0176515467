package scenarios

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

// shortest is a scenario that says nothing that goes without saying.
const shortest = `id: shortest
name: Shortest
system: You keep track of a project.
turns:
  - user: Good morning. The budget is $8,500, says Ann. It rains.
    assistant: Noted.
  - user: We moved it. The budget is $9,000 now.
    assistant: Noted, too.
  - user: Ten people come, and five more.
    assistant: I see.
final:
  question: Sum up the project.
  pass: 1
  rubric:
    - {item: the budget, match: {number: 9000, unit: usd}}
facts:
  - {id: budget-first, turn: 1, question: What was the budget at first?, about: budget, value: {number: 8500, unit: usd}}
  - {id: budget, turn: 2, question: What is the budget now?, about: budget, value: {number: 9000, unit: usd}, supersedes: budget-first}
  - {id: ten, turn: 3, text: ten people, question: How many come first?, value: {number: 10}}
  - {id: five, turn: 3, text: five more, question: How many come besides?, value: {number: 5}}
  - {id: all, turn: 3, text: fifteen people, question: How many come in all?, value: {number: 15}, derived_from: [ten, five]}
probes:
  - {fact: budget-first, type: quantity}
  - {fact: budget, type: quantity}
  - {fact: all, type: quantity}
  - {id: caterer, type: entity, question: Who is the caterer?}
`

func TestDefaults(t *testing.T) {
	s, err := Parse("shortest.yaml", []byte(shortest))
	require.NoError(t, err)
	require.NoError(t, validate(t, compiledSchema(t), []byte(shortest)), "the schema takes it, too")
	require.Equal(t, "mine", s.Suite)
	require.Equal(t, time.Date(2027, 1, 4, 9, 10, 0, 0, time.UTC), s.Turns[1].At)
	require.Equal(t, time.Date(2027, 1, 4, 9, 30, 0, 0, time.UTC), s.Final.At)
	require.Equal(t, "The budget is $8,500, says Ann.", s.Facts[0].Text)
	require.Equal(t, "The budget is $9,000 now.", s.Facts[1].Text)
	var kinds []arena.Kind
	for _, p := range s.Probes {
		kinds = append(kinds, p.Kind)
	}
	require.Equal(t, []arena.Kind{arena.Historical, arena.Current, arena.Derived, arena.Absent}, kinds)

	var written bytes.Buffer
	require.NoError(t, Write(&written, s))
	again, err := Parse("shortest.yaml", written.Bytes())
	require.NoError(t, err)
	require.Equal(t, s, again)

	timed, err := Parse("shortest.yaml", []byte(strings.Replace(shortest, "  - user: We moved", "  - at: 2027-02-01 08:00\n    user: We moved", 1)))
	require.NoError(t, err)
	require.Equal(t, time.Date(2027, 2, 1, 8, 10, 0, 0, time.UTC), timed.Turns[2].At, "what isn't said goes on from what is")
}

func TestWhatHasNoDefault(t *testing.T) {
	for edit, want := range map[[2]string]string{
		{"text: fifteen people, ", ""}:                                       `field "text" is missing (nobody states a derived fact, so it has no sentence that could stand for it)`,
		{"The budget is $8,500, says Ann.", "The budget? $8,500, says Ann."}: `field "text" is missing (no single sentence of turn 1 has value and label)`,
		{"{fact: budget, type: quantity}", "{type: quantity}"}:               `field "question" is missing (an absent probe has no fact to be asked by)`,
	} {
		_, err := Parse("shortest.yaml", []byte(strings.Replace(shortest, edit[0], edit[1], 1)))
		require.ErrorContains(t, err, want)
	}
}
