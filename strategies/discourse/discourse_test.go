package discourse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies/discourse"
)

func TestDecides(t *testing.T) {
	for text, want := range map[string]bool{
		"We decided on the blue one.":            true,
		"We've agreed to meet at nine":           true,
		"Let's go with Postgres.":                true,
		"The budget was approved.":               true,
		"Have we decided on a colour?":           false,
		"Have we decided? We went with red.":     true,
		"The decision could be hard":             false,
		"Actually, make it nine.":                false,
		"I will go with him to the errand":       true, // a turn of speech is all it sees
		strings.Repeat("we went with?", 100_000): false,
	} {
		require.Equal(t, want, discourse.Decides(text), text[:min(len(text), 60)])
	}
}

func TestFails(t *testing.T) {
	for text, want := range map[string]bool{
		"The build failed.":                     true,
		"error: no such file":                   true,
		"exit status 2":                         true,
		"exit status 0":                         false,
		"no errors, 0 failed":                   false,
		"It ran without any errors.":            false,
		"no errors at first, then an exception": true,
		"The terror of it":                      false,
		"":                                      false,
	} {
		require.Equal(t, want, discourse.Fails(text), text)
	}
}

func TestReferences(t *testing.T) {
	r := discourse.NewReferences()
	say := func(index arena.MessageIndex, turn arena.Turn, role llm.Role, text string, refs ...arena.MessageIndex) arena.Message {
		return arena.Message{Message: llm.Message{Role: role, Text: text}, Index: index, Turn: turn, Refs: refs}
	}
	messages := []arena.Message{
		say(1, 1, llm.User, "the crate with the code QX-4471 belongs to our cousin"),
		say(2, 1, llm.Assistant, "noted"),
		say(3, 2, llm.User, "12 of them"),
		say(4, 3, llm.User, "the crate with the code is late"),
		say(5, 3, llm.Assistant, "qx-4471, you mean"),
		say(6, 4, llm.User, "as said before", 3, 99),
	}
	var have [][]int
	for i, m := range messages {
		have = append(have, r.Add(m, i))
	}
	require.Equal(t, [][]int{nil, {0}, nil, nil, {0, 3}, {2}}, have, "a reply refers to its question and to what it quotes; four short words quote nothing; what isn't known is nothing")
}

// In the builtin scenarios something is decided, but not everywhere.
func TestTheScenarios(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	turns, decided := 0, 0
	for _, s := range all {
		for _, ex := range s.Turns {
			turns++
			if discourse.Decides(ex.User) {
				decided++
			}
		}
	}
	require.InDelta(t, 8, 100*decided/turns, 2)
}
