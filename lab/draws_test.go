package lab

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/store"
)

func TestMarkShared(t *testing.T) {
	a, b, c, none := store.AnswerKey{1}, store.AnswerKey{2}, store.AnswerKey{3}, store.AnswerKey{}
	trial := func(n byte, strategy string, answers ...[]store.AnswerKey) Trial {
		return Trial{Answers: answers, Trial: store.Trial{Key: arena.TrialKey{n}, Scenario: "s", Strategy: strategy, Model: "m", Repeat: int(n)}}
	}
	type keys = []store.AnswerKey
	trials := []Trial{trial(1, "rlm", keys{a, none}, keys{b, none}), trial(2, "rlm", keys{c, a}, keys{b, none}), trial(3, "window", keys{a, none}), trial(4, "rlm")}
	markShared(trials)
	require.Nil(t, trials[0].SharedAnswers, "the first of equals is a draw; an unknown key is never shared")
	require.Equal(t, [][]bool{{false, false}, {true, false}}, trials[1].SharedAnswers, "another probe's key is another question")
	require.Nil(t, trials[2].SharedAnswers, "strategies may share")
	require.Nil(t, trials[3].SharedAnswers)
}
