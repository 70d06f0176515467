package probes_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Whatever a model writes has a verdict: reasoning alone says nothing, bytes that are no text are read over, and a long text isn't lost.
func TestRepliesThatAreNoSentences(t *testing.T) {
	s := &arena.Scenario{
		ID: "any",
		Facts: []arena.Fact{
			{ID: "budget", Turn: 1, Question: "What is the budget?", Text: "The budget is $7,300.", Value: text("$7,300")},
			{ID: "caterer", Turn: 1, Question: "Who caters?", Text: "The caterer is Heron Kitchen.", Value: text("Heron Kitchen")},
		},
		Probes: []arena.Probe{
			{ID: "budget", Fact: "budget", Type: arena.Quantity, Kind: arena.Current, Question: "What is the budget?"},
			{ID: "caterer", Fact: "caterer", Type: arena.Entity, Kind: arena.Current, Question: "Who caters?"},
		},
	}
	sc, err := probes.NewScorer(s)
	require.NoError(t, err)
	long := strings.Repeat("Nobody has asked for tea, and the rain goes on. ", 20_000)
	for reply, want := range map[string]probes.Result{
		"":                                     probes.Lost,
		" \n\t ":                               probes.Lost,
		"<think>The budget is $7,300.</think>": probes.Lost,
		"<think>The budget is $7,300.":         probes.Lost,
		"\xff\xfe$\xc3":                        probes.Lost,
		"\xff $7,300 \xc3":                     probes.Kept,
		"$7,300. " + long:                      probes.Kept,
		"\u200b**$7,300**":                     probes.Kept,
	} {
		require.Equal(t, want, sc.AnswerTo(0, reply).Result, "%.60q", reply)
		require.Equal(t, probes.Lost, sc.AnswerTo(1, reply).Result, "%.60q", reply)
	}
	for _, v := range sc.ScoreText(arena.LevelMemory, long+"\n\n- The budget is $7,300.\n\xff\n- The caterer is Heron Kitchen.") {
		require.Equal(t, probes.Kept, v.Result)
	}
}
