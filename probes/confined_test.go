package probes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// A confined probe has a verdict on its answer, or none at all, and tells a loss by the messages that its answer follows from.
func TestConfined(t *testing.T) {
	said := "I joined the class yesterday."
	s := &arena.Scenario{
		ID:      "s",
		Dataset: "d 1",
		Turns:   make([]arena.Exchange, 2),
		Facts: []arena.Fact{
			{ID: "said", Turn: 1, In: llm.Assistant, Text: said, Question: "What does the first message say?", Value: arena.Pattern{Text: said}},
			{ID: "day", Turn: 1, Text: "7 May 2023", Question: "When was it?", Value: arena.Pattern{Text: "7 May 2023"}, DerivedFrom: []string{"said"}},
			{ID: "why", Turn: 1, Text: "to meet others", Question: "Why?", Value: arena.Pattern{Text: "to meet others"}, DerivedFrom: []string{"said"}},
		},
		Probes: []arena.Probe{
			{ID: "day", Fact: "day", Type: arena.Date, Kind: arena.Derived, Question: "When was it?", Only: arena.OnlyAnswer},
			{ID: "why", Fact: "why", Type: arena.Entity, Kind: arena.Derived, Question: "Why?", Only: arena.OnlyJudge},
			{ID: "said", Fact: "said", Type: arena.Date, Kind: arena.Current, Question: "What was said?"},
		},
	}
	sc, err := NewScorer(s)
	require.NoError(t, err)
	message := func(i arena.MessageIndex, turn arena.Turn, role llm.Role, text string) arena.Message {
		return arena.Message{Message: llm.Message{Role: role, Text: text}, Index: i, Turn: turn}
	}
	rec := arena.Record{
		Outcome: arena.Completed,
		Messages: []arena.Message{
			message(1, 1, llm.User, "Hi."), message(2, 1, llm.Assistant, said), message(3, 2, llm.User, "I see."), message(4, 2, llm.Assistant, "Bye."),
		},
		Cycles: []arena.CycleRecord{{Cycle: arena.Cycle{Left: []arena.MessageIndex{1, 2}, Text: "A class was joined on 7 May 2023."}, After: 3}},
	}
	for _, tc := range []struct {
		reply  arena.Reply
		shown  []arena.MessageIndex
		result Result
		place  Place
	}{
		{arena.Reply{Text: "On May 7th."}, nil, Kept, PlaceKept},
		{arena.Reply{Text: "On May 9th."}, []arena.MessageIndex{3}, Lost, PlaceNotShown},
		{arena.Reply{Text: "On May 9th."}, []arena.MessageIndex{2, 3}, Lost, PlaceMisread},
		{arena.Reply{Text: "On", Stop: llm.StopLength}, nil, Void, PlaceVoid},
	} {
		tc.reply.Context = &arena.Context{Shown: tc.shown}
		why := arena.Reply{Text: "To meet others.", Context: tc.reply.Context}
		rec.Probes = []arena.Reply{tc.reply, why, {Text: said, Context: tc.reply.Context}}
		rec.Again = [][]arena.Reply{rec.Probes}
		score := sc.Score(rec)
		f := score.Findings[0]
		require.Equal(t, []any{tc.result, tc.place, 1}, []any{f.At(arena.LevelAnswer).Result, f.Place, f.Exposed})
		require.Equal(t, []Result{tc.result}, f.Again)
		for _, level := range []arena.Level{arena.LevelMemory, arena.LevelContext, arena.LevelFinal} {
			require.Equal(t, Unexposed, f.At(level).Result)
		}
		f = score.Findings[1]
		require.Equal(t, Verdict{Level: arena.LevelAnswer, Result: Void, Why: "for a judge"}, f.At(arena.LevelAnswer))
		require.Equal(t, PlaceVoid, f.Place)
		f = score.Findings[2]
		require.Equal(t, Kept, f.At(arena.LevelAnswer).Result)
		require.Equal(t, Unexposed, f.At(arena.LevelFinal).Result, "nothing is asked in the end")
		results, passed := sc.Answers(rec)
		require.Equal(t, []Result{tc.result, Void, Kept}, results)
		require.False(t, passed || score.Passed, "there is no task to pass")
	}
	require.Equal(t, Void, sc.AnswerTo(1, "To meet others.").Result)
	for _, v := range sc.ScoreText(arena.LevelMemory, "A class was joined on 7 May 2023 to meet others.")[:2] {
		require.Equal(t, Unexposed, v.Result)
	}
}
