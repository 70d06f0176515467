package arena_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

func TestEvidence(t *testing.T) {
	use := []arena.ToolUse{{Name: "look"}}
	s := &arena.Scenario{
		Turns: []arena.Exchange{{User: "a"}, {User: "b", Tools: use}, {User: "c", Tools: append(use, use...)}, {User: "d", Tools: use}},
		Facts: []arena.Fact{
			{ID: "first", Turn: 1},
			{ID: "unasked", Turn: 2},
			{ID: "looked", Turn: 3, In: llm.Tool},
			{ID: "operand", Turn: 4},
			{ID: "both", Turn: 4, DerivedFrom: []string{"looked", "operand"}},
		},
		Probes: []arena.Probe{{Fact: "first"}, {Fact: "both"}, {ID: "absent"}},
	}
	// user 1, reply 2; user 3, call 4, result 5, reply 6; user 7, calls 8 and 10, results 9 and 11, reply 12; user 13.
	require.Equal(t, []arena.MessageIndex{1, 9, 11, 13}, s.Evidence())

	before := s.PlayHash()
	s.Facts[2].In = ""
	require.Equal(t, []arena.MessageIndex{1, 7, 13}, s.Evidence())
	require.NotEqual(t, before, s.PlayHash(), "a control sees something else")
	s.Facts[2].In = llm.User
	require.Equal(t, []arena.MessageIndex{1, 7, 13}, s.Evidence())
}

// A script without facts in tools' results has the hash that it had before there were any: stored
// trials keep their keys.
func TestHashOfBeforeToolsStatedFacts(t *testing.T) {
	s := &arena.Scenario{
		ID: "old", System: "You help.", Turns: []arena.Exchange{{User: "a", Assistant: "b"}},
		Facts: []arena.Fact{{ID: "f", Turn: 1}}, Probes: []arena.Probe{{ID: "f", Fact: "f", Question: "q"}},
	}
	require.Equal(t, "796457b213358a2c78b369c59bcded8e9a5531892ecf350d7e069b9cbc61d326", s.PlayHash())
}

// The assistant of a script may state facts too, and is evidence then.
func TestTheAssistantStates(t *testing.T) {
	s := &arena.Scenario{
		Turns:  []arena.Exchange{{User: "a", Assistant: "b"}, {User: "c", Assistant: "d"}},
		Facts:  []arena.Fact{{ID: "f", Turn: 2, In: llm.Assistant}},
		Probes: []arena.Probe{{ID: "f", Fact: "f"}},
	}
	require.Equal(t, []arena.MessageIndex{4}, s.Evidence())
	require.True(t, s.Facts[0].StatedBy(arena.Message{Message: llm.Message{Role: llm.Assistant}, Turn: 2}))
	before := s.PlayHash()
	s.Facts[0].In = ""
	require.NotEqual(t, before, s.PlayHash())
}
