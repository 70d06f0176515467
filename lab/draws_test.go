package lab

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

func TestMarkShared(t *testing.T) {
	a, b, c, none := llm.Key{1}, llm.Key{2}, llm.Key{3}, llm.Key{}
	trial := func(n byte, strategy string) Trial {
		return Trial{Trial: store.Trial{Key: arena.TrialKey{n}, Scenario: "s", Strategy: strategy, Model: "m", Repeat: int(n)}}
	}
	trials := []Trial{trial(1, "rlm"), trial(2, "rlm"), trial(3, "window"), trial(4, "rlm")}
	markShared(trials, map[arena.TrialKey][][]llm.Key{
		{1}: {{a, none}, {b, none}},
		{2}: {{c, a}, {b, none}},
		{3}: {{a, none}},
	})
	require.Equal(t, [][]bool{{false, false}, {false, false}}, trials[0].SharedAnswers, "the first of equals is a draw; an unknown key is never shared")
	require.Equal(t, [][]bool{{false, false}, {true, false}}, trials[1].SharedAnswers, "another probe's key is another question")
	require.Equal(t, [][]bool{{false, false}}, trials[2].SharedAnswers, "strategies may share")
	require.Nil(t, trials[3].SharedAnswers)
	shared := 0
	for _, tr := range trials {
		shared += tr.Shared()
	}
	require.Equal(t, 1, shared)
}
